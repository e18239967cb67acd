/* "Guarded rooks" for KRvKR: a draw if both kings stand away from the edge
 * and from each other, each beside its rook. Every capture can be answered by a recapture.
 *
 *   cc -O2 -shared -fPIC -I plugin/include -o guarded.so plugin/examples/guarded.c
 *   drawproof verify --library ./guarded.so KRKR
 */
#include "drawproof.h"

static const uint64_t FILE_A = UINT64_C(0x0101010101010101);
static const uint64_t FILE_H = UINT64_C(0x8080808080808080);
static const uint64_t EDGE = UINT64_C(0xff818181818181ff);

/* The square and its neighbours. */
static uint64_t around(uint64_t square)
{
    uint64_t row = square | (square & ~FILE_A) >> 1 | (square & ~FILE_H) << 1;
    return row | row << 8 | row >> 8;
}

static int has_one_rook(const drawproof_men *men)
{
    uint64_t others = men->pawns | men->knights | men->bishops | men->queens;
    return !others && men->rooks && !(men->rooks & (men->rooks - 1));
}

static int is_guarded(const drawproof_men *men)
{
    return !(men->kings & EDGE) && (men->rooks & around(men->kings));
}

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_is_draw(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    if (!has_one_rook(white) || !has_one_rook(black))
        return DRAWPROOF_NO_CLAIM;
    if (around(white->kings) & around(black->kings))
        return DRAWPROOF_NO_CLAIM;
    return is_guarded(white) && is_guarded(black) ? DRAWPROOF_DRAW : DRAWPROOF_NO_CLAIM;
}
