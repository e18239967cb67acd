/* Times calls of an exported file: C, and C++. */
#define _POSIX_C_SOURCE 199309L
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION
#include "exported.h"

#define POSITIONS 8192
#define ROUNDS 31

static uint64_t positions[POSITIONS][9];

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(void)
{
    const size_t count = fread(positions, sizeof positions[0], POSITIONS, stdin);
    long draws = 0;
    double fastest = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now();
        draws = 0;
        for (size_t at = 0; at < count; at++) {
            const uint64_t *p = positions[at];
            draws += CALL;
        }
        const double time = (now() - start) / (double)count;
        fastest = time < fastest ? time : fastest;
    }
    printf("%.2f %ld\n", fastest, draws);
    return 0;
}
