// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fairy-Stockfish has the endgame functions that Stockfish had until 2023. A material entry names the
// function of an ending: a special evaluation, of which the value zero is the claim of a draw, or a
// factor that scales the evaluation of the side that it favours, of which zero says that this side
// cannot win. Both are asked through the engine's Material::probe, out of check only.
//
// A position is set up by hand from the engine's empty board, because its parser takes microseconds;
// what depends on material only is computed by the engine once for each material.
#include "audit.h"

#include <array>
#include <cstring>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <sstream>
#include <unordered_map>

#define private public
#include "position.h"
#undef private
#include "bitboard.h"
#include "endgame.h"
#include "material.h"
#include "piece.h"
#include "psqt.h"
#include "thread.h"
#include "variant.h"

using namespace Stockfish;

extern "C" uint32_t drawproof_abi(void)
{
    return DRAWPROOF_ABI;
}

namespace {

// The only part of a thread that is read, in memory for a whole one.
Thread* thread()
{
    alignas(Thread) static char memory[sizeof(Thread)];
    Thread* whole = reinterpret_cast<Thread*>(memory);
    new (&whole->materialTable) Material::Table;
    return whole;
}

// Two bare kings, set up by the engine after its own start.
struct Board {
    StateInfo state;
    Position pos;

    Board()
    {
        pieceMap.init();
        variants.init();
        const Variant* chess = variants.find("chess")->second;
        PSQT::init(chess);
        Bitboards::init();
        Position::init();
        Bitbases::init();
        Endgames::init();
        pos.set(chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", false, &state, thread());
    }
};

void put(Position& pos, const drawproof_men& men, Color color)
{
    static const PieceType types[6] = {PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING};
    uint64_t sets[6];
    audit_sets(&men, sets);
    for (int role = 0; role < 6; role++)
        for (uint64_t set = sets[role]; set; set &= set - 1)
            pos.put_piece(make_piece(color, types[role]), Square(audit_first(set)));
}

struct Kept {
    uint64_t material = ~uint64_t(0);
    StateInfo state;
};

// The state of a material: keys and piece values; the rest of it is not read by the functions.
void set_state(Position& pos, StateInfo& state, uint64_t material)
{
    static Kept kept[7];
    Kept& place = kept[audit_place(material)];
    if (place.material != material) {
        pos.set_state(&state);
        place.material = material;
        place.state = state;
    }
    state.materialKey = place.state.materialKey;
    state.nonPawnMaterial[WHITE] = place.state.nonPawnMaterial[WHITE];
    state.nonPawnMaterial[BLACK] = place.state.nonPawnMaterial[BLACK];
}

} // namespace

extern "C" int drawproof_results(const drawproof_position* position)
{
    if (audit_in_check(position))
        return DRAWPROOF_UNKNOWN;
    static Board board;
    Position& pos = board.pos;
    for (Bitboard men = pos.pieces(); men;)
        pos.remove_piece(pop_lsb(men));
    put(pos, position->men[DRAWPROOF_WHITE], WHITE);
    put(pos, position->men[DRAWPROOF_BLACK], BLACK);
    pos.sideToMove = position->side_to_move == DRAWPROOF_WHITE ? WHITE : BLACK;
    set_state(pos, board.state, audit_material(position));
    const Material::Entry* entry = Material::probe(pos);
    if (entry->specialized_eval_exists())
        return entry->evaluate(pos) == VALUE_DRAW ? DRAWPROOF_DRAWN : DRAWPROOF_UNKNOWN;
    int results = DRAWPROOF_UNKNOWN;
    for (Color us : {WHITE, BLACK}) {
        // That a bare king cannot win is no knowledge.
        if (pos.count<ALL_PIECES>(us) > 1 && entry->scale_factor(pos, us) == SCALE_FACTOR_DRAW)
            results &= audit_cannot_win(position, us == WHITE ? DRAWPROOF_WHITE : DRAWPROOF_BLACK);
    }
    return results;
}
