# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the text of perf script: all forms of headers and frames, damage, recordings."""

import profile_test
from profile_test import STRING_MAX, ProfileTest

# A header with perf's default fields.
HEAD = "prog 12 1.000001:        500 cpu-clock: \n"
FRAME = "\t            "


def stack(*frames):
    """Frames, which end with a blank line."""
    return "".join(f"{FRAME}{frame}\n" for frame in frames) + "\n"


def collapsed(profile):
    """Paths, self values and totals by the names of stackcollapse-perf.pl, which replaces an unknown function by its
    module."""
    paths = [""]
    for node in range(1, profile.n_nodes):
        is_module = profile.name[node] == "[unknown]" and profile.module[node]
        name = f"[{profile.module[node]}]" if is_module else profile.name[node]
        paths.append(f"{paths[profile.parent[node]]};{name}")
    return sorted(zip(paths[1:], profile.self[1:], profile.total[1:]))


class Perf(ProfileTest):
    def test_heads(self):
        for head, tree, n_threads in (
                ("prog 12 1.000001:        500 cpu-clock: ", "prog:0(main:500)", 1),
                ("prog    12 [003]     1.000001:        500 cpu-clock: ", "prog:0(main:500)", 1),
                ("prog 11/12 [003] 1.000001: 500 cpu-clock:", "prog:0(main:500)", 1),
                ("prog    11/12      [003]   1.000001001:     500   cpu-clock:u: ", "prog:0(main:500)", 1),
                ("prog 12 [000] U  1.000001: 500 cycles:u: ", "prog:0(main:500)", 1),
                ("prog 12 VM:7 VCPU:001 [000] 1.000001: 500 cycles:G: ", "prog:0(main:500)", 1),
                ("            prog    12     1.000001:   500 cycles: ", "prog:0(main:500)", 1),
                ("prog 12 1.000001: cycles: ", "prog:0(main:1)", 1),
                ("prog 12 1.000001: sched:sched_switch: prev_comm=a prev_pid=1 ==> next_comm=b", "prog:0(main:1)", 1),
                ("prog 12 1.000001:  5 cpu/event=0x3c,umask=0x0/: ", "prog:0(main:5)", 1),
                ("prog 12 1.000001:  5 my event: ", "prog:0(main:5)", 1),
                ("prog 12 1.000001: ", "prog:0(main:1)", 1),
                ("prog 12 1.000001:         7 ", "prog:0(main:7)", 1),
                ("prog 12     500250 cycles: ", "prog:0(main:500250)", 1),
                ("prog 12 cycles: ", "prog:0(main:1)", 1),
                ("prog 11/12 [001]   9 cycles: ", "prog:0(main:9)", 1),
                ("prog   4194303 cycles: ", "prog:0(main:1)", 1),
                ("prog     500250 cycles: ", "prog:0(main:500250)", 0),
                ("prog [001] cycles: ", "prog:0(main:1)", 0),
                ("prog cycles: ", "prog:0(main:1)", 0),
                ("prog 1.000001: 5 cycles: ", "prog:0(main:5)", 0),
                ("prog ", "prog:0(main:1)", 0),
                ("    12 1.000001: 5 cycles: ", "main:5", 1),
                ("1.000001: 5 cycles: ", "main:5", 0),
                ("", "main:1", 0),
                # Names of commands.
                ("Web Content 12 1.000001: 5 cycles: ", "'Web Content':0(main:5)", 1),
                ("my prog 7 12 [000] 1.000001: 5 cycles: ", "'my prog 7':0(main:5)", 1),
                ("(sd-pam) 12 1.000001: 5 cycles: ", "'(sd-pam)':0(main:5)", 1),
                ("kworker/0:1-events 12 1.000001: 5 cycles: ", "'kworker/0:1-events':0(main:5)", 1),
                ("a: b 12 1.000001: 5 cycles: ", "'a: b':0(main:5)", 1),
                ("IO 12 1.000001: 5 cycles: ", "IO:0(main:5)", 1),
                (":12 12 1.000001: 5 cycles: ", "[unknown]:0(main:5)", 1),
                (":-1    -1 1.000001: 5 cycles: ", "[unknown]:0(main:5)", 0),
                ("swapper     0 [001] 1.000001: 5 cycles: ", "swapper:0(main:5)", 0)):
            with self.subTest(head):
                self.check(head + "\n" + stack("1234 main+0x1f (/usr/bin/prog)"), tree, format="perf-script",
                           n_threads=n_threads, warnings=[])

    def test_frames(self):
        for frame, name, module in (
                ("ffffffff8134315f flush_tlb_mm_range+0x4af ([kernel.kallsyms])", "flush_tlb_mm_range",
                 "[kernel.kallsyms]"),
                ("            52d9 main (prog)", "main", "prog"),
                ("            52d9 main", "main", ""),
                ("            52d9 main+0x12", "main", ""),
                ("            52d9", "[unknown]", ""),
                ("            52d9 (/usr/bin/prog)", "[unknown]", "prog"),
                ("               0 [unknown] ([unknown])", "[unknown]", ""),
                ("            52d9 [unknown] (/usr/bin/dash)", "[unknown]", "dash"),
                ("            52d9 0x52d9 (/usr/bin/dash)", "[unknown]", "dash"),
                ("            52d9 f.isra.0+0x1 (p)", "f.isra.0", "p"),
                ("            52d9 cfree@GLIBC_2.2.5+0x72 (/usr/lib/libc.so.6)", "cfree@GLIBC_2.2.5", "libc.so.6"),
                ("            52d9 @plt+0x0 (/usr/lib/libc.so.6)", "@plt", "libc.so.6"),
                ("            52d9 (anonymous namespace)::f(int, char (*)(long)) const+0x1f (p)",
                 "(anonymous namespace)::f(int, char (*)(long)) const", "p"),
                ("            52d9 (anonymous namespace)::f(int) const", "(anonymous namespace)::f(int) const", ""),
                ("            52d9 f(int (*)(char))", "f(int (*)(char))", ""),
                ("            52d9 std::map<int, std::vector<a b> >::operator()(int)+0x1f (/opt/a (b)/c (d))",
                 "std::map<int, std::vector<a b> >::operator()(int)", "c (d)"),
                ("            52d9 operator new(unsigned long)+0x1f (p)", "operator new(unsigned long)", "p"),
                ("            52d9 operator<< <char>(std::ostream&)+0xabc (p)", "operator<< <char>(std::ostream&)",
                 "p"),
                ("            52d9 f+0x1 (/usr/lib/x.so (deleted))", "f", "x.so"),
                ("            52d9 f+0x1 (/tmp/odd) name)", "f", "odd) name"),
                ("            52d9 f+0x1 (/usr/lib/x.so+0x29d90)", "f", "x.so"),
                ("    7f0012345678 Ljava/util/HashMap;::get+0x3c (/tmp/perf-4711.map)", "Ljava/util/HashMap;::get",
                 "perf.map"),
                ("    7f0012345678 [unknown] ([perf-4711.map])", "[unknown]", "[perf.map]"),
                ("    7f0012345678 JS:*find /app/a.js:1:14+0x5 (/home/u/.debug/jit/x/jitted-4711-12.so)",
                 "JS:*find /app/a.js:1:14", "jitted.so"),
                ("            52d9 f (//anon)", "f", "anon"),
                ("            52d9 f (perf-tools)", "f", "perf-tools"),
                ("            52d9 f (inlined)", "f", "")):
            with self.subTest(frame):
                profile = self.check(HEAD + "\t" + frame + "\n\n", n_nodes=3, warnings=[])
                self.assertEqual((profile.name[2], profile.module[2], profile.self[2]), (name, module, 500))

    def test_frame_in_head(self):
        """Without stacks perf prints a single frame after the event."""
        self.tree("prog 12 1.0001:     500 cycles:  ffffffff8134315f f+0x1 ([kernel.kallsyms])\n"
                  "prog 12 1.0002:     500 cycles:      558dc9e0e198 g(int)+0x1 (/usr/bin/prog)\n"
                  "prog 12 1.0003:     500 cycles:      558dc9e0e198 [unknown] ([unknown])\n",
                  "prog:0(f:500 'g(int)':500 [unknown]:500)")
        # perf mem: address of the data, memory access, weights.
        self.tree("prog 12 [000] 1.0001: 1 cpu/mem-loads,ldlat=30/P:  ffff88810005 1e05080144 |OP LOAD|LVL LFB hit|"
                  "SNP None|TLB L1 hit|LCK No|BLK  N/A 33 0 ffffffff81000001 memcpy+0x1 ([kernel.kallsyms])\n",
                  "prog:0(memcpy:1)")
        self.tree("prog 12 1.0001: 3 cycles:      7f0000000001     558dc9e0e198 g+0x1 (prog)\n", "prog:0(g:3)")
        # The same without a time.
        self.tree("            prog    12          3 cycles:      7f0000000001 f+0x1 (prog)\n", "prog:0(f:3)")
        # With a stack below, it is the address of the data.
        self.tree("prog 12 1.0001: 3 cycles:      7f0000000001 data+0x1 (prog)\n" + stack("1111 f (prog)"),
                  "prog:0(f:3)")
        # The fields of a tracepoint are not a frame.
        self.tree("prog 12 1.0001: kmem:kfree: add 0x1 (x)\nprog 12 1.0001: probe:f: (ffffffff8134315f)\n", "prog:1")

    def test_samples(self):
        # Incomplete stacks stay roots; samples without a stack belong to the command.
        self.tree("a 1 1.001: 5 cycles: \n" + stack("1111 f (p)", "1112 main (p)")
                  + "a 1 1.002: 5 cycles: \n" + stack("1111 f (p)", "1110 [unknown] ([unknown])")
                  + "b 2 1.003: 5 cycles: \n\n"
                  + "a 1 1.004: 7 cycles: \n" + stack("1111 g (p)", "1112 main (p)")
                  + "a 1 1.005: 7 cycles: \n" + stack("1112 main (p)"),
                  "a:0(main:7(f:5 g:7) [unknown]:0(f:5)) b:5")
        # Functions of one name in two modules are two functions.
        self.tree("a 1 1.001: 5 cycles: \n" + stack("1111 f (p)") + "a 1 1.002: 6 cycles: \n" + stack("1111 f (q)"),
                  "a:0(f:5 f:6)")
        # Only stacks.
        self.tree("\n" + stack("1111 f", "1112 main") + "\n" + stack("1111 g", "1112 main"), "main:0(f:1 g:1)")
        # Tabs replaced by spaces, DOS line ends.
        self.tree("a 1 1.001: 5 cycles: \r\n        ffffffff81 f+0x1 (p)\r\n        2 main (p)\r\n\r\n",
                  "a:0(main:0(f:5))")
        # Records other than samples.
        self.tree("swapper     0     0.000000: PERF_RECORD_MMAP -1/0: [0xff(0x1) @ 0xff]: x [k]_text\n"
                  "u  5 14.97: PERF_RECORD_COMM exec: u:5659/5659\n"
                  "u  5 14.971369: PERF_RECORD_COMM exec: u:5659/5659\n" + HEAD + stack("1111 f (p)")
                  + "PERF_RECORD_LOST lost 7\nu  5 14.971369: PERF_RECORD_LOST_SAMPLES lost 5\n",
                  "prog:0(f:500)", "perf lost 12 events while it recorded")

    def test_several_events(self):
        text = ("a 1 1.001:          1 page-faults: \n" + stack("1111 f (p)")
                + "a 1 1.002:    1000000   cpu-clock: \n" + stack("1111 f (p)")
                + "a 2 1.003:          9 page-faults: \n" + stack("1111 g (p)")
                + "a 3 1.004:    1000000   cpu-clock: \n" + stack("1111 g (p)")
                + "a 3 1.005: sched:sched_switch: prev_comm=x\n" + stack("1111 g (p)"))
        # Without a known order, the most useful event comes first.
        profile = self.check(text, "a:0(f:1000000 g:1000000)", n_threads=3, period=1000000, all_metrics=[
            "cpu-clock ns", "page-faults count", "sched:sched_switch samples"])
        self.assertEqual((profile.metrics[1].self[3], profile.metrics[2].total[0]), (9, 1))
        # (1 + 81) / 10: the sample of weight 9 is 9 tenths of the sum.
        self.check("# event : name = page-faults, , id = { 7 }, type = 1\n"
                   "# event : name = dummy:HG, , id = { 8 }, type = 1\n"
                   "# event : name = cpu-clock, , id = { 9 }, type = 1\n#\n" + text, period=8.2, all_metrics=[
                       "page-faults count", "cpu-clock ns", "sched:sched_switch samples"])

    def test_inlined_and_sources(self):
        """Inlined functions are separate frames, in the module of the function that contains them."""
        profile = self.check(
            HEAD + FRAME + "1a11 std::less()+0x1b0\n  /usr/include/c++/12/bits/stl_algo.h:1870 (inlined)\n"
            + FRAME + "1a11 sort()+0x1b0 (inlined)\n"
            + FRAME + "1a11 run+0x1b0 (/tmp/p w/prog)\n  src/my run.c:45 (discriminator 2)\n"
            + FRAME + "1b00 start_main+0x84 (inlined)\n"
            + FRAME + "1120 _start+0x20 (/lib/ld.so)\n  ??:0\n"
            + FRAME + "1121 run2+0x20 (/lib/ld.so)\n  ld.so[1121]\n"
            + FRAME + "1122 run3+0x20 (/lib/ld.so)\n  :0\n\n"
            + HEAD + FRAME + "1a19 run+0x1b8 (/tmp/p w/prog)\n  other.h:7\n\n",
            "prog:0(run3:0(run2:0(_start:0(start_main:0(run:0('sort()':0('std::less()':500)))))) run:500)",
            warnings=[])
        self.assertEqual(list(zip(profile.name, profile.module, profile.file))[2:], [
            ("run3", "ld.so", ""), ("run2", "ld.so", ""), ("_start", "ld.so", ""), ("start_main", "", ""),
            ("run", "prog", "src/my run.c"), ("sort()", "prog", ""),
            ("std::less()", "prog", "/usr/include/c++/12/bits/stl_algo.h"), ("run", "prog", "src/my run.c")])

    def test_header(self):
        self.check("# ========\n# captured on    : Sat Nov 21 04:55:11 2026\n# header version : 1\n"
                   "# hostname : build-7\n# perf version : 6.1.187\n# cmdline : /usr/bin/perf record -g ./prog: \n"
                   "# ========\n#\n" + HEAD + "\n", meta={
                       "recorded": "Sat Nov 21 04:55:11 2026", "host": "build-7", "producer": "perf 6.1.187",
                       "command": "/usr/bin/perf record -g ./prog:"})
        self.tree("# captured on    : now\n# ========\n#\n", "", "the profile is empty")

    def test_idle(self):
        """Idle time of CPUs is left out when profiles are compared."""
        self.check("swapper     0 [001] 1.0001: 90 cycles: \n" + stack("1111 do_idle ([kernel.kallsyms])")
                   + "prog 12 [000] 1.0001: 10 cycles: \n" + stack("1111 main (p)"), busy=10)

    def test_errors(self):
        fine = HEAD + stack("1111 f (p)")
        self.bad(
            (fine + "what is this\n", 'line 4: expected a sample, a frame or a blank line, found "what is this"'),
            (fine + "prog 12 1.0002: 99999999999999999999 cpu-clock: \n",
             'line 4: expected a period, found "99999999999999999999"'),
            (fine + "prog 12 1.0002: -5 cpu-clock: \n", 'line 4: expected a period, found "-5"'),
            (fine + "prog 12 1.0002: 1e9 cpu-clock: \n", 'line 4: expected a period, found "1e9"'),
            (fine + "prog 12 1.0002: cpu-clock: \n", 'line 4: no period before "cpu-clock", which had one before'),
            ("prog 12 1.0002: cpu-clock: \n" + stack("1111 f (p)") + HEAD,
             'line 4: a period before "cpu-clock", which had none before'),
            (fine + "prog 12 1.0002: 500250\n",
             'line 4: expected an event and a colon, found "prog 12 1.0002: 500250"'),
            (fine + stack("1111 g (p)"), "line 4: a frame without a sample above it"),
            ("prog \n" + stack("1111 f (p)") + "prog\nprog\n", "line 4: expected a sample with its stack"),
            ("prog \n" + stack("1111 f (p)") + "prog\n", "line 4: expected a sample with its stack"),
            (HEAD + stack("1111 f\0 (p)"), "line 2: a NUL byte, which no text has (is this UTF-16?)"))

    def test_limits(self):
        self.fails(HEAD + stack("1111 f", "1111 g", "1111 h"), "line 5: more than 3 nodes", "limit", "node limit",
                   max_nodes=3)
        self.fails("".join(f"a 1 1.0001: 5 event{i}: \n" for i in range(65)), "line 65: more than 64 events", "limit")

    def test_odd_lines(self):
        self.tree(HEAD + FRAME + "1111 f (p)\n\tnot an address\n  brstack 0x1/0x2/P\n"
                  + stack("12345678901234567 g (p)"), "prog:0(f:500)",
                  "3 lines belong to no stack and were left out, line 3 the first")

    def test_deep(self):
        depth = 1000000
        profile = self.check(HEAD + depth // 2 * "\t2 g (p)\n\t1 f (p)\n" + "\n", depth=depth + 1)
        self.assertEqual(profile.total[2], 500)

    def test_long_names(self):
        name = 1000000 * b"n"
        profile = self.check(HEAD.encode() + b"\t1111 caf\xe9 (p)\n\n" + name + b" 12 1.0001: 5 cpu-clock: \n\t1111 "
                             + name + b" (p)\n\n", n_nodes=5)
        self.assertEqual(profile.name[2], "caf\ufffd")
        self.assertTrue(profile.name[3].startswith("nnnn"))
        self.assertLessEqual(len(profile.name[4].encode()), STRING_MAX)
        self.assertIn("repaired", str(profile.warnings))

    def test_cut_everywhere(self):
        """A file cut at any byte gives an error or a warning, except after a blank line or a comment line."""
        text = ("# hostname : h\n#\n" + HEAD + FRAME + "111a f+0x1 (inlined)\n" + FRAME
                + "111a g+0x1 (/usr/bin/p)\n  a.c:12\n" + stack("112b main+0x1f (/usr/bin/p)")
                + "Web Content 12/13 [001] 2.000001:        500 cpu-clock: \n" + stack("111a f+0x1 (x)")
                + HEAD + FRAME + "1113 h (x)\r\n\n")
        for length, profile in self.cuts(text):
            if profile and text[length - 1] != "\n":
                self.assertIn("may have been cut", str(profile.warnings))
            elif profile and text[length - 2] == ")":
                self.assertIn("not followed by a blank line", str(profile.warnings))

    def test_cut_sample(self):
        def no_break(line):
            return f"line {line} ends without a line break: the file may have been cut"

        fine = HEAD + stack("1111 f (p)")
        # A frame without a line break counts.
        self.tree(fine[:-2], "prog:0(f:500)", no_break(2))
        self.tree(fine + HEAD + stack("1111 g (p)", "1112 main (p)")[:-2], "prog:0(f:500 main:0(g:500))", no_break(6))
        self.tree("prog 12 1.000001: 500 cpu-clock:      558dc9e01111 f+0x1 (p)\n"
                  "prog 12 1.000002: 500 cpu-clock:      558dc9e01112 g (p)", "prog:0(f:500 g:500)", no_break(2))
        # But a sample that begins there does not.
        left_out = ", and its last sample was left out"
        self.tree(fine + "prog 12 1.0000", "prog:0(f:500)", no_break(4) + left_out)
        self.tree(fine + HEAD + stack("1111 g (p)")[:-1], "prog:0(f:500 g:500)",
                  "the last stack is not followed by a blank line: the file may have been cut")
        self.tree("a 1 1.0001: 5 cycles: \na 1 1.0002: 5 cyc", "a:5", no_break(2) + left_out)

    def test_sniff(self):
        for text in (
                "main;parse 12\nmain 3\n", "prog 12 13\n", "cct 1\n", "Chapter 12 intro: text\n    add more of it\n",
                "Chapter 12 intro: text\n\tadd more of it\n",
                "[    1.234567] usb 1-1: new device\n[    1.234568] usb 1-1: found\n",
                "  bash-1234  [000] d..1   123.456789: sched_switch: prev_comm=bash\n",
                '     0.000100 execve("/bin/true") = 0\n', "foo: bar\n  baz: 1\n", "\t1234567890123456\tx\n",
                "0000000000001570 T work\n",
                "4294544  418790:\tf3 0f 1e fa          \tendbr64\n4294548  418794:\t55    \tpush   %rbp\n",
                "# a comment\n"):
            self.assertLess(self.sniff(text, "perf-script"), 50, text)
        for text, name in (("# ========\n# captured on    : Sat Nov 21 04:55:11 2026\n", "perf-script"),
                           ("swapper     0     0.000000: PERF_RECORD_MMAP -1/0: x\n" + HEAD, "perf-script"),
                           ("PERFILE2", "perf-data")):
            self.assertEqual(self.surest(text), name)

    def test_spaces(self):
        """Without times, and with frames that are indented by spaces or not at all."""
        for indent in "", " ", "            ":
            text = (f"dd 12 cycles: \n{indent}ffffffff81001 f: x ([kernel])\n{indent}7f001234 main (/bin/dd)\n\n"
                    f"dd 12 cycles: \n{indent}7f001234 main (/bin/dd)\n\n")
            self.assertGreaterEqual(self.sniff(text, "perf-script"), 50)
            self.tree(text, "dd:0(main:1('f: x':1))")
        # A blank line between the header and the stack.
        self.tree(HEAD + "\n" + stack("1234 main (prog)"), "prog:0(main:500)")
        # Not frames: no address, a short one, and a module that is no path.
        for frame in "main (/bin/dd)", "1 main (/bin/dd)", "12345 main (dd)":
            self.assertLess(self.sniff(f"dd 12 cycles: \n   {frame}\n", "perf-script"), 50)

    def test_unfolded_java(self):
        """Methods that perf-map-agent lists in one name; names in C++ contain arrows, too."""
        for frame, tree in (("La;::f->Lb;::g->Lc;::h+0x1 (/tmp/perf-12.map)", "'La;::f':0('Lb;::g':0('Lc;::h':500))"),
                            ("a::operator->(b) (/tmp/perf-12.map)", "'a::operator->(b)':500"),
                            ("a::f->b::g (/bin/prog)", "'a::f->b::g':500"), ("-> (/tmp/perf-12.map)", "->:500")):
            self.tree(HEAD + stack("1234 " + frame), f"prog:0({tree})")

    def test_branches(self):
        """Every branch, as Intel PT records, is no sample."""
        for line in ("12/12 1.000001: 1   branches:uH:   jmp      40bb19 f+0x289 (p) =>   40bab9 f+0x229 (p)\n",
                     "prog 12 [000] 1.000001:          1 branches:  7f0000000001 f+0x1 (p) => 558dc9e0e198 g (p)\n"):
            self.fails(line, "line 1: a trace of branches, not samples of stacks; open what "
                       "`perf script --itrace=i100usg` prints", "unsupported")

    def test_recordings(self):
        for name, n_nodes, depth, n_functions, total, warnings in (
                ("cmark-a.perf.txt.zst", 248, 17, 151, 1750374750, []),
                ("cmark-b.perf.txt.zst", 250, 16, 146, 410205000, []),
                ("jq-a.perf.txt.zst", 585, 19, 191, 4544271000, []),
                ("lua-a.perf.txt.zst", 1046, 128, 267, 2314656750, [
                    "14 of 4627 stacks have 127 frames, at which perf cuts them: what called those is missing"])):
            profile = self.check_file(name, format="perf-script", n_nodes=1 + n_nodes, depth=depth,
                                      n_functions=n_functions, all_metrics=["cpu-clock ns"], recording="sampled",
                                      period=500250, unordered=True, n_threads=1, has_calls=False, warnings=warnings)
            self.assertEqual(profile.total[0], total)

    def test_against_stackcollapse(self):
        """The tree is the same as that of stackcollapse-perf.pl for the same text."""
        self.assertEqual(collapsed(self.open("jq-a.perf.txt.zst")), collapsed(self.open("jq-a.perf.folded.gz")))


if __name__ == "__main__":
    profile_test.main()
