/* Times the functions of an exported header, and a bitbase of the classical kind:
 * reads positions of nine words, prints for each nanoseconds a probe and how many
 * positions are won (the bitbase: not drawn). */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION
#include "tables.h"

#define ROUNDS 11
#define MOST 8192

static uint64_t positions[MOST][9];

static int ours(const uint64_t *p)
{
    return drawproof_table_wdl(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], 0, 0, p[8] != 0) == 1;
}

#ifdef CLASSICAL
static uint32_t bitbase[2 * 24 * 64 * 64 / 32];

static unsigned place(bool strong_to_move, unsigned weak, unsigned strong, unsigned pawn)
{
    return ((strong_to_move * 24 + ((pawn >> 3) - 1) * 4 + (pawn & 7)) << 12) | weak << 6 | strong;
}

static void fill(void)
{
    for (unsigned pawn = 8; pawn < 56; pawn++) {
        for (unsigned at = 0; (pawn & 7) < 4 && at < 2 * 64 * 64; at++) {
            const bool turn = at >> 12 != 0;
            const unsigned weak = at >> 6 & 63, strong = at & 63;
            const int wdl = drawproof_kpk_wdl(strong, weak, pawn, turn);
            const unsigned bit = place(turn, weak, strong, pawn);
            if (wdl == 1 || wdl == -1) {
                bitbase[bit >> 5] |= (uint32_t)1 << (bit & 31);
            }
        }
    }
}

static int classical(const uint64_t *p)
{
    const bool white = (p[7] & p[0]) != 0;
    const unsigned flip = white ? 0 : 56;
    unsigned pawn = dp_first(p[7]) ^ flip;
    unsigned strong = dp_first(p[2] & (white ? p[0] : p[1])) ^ flip;
    unsigned weak = dp_first(p[2] & (white ? p[1] : p[0])) ^ flip;
    if ((pawn & 7) > 3) {
        pawn ^= 7;
        strong ^= 7;
        weak ^= 7;
    }
    const unsigned bit = place((p[8] != 0) == white, weak, strong, pawn);
    return bitbase[bit >> 5] >> (bit & 31) & 1;
}
#else
static void fill(void)
{
}

static int classical(const uint64_t *p)
{
    return p[8] != 0;
}
#endif

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(int (*probe)(const uint64_t *), size_t count)
{
    double rounds[ROUNDS];
    unsigned found = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        found = 0;
        for (size_t at = 0; at < count; at++) {
            found += (unsigned)probe(positions[at]);
        }
        clock_gettime(CLOCK_MONOTONIC, &end);
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
    fill();
    measure(ours, count);
    measure(classical, count);
    return 0;
}
