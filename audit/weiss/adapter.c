/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weiss looks the material up in a table of special evaluations before it evaluates. What it
 * finds there with value zero is the claim. It is asked as EvalPosition asks, and only if the side
 * to move is not in check, because neither search evaluates a position in check. */
#include "audit.h"

#include "board.h"
#include "endgame.h"

uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

/* The engine's position. Its parser is slow, and the functions in the table ignore the squares of
 * the men, so each material is parsed only once while it stays in one of a few places. */
static const Position *position_of(const drawproof_position *asked)
{
    static struct {
        uint64_t material;
        Position pos;
    } kept[7];
    uint64_t material = audit_material(asked);
    size_t place = audit_place(material);
    Position *pos = &kept[place].pos;
    if (kept[place].material != material || material == 0) {
        char fen[AUDIT_FEN_SIZE];
        audit_fen(asked, fen);
        ParseFen(fen, pos);
        kept[place].material = material;
    }
    pos->stm = asked->side_to_move == DRAWPROOF_WHITE ? WHITE : BLACK;
    return pos;
}

int drawproof_results(const drawproof_position *position)
{
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    const Position *pos = position_of(position);
    const Endgame *found = &EndgameTable[EndgameIndex(pos->materialKey)];
    if (found->key != pos->materialKey || found->evalFunc == NULL)
        return DRAWPROOF_UNKNOWN;
    return found->evalFunc(pos, pos->stm) == 0 ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
}
