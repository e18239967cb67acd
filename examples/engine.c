/* A small UCI chess engine that knows endgames: an alpha-beta search that probes exported
 * recognizers and tables at every node but the root.
 *
 *   drawproof export rules KNNKN KRKR KBBKR --lang c --out draws.c
 *   drawproof export table --men 3 --metric dtm --lang c --out tables.h
 *   cc -std=c99 -O2 -I. examples/engine.c draws.c -o engine
 *   ./engine bench examples/positions.epd
 *
 * There is no evaluation: a position that the search cannot resolve and no probe knows
 * scores 0, as a draw does. Every score is therefore right or 0, and the engine is a mate
 * solver. It does not know castling.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAWPROOF_TABLES_IMPLEMENTATION
#include "tables.h"

int drawproof_probe_draw(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns, unsigned castling,
    unsigned ep, bool turn);

enum { KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN, KINDS };
enum { MATE = 32000, MATED_FROM = 31000, MAX_PLY = 64, MAX_MOVES = 256, TRANSPOSITIONS = 1 << 18 };

/* Bitboards with a1 as bit 0; `side[turn]` has the move, 1 is White. */
typedef struct {
    uint64_t side[2], kind[KINDS];
    unsigned ep; /* the square behind a pawn that made a double step, or 0 */
    int turn;
} position;

typedef struct {
    uint8_t from, to, promotion; /* `promotion` is a kind of man; KING means none */
} move;

/* Which draws the engine trusts besides the three-man tables. */
typedef enum { NOTHING, NAIVE, PROVEN } belief;

static const char letters[] = "kqrbnp";
static belief draws = PROVEN;
static uint64_t nodes;

/* --- The board ------------------------------------------------------------------- */

static uint64_t bit(unsigned square)
{
    return (uint64_t)1 << square;
}

static unsigned first(uint64_t set)
{
    unsigned square = 0;
    while (!(set >> square & 1)) {
        square++;
    }
    return square;
}

/* The square `files` and `ranks` further, or -1 beyond the edge. */
static int step(int square, int files, int ranks)
{
    const int file = square % 8 + files, rank = square / 8 + ranks;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? -1 : rank * 8 + file;
}

/* The squares that a man other than a pawn attacks. */
static uint64_t attacks(int kind, unsigned square, uint64_t occupied)
{
    static const int lines[8][2]
        = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    static const int jumps[8][2]
        = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
    const int from = kind == BISHOP ? 4 : 0, to = kind == ROOK ? 4 : 8;
    uint64_t set = 0;
    for (int way = from; way < to; way++) {
        const int *const by = kind == KNIGHT ? jumps[way] : lines[way];
        int at = step((int)square, by[0], by[1]);
        for (; at >= 0; at = step(at, by[0], by[1])) {
            set |= bit((unsigned)at);
            if (kind == KING || kind == KNIGHT || occupied & bit((unsigned)at)) {
                break;
            }
        }
    }
    return set;
}

static uint64_t pawn_attacks(unsigned square, int color)
{
    uint64_t set = 0;
    for (int files = -1; files <= 1; files += 2) {
        const int at = step((int)square, files, color ? 1 : -1);
        set |= at < 0 ? 0 : bit((unsigned)at);
    }
    return set;
}

/* Whether the king of a colour is attacked. */
static bool is_attacked(const position *p, int color)
{
    const uint64_t occupied = p->side[0] | p->side[1], others = p->side[!color];
    const unsigned king = first(p->side[color] & p->kind[KING]);
    uint64_t by = pawn_attacks(king, color) & p->kind[PAWN];
    for (int kind = KING; kind < PAWN; kind++) {
        by |= attacks(kind, king, occupied) & p->kind[kind];
    }
    return (by & others) != 0;
}

static void lift(position *p, uint64_t square)
{
    for (int color = 0; color < 2; color++) {
        p->side[color] &= ~square;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        p->kind[kind] &= ~square;
    }
}

static int kind_on(const position *p, unsigned square)
{
    int kind = KING;
    while (kind < KINDS && !(p->kind[kind] & bit(square))) {
        kind++;
    }
    return kind;
}

static position after(position p, move m)
{
    const int kind = kind_on(&p, m.from);
    const unsigned behind = p.turn ? m.to - 8u : m.to + 8u;
    if (kind == PAWN && p.ep != 0 && m.to == p.ep) {
        lift(&p, bit(behind));
    }
    lift(&p, bit(m.from) | bit(m.to));
    p.side[p.turn] |= bit(m.to);
    p.kind[m.promotion == KING ? kind : m.promotion] |= bit(m.to);
    p.ep = 0;
    if (kind == PAWN && (m.from ^ m.to) == 16) {
        /* The square counts only if a pawn can capture there. */
        if (pawn_attacks(behind, p.turn) & p.side[!p.turn] & p.kind[PAWN]) {
            p.ep = behind;
        }
    }
    p.turn = !p.turn;
    return p;
}

static void add_pawn_moves(const position *p, unsigned from, move *moves, int *count)
{
    const uint64_t occupied = p->side[0] | p->side[1];
    const int ahead = p->turn ? 1 : -1;
    const uint64_t takes = p->side[!p->turn] | (p->ep != 0 ? bit(p->ep) : 0);
    uint64_t targets = pawn_attacks(from, p->turn) & takes;
    int at = step((int)from, 0, ahead);
    if (at >= 0 && !(occupied & bit((unsigned)at))) {
        targets |= bit((unsigned)at);
        at = step(at, 0, ahead);
        if (from / 8 == (p->turn ? 1u : 6u) && !(occupied & bit((unsigned)at))) {
            targets |= bit((unsigned)at);
        }
    }
    for (; targets != 0; targets &= targets - 1) {
        const unsigned to = first(targets);
        const bool is_last = to / 8 == (p->turn ? 7u : 0u);
        for (int kind = is_last ? QUEEN : KING; kind <= (is_last ? KNIGHT : KING); kind++) {
            moves[(*count)++] = (move) {(uint8_t)from, (uint8_t)to, (uint8_t)kind};
        }
    }
}

/* Generates the legal moves, captures first, and returns their number. */
static int legal_moves(const position *p, move *moves)
{
    move found[MAX_MOVES];
    int count = 0, legal = 0;
    for (uint64_t own = p->side[p->turn]; own != 0; own &= own - 1) {
        const unsigned from = first(own);
        const int kind = kind_on(p, from);
        if (kind == PAWN) {
            add_pawn_moves(p, from, found, &count);
            continue;
        }
        uint64_t targets = attacks(kind, from, p->side[0] | p->side[1]) & ~p->side[p->turn];
        for (; targets != 0; targets &= targets - 1) {
            found[count++] = (move) {(uint8_t)from, (uint8_t)first(targets), KING};
        }
    }
    for (int quiet = 0; quiet < 2; quiet++) {
        for (int at = 0; at < count; at++) {
            const bool takes = (p->side[!p->turn] & bit(found[at].to)) != 0;
            const position next = after(*p, found[at]);
            if (takes != (bool)quiet && !is_attacked(&next, p->turn)) {
                moves[legal++] = found[at];
            }
        }
    }
    return legal;
}

/* --- Positions known without a search -------------------------------------------- */

/* The common belief: two knights cannot win. */
static bool is_naive_draw(const position *p)
{
    return (p->kind[QUEEN] | p->kind[ROOK] | p->kind[BISHOP] | p->kind[PAWN]) == 0;
}

static bool is_known(const position *p, int ply, int *score)
{
    const int plies = drawproof_table_dtm(p->side[1], p->side[0], p->kind[KING], p->kind[QUEEN],
        p->kind[ROOK], p->kind[BISHOP], p->kind[KNIGHT], p->kind[PAWN], 0, p->ep, p->turn);
    const int wdl = drawproof_table_wdl(p->side[1], p->side[0], p->kind[KING], p->kind[QUEEN],
        p->kind[ROOK], p->kind[BISHOP], p->kind[KNIGHT], p->kind[PAWN], 0, p->ep, p->turn);
    if (wdl <= 1) {
        *score = wdl * (MATE - ply - plies);
        return true;
    }
    *score = 0;
    return (draws == NAIVE && is_naive_draw(p))
        || (draws == PROVEN
            && drawproof_probe_draw(p->side[1], p->side[0], p->kind[KING], p->kind[QUEEN],
                p->kind[ROOK], p->kind[BISHOP], p->kind[KNIGHT], p->kind[PAWN], 0, p->ep,
                p->turn));
}

/* --- The search ------------------------------------------------------------------ */

typedef enum { EXACT, AT_LEAST, AT_MOST } bound;

typedef struct {
    position of;
    int16_t score; /* mate distances count from this node */
    uint8_t depth, bound;
    move best;
} transposition;

static transposition *seen;

static transposition *slot(const position *p)
{
    const uint64_t words[] = {p->side[0], p->side[1], p->kind[KING], p->kind[QUEEN],
        p->kind[ROOK], p->kind[BISHOP], p->kind[KNIGHT], p->ep * 2 + (uint64_t)p->turn};
    uint64_t hash = 0;
    for (size_t at = 0; at < sizeof words / sizeof *words; at++) {
        hash = (hash ^ words[at]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return &seen[hash % TRANSPOSITIONS];
}

static bool is_same(const position *a, const position *b)
{
    return a->side[0] == b->side[0] && a->side[1] == b->side[1] && a->ep == b->ep
        && a->turn == b->turn && memcmp(a->kind, b->kind, sizeof a->kind) == 0;
}

/* Mate distances count from the root in the search, but from the node in the table. */
static int from_node(int score, int ply)
{
    return score > MATED_FROM ? score + ply : score < -MATED_FROM ? score - ply : score;
}

static int search(const position *p, int depth, int ply, int alpha, int beta, move *best)
{
    nodes++;
    int score;
    if (ply > 0 && is_known(p, ply, &score)) {
        return score;
    }
    move moves[MAX_MOVES], unused;
    const int count = legal_moves(p, moves);
    if (count == 0) {
        return is_attacked(p, p->turn) ? ply - MATE : 0;
    }
    if (depth == 0) {
        return 0;
    }
    transposition *const entry = slot(p);
    if (is_same(&entry->of, p)) {
        score = from_node(entry->score, -ply);
        if (ply > 0 && entry->depth == depth
            && (entry->bound == EXACT || (entry->bound == AT_LEAST && score >= beta)
                || (entry->bound == AT_MOST && score <= alpha))) {
            return score;
        }
        for (int at = 1; at < count; at++) {
            if (memcmp(&moves[at], &entry->best, sizeof(move)) == 0) {
                memmove(&moves[1], &moves[0], (size_t)at * sizeof(move));
                moves[0] = entry->best;
            }
        }
    }
    int value = -MATE, low = alpha;
    *best = moves[0];
    for (int at = 0; at < count && value < beta; at++) {
        const position next = after(*p, moves[at]);
        score = -search(&next, depth - 1, ply + 1, -beta, -low, &unused);
        if (score > value) {
            value = score;
            *best = moves[at];
        }
        low = value > low ? value : low;
    }
    const bound is = value >= beta ? AT_LEAST : value <= alpha ? AT_MOST : EXACT;
    *entry = (transposition) {*p, (int16_t)from_node(value, ply), (uint8_t)depth, is, *best};
    return value;
}

typedef struct {
    int score, depth;
    uint64_t nodes;
    move best;
} result;

static void print_move(move m)
{
    printf("%c%c%c%c", m.from % 8 + 'a', m.from / 8 + '1', m.to % 8 + 'a', m.to / 8 + '1');
    if (m.promotion != KING) {
        putchar(letters[m.promotion]);
    }
}

static void print_score(int score)
{
    const int plies = MATE - abs(score), sign = score < 0 ? -1 : 1;
    if (score == 0) {
        printf("cp 0");
    } else {
        printf("mate %d", sign * ((plies + 1) / 2));
    }
}

/* Iterative deepening until a side wins. Prints a line for each depth if asked to. */
static result solve(const position *p, int depth, bool is_told)
{
    memset(seen, 0, TRANSPOSITIONS * sizeof *seen);
    result found = {0, 0, 0, {0, 0, KING}};
    nodes = 0;
    while (found.depth < depth && found.score == 0) {
        found.depth++;
        found.score = search(p, found.depth, 0, -MATE, MATE, &found.best);
        found.nodes = nodes;
        if (is_told) {
            printf("info depth %d nodes %llu score ", found.depth, (unsigned long long)nodes);
            print_score(found.score);
            printf(" pv ");
            print_move(found.best);
            putchar('\n');
        }
    }
    return found;
}

/* --- Input ----------------------------------------------------------------------- */

/* Reads the first fields of a FEN; false if it is invalid or allows castling. */
static bool read_fen(const char *fen, position *p)
{
    memset(p, 0, sizeof *p);
    int rank = 7, file = 0;
    for (; *fen != ' '; fen++) {
        const char *const found = *fen == '\0' ? NULL : strchr(letters, *fen | 32);
        if (*fen == '/' && file == 8 && rank > 0) {
            rank--;
            file = 0;
        } else if (*fen >= '1' && *fen <= '8' && file + *fen - '0' <= 8) {
            file += *fen - '0';
        } else if (found != NULL && file < 8) {
            const uint64_t square = bit((unsigned)(rank * 8 + file++));
            p->side[*fen < 'a'] |= square;
            p->kind[found - letters] |= square;
        } else {
            return false;
        }
    }
    char turn, castling[5], ep[3];
    if (rank != 0 || file != 8 || sscanf(fen, " %c %4s %2s", &turn, castling, ep) != 3) {
        return false;
    }
    p->turn = turn == 'w';
    p->ep = ep[0] == '-' ? 0 : (unsigned)(ep[1] - '1') * 8 + (unsigned)(ep[0] - 'a');
    const uint64_t kings = p->kind[KING], ends = UINT64_C(0xff000000000000ff);
    const bool has_kings = kings & p->side[0] && kings & p->side[1]
        && (kings & (kings - 1) & ((kings & (kings - 1)) - 1)) == 0;
    return has_kings && castling[0] == '-' && p->ep < 64 && !(p->kind[PAWN] & ends)
        && !is_attacked(p, !p->turn);
}

/* Plays moves such as `e2e4 a7a8q`; false at the first illegal one. */
static bool play(char *names, position *p)
{
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
        move moves[MAX_MOVES];
        const int count = legal_moves(p, moves);
        int at = 0;
        for (; at < count; at++) {
            const move m = moves[at];
            const char text[] = {(char)(m.from % 8 + 'a'), (char)(m.from / 8 + '1'),
                (char)(m.to % 8 + 'a'), (char)(m.to / 8 + '1'),
                m.promotion == KING ? '\0' : letters[m.promotion], '\0'};
            if (strcmp(text, name) == 0) {
                break;
            }
        }
        if (at == count) {
            return false;
        }
        *p = after(*p, moves[at]);
    }
    return true;
}

/* Searches each position of a file without and with recognizers, to the depth in plies
 * that its `acd` opcode gives. Both scores must be the same. */
static int bench(const char *path)
{
    FILE *const file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return 2;
    }
    uint64_t total[2] = {0, 0};
    char line[256];
    int code = 0;
    puts("   without  recognizers  score    position");
    while (fgets(line, sizeof line, file) != NULL) {
        position p;
        const char *const depth = strstr(line, "acd ");
        if (depth == NULL || !read_fen(line, &p)) {
            fprintf(stderr, "%s: not a position with a depth (acd): %s", path, line);
            code = 2;
            break;
        }
        result found[2];
        for (int with = 0; with < 2; with++) {
            draws = with ? PROVEN : NOTHING;
            found[with] = solve(&p, atoi(depth + 4), false);
            total[with] += found[with].nodes;
        }
        printf("%10llu %12llu  ", (unsigned long long)found[0].nodes,
            (unsigned long long)found[1].nodes);
        print_score(found[1].score);
        printf("  %.*s\n", (int)strcspn(line, "-"), line);
        if (found[0].score != found[1].score || found[0].depth != found[1].depth) {
            puts("THE SCORES DIFFER");
            code = 1;
        }
    }
    fclose(file);
    printf("%10llu %12llu  nodes in all\n", (unsigned long long)total[0],
        (unsigned long long)total[1]);
    return code;
}

static void set_draws(const char *value)
{
    draws = strcmp(value, "nothing") == 0 ? NOTHING : strcmp(value, "naive") == 0 ? NAIVE : PROVEN;
}

static void uci(void)
{
    position p;
    bool is_set = false;
    char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (strcmp(line, "uci") == 0) {
            puts("id name drawproof example");
            puts("option name Draws type combo default proven var nothing var naive var proven");
            puts("uciok");
        } else if (strcmp(line, "isready") == 0) {
            puts("readyok");
        } else if (strncmp(line, "setoption name Draws value ", 27) == 0) {
            set_draws(line + 27);
        } else if (strncmp(line, "position fen ", 13) == 0) {
            char *const moves = strstr(line, " moves ");
            is_set = read_fen(line + 13, &p) && (moves == NULL || play(moves + 7, &p));
            if (!is_set) {
                puts("info string this is no position without castling, or a move is not legal");
            }
        } else if (strncmp(line, "go", 2) == 0 && is_set) {
            const char *const depth = strstr(line, "depth ");
            const int plies = depth == NULL ? 8 : atoi(depth + 6);
            const result found = solve(&p, plies < MAX_PLY ? plies : MAX_PLY, true);
            printf("bestmove ");
            if (found.best.from == found.best.to) {
                printf("(none)");
            } else {
                print_move(found.best);
            }
            putchar('\n');
        } else if (strcmp(line, "quit") == 0) {
            break;
        }
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    seen = malloc(TRANSPOSITIONS * sizeof *seen);
    if (seen == NULL) {
        fputs("there is no memory for the table of transpositions\n", stderr);
        return 2;
    }
    int code = 0;
    if (argc == 3 && strcmp(argv[1], "bench") == 0) {
        code = bench(argv[2]);
    } else if (argc == 1) {
        uci();
    } else {
        fputs("usage: engine [bench FILE]\n", stderr);
        code = 2;
    }
    free(seen);
    return code;
}
