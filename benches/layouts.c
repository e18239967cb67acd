/* Times the functions of an exported header: reads positions of 14 words (four squares, whether
 * the stronger side is to move, eight bitboards, whether White is to move), prints for each function
 * nanoseconds of processor time a probe, and how many positions the side to move wins. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION
#include "tables.h"

#define ROUNDS 15
#define MOST 8192

static uint64_t positions[MOST][14];
static uint8_t squares[MOST][5];

static int of_squares(size_t at)
{
    const uint8_t *p = squares[at];
    return OF_SQUARES(p) == 1;
}

static int of_board(size_t at)
{
    const uint64_t *p = positions[at] + 5;
    return drawproof_table_wdl(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], 0, 0, p[8] != 0) == 1;
}

#ifdef BY_HAND
/* The same bits, as an engine would read them that has no other class: a win has the side to move
 * if the stronger one moves and the bit is set. */
static bool is_set(unsigned strong, unsigned weak, unsigned pawn, bool strong_to_move)
{
    const unsigned mirror = (pawn & 4) != 0 ? 7 : 0;
    pawn ^= mirror;
    strong ^= mirror;
    weak ^= mirror;
    const unsigned bit = (((pawn >> 3) * 4 + (pawn & 3) - 4) << 12 | strong << 6 | weak)
        + (strong_to_move ? 0 : 24 * 64 * 64);
    return dp_data[bit >> 6] >> (bit & 63) & 1;
}

static int plain_of_squares(size_t at)
{
    const uint8_t *p = squares[at];
    return p[4] != 0 && is_set(p[0], p[1], p[2], true);
}

static int plain_of_board(size_t at)
{
    const uint64_t *p = positions[at] + 5;
    const bool white = (p[7] & p[0]) != 0, turn = (p[8] != 0) == white;
    const unsigned flip = white ? 0 : 56;
    const unsigned strong = dp_first(p[2] & (white ? p[0] : p[1])) ^ flip;
    const unsigned weak = dp_first(p[2] & (white ? p[1] : p[0])) ^ flip;
    return is_set(strong, weak, dp_first(p[7]) ^ flip, turn) & turn;
}
#endif

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(int (*probe)(size_t), size_t count)
{
    double rounds[ROUNDS];
    unsigned found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct timespec start, end;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
        found = 0;
        for (size_t at = 0; at < count; at++) {
            found += (unsigned)probe(at);
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
        const double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
        rounds[round] = seconds * 1e9 / (double)count;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, compare);
    printf("%f %u ", rounds[ROUNDS / 2], found);
}

int main(void)
{
    const size_t count = fread(positions, sizeof *positions, MOST, stdin);
    if (count == 0) {
        return 2;
    }
    for (size_t at = 0; at < count; at++) {
        for (int man = 0; man < 5; man++) {
            squares[at][man] = (uint8_t)positions[at][man];
        }
    }
    measure(of_squares, count);
    measure(of_board, count);
#ifdef BY_HAND
    measure(plain_of_squares, count);
    measure(plain_of_board, count);
#endif
    return 0;
}
