// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texel corrects what its network says by endGameEval. Asked with a high and with a low score it shows
// what it claims: if the high one becomes zero White cannot win, if the low one does Black cannot, and
// both together are a draw. The quiescence search takes the value only out of check.
#include "audit.h"

#include "bitBoard.hpp"
#include "endGameEval.hpp"
#include "position.hpp"

extern "C" uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

static void put(Position& pos, const drawproof_men& men, int first)
{
    // The engine's pieces count from the king down to the pawn.
    const uint64_t sets[6] = {men.kings, men.queens, men.rooks, men.bishops, men.knights, men.pawns};
    for (int role = 0; role < 6; role++)
        for (uint64_t set = sets[role]; set; set &= set - 1)
            pos.setPiece(Square(audit_first(set)), first + role);
}

extern "C" int drawproof_results(const drawproof_position* position)
{
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    static const Position empty;
    Position pos = empty;
    put(pos, position->men[DRAWPROOF_WHITE], Piece::WKING);
    put(pos, position->men[DRAWPROOF_BLACK], Piece::BKING);
    pos.setWhiteMove(position->side_to_move == DRAWPROOF_WHITE);
    if (!EndGameEval::endGameEval<false>(pos, 0))
        return DRAWPROOF_UNKNOWN;
    int results = DRAWPROOF_UNKNOWN;
    if (EndGameEval::endGameEval<true>(pos, 300) == 0)
        results &= audit_cannot_win(position, DRAWPROOF_WHITE);
    if (EndGameEval::endGameEval<true>(pos, -300) == 0)
        results &= audit_cannot_win(position, DRAWPROOF_BLACK);
    return audit_claimed(position, results);
}
