/* A draw recognizer that drawproof can verify: a shared library that defines
 * drawproof_abi and drawproof_is_draw. C99 and C++. See
 * docs/own-recognizer.md for how to build and verify one. */
#ifndef DRAWPROOF_H
#define DRAWPROOF_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, which drawproof_abi must return. */
#define DRAWPROOF_ABI 1

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

#ifdef __cplusplus
}
#endif

#endif
