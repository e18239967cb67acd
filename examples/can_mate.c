/* Who can still give mate, by a table: drawproof export table KQKP --metric helpmate --lang c --out can_mate.h */
#include <stdio.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION /* in one source file only */
#include "can_mate.h"

int main(void)
{
    /* White: Ka1, Qc4; Black: Ka3, pawn b2. No castling, no en passant; White is to move. */
    const uint64_t white = 0x4000001, black = 0x10200;
    const uint64_t kings = 0x10001, queens = 0x4000000, pawns = 0x200;
    const int white_can = drawproof_table_can_mate(
        white, black, kings, queens, 0, 0, 0, pawns, 0, 0, true, true);
    const int black_can = drawproof_table_can_mate(
        white, black, kings, queens, 0, 0, 0, pawns, 0, 0, true, false);
    printf("White %d, Black %d%s\n", white_can, black_can,
        white_can == 0 && black_can == 0 ? ": the game is drawn" : "");
    return 0;
}
