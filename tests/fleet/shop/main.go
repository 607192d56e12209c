// SPDX-License-Identifier: GPL-3.0-or-later

// A service under constant load with the endpoints of net/http/pprof.  It prints where it listens, and when each
// request for a profile began and ended, in nanoseconds of the system's clock.
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime/pprof"
	"strings"
	"time"
)

const (
	goods  = 100
	orders = 240
)

var (
	names  []string
	prices = map[string]int{}
	sum    int
)

//go:noinline
func lookUp(name string) int {
	return prices[name]
}

//go:noinline
func receipt(order int) {
	for i := 0; i < 24; i++ {
		hash := sha256.Sum256([]byte(names[(order+i)%goods]))
		sum += int(hash[0])
	}
}

//go:noinline
func cart() {
	for i := 0; i < orders; i++ {
		for _, name := range names {
			sum += lookUp(name)
		}
		receipt(i)
	}
}

//go:noinline
func search() {
	for i := 0; i < orders; i++ {
		for _, name := range names {
			if strings.Contains(name, "99") {
				sum++
			}
		}
	}
}

// Serves both endpoints every 10 ms, as their handlers would.
func load() {
	for range time.Tick(10 * time.Millisecond) {
		for endpoint, serve := range map[string]func(){"/cart": cart, "/search": search} {
			pprof.Do(context.Background(), pprof.Labels("endpoint", endpoint), func(context.Context) { serve() })
		}
	}
}

func recorded(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("begin", time.Now().UnixNano(), r.URL)
		handler.ServeHTTP(w, r)
		fmt.Println("end", time.Now().UnixNano(), r.URL)
	})
}

func main() {
	for i := 0; i < goods; i++ {
		name := fmt.Sprintf("a good thing with the number %d", i)
		names = append(names, name)
		prices[name] = i
	}
	go load()

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("listens on http://%s\n", listener.Addr())
	fmt.Fprintln(os.Stderr, http.Serve(listener, recorded(http.DefaultServeMux)))
	os.Exit(1)
}
