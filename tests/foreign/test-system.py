# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading what the profilers of operating systems export."""

import json

import profile_test
from profile_test import FULL, SELF, SITES, ProfileTest, example

CUT = ("the last lines add up to less than the lines above them say, %s %% of the whole is missing: the file may have been "
       "cut")
SAMPLING = "Analysis of sampling a (pid 1) every 1 millisecond\n"


class System(ProfileTest):
    def recording(self, name, tree, flags=SELF, **wanted):
        """An example, which may be cut anywhere."""
        profile = self.check_file(f"foreign/{name}", tree, flags=flags, **wanted)
        self.survives_cuts(name)
        return profile

    def test_simpleperf(self):
        profile = self.recording(
            "simpleperf-two-events.trace",
            "org.example.app:0(main:0('app::draw(int)':250000([unknown]:500000))) "
            "RenderThread:0(main:250000(write:0)) [unknown]:0(write:250000)",
            all_metrics=["cpu-clock ns", "sched:sched_switch count"], recording="sampled", period=350000, n_threads=2,
            warnings=["simpleperf lost 3 samples while it recorded"])
        self.assertEqual(profile.metrics[1].total[0], 1)

    def test_simpleperf_errors(self):
        record = b"SIMPLEPERF\1\0\4\0\0\0\12\2\50\1\0"
        self.fails(b"SIMPLEPERF\2\0\0", "version 2 of simpleperf's format is not 1", "unsupported")
        self.bad((record[:-1], "byte 16: a sample of event 1, which is not defined"),
                 (record[:-2], "byte 16: the file ends in the middle of a record"),
                 (b"SIMPLEPERF\1\0\0\0\0\40", "byte 12: a record of more than 268435456 bytes"))

    def test_apple_sample(self):
        self.recording("apple-sample-two-threads.txt",
                       "com.apple.main-thread:0(start:10(main:0('-[Reader read:]'@12:600 "
                       "'operator new(unsigned long)'@12:20 'Table<int (*)(char)>::find(int) const'@14:190)) ???:5) "
                       "Thread:0(thread_start:0([unknown]:825)) worker:10", SELF | SITES, unit="samples",
                       recording="sampled", n_threads=3, warnings=[])

    def test_apple_sample_places(self):
        """A line that ends within its address has no source; that of the next line is not meant."""
        self.tree(SAMPLING + "Call graph:\n    3 Thread_1\n    + 3 f  (in a) + 4  [0x1\n"
                  "    +   2 g  (in a) + 4  [0x2]  a.c:7\n"
                  "\nTotal number in stack (recursive counted multiple, when >=5):\n",
                  "Thread:0(f:1(g@0:2))", flags=SELF | SITES)

    def test_apple_sample_errors(self):
        no_line = "line 4: expected a number of samples and a function"
        self.bad((SAMPLING + "Process: a\n", "the file ends before its call graph"),
                 (SAMPLING + "Call graph:\n    2 Thread_1\n    +  2 f\n", no_line),
                 (SAMPLING + "Call graph:\n    2 Thread_1\n    + many f\n", no_line),
                 (SAMPLING + "Call graph:\n    2 Thread_1\n    +   2 f\n",
                  "line 4: indented more than one level deeper than the line before"))
        self.tree(SAMPLING + "Call graph:\n    2 Thread_1\n    + 3 f  (in a)\n", "Thread:0(f:3)",
                  "the file ends in its call graph: it may have been cut",
                  "1 line has less than the lines below it together")

    def test_dtrace(self):
        self.recording("dtrace-keys.txt",
                       "firefox:0(_lwp_start:0('<< internal code >>':0(__pwrite:0(pwrite:0(fop_write:12))))) "
                       "node:0(_lwp_start:0([unknown]:0('foo<int>::bar(char)':7))) [unknown]:-2 idle:3", unit="",
                       recording="sampled")

    def test_dtrace_others(self):
        for text in ("Use `make`:\n\n    `make all`\n\n    12\n", "# title\n\n    a`b\nnext\n",
                     "CPU     ID                    FUNCTION:NAME\n  8  35077      :tick-60s\n", "\n   12\n   13\n"):
            self.assertLess(self.sniff(text, "dtrace"), 50)
        # A header is not needed; the end may be missing.
        self.tree("\n   a`f+0x1\n   a`main\n     3\n\n   a`main\n", "main:0(f:3)",
                  "the last stack has no value and was left out: the file may have been cut")
        self.fails("\n   a`f+0x1\n      1\n\n   a`f\n   value  ------------- Distribution ------------- count\n",
                   "line 6: a distribution of values; aggregate by count() or sum()", "unsupported")

    def test_bpftrace(self):
        """Recorded by bpftrace 0.17."""
        profile = self.check_file("foreign/bpftrace-stacks.txt", metric="value", unit="", recording="sampled",
                                  warnings=[])
        self.assertEqual(profile.total[0], 95)
        self.assertEqual(profile.name[1:4], ["reader", "__libc_start_call_main", "main"])
        for _ in self.cuts(example("bpftrace-stacks.txt"), 1, 199):
            pass
        profile = self.check_file("foreign/bpftrace-maps.json", all_metrics=["bytes", "samples"],
                                  warnings=["16 values that are no counts or sums were left out"])
        self.assertEqual([metric.total[0] for metric in profile.metrics], [96 * 4096, 96])
        self.assertEqual(profile.module[profile.name.index("spin")], "/home/user/app/reader")
        # Printed each second and at the end, when the program was gone and bpftrace knew no names.
        profile = self.check_file("foreign/bpftrace-prints.txt",
                                  warnings=["@ was printed 4 times and grew; the last print counts"])
        self.assertEqual(profile.total[0], 123)

    def test_bpftrace_keys(self):
        """Parts of keys in any order, and forms of frames."""
        kernel, user = "\n    vfs_read+187\n    entry_SYSCALL_64_after_hwframe+118\n", "\n    read+5\n    main+9\n"
        tree = "sh:0(main:0(read:0(entry_SYSCALL_64_after_hwframe:0(vfs_read:7))))"
        for key in (f"{kernel}, {user}, sh", f"{user}, {kernel}, sh", f"sh, {kernel}, {user}, 4711"):
            self.tree(f"@[{key}]: 7\n", tree)
            self.tree(json.dumps({"type": "map", "data": {"@": {key.replace(", ", ","): 7}}}) + "\n", tree)
        self.tree(f"Attaching 1 probe...\n\n@x[, {user}, sh]: 3\n@x[, , sh]: 4\n@x[, ]: 5\n", "sh:4(main:0(read:3)) '[no stack]':5")
        profile = self.check("@[\n\t55ea34e31349 f<a, b>(int)+12 (/bin/tool)\n\t7fd7dd5d124a 0x7fd7dd5d124a ([unknown])\n]: 1\n"
                             "@[\n    [inlined] g+2@src/a.c:7\n    operator++3\n    <unwind failure>\n]: 2\n",
                             "[unknown]:0('f<a, b>(int)':1) '<unwind failure>':0('operator+':0(g:2))", warnings=[])
        self.assertEqual({*zip(profile.name, profile.module, profile.file)} & {("g", "", "src/a.c"), (
            "f<a, b>(int)", "/bin/tool", "")}, {("g", "", "src/a.c"), ("f<a, b>(int)", "/bin/tool", "")})

    def test_bpftrace_prints(self):
        """What grew is counted once, what was cleared is added up; values that are no counts are left out."""
        def entry(name, frame, value):
            return f"@{name}[\n    {frame}+1\n]: {value}\n"
        first = entry("", "f", 2) + entry("", "g", 3)
        self.tree(first + "\n" + entry("", "f", 2) + entry("", "g", 5), "f:2 g:5",
                  "@ was printed 2 times and grew; the last print counts")
        self.tree(first + "\n" + entry("", "f", 1) + entry("", "g", 5), "f:3 g:8",
                  "@ was printed 2 times; its prints are added up")
        self.tree(entry("", "f", -2) + entry("", "f", 2) + entry("", "g", 3), "f:0 g:3")
        self.tree(entry("a", "f", 2) + "@n[sh]: 4\n@n: 4\n" + entry("h", "f", "\n[2, 4)  1 |@@@|\n"), "f:2",
                  "1 value that is no count or sum was left out")

    def test_bpftrace_errors(self):
        whole = "@[\n    f+1\n]: 2\n"
        self.tree(whole + "@[\n    g+1\n", "f:2", "the last stack has no value and was left out: the file may have been cut")
        self.tree(whole[:-1], "f:2", "the last line has no line break: the file may have been cut")
        record = '{"type": "map", "data": {"@": {"\\n    f+1\\n": 2}}}\n'
        self.tree(record + '{"type": "printf", "data": "x"}\nhello\n', "f:2")
        self.fails(record + record[:-3] + "\n", "line 2: JSON: byte 48: the input ends before all brackets are closed")
        hist = "@[\n    f+1\n]: \n[2, 4)   1 |@@@|\n"
        self.fails(hist, "no map has stacks as keys and numbers as values, such as @[ustack] = count()", "unsupported")
        self.fails("".join(f"@m{i}[\n    f+1\n]: 2\n" for i in range(65)), "line 195: more than 64 maps", "limit")
        for text in ("@[\n", "@[sh]: 2\n", "@param[in] x\n    text\n", "@[\nprose\n]: 2\n", "@[\n    f\n]: 2\nprose\n",
                     '{"type": "map", "data": {"@": 3}}\n', '{"type": "map"}\n', "@media[\n    x\n]: y\n"):
            self.assertEqual(self.sniff(text, "bpftrace"), 0, text)

    def test_pmcstat(self):
        # What callers do not have is of callees that were called by others.
        profile = self.recording(
            "pmcstat-two-events.txt",
            "fork_exit:0(taskqueue_thread_loop:0(zio_execute:0(zio_compress:0(lz4_compress:18))) [unknown]:16) "
            "arc_cksum_verify:0(lz4_compress:4) lz4_compress:2 zio_compress:0",
            metric="inst_retired.any", unit="samples", warnings=[])
        self.assertEqual((profile.metrics[1].name, profile.metrics[1].total[0]), ("unhalted_cycles", 8))
        # What is no line of the graph is counted, and the first is named.
        self.tree("@ a [2 samples]\n\n100.0%  [2]   f\nodd\n\nodd too\n 100.0%  [2]  g\n", "g:0(f:2)",
                  "2 lines belong to no stack and were left out, line 4 the first")
        self.fails("@ a [2 samples]\n\n100.0%  [2]   f\n  100.0%  [2]  g\n",
                   "line 4: indented more than one level deeper than the line before")

    def test_xctrace(self):
        self.recording("xctrace-time-profile.xml",
                       "tool:0(start:0([unknown]:1000000 main:0('find(Table&, int)'@25:2000000 "
                       "'find(Table&, int)'@31:3000000)))", SELF | SITES, metric="time", unit="ns", n_threads=2,
                       warnings=["1 sample without a stack was left out"])

    def test_xctrace_errors(self):
        for rows, message, code in (
                ("<row><weight>1</weight></row>",
                 "no row has a stack; export the table of the schema time-profile", "unsupported"),
                ("<row>\n<backtrace ref='7'/></row>", "line 2: element 7 is not defined", "invalid"),
                ("<row><backtrace id='x'/></row>", 'line 1: "x" is not the number of an element', "invalid"),
                ("<row><weight>much</weight></row>", "line 1: the weight of a row is not a number", "invalid"),
                ("<row></column>", "line 1: not well-formed XML: it may have been cut", "invalid")):
            self.fails(f"<trace-query-result>{rows}</trace-query-result>", message, code)
        # Cycles, and samples without a weight.
        self.tree("<trace-query-result><row><backtrace id='1'><frame id='2' name='f'/></backtrace>"
                  "<cycle-weight id='3'>50</cycle-weight></row><row><backtrace ref='1'/></row></trace-query-result>",
                  "f:50", "1 sample has another kind of weight and was left out")

    def test_vtune(self):
        tree = self.recording(
            "vtune-top-down.csv", "_start:0(main:0.25('std::map<int, int>::find(\"x\", int)':0.016612 "
            "'operator new':1.5)) '[Unknown stack frame(s)]':0.01", metric="CPU Time", unit="s")
        self.assertEqual(len(tree.metrics), 2)
        self.assertEqual((tree.metrics[1].unit, tree.metrics[1].total[0]), ("bytes", 4112))
        self.check_file("foreign/vtune-hotspots.csv", "main:0.25 find:0.016612",
                        warnings=["a list of functions without stacks; the report top-down has them"])
        self.bad(("Function Stack,CPU Time:Self,Module\nmain\n", "line 2: a row with too few cells"),
                 ("Function Stack,CPU Time:Self,Module\nmain,much,a\n", 'line 2: "much" is not a number'))

    def test_vsprof(self):
        self.recording("vsprof-calls.csv",
                       "'Tool.exe':0('Tool.Main()':9.5*1('Tool.Map<K,V>.Find(int32)':90*2893824) "
                       "'Tool.Worker()':0.5*3)", FULL, unit="%", recording="exact")
        self.check_file("foreign/vsprof-samples.csv", "'Tool.exe':0(main:20(find:100))", unit="samples",
                        recording="sampled")
        self.fails("Level,Function Name,Number of Calls,\n0,a,1,\n",
                   "line 1: there is no column of exclusive times or samples", "unsupported")
        self.fails("Level,Function Name,Exclusive Samples,\nx,a,1,\n", "line 2: the level is not a number")

    def test_instruments(self):
        self.recording("instruments-own.txt",
                       "start:0(main:0('-[Reader read:]':846000000('find(Table&, int)':1600000000) "
                       "[unknown]:2480000000)) thread_start:1000000", unit="ns")
        self.check_file("foreign/instruments-totals.txt",
                        "tool:0(start:6079999468(main:90000000000 exit:532))", metric="cycles")
        self.bad(("Weight\tSymbol Name\n1 furlong\tf\n", 'line 2: "1 furlong" is not a number with a unit'),
                 ("Weight\tSymbol Name\n1 s\tf\n1 KB\tg\n", "line 3: the unit differs from that of other rows"))

    def test_instruments_mixed(self):
        """Where some functions have own values, "-" is 0 for the others."""
        head = "Weight\tSelf Weight\t\tSymbol Name\n"
        rows = ["9.61 Gc  100.0%\t-\t \ttool (4)", "9.60 Gc   99.9%\t4.75 Gc\t \t main", "4.85 Gc   50.4%\t4.85 Gc\t \t  f",
                "12 cycles    0.0%\t-\t \t print", "12 cycles    0.0%\t12 cycles\t \t  write"]
        whole = self.tree(head + "".join(row + "\n" for row in rows),
                          "tool:0(main:4750000000(f:4850000000) print:0(write:12))")
        self.assertEqual((whole.metric, whole.unit), ("cycles", "count"))
        for n, share in ((2, "50"), (1, "")):
            table = head + "".join(row + "\n" for row in rows[:n])
            self.assertEqual(self.load(table).warnings, [CUT % share if n > 1 else "the table has no own values, so nothing "
                                                         "tells whether lines behind line 2 are missing"])
        table = "Bytes Used\tCount\t\tSymbol Name\n 3.00 MB  100.0%\t9\t \tmain\n 2.00 MB   66.6%\t4\t \t f\n"
        self.assertEqual(self.load(table).warnings, [CUT % "33"])
        self.assertEqual(self.load(table + " 1.00 MB   33.3%\t5\t \t g\n").warnings, [])
        self.assertIn("the first lines have 40.0 % of the recording: others were not copied, or are missing",
                      self.load(head + "4.00 s   40.0%\t4.00 s\t \tf\n").warnings)

    def test_cut_tables(self):
        """A table that was cut has less below its last lines than these say."""
        calls = example("vsprof-calls.csv").decode().splitlines(keepends=True)
        self.assertEqual(self.load("".join(calls[:3])).warnings, [CUT % "90"])
        self.assertEqual(self.load("".join(calls[:2])).warnings[:1], [CUT % "1e+02"])
        top = example("vtune-top-down.csv").decode().splitlines(keepends=True)
        self.assertIn("the last line costs nothing and calls nothing: lines below it are missing, so the file was cut",
                      self.load("".join(top[:4])).warnings)

    def test_papyrus(self):
        """Each stack of Papyrus is a thread; one call ends that began before the log."""
        profile = self.recording(
            "papyrus-stack.log", "quest..Begin:60000000*1(Game..GetModName:40000000*2) "
            "'DLC01:trap.armed.OnHit':50000000*1", FULL, unit="ns", recording="exact", n_threads=2)
        self.assertIn("1 end without a call was ignored", str(profile.warnings))
        self.tree("Stack_7 log opened (PC)\n1:PUSH:7:0:None:a..f\nhello\n2:POP:7:0\n3:POP:7:0:None:a..f\n",
                  "a..f:2000000", "2 lines that mean nothing here were left out")

    def test_sysprof_xml(self):
        self.recording("sysprof-1.xml", "[tool]:0(main:2(find<int>:7))", unit="samples", recording="sampled")
        head = "<profile><objects>\n<object id='1'/></objects><nodes><node id='1'>"
        self.bad((head + "<object>2</object></node></nodes></profile>", "element 2 is not defined"),
                 (head + "<object>1</object><parent>1</parent></node></nodes></profile>", "element 1 is not defined"),
                 ("<profile><objects>\n<object id='x'/></objects></profile>",
                  'line 2: "x" is not the number of an element'))

    def test_xperf(self):
        self.recording("xperf-samples.csv",
                       "'tool.exe':0(_RtlUserThreadStart:0(main:0(find:2.25 HalpTimer:0.5))) Idle:0(C1Halt:2)",
                       unit="ms", recording="sampled")
        self.fails("Process Name, Stack, Module, Function, Weight, Count\na, ?, m, f, much, 1\n",
                   'line 2: "much" is not a number')


if __name__ == "__main__":
    profile_test.main()
