// SPDX-License-Identifier: GPL-3.0-or-later
// The workload of the pair of perf and pprof.
package main

import (
	"fmt"
	"os"
	"runtime/pprof"
	"sort"
	"strconv"
	"strings"
)

type shape interface{ area(n int) float64 }

type circle struct{ r float64 }

//go:noinline
func (c *circle) area(n int) float64 {
	a := 0.0
	for i := 0; i < n; i++ {
		a += c.r * c.r / float64(i+1)
	}
	return a
}

//go:noinline
func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

//go:noinline
func sum[T int | float64](v []T) (s T) {
	for _, x := range v {
		s += x
	}
	return
}

func apply(f func(int) int, n int) (t int) {
	for i := 0; i < n; i++ {
		t += f(i)
	}
	return
}

func work(rounds int) float64 {
	total := 0.0
	var s shape = &circle{2}
	v := make([]float64, 4000)
	text := strings.Repeat("lorem ipsum dolor ", 300)
	for r := 0; r < rounds; r++ {
		total += s.area(3000) + float64(fib(15)) + sum(v)
		words := strings.Fields(text)
		sort.Slice(words, func(i, j int) bool { return words[i] < words[j] })
		total += float64(len(words) + apply(func(k int) int { return k * k % 7 }, 3000))
	}
	return total
}

func main() {
	rounds, _ := strconv.Atoi(os.Args[1])
	file, _ := os.Create(os.Args[2])
	pprof.StartCPUProfile(file)
	fmt.Println(work(rounds))
	pprof.StopCPUProfile()
}
