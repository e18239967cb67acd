/* Recognizers of KRvK that misbehave in a way that is chosen at compile time.
 * Unless stated otherwise, each is at fault with the white king on e4, the white
 * rook on h1, the black king on e8 and White to move. */
#include "drawproof.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_the_one(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    return white->kings == UINT64_C(1) << 28 && white->rooks == UINT64_C(1) << 7
        && black->kings == UINT64_C(1) << 60 && position->side_to_move == DRAWPROOF_WHITE;
}

/* The same with colours exchanged and the board flipped vertically. */
static int is_the_other(const drawproof_position *position)
{
    const drawproof_men *white = &position->men[DRAWPROOF_WHITE];
    const drawproof_men *black = &position->men[DRAWPROOF_BLACK];
    return black->kings == UINT64_C(1) << 36 && black->rooks == UINT64_C(1) << 63
        && white->kings == UINT64_C(1) << 4 && position->side_to_move == DRAWPROOF_BLACK;
}

#if defined FORKS || defined FORKS_AND_HANGS
/* Leaves behind a process in its own session, and one that ends soon. The
 * numbers of those that stay are recorded in a file. */
static void note(void)
{
    FILE *pids = fopen(getenv("DRAWPROOF_TEST_PIDS"), "a");
    if (pids) {
        fprintf(pids, "%d\n", (int)getpid());
        fclose(pids);
    }
}

static void leave_behind(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            note();
            for (;;)
                pause();
        }
        if (fork() == 0) {
            usleep(10000);
            _exit(7);
        }
        _exit(0);
    }
}
#endif

static int answer(const drawproof_position *position)
{
#if defined CRASHES
    if (is_the_one(position))
        *(volatile int *)0 = 1;
#elif defined CRASHES_AS_BLACK
    if (is_the_other(position))
        raise(SIGTERM);
#elif defined CRASHES_IN_THE_CORNER
    /* The last position of its row: the rook on h8 and the black king on e7. */
    if (position->men[DRAWPROOF_WHITE].rooks == UINT64_C(1) << 63
        && position->men[DRAWPROOF_WHITE].kings == UINT64_C(1) << 28
        && position->men[DRAWPROOF_BLACK].kings == UINT64_C(1) << 52
        && position->side_to_move == DRAWPROOF_WHITE)
        *(volatile int *)0 = 1;
#elif defined ABORTS
    if (is_the_one(position))
        abort();
#elif defined EXITS
    if (is_the_one(position))
        exit(3);
#elif defined EXITS_QUIETLY
    if (is_the_one(position))
        _exit(0);
#elif defined HANGS
    while (is_the_one(position))
        ;
#elif defined FORKS
    if (is_the_one(position))
        leave_behind();
#elif defined FORKS_AND_HANGS
    if (is_the_one(position)) {
        leave_behind();
        note();
        for (;;)
            pause();
    }
#elif defined OVERFLOWS
    volatile char buffer[1 << 16];
    buffer[0] = 0;
    if (is_the_one(position))
        return answer(position) + buffer[0];
#elif defined CRASHES_EVERYWHERE
    if (position->side_to_move == DRAWPROOF_WHITE)
        raise(SIGFPE);
#elif defined CRASHES_LATE
    if (position->men[DRAWPROOF_WHITE].kings == UINT64_C(1) << 62)
        raise(SIGTRAP);
#elif defined FORGETS
    static int asked;
    if (is_the_one(position))
        return asked++ == 0;
#elif defined CARRIES_OVER
    /* Claims a draw if the rook was on g1 at the previous call. */
    static uint64_t last;
    uint64_t before = last;
    last = position->men[DRAWPROOF_WHITE].rooks;
    return is_the_one(position) && before == UINT64_C(1) << 6;
#elif defined REMEMBERS
    static int asked;
    if (is_the_one(position))
        return asked++ != 0;
#elif defined REMEMBERS_AS_BLACK
    static int asked;
    if (is_the_other(position))
        return asked++ != 0;
#elif defined WRONG_AS_WHITE
    return is_the_one(position);
#elif defined WRONG_AS_BLACK
    return is_the_other(position);
#elif defined KNOWS_WHITE_ONLY
    return position->men[DRAWPROOF_WHITE].knights != 0;
#elif defined ODD
    if (is_the_one(position))
        return 7;
#elif defined PRINTS
    static unsigned count;
    if (count++ % 1000 == 0) {
        printf("asked %u times\n", count);
        fflush(stdout);
        if (write(1, "ready\n", 6) < 0)
            return 2;
    }
#elif defined ALARMS
    if (is_the_one(position)) {
        const char text[] = "\033]0;owned\007\033[31mred\xff\nlast";
        if (write(2, text, sizeof text - 1) < 0)
            return 2;
    }
#elif defined CLOSES
    if (is_the_one(position))
        for (int file = 3; file < 100; file++)
            close(file);
#elif defined SCRIBBLES
    memset((void *)position, 0xff, sizeof *position);
#endif
    (void)is_the_one;
    (void)is_the_other;
    (void)position;
    return DRAWPROOF_NO_CLAIM;
}

#if defined CRASHES_AT_ONCE
__attribute__((constructor)) static void at_once(void)
{
    raise(SIGILL);
}
#elif defined UNDEFINED
int forgotten(void);
int needs_it(void);
int needs_it(void) { return forgotten(); }
#elif defined HANGS_AT_ONCE
__attribute__((constructor)) static void at_once(void)
{
    for (;;)
        pause();
}
#elif defined EXITS_AT_ONCE
__attribute__((constructor)) static void at_once(void)
{
    _exit(0);
}
#elif defined GROWS
__attribute__((constructor)) static void at_once(void)
{
    FILE *self = fopen(getenv("DRAWPROOF_TEST_LIBRARY"), "a");
    if (self) {
        fputc('x', self);
        fclose(self);
    }
}
#endif

#ifndef NO_VERSION
uint32_t drawproof_abi(void)
{
#ifdef OTHER_VERSION
    return 0;
#else
    return DRAWPROOF_ABI;
#endif
}
#endif

#ifndef NO_FUNCTION
int drawproof_is_draw(const drawproof_position *position)
{
    return answer(position);
}
#endif
