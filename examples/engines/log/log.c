
#include <inttypes.h>
#include <stdio.h>

int drawproof_probe_draw_logged(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn);

int drawproof_probe_draw_logged(uint64_t white, uint64_t black, uint64_t kings, uint64_t queens,
    uint64_t rooks, uint64_t bishops, uint64_t knights, uint64_t pawns,
    unsigned castling, unsigned ep, bool turn)
{
    int draw = drawproof_probe_draw(
        white, black, kings, queens, rooks, bishops, knights, pawns, castling, ep, turn);
    if (draw)
        fprintf(stderr,
            "claim %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
            " %" PRIu64 " %" PRIu64 " %s\n",
            white, black, kings, queens, rooks, bishops, knights, pawns, turn ? "true" : "false");
    return draw;
}
