// SPDX-License-Identifier: GPL-3.0-or-later

import nl.s22k.chess.ChessBoard;
import nl.s22k.chess.ChessConstants;
import nl.s22k.chess.eval.MaterialUtil;

/** Fills what MaterialUtil.isDrawByMaterial reads of a position: men, kings and the side to move. */
final class Asked {
    private static final int[] ROLES = {
        ChessConstants.PAWN, ChessConstants.NIGHT, ChessConstants.BISHOP,
        ChessConstants.ROOK, ChessConstants.QUEEN, ChessConstants.KING,
    };
    private static final ChessBoard BOARD = new ChessBoard();
    private static int material;

    private static void put(int colour, long... men) {
        BOARD.pieces[colour][ChessConstants.ALL] = 0;
        for (int i = 0; i < ROLES.length; i++) {
            int role = ROLES[i];
            // The engine's squares are mirrored left to right: h1 is 0.
            long set = Long.reverse(Long.reverseBytes(men[i]));
            BOARD.pieces[colour][role] = set;
            BOARD.pieces[colour][ChessConstants.ALL] |= set;
            if (role != ChessConstants.KING)
                material += MaterialUtil.VALUES[colour][role] * Long.bitCount(set);
        }
        BOARD.kingIndex[colour] = Long.numberOfTrailingZeros(BOARD.pieces[colour][ChessConstants.KING]);
    }

    static boolean isDraw(
            int us, long p, long n, long b, long r, long q, long k,
            long p2, long n2, long b2, long r2, long q2, long k2) {
        material = 0;
        put(ChessConstants.WHITE, p, n, b, r, q, k);
        put(ChessConstants.BLACK, p2, n2, b2, r2, q2, k2);
        BOARD.materialKey = material;
        BOARD.colorToMove = us == 0 ? ChessConstants.WHITE : ChessConstants.BLACK;
        BOARD.colorToMoveInverse = 1 - BOARD.colorToMove;
        return MaterialUtil.isDrawByMaterial(BOARD);
    }
}
