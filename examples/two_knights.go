// "Two knights cannot win": true for most positions, but not for all.
//
//     mkdir -p drawproof
//     drawproof export rules KNNKN --lang go --out drawproof/draws.go
//     test -e go.mod || go mod init example
//     go run two_knights.go

package main

import (
	"fmt"

	"example/drawproof"
)

// The number of a square, with a1 as 0.
func square(name string) uint32 {
	return uint32(name[1]-'1')*8 + uint32(name[0]-'a')
}

func main() {
	for _, men := range [][5]string{
		{"e4", "e8", "d4", "f4", "c6"},
		{"c1", "a2", "b5", "d3", "a4"}, // White mates in four.
	} {
		rule := drawproof.KnnknRule(
			square(men[0]), square(men[1]), square(men[2]), square(men[3]), square(men[4]), true)
		said := "not known"
		if rule > 0 {
			said = "a draw"
		}
		fmt.Printf("K%s N%s N%s against K%s N%s, White to move: %s\n",
			men[0], men[2], men[3], men[1], men[4], said)
	}
}
