// "Two knights cannot win": true for most positions, but not for all.
//
//     drawproof export rules KNNKN --lang csharp --out Drawproof.cs
//     mcs -out:two_knights.exe TwoKnights.cs Drawproof.cs
//     mono two_knights.exe

using System;

static class TwoKnights
{
    /// <summary>The number of a square, with a1 as 0.</summary>
    static uint Square(string name)
    {
        return (uint)((name[1] - '1') * 8 + name[0] - 'a');
    }

    static void Main()
    {
        string[][] positions =
        {
            new[] { "e4", "e8", "d4", "f4", "c6" },
            new[] { "c1", "a2", "b5", "d3", "a4" }, // White mates in four.
        };
        foreach (string[] men in positions)
        {
            int rule = Drawproof.KnnknRule(
                Square(men[0]), Square(men[1]), Square(men[2]), Square(men[3]), Square(men[4]), true);
            Console.WriteLine("K{0} N{1} N{2} against K{3} N{4}, White to move: {5}",
                men[0], men[2], men[3], men[1], men[4], rule > 0 ? "a draw" : "not known");
        }
    }
}
