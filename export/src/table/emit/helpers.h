// One word of the data.
static inline uint64_t dp_word(const uint64_t *d, uint32_t at)
{
    return d[at];
}

// The set of one square.
static inline uint64_t dp_bit(uint32_t square)
{
    return (uint64_t)1 << (square & 63);
}

// The lowest square of a set that is not empty.
static inline uint32_t dp_first(uint64_t set)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(set);
#else
    uint32_t square = 0;
    while ((set & 1) == 0) {
        set >>= 1;
        square += 1;
    }
    return square;
#endif
}

// A set without its lowest square.
static inline uint64_t dp_rest(uint64_t set)
{
    return set & (set - 1);
}

// The lower half of a word.
static inline uint32_t dp_low(uint64_t word)
{
    return (uint32_t)(word & 0xffffffff);
}

// A number as a word.
static inline uint64_t dp_wide(uint32_t number)
{
    return number;
}

// A number of 16 bits with its sign.
static inline int32_t dp_signed(uint32_t number)
{
    return (int32_t)(number & 0x7fff) - (int32_t)(number & 0x8000);
}
