/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Berserk's searches return a draw at once where IsMaterialDraw holds, before they look for moves:
 * in check, too, and in a position that is checkmate. The function reads nothing but the counts of
 * men, so these are counted by the engine's own parser once for each material. */
#include "audit.h"

#include "board.h"
#include "types.h"

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

int drawproof_results(const drawproof_position *position)
{
    static struct {
        uint64_t material;
        int is_draw;
    } kept[7];
    uint64_t material = audit_material(position);
    size_t place = audit_place(material);
    if (kept[place].material != material) {
        static Board board;
        char fen[AUDIT_FEN_SIZE];
        audit_fen(position, fen);
        ParseFen(fen, &board);
        kept[place].material = material;
        kept[place].is_draw = IsMaterialDraw(&board);
    }
    return kept[place].is_draw ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
