using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;

/// <summary>Times calls of an exported file: C#.</summary>
internal static class Timer {
    private const int Rounds = 31;

    private static void Main() {
        var bytes = new MemoryStream();
        Console.OpenStandardInput().CopyTo(bytes);
        var reader = new BinaryReader(new MemoryStream(bytes.ToArray()));
        var positions = new ulong[bytes.Length / 72][];
        for (int at = 0; at < positions.Length; at++) {
            positions[at] = new ulong[9];
            for (int word = 0; word < 9; word++) {
                positions[at][word] = reader.ReadUInt64();
            }
        }
        int draws = 0;
        var rounds = new double[Rounds];
        for (int round = 0; round < Rounds; round++) {
            Stopwatch watch = Stopwatch.StartNew();
            draws = 0;
            foreach (ulong[] p in positions) {
                draws += CALL;
            }
            rounds[round] = watch.ElapsedTicks * 1e9 / Stopwatch.Frequency / positions.Length;
        }
        Array.Sort(rounds);
        string time = rounds[Rounds / 2].ToString("F2", CultureInfo.InvariantCulture);
        Console.WriteLine(time + " " + draws);
    }
}
