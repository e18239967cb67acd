/* Asks an exported file about every placement of a class: see harness.rs. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

INCLUDE

#define SKIPPED 32767

/* The kinds of the men of each class, 1 pawn to 6 king, 8 more for the weaker side's. */
static const int kinds[COUNT][4] = {
KINDS};

static inline int both(int wdl, int plies)
{
    return wdl == 0 || wdl == 2 ? (plies == -1 ? wdl : 1) : wdl * (1000 - plies);
}

static int of_squares(int number, const unsigned *s, bool turn)
{
    (void)turn;
    switch (number) {
CASES    default:
        return SKIPPED;
    }
}

/* The bitboard function, the stronger side being White or Black. */
static int of_board(const int *men, const unsigned *s, bool turn, bool turned, unsigned ep)
{
    uint64_t b[8] = {0};
    const unsigned flip = turned ? 56 : 0;
    for (int man = 0; man < 4 && men[man] >= 0; man++) {
        const uint64_t bit = (uint64_t)1 << (s[man] ^ flip);
        b[(men[man] >= 8) != turned] |= bit;
        b[8 - (men[man] & 7)] |= bit;
    }
    turn = turn != turned;
    ep = ep != 0 ? ep ^ flip : 0;
    return OF_BOARD;
}

static void put(int number)
{
    putchar(number & 255);
    putchar(number >> 8 & 255);
}

/* The square behind a pawn that may just have made a double step; 0 if there is none. */
static unsigned passed(const int *men, const unsigned *s, bool turn, int count, int from)
{
    for (int man = from; man < count; man++) {
        if (men[man] == (turn ? 9 : 1) && s[man] >> 3 == (turn ? 4u : 3u)) {
            return turn ? s[man] + 8 : s[man] - 8;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    static char buffer[1 << 16];
    if (argc != 3) {
        return 2;
    }
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    const int number = atoi(argv[1]);
    const bool turn = atoi(argv[2]) != 0;
    const int *men = kinds[number];
    const int count = men[3] < 0 ? 3 : 4;
    bool us = false, them = false;
    for (int man = 0; man < count; man++) {
        us = us || men[man] == 1;
        them = them || men[man] == 9;
    }
    for (uint32_t at = 0; at < (uint32_t)1 << (6 * count); at++) {
        unsigned s[4] = {0};
        uint64_t taken = 0;
        bool can_be = true;
        for (int man = 0; man < count; man++) {
            s[man] = at >> (6 * (count - 1 - man)) & 63;
            can_be = can_be && (taken >> s[man] & 1) == 0;
            can_be = can_be && ((men[man] & 7) != 1 || (s[man] >= 8 && s[man] < 56));
            taken |= (uint64_t)1 << s[man];
        }
        put(can_be ? of_board(men, s, turn, false, 0) : SKIPPED);
        put(can_be ? of_board(men, s, turn, true, 0) : SKIPPED);
        put(can_be ? of_squares(number, s, turn) : SKIPPED);
        if (us && them) {
            const unsigned ep = passed(men, s, turn, count, 2);
            put(can_be && ep != 0 ? of_board(men, s, turn, false, ep) : SKIPPED);
            put(can_be && ep != 0 ? of_board(men, s, turn, true, ep) : SKIPPED);
        }
    }
    return fflush(stdout) == 0 ? 0 : 2;
}
