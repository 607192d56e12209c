# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles of Python and Ruby, nested trees of JSON, and those of Pyroscope and Caliper."""

import profile_test
from profile_test import ProfileTest, example

AUSTIN = '{"version":1.2,"mode":"cpu","interval":1,"gc_samples":0,"frames":'


class Scripting(ProfileTest):
    def test_pyinstrument(self):
        profile = self.example("pyinstrument-session.pyisession",
                               "MainThread:0('<module>':0.001(load:0.001(Row.parse:0.0021000000000000003) "
                               "wait:0('[await]':0.001) größe:0.001))", [], "time 0.0061 s", recording="sampled")
        self.assertEqual(profile.place(1), ("", 0))  # a thread: its number is none of a line
        self.assertEqual(profile.place(3), ("lib/io.py", 12))
        # "[self]" is what a frame itself has.
        self.example("pyinstrument-tree.json", "'<module>':0.002(load:0.002(parse:0.002))", [], "time 0.006 s")
        self.example("pyinstrument-page.json", "'<module>':0.002(load:0.004)", [], "time 0.006 s")

    def test_flame_graphs(self):
        self.example("flamebearer-single.json", "main:10(parse:5(lex:25) other:20) run:40", [],
                     "samples 100 samples")
        self.example("flamebearer-double.json", "main:20(gone:0 new:50) run:50",
                     ["it compares two profiles, of which the second was read"], "bytes 120 bytes")
        self.example("flamebearer-render.json",
                     "main:100000000(parse:500000000(lex:1400000000 other:100000000) run:1000000000)", [],
                     "time 3.1e+09 ns")
        self.check('{"flamebearer":{"names":["total","f"],"levels":[[0,7,0,0],[0,7,7,1]]},"metadata":'
                   '{"units":"nanoseconds","name":"delay"}}', "f:7", unit="ns")
        # Nothing was recorded then.
        self.check('{"flamebearer":{"names":["total"],"levels":[[0,0,0,0]]}}', "", warnings=["the profile is empty"])
        self.example("flamebearer-api.json", "main:4000000000(run:5000000000)", [], "value 9e+09 ")
        self.example("flame-graph-json-totals.json", "main:1(parse:4 '<b>&amp;':2) idle:3", [], "value 10 ")
        self.example("flame-graph-json-sorted.json", "start:3(main:3(parse:4))", [], "value 10 ")
        self.example("flame-graph-json-perf.json", "gzip:1(deflate:5 asm_exc:2) swapper:9",
                     ["its values are no totals, but those of the frames alone"], "value 17 ")

    def test_deep_tree(self):
        """A stack of 9,000 calls is no problem, and no recursion."""
        profile = self.check(9000 * '{"name":"f","value":7,"children":[' + 9000 * "]}", depth=9000)
        self.assertEqual(profile.total[0], 7)

    def test_bad_json(self):
        self.bad_json(
            ("name", '{"name":"a","value":1,"children":[{"value":1}]}', 'there is no "name" in it'),
            ("children", '{"name":"a","value":1,"children":{}}', "children: not an array"),
            ("child", '{"name":"a","value":1,"children":[7]}', "not an object"),
            ("twice", '{"name":"a","name":"b","value":1,"children":[]}', "the same key twice"),
            ("value", '{"name":"a","value":"1","children":[]}', "not a number"),
            ("time", '{"sample_count":1,"root_frame":{"function":"f","children":[]}}', 'there is no "time" in it'),
            ("level", '{"flamebearer":{"names":["a"],"levels":[[0,1,"x",0]]}}', "not a number"),
            ("format", '{"flamebearer":{"names":[],"levels":[],"format":"triple"}}',
             'neither "single" nor "double"'),
            ("row", '{"data":[[1,0],[1]],"columns":["time","path"],"column_metadata":[],"nodes":[]}',
             "not as many values as in the first record"),
            ("parent", '{"data":[],"columns":[],"column_metadata":[],'
             '"nodes":[{"column":"path","label":"a","parent":3}]}', "a node that comes later"),
            ("frame", AUSTIN + '{"x":{}}}', "not the number of a frame"))
        self.deep_json('{"name":"a","value":1,"children":[{"x":')
        self.bad(('{"flamebearer":{"names":["a"],"levels":[[0,2,2,0],[3,1,1,0]]}}',
                  "levels[1]: a box that is not below another"),
                 ('{"flamebearer":{"names":["a"],"levels":[[0,2,2,1]]}}',
                  "levels[0]: a box has a name that is not there"),
                 (AUSTIN + '{"4":{"name":"a"}},"raw":[1,5,1]}', "raw[1]: no frame has the number 5"),
                 (AUSTIN + '{"4":{"name":"a"}},"raw":[2,4,1]}', "raw[0]: no stack of 2 frames follows"))

    def test_stackprof(self):
        tree = "'größe \"x\"':1('Integer#times':0('Object#leaf':4)) '(garbage collection)':1"
        profile = self.example("stackprof-raw.dump", tree, [], "samples 6 samples, time 305000 us")
        self.assertEqual(profile.place(2), ("", 0))  # written in C
        self.assertEqual(profile.place(3), ("/src/a.rb", 2))
        self.example("stackprof-edges.json", tree, [profile_test.INFERRED], "samples 6 samples")
        # Whatever causes the samples, the times between them are of the wall clock.
        for mode, name in ("wall", "time"), ("cpu", "wall"), ("object", "wall"):
            profile = self.check(f'{{"version":1.2,"mode":"{mode}","interval":1,"gc_samples":0,"frames":{{"4":'
                                 '{"name":"a"}},"raw":[1,4,2],"raw_timestamp_deltas":[300,500]}')
            self.assertEqual([(m.name, m.unit, m.total[0]) for m in profile.metrics],
                             [("samples", "samples", 2), (name, "us", 800)])
        # Made of a dump by hand, whose keys are symbols.
        profile = self.check('{":version":1.2,":mode":":cpu",":interval":1,":gc_samples":0,":frames":{"4":{":name":"a",'
                             '":file":"b.rb"}},":raw":[1,4,2],":raw_timestamp_deltas":[300,500]}', "a:2",
                             meta={"mode": "cpu"})
        self.assertEqual((profile.place(1), profile.all_metrics), (("b.rb", 0), ["samples samples", "wall us"]))
        self.fails(b"\4\10{\7:\14version:\15interval@\7", "byte 25: a reference to a value that is not there")

    def test_austin_python(self):
        """The version of Python is among what the profile says about the recording, as it is in the file."""
        file = example("austin-v1.mojo")
        at = file.index(b"\1mode")
        self.check(file[:at] + b"\1python\x003.11.4\0" + file[at:], meta={"python": "3.11.4", "mode": "wall"})

    def test_austin(self):
        self.example("austin-v1.mojo", "'<module>':0(größe:0(memcpy:100) do_syscall_64:120) "
                     "'<unknown>':0(':INVALID:':70000)", [], "time 70220 us", n_threads=3, period=100,
                     meta={"mode": "wall", "interval": "100", "python": None})
        # The garbage collection of a stack that repeats lies below its last frame in Python.
        self.example("austin-v4.mojo", "'<module>':0(größe:0(memcpy:100 ':GC:':110) do_syscall_64:120) "
                     "'<unknown>':0(':INVALID:':70000)",
                     ["some values of memory are negative: is this the difference of two profiles?"],
                     "time 70330 us, cpu 70210 us, memory 2049 bytes")
        self.bad((b"MOJ\5\1a", "byte 4: version 5 of the format, which we do not know"),
                 (b"MOJ\1\2\14\61\0\5\7", "byte 10: no frame has the key 7"),
                 (b"MOJ\1\2\14\61\0\77", "byte 9: an event of kind 63 that we do not know"))

    def test_rprof(self):
        """Recorded by R 4.2.2; self values and sums are those of summaryRprof()."""
        profile = self.example(
            "rprof-plain.out", "run:0(fib:0(" + 12 * "fib:0(" + "fib:20000" + 12 * ")" + ") 'sort all':0(lapply:0("
            "FUN:0(sort:0('sort.default':0('sort.int':0(order:60000)))))) "
            "'tools[[\"sum up\"]]':0(sapply:0(lapply:40000)) "
            "'base::mapply':0('<Anonymous>':40000(paste:80000)) gc:60000)", [],
            "time 300000 us, samples 15 samples", recording="sampled", period=20000, n_threads=1, unit="us")
        self.assertEqual(profile.place(1), ("", 0))
        profile = self.example("rprof-all.out", None, [],
                               "time 420000 us, samples 21 samples, memory growth 7.5273e+07 bytes, copies 6108 count")
        for name, seconds in (("paste", .14), ("<GC>", .12), ("base::mapply", .04), ("lapply", .04), ("unlist", .04),
                              ("eval", .02), ("runif", .02)):
            self.assertAlmostEqual(profile.self_of(name), seconds * 1e6)
        run = profile.name.index("run")
        self.assertEqual(round(profile.of("memory growth").total[run] / 1048576, 1), 71.8)
        # Arguments are computed within sort() and paste(), which are no functions of the file.
        files = dict(zip(profile.name, profile.file))
        self.assertEqual([files[name] for name in ("run", "sort all", "sort", "paste")], ["work.R", "work.R", "", ""])

    def test_rprof_append(self):
        """Another recording begins in the file: its interval is its own, and so are its files."""
        self.example("rprof-lines.out", None, [], "time 500000 us, samples 50 samples", period=10000)
        head = "line profiling: sample.interval=1000\n#File 1: a.R\n1#2 \"f\" \n"
        profile = self.check(head + "memory profiling: line profiling: sample.interval=10\n#File 1: b.R\n"
                             ":1:2:3:4:1#7 \"g\" \"f\" \n:2:1:9:5:\n:3:2:9:5:1#7 \"g\" 1#9 \"f\" \n",
                             "f:1000(g:20)", period=0, warnings=["1 sample without a stack was left out"])
        self.assertEqual([(m.name, m.total[0]) for m in profile.metrics[1:]],
                         [("samples", 3), ("memory growth", 16), ("copies", 9)])
        self.assertEqual((profile.file[1:]), ["", "b.R"])
        self.check("sample.interval=10\n1#3 \n", "'<no location>':10")

    def test_rprof_errors(self):
        head = "line profiling: sample.interval=20000\n"
        broken = "line 2: not a stack of names in quotes"
        self.bad(("sample.interval=0\n", "line 1: an interval of 0"), (head + "f\n\n", broken), (head + '"f\n\n', broken),
                 (head + ":1:2:3:\"f\" \n\n", broken), (head + "1#x \n\n", broken),
                 (head + "#File 0: a.R\n", "line 2: a file whose number does not come next"),
                 (head + "#File 99: a.R\n", "line 2: a file whose number does not come next"),
                 (head + "#File 1a.R\n", "line 2: expected the number and the name of a file"))
        for text in ("sample.interval=\n", "sample.interval=2e4\n", "# sample.interval=20000\n", "sample.interval=2 f\n"):
            self.assertEqual(self.sniff(text, "rprof"), 0)
        cut = "the last line has no line break: the file may have been cut"
        self.tree(head + '"f" "main" \n"g" "ma', "main:0(f:20000)", cut)
        self.tree(head + '"f" "main" \n"g" "main" ', "main:0(f:20000 g:20000)", cut)
        long = f'"{9998 * "f"}" \n'
        self.assertEqual(self.load(head + long).warnings, ["1 stack is so long that R may have cut its callers"])
        text = example("rprof-all.out").decode()
        for length, profile in self.cuts(text, text.index("\n") + 2):
            if profile and text[length - 1] != "\n":
                self.assertIn(cut, profile.warnings)
        self.survives_damage(text.encode(), 0)

    def test_memory(self):
        self.example("memray-gprof2dot.json", "'<module>':0(load:64(parse:1025))", [], "memory 1089 bytes")
        self.example("memray-transform.csv", "'<module>':0(load:4096(parse:1024) 'operator\"x\", y':64)", [],
                     "memory 5184 bytes, allocations 6 count")
        self.fails("allocator,num_allocations,size,tid,thread_name,stack_trace\nMALLOC,3\n",
                   "line 2: not the six values of an allocation")

    def test_scalene(self):
        self.example("scalene-lines.json",
                     "load:0.7875 Row.parse:0.75625 '<module>':0.20625000000000002 '<module>':0.75",
                     ["there are no stacks in it, so that functions have no callers"],
                     "time 2.5 s, memory 5.24288e+06 bytes")
        self.example("scalene-stacks.json", "'<module>':0(load:7(memcpy:2))", [],
                     "samples 9 samples, memory 4.71859e+06 bytes")

    def test_caliper(self):
        self.example("caliper-split.json", "main:130(größe:7(main:9)) x:0", ["1 record without a path was left out"],
                     "sum#time.duration 146 us, count 13 count", recording="exact", n_threads=2)

    def test_caliper_units(self):
        """Times are told by their names, and are microseconds if nothing else is said."""
        for column, unit in ("wall", ""), ("wall.time", "us"), ("duration", "us"):
            self.check(f'{{ "data": [ [ 5, 0 ] ], "columns": [ "sum#{column}", "path" ], "column_metadata": '
                       '[ {"is_value": true}, {"is_value": false} ], "nodes": [ {"label": "main", "column": "path"} ], '
                       '"cali.caliper.version": "2.11.0" }', unit=unit)

    def test_cuts(self):
        for name in "austin-v4.mojo", "memray-transform.csv", "stackprof-raw.dump":
            self.survives_cuts(name)


if __name__ == "__main__":
    profile_test.main()
