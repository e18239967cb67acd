/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Crafty asks EvaluateWinningChances for each side in every evaluation of few men, which its
 * quiescence search makes out of check only. Zero says that the side cannot win; if that holds for
 * both sides the score is a draw. Men, their counts and the kings' squares are what the function
 * reads. */
#include "audit.h"

#include "chess.h"
#include "data.h"

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

static void put(TREE *tree, const drawproof_men *men, int side)
{
    const uint64_t sets[7] = {
        audit_all(men), men->pawns, men->knights, men->bishops, men->rooks, men->queens, men->kings,
    };
    TotalPieces(side, occupied) = 0;
    for (int piece = pawn; piece <= king; piece++) {
        int count = __builtin_popcountll(sets[piece]);
        Pieces(side, piece) = sets[piece];
        TotalPieces(side, piece) = (char)count;
        /* The engine adds up pieces in pawns; kings and pawns count nothing. */
        if (piece != pawn && piece != king)
            TotalPieces(side, occupied) += (char)(count * p_vals[piece]);
    }
    Occupied(side) = sets[0];
    KingSQ(side) = audit_first(men->kings);
}

int drawproof_results(const drawproof_position *position)
{
    static TREE memory, *tree = &memory;
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    if (!file_mask[FILEA])
        InitializeMasks();
    put(tree, &position->men[DRAWPROOF_WHITE], white);
    put(tree, &position->men[DRAWPROOF_BLACK], black);
    int wtm = position->side_to_move == DRAWPROOF_WHITE ? white : black;
    int results = DRAWPROOF_UNKNOWN;
    for (int of = 0; of < 2; of++) {
        /* That a bare king cannot win is no knowledge. */
        int side = of == DRAWPROOF_WHITE ? white : black;
        if (Occupied(side) != Kings(side) && !EvaluateWinningChances(tree, side, wtm))
            results &= audit_cannot_win(position, of);
    }
    return results;
}
