/* SPDX-License-Identifier: MIT */
/* Weiss numbers squares as drawproof does, a1 first. */
#include "board.h"

int drawproof_probe_draw(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn);

bool ProvenDraw(const Position *pos);

bool ProvenDraw(const Position *pos) {
    return drawproof_probe_draw(pos->colorBB[WHITE], pos->colorBB[BLACK],
        pos->pieceBB[KING], pos->pieceBB[QUEEN], pos->pieceBB[ROOK],
        pos->pieceBB[BISHOP], pos->pieceBB[KNIGHT], pos->pieceBB[PAWN],
        pos->castlingRights, pos->epSquare, pos->stm == WHITE);
}
