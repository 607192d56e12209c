/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of native programs: gperftools, jemalloc, heaptrack, OTLP; pprof without names. */
#include "load-text.h"
#include "profile-text.h"
#include "tests.h"

#define SELF CYAN_PROFILE_TEXT_SELF

#define NAMELESS                                                                                   \
  "the file has addresses and no names, so functions are named by their places in the program; "   \
  "names come with: "
#define PPROF     "google-pprof --collapsed PROGRAM FILE > NAMED.folded\n"
#define NO_SHARES "the total inuse_space is 0, so that there are no shares\n"
#define JEPROF    "jeprof --collapsed PROGRAM FILE > NAMED.folded\n"

/* Checks the example @name, its warnings, and its metrics: names, units and sums. */
static void
assert_example (const char *name, const char *tree, const char *warnings, const char *metrics)
{
  g_autofree char *path = g_strconcat ("foreign/", name, NULL);
  g_autoptr (CyanProfile) profile = load_data (path);
  g_autofree char *warned = warnings_of (profile);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < profile->n_metrics; i++)
    g_string_append_printf (found, "%s%s %g %s", i > 0 ? ", " : "", profile->metrics[i].name,
                            profile->metrics[i].total[CYAN_NODE_ROOT], profile->metrics[i].unit);
  if (tree != NULL)
    assert_profile (profile, SELF, tree);
  g_assert_cmpstr (warned, ==, warnings);
  g_assert_cmpstr (found->str, ==, metrics);
}

/* The words are the same in each form; the third record has the sampled address twice. */
TEST ("/native/words")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/gperftools-32-big-endian.prof");

  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 1e7);
  assert_example ("gperftools-32-big-endian.prof",
                  "server+0x1200:0(server+0x1100:0(server+0x1010:90000000) "
                  "server+0x1050:30000000)",
                  NAMELESS PPROF, "cpu 1.2e+08 ns, samples 12 samples");
  assert_example ("gperftools-64-big-endian.prof",
                  "server+0x1200:0(server+0x1100:0(server+0x1010:9000000) server+0x1050:3000000)",
                  NAMELESS PPROF, "cpu 1.2e+07 ns, samples 12 samples");
  assert_example ("gperftools-32-no-end.prof",
                  "0x401200:0(0x401100:0(0x401010:90000000) 0x401050:30000000)",
                  "the recording has no end: it was cut\n" NAMELESS PPROF,
                  "cpu 1.2e+08 ns, samples 12 samples");
  assert_example ("gperftools-java.prof",
                  "com.example.Main.main:0(com.example.Parser.read:40000000) GC:10000000", "",
                  "cpu 5e+07 ns, samples 5 samples");
}

TEST ("/native/symbols")
{
  const char *text = "--- symbol\nbinary=./server\n0x0000000000001010 inner<0000000000001000>\n"
                     "0x1100 outer--inlined\n---\n--- heap\n"
                     "heap profile: 3: 30 [ 3: 30] @ heapprofile\n"
                     "  2: 20 [ 2: 20] @ 0x1011 0x1101\n  1: 10 [ 1: 10] @ 0x1100\n";

  assert_tree (text, SELF, "outer:0(inlined:10(inner:20))", "");
  assert_fails ("--- symbol\n0x1 a\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: there is nothing after the symbols");
  assert_fails ("--- symbol\n0x1 a\n---\n--- profile\nwords", -1, CYAN_ERROR_INVALID,
                "t: byte 33: no header of a CPU profile");
}

TEST ("/native/heaps")
{
  g_autoptr (CyanProfile) sampled = load_data ("foreign/gperftools-sampled-heap.txt");

  /* An allocation of 512 bytes is seen once in 1024.5 times. */
  assert_example ("gperftools-sampled-heap.txt", NULL, NAMELESS PPROF,
                  "inuse_space 1.85702e+06 bytes, inuse_objects 1029.58 count, "
                  "alloc_space 5.85415e+06 bytes, alloc_objects 1044.84 count");
  g_assert_cmpint (sampled->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (sampled->period, ==, 524288);
  assert_example ("gperftools-nothing-in-use.txt", "0x4011ff:0(0x40100f:0) 0x4012ff:0(0x40100f:0)",
                  "inuse_space is 0 everywhere; alloc_space has values\n" NAMELESS PPROF NO_SHARES,
                  "inuse_space 0 bytes, inuse_objects 0 count, alloc_space 1600 bytes, "
                  "alloc_objects 5 count");
  assert_example ("gperftools-growth.txt",
                  "server+0x1ff:0(server+0xff:0(server+0xf:2097152) server+0xf:4194304)",
                  NAMELESS PPROF, "space 6.29146e+06 bytes, objects 3 count");
  assert_example ("gperftools-java-heap.txt", NULL, "",
                  "inuse_space 3.14938e+06 bytes, inuse_objects 54690.7 count");
  assert_example ("jemalloc-threads.txt", NULL, NAMELESS JEPROF,
                  "inuse_space 2.18314e+06 bytes, inuse_objects 8195.66 count");
}

TEST ("/native/counts")
{
  /* 2 cycles are 1 ns, and 99 of 100 waits were not recorded. */
  assert_example ("gperftools-contention.txt",
                  "server+0x1ff:0(server+0xff:0(server+0xf:974515200) server+0x4f:884000) "
                  "server+0xff:0(server+0xf:38400)",
                  NAMELESS PPROF, "delay 9.75438e+08 ns, contentions 3200 count");
  assert_example ("gperftools-goroutine.txt",
                  "0x45322:0(0x45044:0(0x44cb2:3)) 0x46715:0(0x44cb2:2)", NAMELESS PPROF,
                  "goroutine 5 count");
}

/* A stack ends with that of the thread's creator; the last thread has the stack before it. */
TEST ("/native/threads")
{
  assert_example ("gperftools-threads.txt",
                  "libc.so+0x11c:0(server+0xe30:0(main:0(wait:1))) "
                  "server+0xbe3:0(start:0('poll(int)':2))",
                  "", "thread 3 count");
  assert_tree ("--- Thread 7f (name: main/1) stack: ---\n  PC: 0x11 0x21\n      0x31\n"
               "---- no stack trace for 1 threads\n",
               SELF, "0x30:0(0x20:0(0x11:1))", NAMELESS PPROF);
  assert_tree ("--- threadz 1 ---\n\n--- Thread 7f (name: main/1) stack: ---\n"
               "  [same as previous thread]\n",
               SELF, "[unknown]:1", "");
  assert_fails ("--- threadz 1 ---\n--- Thread 7f (name: main/1) stack: ---\n  PC: main\n", -1,
                CYAN_ERROR_INVALID, "t: line 3: neither counts nor a stack of addresses");
}

/* Go names the frames in comments, but for those of its runtime. */
TEST ("/native/go")
{
  assert_example ("gperftools-go-goroutine.txt",
                  "main.main.func1:0('sync.(*Mutex).Lock':0('sync.(*Mutex).lockSlow':0("
                  "sync.runtime_SemacquireMutex:2)) time.Sleep:1) "
                  "runtime.main:0(main.main:0('runtime/pprof.(*Profile).WriteTo':0("
                  "runtime/pprof.writeGoroutine:0(runtime/pprof.writeRuntimeProfile:0("
                  "runtime/pprof.runtime_goroutineProfileWithLabels:1)))))",
                  "", "goroutine 4 count");
  assert_example ("gperftools-go-mutex.txt",
                  "main.main.func1:0('sync.(*Mutex).Unlock':85748513.07199098)", "",
                  "delay 8.57485e+07 ns, contentions 52 count");
  assert_tree ("goroutine profile: total 3\n2 @ 0x11\n#\t0x10\tmain.f+0x1\tf.go:3\n1 @ 0x21\n",
               SELF, "main.f:2 [unknown]:1", "");
}

TEST ("/native/broken-text")
{
  assert_fails ("heap profile: 1: 2 [3: 4] @ heapprofile\n1: 2 [3] @ 0x1\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: neither counts nor a stack of addresses");
  assert_fails ("heap profile: 1: 2 [3: 4] @ heapprofile\n1: 2 [3: 4] @ 0x1 x\n", -1,
                CYAN_ERROR_INVALID, "t: line 2: neither counts nor a stack of addresses");
  assert_fails ("heap_v2/1\n@ 0x1\n  t*: 1: 2\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: neither counts nor a stack of addresses");
  assert_fails ("heap_v2/1\n@ 0x1\n  t*: 1: 2 [3: 4] 5\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: neither counts nor a stack of addresses");
  assert_fails ("heap_v2/1\n@ 0x1\n  t*: 1: 2 [3: 4] @ 0x2\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: neither counts nor a stack of addresses");
  assert_fails ("heap profile: 1: 2 [3: 4] @ heapprofile\n1: 2 [3: 4]\n", -1, CYAN_ERROR_INVALID,
                "t: line 2: neither counts nor a stack of addresses");
  /* Each number is finite, but not what it is scaled to. */
  assert_fails ("heap profile: 1: 1 [1: 1] @ heap_v2/9e99\n1: 1 [1: 1] @ 0x1\n", -1,
                CYAN_ERROR_INVALID, "t: line 2: a number that is too large");
  assert_fails ("heap_v2/9e99\n@ 0x1\n  t*: 1: 1 [0: 0]\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: a number that is too large");
  assert_fails ("--- contention\ncycles/second = 1e-300\nsampling period = 9e99\n5 7 @ 0x1\n", -1,
                CYAN_ERROR_INVALID, "t: line 4: a number that is too large");
}

TEST ("/native/broken-words")
{
  const guint32 deep[] = { 0, 3, 0, 100, 0, 1, 0x7fffffff, 1 };
  const guint32 cut[] = { 0, 3, 0, 100, 0, 1, 3, 1 };

  assert_fails ((const char *) deep, sizeof deep, CYAN_ERROR_INVALID,
                "t: byte 20: a stack of 2147483647 addresses");
  assert_fails ((const char *) cut, sizeof cut, CYAN_ERROR_INVALID,
                "t: byte 20: the file ends in the middle of a stack");
}

/* Two frames at one address, a temporary allocation, and one that leaks before the peak is over. */
TEST ("/native/heaptrack")
{
  const char *text = "v 10400 3\nX ./demo 20\ns 4 /x/demo\ns 4 main\ns 3 m.c\ns 5 outer\n"
                     "s 7 inlined\ni 400 1 2 3 a\nt 1 0\ni 500 1 5 3 c 4 3 b\nt 2 1\n"
                     "i 600 1\nt 3 1\na 10 2\na 8 3\n+ 0\n+ 1\n- 1\n+ 0\n- 0\n# end\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (CyanProfile) profile = load_text (text, -1, &error);

  g_assert_no_error (error);
  assert_profile (profile, CYAN_PROFILE_TEXT_SELF | CYAN_PROFILE_TEXT_CALL_SITE,
                  "main:0(outer:0@10(inlined:32@11) [unknown]:8@10)");
  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_EXACT);
  assert_example ("heaptrack-inlined.zst", NULL, "",
                  "allocated 2.43978e+06 bytes, peak 582956 bytes, leaked 504096 bytes, "
                  "allocations 266 count, temporary 250 count");
  assert_fails ("v 10400 3\nX a\nt 1 0\n", -1, CYAN_ERROR_INVALID,
                "t: line 3: number 1 (hexadecimal) is not defined");
  /* Only one old release did not write the version of its format. */
  assert_fails ("v 10400\nX a\n", -1, CYAN_ERROR_UNSUPPORTED,
                "t: version 0 of heaptrack's format is none of 1 to 3");
  assert_fails ("v 10400 9\nX a\n", -1, CYAN_ERROR_UNSUPPORTED,
                "t: version 9 of heaptrack's format is none of 1 to 3");
  assert_fails ("v 10400 3\nx 4 /x/a\n", -1, CYAN_ERROR_UNSUPPORTED,
                "t: a raw recording, which has no names; write it with names by: zstdcat FILE | "
                "/usr/lib/heaptrack/libexec/heaptrack_interpret | gzip > NAMED.gz");
}

TEST ("/native/otlp")
{
  g_autoptr (CyanProfile) profile = load_data ("foreign/otlp-two-kinds.pb");

  g_assert_cmpint (profile->recording, ==, CYAN_RECORDING_SAMPLED);
  g_assert_cmpfloat (profile->period, ==, 1e7);
  assert_example ("otlp-two-kinds.pb",
                  "main:0(work:0(inlined:20000000) demo+0x1345:10000000) 0x77:0 [unknown]:0", "",
                  "cpu 3e+07 ns, samples 8 samples");
  assert_example ("otlp-dictionary-first.pb", NULL, "the profiles of 2 resources are summed\n",
                  "cpu 3e+07 ns, samples 16 samples");
}

TEST ("/native/pprof")
{
  assert_example ("pprof-nothing-in-use.pb", "main:0(grow:0)",
                  "inuse_space is 0 everywhere; alloc_space has values\n" NO_SHARES,
                  "inuse_space 0 bytes, alloc_space 640 bytes");
  assert_example ("pprof-no-names.pb", "[unknown]:7([unknown]:5)",
                  "no frame has a name, only an address; name them with: pprof -proto -output "
                  "NAMED.pb.gz PROGRAM FILE\n",
                  "inuse_space 12 bytes, alloc_space 640 bytes");
}

TEST ("/native/cuts")
{
  assert_survives_cuts ("gperftools-32-big-endian.prof");
  assert_survives_cuts ("gperftools-sampled-heap.txt");
  assert_survives_cuts ("gperftools-threads.txt");
  assert_survives_cuts ("jemalloc-threads.txt");
}
