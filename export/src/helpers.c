// The set that has one square.
static inline uint64_t dp_bit(unsigned square)
{
    return UINT64_C(1) << square;
}

// Whether a square is in a set.
static inline bool dp_has(uint64_t set, unsigned square)
{
    return (set >> square & 1) != 0;
}

// The set without its lowest square.
static inline uint64_t dp_rest(uint64_t set)
{
    return set & (set - 1);
}

// Whether a set has more than one square.
static inline bool dp_several(uint64_t set)
{
    return dp_rest(set) != 0;
}

// How many squares a set has.
static inline int32_t dp_count(uint64_t set)
{
#if defined(__GNUC__) && (defined(__POPCNT__) || defined(__aarch64__))
    return __builtin_popcountll(set);
#else
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int32_t)(set * UINT64_C(0x0101010101010101) >> 56);
#endif
}

// The lowest square of a set that is not empty.
static inline unsigned dp_first(uint64_t set)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(set);
#else
    return (unsigned)dp_count((set & (0 - set)) - 1);
#endif
}

// All squares from the highest one of a set upwards; all of them if it is empty.
static inline uint64_t dp_from_highest(uint64_t set)
{
#if defined(__GNUC__)
    return ~UINT64_C(0) << (63 - __builtin_clzll(set | 1));
#else
    set |= set >> 1;
    set |= set >> 2;
    set |= set >> 4;
    set |= set >> 8;
    set |= set >> 16;
    set |= set >> 32;
    return ~(set >> 1);
#endif
}

// The file, 1 to 8.
static inline int32_t dp_file(unsigned square)
{
    return (int32_t)(square & 7) + 1;
}

// The rank, 1 to 8.
static inline int32_t dp_rank(unsigned square)
{
    return (int32_t)(square >> 3) + 1;
}

static inline int32_t dp_min(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static inline int32_t dp_max(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

// Numbers of 32 bits that wrap around.
static inline int32_t dp_plus(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline int32_t dp_minus(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

static inline int32_t dp_times(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a * (uint32_t)b);
}

static inline int32_t dp_abs(int32_t a)
{
    return a < 0 ? dp_minus(0, a) : a;
}

static inline int32_t dp_file_distance(unsigned a, unsigned b)
{
    return dp_abs(dp_file(a) - dp_file(b));
}

static inline int32_t dp_rank_distance(unsigned a, unsigned b)
{
    return dp_abs(dp_rank(a) - dp_rank(b));
}

// King moves from one square to the other.
static inline int32_t dp_distance(unsigned a, unsigned b)
{
    return dp_max(dp_file_distance(a, b), dp_rank_distance(a, b));
}

// Steps along files and ranks.
static inline int32_t dp_manhattan(unsigned a, unsigned b)
{
    return dp_file_distance(a, b) + dp_rank_distance(a, b);
}

// How far a file or rank is from the nearer edge.
static inline int32_t dp_inset(int32_t a)
{
    return dp_min(a - 1, 8 - a);
}

// King moves to the edge.
static inline int32_t dp_edge_distance(unsigned square)
{
    return dp_min(dp_inset(dp_file(square)), dp_inset(dp_rank(square)));
}

// King moves to the nearest corner.
static inline int32_t dp_corner_distance(unsigned square)
{
    return dp_max(dp_inset(dp_file(square)), dp_inset(dp_rank(square)));
}

// Whether two squares are on one file or rank.
static inline bool dp_aligned(unsigned a, unsigned b)
{
    return ((a ^ b) & 7) == 0 || ((a ^ b) & 56) == 0;
}

static inline bool dp_same_diagonal(unsigned a, unsigned b)
{
    return dp_file_distance(a, b) == dp_rank_distance(a, b);
}

static inline bool dp_same_color(unsigned a, unsigned b)
{
    return ((a ^ a >> 3 ^ b ^ b >> 3) & 1) == 0;
}

// The squares to the left and right of a set.
static inline uint64_t dp_beside(uint64_t set)
{
    return (set << 1 & ~UINT64_C(0x0101010101010101)) | (set >> 1 & ~UINT64_C(0x8080808080808080));
}

// A king's step from any square of a set.
static inline uint64_t dp_neighbours(uint64_t set)
{
    const uint64_t sides = dp_beside(set);
    const uint64_t row = set | sides;
    return sides | row << 8 | row >> 8;
}

static inline uint64_t dp_king_attacks(unsigned square)
{
    return dp_neighbours(dp_bit(square));
}

static inline uint64_t dp_knight_attacks(unsigned square)
{
    const uint64_t one = dp_beside(dp_bit(square));
    const uint64_t two = dp_beside(one) & ~dp_bit(square);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

// What a pawn attacks that goes towards the eighth rank.
static inline uint64_t dp_pawn_attacks_up(unsigned square)
{
    return dp_beside(dp_bit(square)) << 8;
}

// The same towards the first rank.
static inline uint64_t dp_pawn_attacks_down(unsigned square)
{
    return dp_beside(dp_bit(square)) >> 8;
}

static inline uint64_t dp_file_through(unsigned square)
{
    return UINT64_C(0x0101010101010101) << (square & 7);
}

static inline uint64_t dp_rank_through(unsigned square)
{
    return UINT64_C(0xff) << (square & 56);
}

// The diagonal that goes up to the right.
static inline uint64_t dp_diagonal_through(unsigned square)
{
    const int32_t right = dp_file(square) - dp_rank(square);
    const uint64_t longest = UINT64_C(0x8040201008040201);
    return right < 0 ? longest << -8 * right : longest >> 8 * right;
}

// The diagonal that goes down to the right.
static inline uint64_t dp_antidiagonal_through(unsigned square)
{
    const int32_t left = 9 - dp_file(square) - dp_rank(square);
    const uint64_t longest = UINT64_C(0x0102040810204080);
    return left < 0 ? longest << -8 * left : longest >> 8 * left;
}

// What is attacked from a square along a line: up to the nearest blocker on
// either side, that one included.
static inline uint64_t dp_along(uint64_t ray, unsigned square, uint64_t blockers)
{
    const uint64_t below = dp_bit(square) - 1;
    const uint64_t above = ~below & ~dp_bit(square);
    const uint64_t upper = ray & blockers & above;
    const uint64_t up_to_lowest = upper ^ (upper - 1);
    return ray & ~dp_bit(square) & up_to_lowest & dp_from_highest(ray & blockers & below);
}

static inline uint64_t dp_rook_attacks(unsigned square, uint64_t blockers)
{
    return dp_along(dp_file_through(square), square, blockers)
        | dp_along(dp_rank_through(square), square, blockers);
}

static inline uint64_t dp_bishop_attacks(unsigned square, uint64_t blockers)
{
    return dp_along(dp_diagonal_through(square), square, blockers)
        | dp_along(dp_antidiagonal_through(square), square, blockers);
}

static inline uint64_t dp_queen_attacks(unsigned square, uint64_t blockers)
{
    return dp_rook_attacks(square, blockers) | dp_bishop_attacks(square, blockers);
}

// The line or diagonal through two squares; empty if there is none.
static inline uint64_t dp_line(unsigned a, unsigned b)
{
    if (a == b)
        return 0;
    if (dp_has(dp_file_through(a), b))
        return dp_file_through(a);
    if (dp_has(dp_rank_through(a), b))
        return dp_rank_through(a);
    if (dp_has(dp_diagonal_through(a), b))
        return dp_diagonal_through(a);
    if (dp_has(dp_antidiagonal_through(a), b))
        return dp_antidiagonal_through(a);
    return 0;
}

// The squares strictly between two on a line or diagonal.
static inline uint64_t dp_between(unsigned a, unsigned b)
{
    const uint64_t one = dp_bit(a);
    const uint64_t other = dp_bit(b);
    const uint64_t below_one_only = (one - 1) ^ (other - 1);
    return dp_line(a, b) & below_one_only & ~one & ~other;
}
