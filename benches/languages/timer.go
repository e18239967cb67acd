// Times calls of an exported file: Go.
package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"sort"
	"syscall"

	exported "timer/exported"
)

const rounds = 31

func number(truth bool) int {
	if truth {
		return 1
	}
	return 0
}

// Nanoseconds of processor time.
func now() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		os.Exit(2)
	}
	return float64(usage.Utime.Nano() + usage.Stime.Nano())
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
		start := now()
		draws = 0
		for at := 0; at < len(words); at += 9 {
			p := words[at : at+9]
			draws += CALL
		}
		times[round] = (now() - start) * 9 / float64(len(words))
	}
	sort.Float64s(times)
	_ = number
	fmt.Println(times[0], draws)
}
