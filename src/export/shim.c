/* What drawproof.h asks for, by way of an exported file. */
#include "drawproof.h"

#include "exported.c"

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

static uint64_t all_of(const drawproof_men *men)
{
    return men->pawns | men->knights | men->bishops | men->rooks | men->queens | men->kings;
}

int drawproof_is_draw(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    const unsigned ep = position->en_passant == DRAWPROOF_NO_SQUARE ? 0 : position->en_passant;
    return PROBE_DRAW(all_of(white), all_of(black), white->kings | black->kings,
        white->queens | black->queens, white->rooks | black->rooks,
        white->bishops | black->bishops, white->knights | black->knights,
        white->pawns | black->pawns, 0, ep, position->side_to_move == DRAWPROOF_WHITE);
}
