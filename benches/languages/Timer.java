import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Arrays;

/** Times calls of an exported file: Java. */
final class Timer {
    private static final int ROUNDS = 301;

    public static void main(String[] arguments) throws java.io.IOException {
        final byte[] bytes = System.in.readAllBytes();
        final LongBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
        final long[][] positions = new long[words.remaining() / 9][9];
        for (final long[] position : positions) {
            words.get(position);
        }
        // Many, since the first ones are interpreted.
        final double[] rounds = new double[ROUNDS];
        final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        int draws = 0;
        for (int round = 0; round < ROUNDS; round++) {
            final long start = clock.getCurrentThreadCpuTime();
            draws = 0;
            for (final long[] p : positions) {
                draws += CALL;
            }
            rounds[round] = (clock.getCurrentThreadCpuTime() - start) / (double) positions.length;
        }
        System.out.println(Arrays.stream(rounds).min().getAsDouble() + " " + draws);
    }
}
