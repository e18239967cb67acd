// SPDX-License-Identifier: GPL-3.0-or-later
//
// Winter's searches return a draw at once where IsTriviallyDrawnEnding holds. The function reads
// the bitboards of a position only, so these are set and nothing else.
#include "audit.h"

#include <array>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#define private public
#include "board.h"
#undef private

extern "C" uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

extern "C" int drawproof_results(const drawproof_position* position)
{
    alignas(Board) static char memory[sizeof(Board)];
    Board& board = *reinterpret_cast<Board*>(memory);
    uint64_t sets[2][6];
    audit_sets(&position->men[DRAWPROOF_WHITE], sets[0]);
    audit_sets(&position->men[DRAWPROOF_BLACK], sets[1]);
    for (int role = kPawn; role <= kKing; role++)
        board.pt_bitboards[role] = sets[0][role] | sets[1][role];
    board.color_bitboards[kWhite] = audit_all(&position->men[DRAWPROOF_WHITE]);
    board.color_bitboards[kBlack] = audit_all(&position->men[DRAWPROOF_BLACK]);
    return board.IsTriviallyDrawnEnding() ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
