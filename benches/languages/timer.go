// Times calls of an exported file: Go.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"sort"
	"time"

	exported "timer/exported"
)

const rounds = 31

func number(truth bool) int {
	if truth {
		return 1
	}
	return 0
}

func main() {
	bytes, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(2)
	}
	words := make([]uint64, len(bytes)/8)
	for at := range words {
		words[at] = binary.LittleEndian.Uint64(bytes[8*at:])
	}
	draws := 0
	times := make([]float64, rounds)
	for round := range times {
		start := time.Now()
		draws = 0
		for at := 0; at < len(words); at += 9 {
			p := words[at : at+9]
			draws += CALL
		}
		times[round] = float64(time.Since(start).Nanoseconds()) * 9 / float64(len(words))
	}
	sort.Float64s(times)
	_ = number
	fmt.Println(times[rounds/2], draws)
}
