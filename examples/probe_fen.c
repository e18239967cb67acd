/* Prints what exported tables say about positions.
 *
 *   drawproof export table --men 3 --lang c --out tables.h
 *   cc -std=c99 -O2 -I. examples/probe_fen.c -o probe_fen
 *   ./probe_fen '8/8/8/8/8/6k1/4P3/2K5 w - - 0 1'
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION
#include "tables.h"

/* Reads the first fields of a FEN; false if it is invalid. */
static bool wdl_of_fen(const char *fen, int *wdl)
{
    static const char kinds[] = "kqrbnp";
    uint64_t side[2] = {0}, kind[6] = {0};
    unsigned square = 56;
    for (; *fen != ' '; fen++) {
        const char *found = strchr(kinds, tolower((unsigned char)*fen));
        if (*fen == '/') {
            square -= 16;
        } else if (*fen >= '1' && *fen <= '8') {
            square += (unsigned)(*fen - '0');
        } else if (*fen != '\0' && found != NULL && square < 64) {
            const uint64_t bit = (uint64_t)1 << square;
            side[isupper((unsigned char)*fen) ? 0 : 1] |= bit;
            kind[found - kinds] |= bit;
            square += 1;
        } else {
            return false;
        }
    }
    char turn, castling[5], ep[3];
    if (sscanf(fen, " %c %4s %2s", &turn, castling, ep) != 3) {
        return false;
    }
    const unsigned passed = ep[0] == '-' ? 0 : (unsigned)((ep[1] - '1') * 8 + ep[0] - 'a');
    *wdl = drawproof_table_wdl(side[0], side[1], kind[0], kind[1], kind[2], kind[3], kind[4],
        kind[5], castling[0] != '-', passed, turn == 'w');
    return true;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"loss", "draw", "win", "not known"};
    for (int at = 1; at < argc; at++) {
        int wdl;
        if (!wdl_of_fen(argv[at], &wdl)) {
            fprintf(stderr, "'%s' is no FEN\n", argv[at]);
            return 2;
        }
        printf("%s: %s\n", argv[at], names[wdl + 1]);
    }
    return 0;
}
