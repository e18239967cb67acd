/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stash looks the material up in a table of special evaluations before it evaluates. For the classes
 * asked here these are eval_draw and eval_kpk, and their value zero is the claim. They are asked only out
 * of check, as the engine does.
 *
 * The two files of the engine are included because functions in them are static. */
#include "audit.h"

#include "sources/board.c"
#include "sources/evaluate.c"

#include "kpk_bitbase.h"

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

/* The engine's tables, in the order of its main function. */
static void start(void)
{
    static bool started;
    if (started)
        return;
    started = true;
    bitboard_init();
    zobrist_init();
    psq_table_init();
    kpk_bitbase_init();
    endgame_table_init();
}

static void put(Board *board, const drawproof_men *men, Color color)
{
    uint64_t sets[6];
    audit_sets(men, sets);
    for (int role = 0; role < 6; role++)
        for (uint64_t set = sets[role]; set; set &= set - 1)
            board_put_piece(board, create_piece(color, PAWN + role), audit_first(set));
}

int drawproof_results(const drawproof_position *position)
{
    Board board;
    Boardstack stack;
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    start();
    memset(&board, 0, sizeof board);
    memset(&stack, 0, sizeof stack);
    put(&board, &position->men[DRAWPROOF_WHITE], WHITE);
    put(&board, &position->men[DRAWPROOF_BLACK], BLACK);
    board.side_to_move = position->side_to_move == DRAWPROOF_WHITE ? WHITE : BLACK;
    board.stack = &stack;
    stack.ep_square =
        position->en_passant == DRAWPROOF_NO_SQUARE ? SQ_NONE : (Square)position->en_passant;
    boardstack_init(&stack, &board);
    const EndgameEntry *entry = endgame_probe_score(&board);
    if (entry == NULL)
        return DRAWPROOF_UNKNOWN;
    return entry->score_fn(&board, entry->strong_side) == 0 ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
