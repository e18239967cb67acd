// SPDX-License-Identifier: MIT
//
// Caissa asks its endgame functions before its network. The claim is a value of zero. It
// is asked only if the side to move is not in check, because neither search evaluates a position in check.
#include "audit.h"

#include "Endgame.hpp"
#include "Position.hpp"

void InitBitboards();
void InitZobristHash();

namespace {

// The engine's tables, filled at the first question as its main function fills them: after all
// constructors.
bool start()
{
    Square::Init();
    InitBitboards();
    InitZobristHash();
    InitEndgame();
    return true;
}

void put(Position& pos, const drawproof_men& men, Color color)
{
    uint64_t sets[6];
    audit_sets(&men, sets);
    for (int role = 0; role < 6; role++)
        for (uint64_t set = sets[role]; set; set &= set - 1)
            pos.SetPiece(Square(audit_first(set)), Piece(int(Piece::Pawn) + role), color);
}

} // namespace

extern "C" uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

extern "C" int drawproof_results(const drawproof_position* position)
{
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    static const bool started = start();
    (void)started;
    Position pos;
    put(pos, position->men[DRAWPROOF_WHITE], White);
    put(pos, position->men[DRAWPROOF_BLACK], Black);
    pos.SetSideToMove(position->side_to_move == DRAWPROOF_WHITE ? White : Black);
    int32_t score = 0;
    if (!EvaluateEndgame(pos, score))
        return DRAWPROOF_UNKNOWN;
    return score == 0 ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
