// "Two knights cannot win": true for most positions, but not for all.
//
//     drawproof export rules KNNKN --lang java --out Drawproof.java
//     javac -encoding UTF-8 -d . TwoKnights.java Drawproof.java
//     java TwoKnights

class TwoKnights {
    /** The number of a square, with a1 as 0. */
    static int square(String name) {
        return (name.charAt(1) - '1') * 8 + name.charAt(0) - 'a';
    }

    public static void main(String[] arguments) {
        String[][] positions = {
            {"e4", "e8", "d4", "f4", "c6"},
            {"c1", "a2", "b5", "d3", "a4"}, // White mates in four.
        };
        for (String[] men : positions) {
            int rule = Drawproof.knnknRule(
                square(men[0]), square(men[1]), square(men[2]), square(men[3]), square(men[4]), true);
            System.out.printf("K%s N%s N%s against K%s N%s, White to move: %s%n",
                men[0], men[2], men[3], men[1], men[4], rule > 0 ? "a draw" : "not known");
        }
    }
}
