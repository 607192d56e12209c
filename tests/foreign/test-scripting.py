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
