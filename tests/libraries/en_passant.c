/* A recognizer of KPvKP that uses the en passant right. It claims a false draw in
 * one position with the right, and contradicts itself in another one; it aborts
 * if no capture is possible. */
#include "drawproof.h"
#include <stdlib.h>

#define SQUARE(file, rank) (UINT64_C(1) << ((file) - 'a' + 8 * ((rank) - 1)))

/* Whether a pawn has just passed the square, with a pawn of the side to move
 * beside it. */
static int is_right(const drawproof_position *position)
{
    int is_white = position->side_to_move == DRAWPROOF_WHITE;
    const drawproof_men *us = &position->men[position->side_to_move];
    const drawproof_men *them = &position->men[1 - position->side_to_move];
    uint64_t all = us->kings | us->pawns | them->kings | them->pawns;
    int rank = position->en_passant / 8, file = position->en_passant % 8;
    uint64_t square = UINT64_C(1) << position->en_passant;
    uint64_t pawn = is_white ? square >> 8 : square << 8;
    uint64_t from = is_white ? square << 8 : square >> 8;
    uint64_t beside = (file > 0 ? pawn >> 1 : 0) | (file < 7 ? pawn << 1 : 0);
    return rank == (is_white ? 5 : 2) && them->pawns == pawn && !(all & (square | from))
        && us->pawns & beside;
}

/* 8/8/7k/8/1pP5/7K/8/8 b, with the white pawn on this file. */
static int is_the_one(const drawproof_position *position, char file)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    return position->side_to_move == DRAWPROOF_BLACK && white->kings == SQUARE('h', 3)
        && white->pawns == SQUARE(file, 4) && black->kings == SQUARE('h', 6)
        && black->pawns == SQUARE('b', 4);
}

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_is_draw(const drawproof_position *position)
{
    static int asked;
    if (position->en_passant == DRAWPROOF_NO_SQUARE)
        return DRAWPROOF_NO_CLAIM;
    if (!is_right(position))
        abort();
    return is_the_one(position, 'c') || (is_the_one(position, 'a') && asked++ == 0);
}
