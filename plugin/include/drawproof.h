/* A recognizer that drawproof can verify: a shared library that defines
 * drawproof_abi and either drawproof_is_draw or drawproof_results. C99 and C++.
 * See docs/guide/engine-author.md for how to build and verify one. */
#ifndef DRAWPROOF_H
#define DRAWPROOF_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, which drawproof_abi must return. Version 1 had
 * no drawproof_results; libraries that return 1 are still accepted. */
#define DRAWPROOF_ABI 2

#if defined(_WIN32)
#define DRAWPROOF_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define DRAWPROOF_EXPORT __attribute__((visibility("default")))
#else
#define DRAWPROOF_EXPORT
#endif

/* Colours: the values of side_to_move and the indices of men. */
#define DRAWPROOF_WHITE 0
#define DRAWPROOF_BLACK 1

/* The return values of drawproof_is_draw. Any other value is reported as a fault. */
#define DRAWPROOF_NO_CLAIM 0
#define DRAWPROOF_DRAW 1

/* The results that are still possible for the side to move: return values of
 * drawproof_results. Any other value is reported as a fault. */
#define DRAWPROOF_LOST 1
#define DRAWPROOF_DRAWN 2
#define DRAWPROOF_WON 4
#define DRAWPROOF_NOT_WON (DRAWPROOF_LOST | DRAWPROOF_DRAWN)
#define DRAWPROOF_NOT_LOST (DRAWPROOF_DRAWN | DRAWPROOF_WON)
#define DRAWPROOF_UNKNOWN (DRAWPROOF_LOST | DRAWPROOF_DRAWN | DRAWPROOF_WON)

/* The value of en_passant if no pawn can be captured en passant. Otherwise it is the
 * square that a pawn has just passed, and at least one capture there is legal. */
#define DRAWPROOF_NO_SQUARE 64

/* The men of one colour. Bit 0 is a1, bit 1 is b1, bit 63 is h8. */
typedef struct drawproof_men {
    uint64_t pawns;
    uint64_t knights;
    uint64_t bishops;
    uint64_t rooks;
    uint64_t queens;
    uint64_t kings;
} drawproof_men;

/* A legal position without castling rights. */
typedef struct drawproof_position {
    drawproof_men men[2];   /* DRAWPROOF_WHITE, DRAWPROOF_BLACK */
    uint8_t side_to_move;   /* DRAWPROOF_WHITE or DRAWPROOF_BLACK */
    uint8_t en_passant;     /* the square behind the pawn, or DRAWPROOF_NO_SQUARE */
    uint8_t reserved[6];    /* zero */
} drawproof_position;

/* Must return DRAWPROOF_ABI, as it was when the library was compiled. */
DRAWPROOF_EXPORT uint32_t drawproof_abi(void);

/* Returns DRAWPROOF_DRAW if neither side can force a win, and
 * DRAWPROOF_NO_CLAIM if that is not known. The answer must depend only on the
 * position. */
DRAWPROOF_EXPORT int drawproof_is_draw(const drawproof_position *position);

/* Returns what is known about the result for the side to move: DRAWPROOF_UNKNOWN
 * if nothing is, a bound as DRAWPROOF_NOT_LOST, or one result. If a library
 * defines this function, drawproof_is_draw is not called. */
DRAWPROOF_EXPORT int drawproof_results(const drawproof_position *position);

#ifdef __cplusplus
}
#endif

#endif
