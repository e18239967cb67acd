/* Claims a draw in one won position of KRvKR or of KBBvKR. */
#include "drawproof.h"
#include <string.h>

#define SQUARE(file, rank) (UINT64_C(1) << ((file) - 'a' + 8 * ((rank) - 1)))

/* 8/8/8/8/8/8/1K1k4/R1r5 w and 8/8/8/8/8/3r4/BK2k3/2B5 w. */
static int is_claimed(const drawproof_men *us, const drawproof_men *them)
{
    drawproof_men rook = { .kings = SQUARE('b', 2), .rooks = SQUARE('a', 1) };
    drawproof_men other_rook = { .kings = SQUARE('d', 2), .rooks = SQUARE('c', 1) };
    drawproof_men bishops = { .kings = SQUARE('b', 2), .bishops = SQUARE('a', 2) | SQUARE('c', 1) };
    drawproof_men their_rook = { .kings = SQUARE('e', 2), .rooks = SQUARE('d', 3) };
    return (!memcmp(us, &rook, sizeof rook) && !memcmp(them, &other_rook, sizeof rook))
        || (!memcmp(us, &bishops, sizeof rook) && !memcmp(them, &their_rook, sizeof rook));
}

static uint64_t upside_down(uint64_t squares)
{
    uint64_t turned = 0;
    for (int rank = 0; rank < 8; rank++)
        turned |= (squares >> 8 * rank & 0xff) << 8 * (7 - rank);
    return turned;
}

static drawproof_men turned(const drawproof_men *men)
{
    drawproof_men turned = {
        upside_down(men->pawns), upside_down(men->knights), upside_down(men->bishops),
        upside_down(men->rooks), upside_down(men->queens), upside_down(men->kings),
    };
    return turned;
}

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_is_draw(const drawproof_position *position)
{
    if (position->side_to_move == DRAWPROOF_WHITE)
        return is_claimed(&position->men[DRAWPROOF_WHITE], &position->men[DRAWPROOF_BLACK]);
    drawproof_men us = turned(&position->men[DRAWPROOF_BLACK]);
    drawproof_men them = turned(&position->men[DRAWPROOF_WHITE]);
    return is_claimed(&us, &them);
}
