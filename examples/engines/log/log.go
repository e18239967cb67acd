
func ProbeDraw_logged(
	white uint64, black uint64, kings uint64, queens uint64, rooks uint64, bishops uint64,
	knights uint64, pawns uint64, castling uint32, ep uint32, turn bool,
) bool {
	draw := ProbeDraw(
		white, black, kings, queens, rooks, bishops, knights, pawns, castling, ep, turn)
	if draw {
		println("claim", white, black, kings, queens, rooks, bishops, knights, pawns, turn)
	}
	return draw
}
