// SPDX-License-Identifier: MIT
package engine

import (
	"blunder/drawproof"
	"math/bits"
)

// Blunder counts bits from the highest, so that they are reversed for drawproof, if there are few men.
func isProvenDraw(pos *Position) bool {
	if (pos.Sides[White] | pos.Sides[Black]).CountBits() > 4 {
		return false
	}
	side := func(color uint8) uint64 { return bits.Reverse64(uint64(pos.Sides[color])) }
	men := func(role uint8) uint64 {
		return bits.Reverse64(uint64(pos.Pieces[White][role] | pos.Pieces[Black][role]))
	}
	ep := uint32(pos.EPSq)
	if pos.EPSq == NoSq {
		ep = 0
	}
	return drawproof.ProbeDraw(side(White), side(Black), men(King), men(Queen), men(Rook), men(Bishop),
		men(Knight), men(Pawn), uint32(pos.CastlingRights), ep, pos.SideToMove == White)
}
