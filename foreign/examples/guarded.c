/* "Guarded men" for KRvKR and KBBvKR: a draw if both kings stand away from
 * the edge and from each other with all their men beside them. Whatever is
 * taken is taken back, and what is left does not win.
 *
 *   cc -O2 -shared -fPIC -I foreign/include -o guarded.so foreign/examples/guarded.c
 *   drawproof verify --library ./guarded.so KRKR
 */
#include "drawproof.h"

static const uint64_t FILE_A = 0x0101010101010101u;
static const uint64_t FILE_H = 0x8080808080808080u;
static const uint64_t EDGE = 0xff818181818181ffu;

/* These squares and all that touch them. */
static uint64_t beside(uint64_t squares)
{
    uint64_t row = squares | (squares & ~FILE_A) >> 1 | (squares & ~FILE_H) << 1;
    return row | row << 8 | row >> 8;
}

static int is_guarded(const drawproof_men *men)
{
    uint64_t others = men->pawns | men->knights | men->bishops | men->rooks | men->queens;
    return !(men->kings & EDGE) && !(others & ~beside(men->kings));
}

/* Whether the classes are those that the rule was proven for. */
static int is_known(const drawproof_men *strong, const drawproof_men *weak)
{
    uint64_t others = strong->pawns | strong->knights | strong->queens | weak->pawns
        | weak->knights | weak->queens | weak->bishops;
    uint64_t rook = strong->rooks, bishops = strong->bishops;
    int one_rook = rook && !(rook & (rook - 1)) && !bishops;
    int two_bishops = !rook && bishops & (bishops - 1)
        && !(bishops & (bishops - 1) & ((bishops & (bishops - 1)) - 1));
    return !others && weak->rooks && !(weak->rooks & (weak->rooks - 1))
        && (one_rook || two_bishops);
}

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_is_draw(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    if (!is_known(white, black) && !is_known(black, white))
        return DRAWPROOF_NO_CLAIM;
    int apart = !(beside(beside(white->kings)) & beside(black->kings));
    return apart && is_guarded(white) && is_guarded(black) ? DRAWPROOF_DRAW : DRAWPROOF_NO_CLAIM;
}
