/* SPDX-License-Identifier: MIT
 *
 * What the adapters of the audit share: the FEN of a position, for engines that are best asked
 * through their own parser, whether the side to move is in check, and claims as bounds. Written
 * for C99 and C++. */
#ifndef AUDIT_H
#define AUDIT_H

#include <stddef.h>

#include "drawproof.h"

/* Bytes that are enough for every position, with the final zero. */
#define AUDIT_FEN_SIZE 96

/* Bitboards of one colour, in the order pawns, knights, bishops, rooks, queens, kings. */
static inline void audit_sets(const drawproof_men *men, uint64_t sets[6])
{
    sets[0] = men->pawns;
    sets[1] = men->knights;
    sets[2] = men->bishops;
    sets[3] = men->rooks;
    sets[4] = men->queens;
    sets[5] = men->kings;
}

/* All men of one colour. */
static inline uint64_t audit_all(const drawproof_men *men)
{
    return men->pawns | men->knights | men->bishops | men->rooks | men->queens | men->kings;
}

/* The square of the lowest bit; the set must not be empty. */
static inline int audit_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

/* Puts the letters of the men on 64 squares, zero where there is none. */
static inline void audit_board(const drawproof_position *position, char board[64])
{
    static const char letters[2][7] = {"PNBRQK", "pnbrqk"};
    for (int square = 0; square < 64; square++)
        board[square] = 0;
    for (int colour = 0; colour < 2; colour++) {
        uint64_t sets[6];
        audit_sets(&position->men[colour], sets);
        for (int role = 0; role < 6; role++)
            for (uint64_t set = sets[role]; set; set &= set - 1)
                board[audit_first(set)] = letters[colour][role];
    }
}

/* Writes the FEN of a position without castling rights; the half-move clock is 0. */
static inline void audit_fen(const drawproof_position *position, char *fen)
{
    char board[64];
    audit_board(position, board);
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            char man = board[8 * rank + file];
            if (man && empty)
                *fen++ = (char)('0' + empty);
            empty = man ? 0 : empty + 1;
            if (man)
                *fen++ = man;
        }
        if (empty)
            *fen++ = (char)('0' + empty);
        *fen++ = rank ? '/' : ' ';
    }
    *fen++ = position->side_to_move == DRAWPROOF_WHITE ? 'w' : 'b';
    *fen++ = ' ';
    *fen++ = '-';
    *fen++ = ' ';
    if (position->en_passant == DRAWPROOF_NO_SQUARE) {
        *fen++ = '-';
    } else {
        *fen++ = (char)('a' + position->en_passant % 8);
        *fen++ = (char)('1' + position->en_passant / 8);
    }
    for (const char *clocks = " 0 1"; *clocks; clocks++)
        *fen++ = *clocks;
    *fen = 0;
}

/* Whether one of these men stands first on the ray from a square. */
static inline int audit_on_ray(int square, int up, int right, uint64_t occupied, uint64_t men)
{
    int rank = square / 8 + up, file = square % 8 + right;
    for (; 0 <= rank && rank < 8 && 0 <= file && file < 8; rank += up, file += right) {
        uint64_t bit = (uint64_t)1 << (8 * rank + file);
        if (occupied & bit)
            return (men & bit) != 0;
    }
    return 0;
}

/* Whether the side to move is in check. */
static inline int audit_in_check(const drawproof_position *position)
{
    const uint64_t not_a = UINT64_C(0xfefefefefefefefe), not_h = UINT64_C(0x7f7f7f7f7f7f7f7f);
    const uint64_t not_ab = not_a & (not_a << 1), not_gh = not_h & (not_h >> 1);
    const drawproof_men *us = &position->men[position->side_to_move];
    const drawproof_men *them = &position->men[!position->side_to_move];
    uint64_t king = us->kings;
    uint64_t pawns = position->side_to_move == DRAWPROOF_WHITE
        ? ((king & not_a) << 7) | ((king & not_h) << 9)
        : ((king & not_h) >> 7) | ((king & not_a) >> 9);
    uint64_t knights = ((king & not_a) << 15) | ((king & not_h) << 17) | ((king & not_h) >> 15)
        | ((king & not_a) >> 17) | ((king & not_ab) << 6) | ((king & not_gh) << 10)
        | ((king & not_gh) >> 6) | ((king & not_ab) >> 10);
    if ((pawns & them->pawns) || (knights & them->knights))
        return 1;
    uint64_t straight = them->rooks | them->queens, diagonal = them->bishops | them->queens;
    uint64_t occupied = audit_all(us) | audit_all(them);
    int square = audit_first(king);
    for (int step = -1; step <= 1; step += 2) {
        if (straight
            && (audit_on_ray(square, step, 0, occupied, straight)
                || audit_on_ray(square, 0, step, occupied, straight)))
            return 1;
        if (diagonal
            && (audit_on_ray(square, step, 1, occupied, diagonal)
                || audit_on_ray(square, step, -1, occupied, diagonal)))
            return 1;
    }
    return 0;
}

/* How many men of each kind there are: four bits for each, White's pawns lowest, kings left out. */
static inline uint64_t audit_material(const drawproof_position *position)
{
    uint64_t packed = 0;
    for (int colour = 2; colour-- > 0;) {
        uint64_t sets[6];
        audit_sets(&position->men[colour], sets);
        for (int role = 5; role-- > 0;)
            packed = packed << 4 | (uint64_t)__builtin_popcountll(sets[role]);
    }
    return packed;
}

/* A place below 7 for what is known of a material; few materials are asked about at a time. */
static inline size_t audit_place(uint64_t material)
{
    return (material ^ material >> 20) % 7;
}

/* The claim that one colour cannot win, as results of the side to move. */
static inline int audit_cannot_win(const drawproof_position *position, int colour)
{
    return position->side_to_move == colour ? DRAWPROOF_NOT_WON : DRAWPROOF_NOT_LOST;
}

/* What a function claims, for one that speaks of each colour: that a bare king cannot win, and
 * nothing else, is not worth asking about, in any engine. */
static inline int audit_claimed(const drawproof_position *position, int results)
{
    for (int colour = 0; colour < 2; colour++) {
        const drawproof_men *men = &position->men[colour];
        if (!(men->pawns | men->knights | men->bishops | men->rooks | men->queens) &&
            results == audit_cannot_win(position, colour))
            return DRAWPROOF_UNKNOWN;
    }
    return results;
}

/* With AUDIT_TURN, a colour, the adapter is asked as if that colour were to move: what it says of the
 * other one is asked with the other library. So each says the same with colours exchanged, and claims
 * for one colour only can be counted. */
#ifdef AUDIT_TURN
#ifdef __cplusplus
extern "C"
#endif
int audit_results(const drawproof_position *position);

/* Bitboards seen from the other side. */
static inline drawproof_men audit_turned(const drawproof_men *men)
{
    drawproof_men turned;
    turned.pawns = __builtin_bswap64(men->pawns);
    turned.knights = __builtin_bswap64(men->knights);
    turned.bishops = __builtin_bswap64(men->bishops);
    turned.rooks = __builtin_bswap64(men->rooks);
    turned.queens = __builtin_bswap64(men->queens);
    turned.kings = __builtin_bswap64(men->kings);
    return turned;
}

#ifdef __cplusplus
extern "C"
#endif
int drawproof_results(const drawproof_position *position)
{
    if (position->side_to_move == AUDIT_TURN)
        return audit_results(position);
    drawproof_position exchanged = *position;
    exchanged.side_to_move = AUDIT_TURN;
    for (int colour = 0; colour < 2; colour++)
        exchanged.men[colour] = audit_turned(&position->men[!colour]);
    if (position->en_passant != DRAWPROOF_NO_SQUARE)
        exchanged.en_passant ^= 56;
    return audit_results(&exchanged);
}
#define drawproof_results audit_results
#endif

#endif
