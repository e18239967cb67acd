/* What is known about results in KRvK: a bare king does not win. Faults are chosen at compile time:
 * they are with the white king on e4, the white rook on h1, the black king on e8 and White to
 * move, or in that position with colours exchanged and the board flipped vertically. */
#include "drawproof.h"

static int is_the_one(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    return white->kings == UINT64_C(1) << 28 && white->rooks == UINT64_C(1) << 7
        && black->kings == UINT64_C(1) << 60 && position->side_to_move == DRAWPROOF_WHITE;
}

static int is_the_other(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    return black->kings == UINT64_C(1) << 36 && black->rooks == UINT64_C(1) << 63
        && white->kings == UINT64_C(1) << 4 && position->side_to_move == DRAWPROOF_BLACK;
}

uint32_t drawproof_abi(void)
{
#if defined FIRST_VERSION
    return 1;
#else
    return DRAWPROOF_ABI;
#endif
}

int drawproof_is_draw(const drawproof_position *position)
{
    (void)position;
    return DRAWPROOF_NO_CLAIM;
}

int drawproof_results(const drawproof_position *position)
{
    static int calls;
    calls++;
#if defined ODD
    if (is_the_one(position))
        return DRAWPROOF_LOST | DRAWPROOF_WON;
#elif defined NOTHING
    if (is_the_one(position))
        return 0;
#elif defined WRONG_AS_WHITE
    if (is_the_one(position))
        return DRAWPROOF_LOST;
#elif defined WRONG_AS_BLACK
    if (is_the_other(position))
        return DRAWPROOF_NOT_WON;
#elif defined TWO_CLAIMS
    if (is_the_one(position))
        return DRAWPROOF_WON;
#elif defined REMEMBERS
    if (is_the_one(position))
        return calls & 1 ? DRAWPROOF_WON : DRAWPROOF_NOT_LOST;
#endif
    (void)is_the_one;
    (void)is_the_other;
#if defined KNOWS_WHITE_ONLY
    if (position->side_to_move == DRAWPROOF_BLACK)
        return DRAWPROOF_UNKNOWN;
#endif
    return position->men[position->side_to_move].rooks ? DRAWPROOF_NOT_LOST : DRAWPROOF_NOT_WON;
}
