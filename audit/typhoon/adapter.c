/* SPDX-License-Identifier: MIT
 *
 * Typhoon asks RecognLookup in every node of both searches but the root, in check or not. What is
 * exact ends the search there; a bound ends it where it suffices. A bound above or below zero is
 * taken for a win or a loss, as the engine's own check against tables takes it in a debug build.
 * That a bare king cannot win is left out. No pawn hash is filled, so pawn races are not asked. */
#include <sys/mman.h>

#include "audit.h"

#include "chess.h"

/* The engine's distances are indexed by a difference of unsigned numbers, which in 64 bits is far
 * above zero instead of below it. The table is laid out so that both ends are where it looks. */
static void spread_distances(void)
{
    const size_t all = (size_t)1 << 34, half = 128 * sizeof(ULONG);
    char *start = mmap(NULL, all, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        abort();
    memcpy(start, g_uDistance + 128, half);
    memcpy(start + all - half, g_uDistance, half);
    g_pDistance = (ULONG *)start;
}

/* Tables on disk are not asked. */
FLAG ProbeEGTB(SEARCHER_THREAD_CONTEXT *ctx, SCORE *score)
{
    (void)ctx, (void)score;
    return FALSE;
}

static void init(void)
{
    InitializeInteriorNodeRecognizers();
    InitializeWhiteSquaresTable();
    InitializeDistanceTable();
    spread_distances();
}

/* Square of a bit: a8 is 0, and a rank has sixteen. */
static COOR square_of(int bit)
{
    return (COOR)((7 - bit / 8) * 16 + bit % 8);
}

/* The lists of men, which are all that the recognizers read; the engine's FEN parser leaks memory. */
static void put(POSITION *pos, const drawproof_men *men, ULONG colour)
{
    const uint64_t sets[5] = {men->knights, men->bishops, men->rooks, men->queens, men->kings};
    pos->cNonPawns[colour][0] = square_of(audit_first(men->kings));
    ULONG next = 1;
    for (ULONG role = KNIGHT; role <= KING; role++) {
        for (uint64_t set = sets[role - KNIGHT]; set; set &= set - 1) {
            COOR square = square_of(audit_first(set));
            pos->uNonPawnCount[colour][role]++;
            if (role == KING)
                continue;
            pos->cNonPawns[colour][next++] = square;
            pos->uNonPawnMaterial[colour] += PIECE_VALUE(role << 1 | colour);
            if (role == BISHOP && IS_WHITE_SQUARE_COOR(square))
                pos->uWhiteSqBishopCount[colour]++;
        }
    }
    pos->uNonPawnCount[colour][0] = next;
    for (uint64_t set = men->pawns; set; set &= set - 1)
        pos->cPawns[colour][pos->uPawnCount[colour]++] = square_of(audit_first(set));
    pos->uPawnMaterial[colour] = pos->uPawnCount[colour] * VALUE_PAWN;
}

static void set_up(POSITION *pos, const drawproof_position *position)
{
    memset(pos, 0, sizeof *pos);
    put(pos, &position->men[DRAWPROOF_WHITE], WHITE);
    put(pos, &position->men[DRAWPROOF_BLACK], BLACK);
    pos->uToMove = position->side_to_move == DRAWPROOF_WHITE ? WHITE : BLACK;
    pos->iMaterialBalance[WHITE] = (SCORE)(pos->uNonPawnMaterial[WHITE] + pos->uPawnMaterial[WHITE])
        - (SCORE)(pos->uNonPawnMaterial[BLACK] + pos->uPawnMaterial[BLACK]);
    pos->iMaterialBalance[BLACK] = -pos->iMaterialBalance[WHITE];
    pos->u64PawnSig = 1; /* no entry of the empty pawn hash */
}

static int is_bare(const drawproof_position *position, int colour)
{
    return audit_all(&position->men[colour]) == position->men[colour].kings;
}

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_results(const drawproof_position *position)
{
    static SEARCHER_THREAD_CONTEXT *ctx;
    if (!ctx) {
        init();
        ctx = calloc(1, sizeof *ctx);
    }
    set_up(&ctx->sPosition, position);
    SCORE score = 0;
    int us = position->side_to_move;
    switch (RecognLookup(ctx, &score, FALSE)) {
    case RECOGN_EXACT:
        return score == 0 ? DRAWPROOF_DRAWN : score > 0 ? DRAWPROOF_WON : DRAWPROOF_LOST;
    case RECOGN_LOWER:
        if (score > 0)
            return DRAWPROOF_WON;
        return score == 0 && !is_bare(position, !us) ? DRAWPROOF_NOT_LOST : DRAWPROOF_UNKNOWN;
    case RECOGN_UPPER:
        if (score < 0)
            return DRAWPROOF_LOST;
        return score == 0 && !is_bare(position, us) ? DRAWPROOF_NOT_WON : DRAWPROOF_UNKNOWN;
    default:
        return DRAWPROOF_UNKNOWN;
    }
}
