// SPDX-License-Identifier: GPL-2.0-or-later
//
// Toga II knows draws in two places. recog_draw ends both searches at once, in check or not. The
// evaluation, asked out of check only, multiplies a score by a number for the side it favours: zero
// for both sides is a draw, zero for one says that this side cannot win. EVALUATION selects the
// second; eval_draw is static, so the engine's file is included.
#include "audit.h"

#include "eval.cpp"

#include "attack.h"
#include "board.h"
#include "fen.h"
#include "hash.h"
#include "material.h"
#include "move_do.h"
#include "option.h"
#include "pawn.h"
#include "piece.h"
#include "pst.h"
#include "random.h"
#include "recog.h"
#include "search.h"
#include "square.h"
#include "value.h"
#include "vector.h"

static board_t board;

static bool init()
{
    util_init();
    option_init();
    square_init();
    piece_init();
    pawn_init_bit();
    value_init();
    vector_init();
    attack_init();
    move_do_init();
    random_init();
    hash_init();
    NumberThreads = 1;
    material_init();
    material_alloc();
    pawn_init();
    pawn_alloc();
    pst_init();
    return true;
}

extern "C" uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

#ifdef EVALUATION

/* What is left of a score in favour of each side, in sixteenths. */
static void multipliers(int mul[ColourNb])
{
    material_info_t material[1];
    pawn_info_t pawns[1];
    material_get_info(material, &board, 0);
    pawn_get_info(pawns, &board, 0);
    mul[White] = material->mul[White];
    mul[Black] = material->mul[Black];
    eval_draw(&board, material, pawns, mul);
    for (int colour = 0; colour < ColourNb; colour++)
        if (material->mul[colour] < mul[colour])
            mul[colour] = material->mul[colour];
}

static int claims(const drawproof_position* position)
{
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    int mul[ColourNb];
    multipliers(mul);
    if (mul[White] == 0 && mul[Black] == 0)
        return DRAWPROOF_DRAWN;
    int results = DRAWPROOF_UNKNOWN;
    if (mul[White] == 0)
        results &= audit_cannot_win(position, DRAWPROOF_WHITE);
    if (mul[Black] == 0)
        results &= audit_cannot_win(position, DRAWPROOF_BLACK);
    return audit_claimed(position, results);
}

#else

static int claims(const drawproof_position*)
{
    return recog_draw(&board, 0) ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}

#endif

extern "C" int drawproof_results(const drawproof_position* position)
{
    static const bool ready = init();
    (void)ready;
    char fen[AUDIT_FEN_SIZE];
    audit_fen(position, fen);
    board_from_fen(&board, fen);
    return claims(position);
}
