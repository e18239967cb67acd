/* Times calls of an exported file: C, and C++. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION
#include "exported.h"

#define POSITIONS 8192
#define ROUNDS 31

static uint64_t positions[POSITIONS][9];
static double rounds[ROUNDS];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int by_size(const void *a, const void *b)
{
    const double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

int main(void)
{
    const size_t count = fread(positions, sizeof positions[0], POSITIONS, stdin);
    long draws = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        draws = 0;
        for (size_t at = 0; at < count; at++) {
            const uint64_t *p = positions[at];
            draws += CALL;
        }
        rounds[round] = (now() - start) / (double)count;
    }
    qsort(rounds, ROUNDS, sizeof rounds[0], by_size);
    printf("%.2f %ld\n", rounds[ROUNDS / 2], draws);
    return 0;
}
