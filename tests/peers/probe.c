/* Compares the values of positions on standard input with those that Fathom reads.
 *
 * A line has the position's FEN, its value from 0 (loss) to 4 (win), plies to the next zeroing
 * move and the arguments of tb_probe_wdl. Prints the number of positions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <tbprobe.h>

int main(int count, char **arguments)
{
    static char fen[128];
    uint64_t set[8];
    unsigned value, plies, right, turn, positions = 0;
    if (count != 2 || !tb_init(arguments[1]))
        return 2;
    while (scanf(" %127[^\t] %u %u", fen, &value, &plies) == 3) {
        for (int i = 0; i < 8; i++)
            if (scanf("%" SCNu64, &set[i]) != 1)
                return 2;
        if (scanf("%u %u", &right, &turn) != 2)
            return 2;
        unsigned wdl = tb_probe_wdl(set[0], set[1], set[2], set[3], set[4], set[5], set[6], set[7],
                                    0, 0, right, turn);
        unsigned root = tb_probe_root(set[0], set[1], set[2], set[3], set[4], set[5], set[6],
                                      set[7], 0, 0, right, turn, NULL);
        unsigned found = TB_GET_DTZ(root);
        if (wdl != value || TB_GET_WDL(root) != value || found - plies > 1) {
            fprintf(stderr, "%s: %u in %u plies, not %u in %u\n", fen, wdl, found, value, plies);
            return 1;
        }
        positions++;
    }
    printf("%u\n", positions);
    return 0;
}
