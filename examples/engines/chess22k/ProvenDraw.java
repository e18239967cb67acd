// SPDX-License-Identifier: MIT
package nl.s22k.chess.eval;

import static nl.s22k.chess.ChessConstants.*;

import nl.s22k.chess.ChessBoard;

/** chess22k counts squares from h1, so that drawproof sees the mirror image, which has the same value. */
final class ProvenDraw {
	static boolean isDraw(ChessBoard cb) {
		return Drawproof.probeDraw(cb.pieces[WHITE][ALL], cb.pieces[BLACK][ALL],
				both(cb, KING), both(cb, QUEEN), both(cb, ROOK), both(cb, BISHOP), both(cb, NIGHT), both(cb, PAWN),
				cb.castlingRights, cb.epIndex, cb.colorToMove == WHITE);
	}

	private static long both(ChessBoard cb, int role) {
		return cb.pieces[WHITE][role] | cb.pieces[BLACK][role];
	}
}
