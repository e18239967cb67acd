// Times calls of an exported file: Zig.
const exported = @import("exported.zig");

const Time = extern struct { seconds: c_long, nanoseconds: c_long };

extern "c" fn read(file: c_int, bytes: [*]u8, count: usize) isize;
extern "c" fn printf(format: [*:0]const u8, ...) c_int;
extern "c" fn clock_gettime(clock: c_int, time: *Time) c_int;

const rounds = 31;

var words: [8192 * 9]u64 = undefined;

fn now() f64 {
    var time: Time = undefined;
    // CLOCK_PROCESS_CPUTIME_ID
    _ = clock_gettime(2, &time);
    return @as(f64, @floatFromInt(time.seconds)) * 1e9 + @as(f64, @floatFromInt(time.nanoseconds));
}

pub fn main() void {
    const bytes: [*]u8 = @ptrCast(&words);
    var size: usize = 0;
    while (size < @sizeOf(@TypeOf(words))) {
        const count = read(0, bytes + size, @sizeOf(@TypeOf(words)) - size);
        if (count <= 0) break;
        size += @intCast(count);
    }
    const count = size / 72;
    var draws: c_long = 0;
    var fastest: f64 = 1e18;
    for (0..rounds) |_| {
        const start = now();
        draws = 0;
        for (0..count) |at| {
            const p = words[9 * at ..][0..9];
            draws += @intFromBool(CALL);
        }
        fastest = @min(fastest, (now() - start) / @as(f64, @floatFromInt(count)));
    }
    _ = printf("%.2f %ld\n", fastest, draws);
}
