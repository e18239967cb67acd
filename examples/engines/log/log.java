
    public static boolean probeDraw_logged(
            long white, long black, long kings, long queens, long rooks, long bishops,
            long knights, long pawns, int castling, int ep, boolean turn) {
        boolean draw = probeDraw(
            white, black, kings, queens, rooks, bishops, knights, pawns, castling, ep, turn);
        if (draw)
            System.err.println("claim " + white + " " + black + " " + kings + " " + queens + " " + rooks
                + " " + bishops + " " + knights + " " + pawns + " " + turn);
        return draw;
    }
}
