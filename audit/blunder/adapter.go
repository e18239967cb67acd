// SPDX-License-Identifier: MIT
//
// Blunder evaluates a position as a draw where isDrawn holds, in its quiescence search in check,
// too. The function reads the bitboards of a position only, so no tables are set up.

package main

import "C"

import (
	"blunder/engine"
	"unsafe"
)

// The version of the interface that knows draws only.
const abi = 1

// drawproof_position: pawns, knights, bishops, rooks, queens, kings of White and of Black, as the
// engine orders them.
type asked struct {
	men        [2][6]engine.Bitboard
	sideToMove uint8
	enPassant  uint8
	reserved   [6]uint8
}

var position engine.Position

//export drawproof_abi
func drawproof_abi() C.uint {
	return abi
}

//export drawproof_is_draw
func drawproof_is_draw(of unsafe.Pointer) C.int {
	position.Pieces[engine.White] = (*asked)(of).men[0]
	position.Pieces[engine.Black] = (*asked)(of).men[1]
	if engine.IsDrawn(&position) {
		return 1
	}
	return 0
}

func main() {}
