# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of native programs: gperftools, jemalloc, heaptrack, OTLP; pprof without names."""

import struct

import profile_test
from profile_test import SELF, SITES, ProfileTest

NAMELESS = ("the file has addresses and no names, so functions are named by their places in the program; "
            "names come with: ")
PPROF = NAMELESS + "google-pprof --collapsed PROGRAM FILE > NAMED.folded"
JEPROF = NAMELESS + "jeprof --collapsed PROGRAM FILE > NAMED.folded"
MAP = "the map of the memory, which comes behind the stacks, is missing: the file may have been cut"
NO_SHARES = "the total inuse_space is 0, so that there are no shares"


class Native(ProfileTest):
    def test_words(self):
        """The words are the same in each form; the third record has the sampled address twice."""
        self.example("gperftools-32-big-endian.prof",
                     "server+0x1200:0(server+0x1100:0(server+0x1010:90000000) server+0x1050:30000000)",
                     [PPROF], "cpu 1.2e+08 ns, samples 12 samples", recording="sampled", period=1e7)
        self.example("gperftools-64-big-endian.prof",
                     "server+0x1200:0(server+0x1100:0(server+0x1010:9000000) server+0x1050:3000000)",
                     [PPROF], "cpu 1.2e+07 ns, samples 12 samples")
        self.example("gperftools-32-no-end.prof", "0x401200:0(0x401100:0(0x401010:90000000) 0x401050:30000000)",
                     ["the recording has no end: it was cut", PPROF], "cpu 1.2e+08 ns, samples 12 samples")
        self.example("gperftools-java.prof", "com.example.Main.main:0(com.example.Parser.read:40000000) GC:10000000",
                     [], "cpu 5e+07 ns, samples 5 samples")

    def test_symbols(self):
        self.tree("--- symbol\nbinary=./server\n0x0000000000001010 inner<0000000000001000>\n0x1100 outer--inlined\n"
                  "---\n--- heap\nheap profile: 3: 30 [ 3: 30] @ heapprofile\n  2: 20 [ 2: 20] @ 0x1011 0x1101\n"
                  "  1: 10 [ 1: 10] @ 0x1100\n", "outer:0(inlined:10(inner:20))")
        self.bad(("--- symbol\n0x1 a\n", "line 2: there is nothing after the symbols"),
                 ("--- symbol\n0x1 a\n---\n--- profile\nwords", "byte 33: no header of a CPU profile"))

    def test_heaps(self):
        # An allocation of 512 bytes is seen once in 1024.5 times.
        self.example("gperftools-sampled-heap.txt", None, [PPROF],
                     "inuse_space 1.85702e+06 bytes, inuse_objects 1029.58 count, alloc_space 5.85415e+06 bytes, "
                     "alloc_objects 1044.84 count", recording="sampled", period=524288)
        self.example("gperftools-nothing-in-use.txt", "0x4011ff:0(0x40100f:0) 0x4012ff:0(0x40100f:0)",
                     [MAP, "inuse_space is 0 everywhere; alloc_space has values", PPROF, NO_SHARES],
                     "inuse_space 0 bytes, inuse_objects 0 count, alloc_space 1600 bytes, alloc_objects 5 count")
        self.example("gperftools-growth.txt",
                     "server+0x1ff:0(server+0xff:0(server+0xf:2097152) server+0xf:4194304)", [PPROF],
                     "space 6.29146e+06 bytes, objects 3 count")
        self.example("gperftools-java-heap.txt", None, [],
                     "inuse_space 3.14938e+06 bytes, inuse_objects 54690.7 count")
        self.example("jemalloc-threads.txt", None, [JEPROF],
                     "inuse_space 2.18314e+06 bytes, inuse_objects 8195.66 count")

    def test_totals(self):
        """The first lines say what the stacks add up to."""
        short = "the stacks add up to 2, but the beginning of the file says 3: it may have been cut"
        self.tree("heap_v2/1\n  t*: 3: 30 [0: 0]\n@ 0x11\n  t*: 2: 20 [0: 0]\n", "0x10:20", short, MAP, JEPROF, flags=SELF)
        self.tree("heap profile: 3: 30 [ 3: 30] @ heapprofile\n  2: 20 [ 2: 20] @ 0x11\n", "0x10:20", short, MAP, PPROF,
                  flags=SELF)
        self.tree("goroutine profile: total 3\n2 @ 0x11\n", "0x10:2", short, PPROF, flags=SELF)

    def test_counts(self):
        # 2 cycles are 1 ns, and 99 of 100 waits were not recorded.
        self.example("gperftools-contention.txt",
                     "server+0x1ff:0(server+0xff:0(server+0xf:974515200) server+0x4f:884000) "
                     "server+0xff:0(server+0xf:38400)", [PPROF], "delay 9.75438e+08 ns, contentions 3200 count")
        self.example("gperftools-goroutine.txt", "0x45322:0(0x45044:0(0x44cb2:3)) 0x46715:0(0x44cb2:2)", [PPROF],
                     "goroutine 5 count")

    def test_threads(self):
        """A stack ends with that of the thread's creator; the last thread has the stack before it."""
        self.example("gperftools-threads.txt",
                     "libc.so+0x11c:0(server+0xe30:0(main:0(wait:1))) server+0xbe3:0(start:0('poll(int)':2))", [],
                     "thread 3 count")
        self.tree("--- Thread 7f (name: main/1) stack: ---\n  PC: 0x11 0x21\n      0x31\n"
                  "---- no stack trace for 1 threads\n", "0x30:0(0x20:0(0x11:1))", MAP, PPROF)
        self.tree("--- threadz 1 ---\n\n--- Thread 7f (name: main/1) stack: ---\n  [same as previous thread]\n",
                  "[unknown]:1", MAP)
        self.fails("--- threadz 1 ---\n--- Thread 7f (name: main/1) stack: ---\n  PC: main\n",
                   "line 3: neither counts nor a stack of addresses")

    def test_go(self):
        """Go names the frames in comments, but for those of its runtime."""
        self.example("gperftools-go-goroutine.txt",
                     "main.main.func1:0('sync.(*Mutex).Lock':0('sync.(*Mutex).lockSlow':0("
                     "sync.runtime_SemacquireMutex:2)) time.Sleep:1) "
                     "runtime.main:0(main.main:0('runtime/pprof.(*Profile).WriteTo':0("
                     "runtime/pprof.writeGoroutine:0(runtime/pprof.writeRuntimeProfile:0("
                     "runtime/pprof.runtime_goroutineProfileWithLabels:1)))))", [], "goroutine 4 count")
        self.example("gperftools-go-mutex.txt", "main.main.func1:0('sync.(*Mutex).Unlock':85748513.07199098)", [],
                     "delay 8.57485e+07 ns, contentions 52 count")
        self.tree("goroutine profile: total 3\n2 @ 0x11\n#\t0x10\tmain.f+0x1\tf.go:3\n1 @ 0x21\n",
                  "main.f:2 [unknown]:1")

    def test_broken_text(self):
        for text, line in (("heap profile: 1: 2 [3: 4] @ heapprofile\n1: 2 [3] @ 0x1\n", 2),
                           ("heap profile: 1: 2 [3: 4] @ heapprofile\n1: 2 [3: 4] @ 0x1 x\n", 2),
                           ("heap_v2/1\n@ 0x1\n  t*: 1: 2\n", 3), ("heap_v2/1\n@ 0x1\n  t*: 1: 2 [3: 4] 5\n", 3),
                           ("heap_v2/1\n@ 0x1\n  t*: 1: 2 [3: 4] @ 0x2\n", 3),
                           ("heap profile: 1: 2 [3: 4] @ heapprofile\n1: 2 [3: 4]\n", 2)):
            self.fails(text, f"line {line}: neither counts nor a stack of addresses")
        # Each number is finite, but not what it is scaled to.
        for text, line in (("heap profile: 1: 1 [1: 1] @ heap_v2/9e99\n1: 1 [1: 1] @ 0x1\n", 2),
                           ("heap_v2/9e99\n@ 0x1\n  t*: 1: 1 [0: 0]\n", 3),
                           ("--- contention\ncycles/second = 1e-300\nsampling period = 9e99\n5 7 @ 0x1\n", 4)):
            self.fails(text, f"line {line}: a number that is too large")

    def test_broken_words(self):
        self.bad((struct.pack("<8I", 0, 3, 0, 100, 0, 1, 0x7fffffff, 1), "byte 20: a stack of 2147483647 addresses"),
                 (struct.pack("<8I", 0, 3, 0, 100, 0, 1, 3, 1), "byte 20: the file ends in the middle of a stack"))

    def test_heaptrack(self):
        """Two frames at one address, a temporary allocation, and one that leaks before the peak is over."""
        self.check("v 10400 3\nX ./demo 20\ns 4 /x/demo\ns 4 main\ns 3 m.c\ns 5 outer\ns 7 inlined\ni 400 1 2 3 a\n"
                   "t 1 0\ni 500 1 5 3 c 4 3 b\nt 2 1\ni 600 1\nt 3 1\na 10 2\na 8 3\n+ 0\n+ 1\n- 1\n+ 0\n- 0\n# end\n",
                   "main:0(outer:0@10(inlined:32@11) [unknown]:8@10)", SELF | SITES, recording="exact")
        self.example("heaptrack-inlined.zst", None, [], "allocated 2.43978e+06 bytes, peak 582956 bytes, leaked 504096 "
                     "bytes, allocations 266 count, temporary 251 count")
        self.fails("v 10400 3\nX a\nt 1 0\n", "line 3: number 1 (hexadecimal) is not defined")
        # Only one old release did not write the version of its format.
        self.bad(("v 10400\nX a\n", "version 0 of heaptrack's format is none of 1 to 3"),
                 ("v 10400 9\nX a\n", "version 9 of heaptrack's format is none of 1 to 3"),
                 ("v 10400 3\nx 4 /x/a\n", "a raw recording, which has no names; write it with names by: zstdcat FILE "
                  "| /usr/lib/heaptrack/libexec/heaptrack_interpret | gzip > NAMED.gz"), code="unsupported")

    def test_otlp(self):
        self.example("otlp-two-kinds.pb",
                     "main:0(work:0(inlined:20000000) demo+0x1345:10000000) 0x77:0 [unknown]:0", [],
                     "cpu 3e+07 ns, samples 8 samples", recording="sampled", period=1e7)
        self.example("otlp-dictionary-first.pb", None, ["the profiles of 2 resources are summed"],
                     "cpu 3e+07 ns, samples 16 samples")

    def test_pprof(self):
        self.example("pprof-nothing-in-use.pb", "main:0(grow:0)",
                     ["inuse_space is 0 everywhere; alloc_space has values", NO_SHARES],
                     "inuse_space 0 bytes, alloc_space 640 bytes")
        self.example("pprof-no-names.pb", "[unknown]:7([unknown]:5)",
                     ["no frame has a name, only an address; name them with: pprof -proto -output NAMED.pb.gz PROGRAM "
                      "FILE"], "inuse_space 12 bytes, alloc_space 640 bytes")

    def test_parca(self):
        """The profile in the answer, with its labels."""
        self.example("parca-query.json", "main.main:10000000(main.parse:50000000(main.lex:250000000))", [],
                     "cpu 3.1e+08 ns", format="parca", recording="sampled", period=1e7,
                     meta={"recorded": "2023-11-14T22:13:20Z", "duration": "10 s", "label endpoint": "/cart (2 samples)"})
        self.bad(('{"pprof":"","filtered":"0"}', "byte 9: pprof: not base64"),
                 ('{"pprof":"QUI","filtered":"0"}', "byte 9: pprof: not base64"),
                 ('{"pprof":"QU=D","filtered":"0"}', "byte 9: pprof: not base64"),
                 ('{"pprof":"QUJD","filtered":"0"}',
                  "pprof: byte 0: the file ends in the middle of a field: 3 bytes of at least 9 are there"))
        self.fails('{"pprof":7,"filtered":"0"}', "byte 9: pprof: not a string")
        self.cut_fails(profile_test.example("parca-query.json"))
        # The server says what is wrong with a query in JSON, too.
        self.fails('{"code":3,"message":"query is empty","details":[]}', "this is JSON, but not a profile that we know",
                   "unsupported")

    def test_cuts(self):
        for name in ("gperftools-32-big-endian.prof", "gperftools-sampled-heap.txt", "gperftools-threads.txt",
                     "jemalloc-threads.txt"):
            self.survives_cuts(name)


if __name__ == "__main__":
    profile_test.main()
