// SPDX-License-Identifier: MIT
//
// Both of Arasan's searches return a draw at once where Scoring::isDraw holds: for repetitions, the
// 50-move rule, insufficient material and theoreticalDraw. The last two are asked here, under the same
// condition. The searches ask in check, too, and before they look for moves.
#include "audit.h"

#include "attacks.h"
#include "bitutil.h"
#include "board.h"
#include "globals.h"
#include "scoring.h"

// The bitbase, which the engine includes in a file that needs all of it.
#include "bitbase.cpp"

extern "C" uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

static bool start()
{
    BitUtils::init();
    Board::init();
    Attacks::init();
    return true;
}

static void put(Board& board, const drawproof_men& men, ColorType color)
{
    uint64_t sets[6];
    audit_sets(&men, sets);
    for (int role = 0; role < 6; role++)
        for (uint64_t set = sets[role]; set; set &= set - 1)
            board.setContents(MakePiece(PieceType(Pawn + role), color), audit_first(set));
}

extern "C" int drawproof_results(const drawproof_position* position)
{
    static const bool started = start();
    (void)started;
    // Emptied by hand, since the constructor sets up a game each time.
    static Board board;
    for (Square square = 0; square < 64; square++)
        board.setContents(EmptyPiece, square);
    put(board, position->men[DRAWPROOF_WHITE], White);
    put(board, position->men[DRAWPROOF_BLACK], Black);
    board.setSideToMove(position->side_to_move == DRAWPROOF_WHITE ? White : Black);
    board.setSecondaryVars();
    if (board.getMaterial(White).materialLevel() > 6 || board.getMaterial(Black).materialLevel() > 6)
        return DRAWPROOF_UNKNOWN;
    bool drawn = board.materialDraw() || Scoring::theoreticalDraw(board);
    return drawn ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
