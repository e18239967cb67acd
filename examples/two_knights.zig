// "Two knights cannot win": true for most positions, but not for all.
//
//     drawproof export rules KNNKN --lang zig --out draws.zig
//     zig run two_knights.zig

const std = @import("std");
const draws = @import("draws.zig");

/// The number of a square, with a1 as 0.
fn square(name: []const u8) u32 {
    return (name[1] - '1') * 8 + name[0] - 'a';
}

pub fn main() void {
    const positions = [_][5][]const u8{
        .{ "e4", "e8", "d4", "f4", "c6" },
        .{ "c1", "a2", "b5", "d3", "a4" }, // White mates in four.
    };
    for (positions) |men| {
        const rule = draws.knnknRule(square(men[0]), square(men[1]), square(men[2]), square(men[3]), square(men[4]), true);
        // To standard error, which no version of Zig opens in another way.
        std.debug.print("K{s} N{s} N{s} against K{s} N{s}, White to move: {s}\n", .{
            men[0], men[2], men[3], men[1], men[4], if (rule > 0) "a draw" else "not known",
        });
    }
}
