# SPDX-License-Identifier: GPL-3.0-or-later
"""Trace events in the dialects of uftrace, VizTracer, PyTorch and clang."""

import profile_test
from profile_test import FULL, ProfileTest
from trace_events import B, E, X, events, unpaired


def in_order(n):
    stand = "1 begin or end event stands" if n == 1 else f"{n} begin and end events stand"
    return f"{stand} behind later ones, and all were put in the order of their times"


class TraceDialects(ProfileTest):
    FLAGS = FULL

    def assert_places(self, profile, *places):
        """Names, files and lines of all nodes."""
        self.assertEqual([(profile.name[node], *profile.place(node)) for node in range(1, profile.n_nodes)],
                         list(places))

    def test_mixed(self):
        """Begun and complete calls of one thread are nested in each other, in any order."""
        tree = "f:4000*1(g:3000*1(h:2000*1(i:1000*1)))"
        self.tree(events(B("f", 0), X("g", 1, 6), B("h", 2), X("i", 3, 1), E("h", 5), E("f", 10)), tree)
        self.tree(events(X("i", 3, 1), X("g", 1, 6), B("f", 0), B("h", 2), E("h", 5), E("f", 10)), tree)
        self.tree(events(B("f", 0), B("h", 2), E("h", 5), E("f", 10), X("i", 3, 1), X("g", 1, 6)), tree)
        # The call that begins first is the outer one.
        self.tree(events(B("f", 0), X("g", 0, 2), E("f", 2)), "f:0*1(g:2000*1)")
        # Repairs are the same as with begun calls alone.
        self.tree(events(X("x", 0, 9), E("z", 1), B("f", 2), B("g", 3), E("f", 6), E("g", 7), B("h", 8), E("h", 9)),
                  "x:4000*1(f:1000*1(g:3000*1) h:1000*1)", unpaired(2, 1, 0))
        self.tree(events(X("x", 0, 9), B("f", 2), B("g", 3), E("g", 5)), "x:2000*1(f:5000*1(g:2000*1))",
                  unpaired(0, 0, 1))

    def test_mixed_threads(self):
        """Threads with only one kind are not affected."""
        self.tree('[{"ph":"B","name":"f","ts":0,"tid":1},{"ph":"B","name":"g","ts":0,"tid":2},'
                  '{"ph":"B","name":"h","ts":0,"tid":2},{"ph":"X","name":"i","ts":1,"dur":2,"tid":1},'
                  '{"ph":"E","ts":0,"tid":2},{"ph":"E","ts":3,"tid":2},{"ph":"E","ts":4,"tid":1}]',
                  "g:3000*1(h:0*1) f:2000*1(i:2000*1)")

    def test_mixed_late(self):
        """After the waiting events, mixing them causes a warning."""
        self.tree("[" + 600000 * (B("f", 1) + "," + E("f", 1) + ",") + X("g", 0, 5) + "," + B("f", 1) + "," + E("f", 4)
                  + "]", "f:3000*600001 g:5000*1", "1 of the threads has complete events after 1048576 begin and end "
                  "events, which are not nested in each other")

    def test_order(self):
        # Two buffers of one thread, the later one written first.
        self.tree(events(B("g", 10), E("g", 12), E("f", 20), B("f", 0), B("h", 1), E("h", 4)),
                  "f:15000*1(h:3000*1 g:2000*1)", in_order(3))
        self.tree(events(B("f", 5), B("g", 3), E("g", 7), E("f", 6)), "g:3000*1(f:1000*1)", in_order(2))
        # At equal times the order of the file counts.
        self.tree(events(B("f", 5), E("f", 6), B("a", 1), B("b", 1), E("b", 1), E("a", 1)), "a:0*1(b:0*1) f:1000*1",
                  in_order(4))
        # A clock that goes back a little: sorted by time the calls would not pair.
        self.tree(events(B("f", 5), E("f", 4.999), B("g", 6), E("g", 8)), "f:0*1 g:2000*1",
                  "1 time stamp lies before the one ahead of it and was moved up to it")
        # Together with complete calls.
        self.tree(events(B("g", 10), E("g", 12), E("f", 20), B("f", 0), X("h", 9, 5)),
                  "f:15000*1(h:3000*1(g:2000*1))", in_order(1))

    def test_ties(self):
        """Calls with the same start and length are nested in the order of recording."""
        nested = "a:6000*1(b:0*1(c:3000*1))"
        # Written as they end: the outer one is last; as they begin: it is first.
        self.tree(events(X("c", 2, 3), X("b", 2, 3), X("a", 1, 9)), nested)
        self.tree(events(X("a", 1, 9), X("b", 2, 3), X("c", 2, 3)), nested)
        # Calls of length 0 contain nothing and keep their order.
        self.tree(events(X("b", 2, 0), X("c", 2, 0), X("a", 1, 9)), "a:9000*1(b:0*1 c:0*1)")

    def test_rounding(self):
        """Whole microseconds are rounded: an excess of one is no overlap."""
        self.tree(events(X("f", 0, 10), X("g", 6, 5)), "f:6000*1(g:4000*1)")
        self.tree(events(X("f", 0, 10.5), X("g", 6, 5.5)), "f:6000*1(g:4500*1)",
                  "1 call outlasts the call around it and was cut at its end")

    def test_numbers_as_strings(self):
        self.tree('[{"ph":"X","name":"f","ts":"-1.5","dur":"2e0","pid":"7","tid":"1"},'
                  '{"ph":"X","name":"g","ts":0,"dur":"0.25","pid":7,"tid":1}]', "f:1750*1(g:250*1)")

    def test_uftrace(self):
        """The main thread of uftrace has no "tid"."""
        self.check(
            '{"traceEvents":[\n'
            '{"ts":0,"ph":"M","pid":9,"name":"thread_name","args":{"name":"[9] t"}},\n'
            '{"ts":14109430275.163,"ph":"B","pid":9,"name":"main"},\n'
            '{"ts":14109430398.844,"ph":"B","pid":9,"tid":12,"name":"work"},\n'
            '{"ts":14109430398.994,"ph":"E","pid":9,"tid":12,"name":"work"},\n'
            '{"ts":14109430399.152,"ph":"B","pid":9,"tid":11,"name":"work"},\n'
            '{"ts":14109430465.236,"ph":"E","pid":9,"name":"main"},\n'
            '{"ts":14109430469.325,"ph":"E","pid":9,"tid":11,"name":"work"}\n'
            '], "displayTimeUnit": "ns", "metadata": {"version":"uftrace v0.13"} }\n',
            "main:190073*1 work:70323*2", n_threads=3, warnings=[])

    def test_viztracer(self):
        """VizTracer appends the definition to the name, and writes calls as they end."""
        profile = self.check(
            '{"traceEvents":[{"ph":"M","pid":5,"tid":5,"name":"process_name","args":{"name":"MainProcess"}},\n'
            '{"pid":5,"tid":5,"ts":100.25,"ph":"X","dur":1.5,"name":"builtins.print","cat":"FEE"},\n'
            '{"pid":5,"tid":5,"ts":103,"ph":"X","dur":1,"name":"<listcomp> (/home/me/My App (2)/app.py:14)",'
            '"cat":"FEE"},\n'
            '{"pid":5,"tid":5,"ts":105,"ph":"X","dur":1,"name":"_find (<frozen importlib._bootstrap>:1022)",'
            '"cat":"FEE"},\n'
            '{"pid":5,"tid":5,"ts":107,"ph":"X","dur":1,"name":"Parser.parse (C:\\\\app\\\\parser.py:7)",'
            '"cat":"FEE"},\n'
            '{"pid":5,"tid":5,"ts":109,"ph":"X","dur":1,"name":"odd (place:7)","cat":"FEE"},\n'
            '{"pid":5,"tid":5,"ts":100,"ph":"X","dur":20,"name":"main (/home/me/app.py:3)","cat":"FEE"}],\n'
            '"viztracer_metadata":{"version":"0.15.6","overflow":false},'
            '"file_info":{"files":{"app.py":["def main ():",1]},"functions":{}}}',
            meta={"producer": "VizTracer 0.15.6"}, warnings=[])
        self.assert_places(
            profile, ("main", "/home/me/app.py", 3), ("builtins.print", "", 0),
            ("<listcomp>", "/home/me/My App (2)/app.py", 14), ("_find", "<frozen importlib._bootstrap>", 1022),
            ("Parser.parse", "C:\\app\\parser.py", 7), ("odd (place:7)", "", 0))
        self.assertEqual(profile.total[0], 20000)

    def test_viztracer_overflow(self):
        self.tree('{"traceEvents":[' + X("f", 0, 1) + '],"viztracer_metadata":{"overflow":true}}', "f:1000*1",
                  "the recorder ran out of room, so that the first calls are missing")

    def test_pytorch(self):
        """Python functions and operators of one thread nest by time; streams of the device are threads; the span of
        the whole trace, flows and instants are not calls."""
        profile = self.check(
            '{"schemaVersion":1,"deviceProperties":[{"id":0,"name":"GPU"}],"displayTimeUnit":"ms","traceEvents":[\n'
            '{"ph":"X","cat":"cpu_op","name":"aten::linear","pid":40,"tid":41,"ts":1700000000000010.125,"dur":20.5,'
            '"args":{"External id":1,"detail":"no"}},\n'
            '{"ph":"X","cat":"python_function","name":"torch/nn/modules/linear.py(113): forward","pid":40,"tid":41,'
            '"ts":1700000000000005.000,"dur":30.000,"args":{"Python id":2,"bytes":7}},\n'
            '{"ph":"X","cat":"python_function","name":"<string>(1): <module>","pid":40,"tid":41,'
            '"ts":1700000000000000,"dur":50},\n'
            '{"ph":"X","cat":"python_function","name":"<built-in method mm>","pid":40,"tid":41,'
            '"ts":1700000000000012,"dur":8},\n'
            '{"ph":"X","cat":"kernel","name":"void gemm<(int)7>(float*)","pid":0,"tid":7,"ts":1700000000000020,'
            '"dur":100,"args":{"stream":7,"device":0}},\n'
            '{"ph":"s","id":1,"pid":40,"tid":41,"ts":1,"cat":"ac2g","name":"ac2g"},\n'
            '{"ph":"f","id":1,"pid":0,"tid":7,"ts":2,"cat":"ac2g","name":"ac2g","bp":"e"},\n'
            '{"name":"process_sort_index","ph":"M","ts":1,"pid":"Spans","tid":0,"args":{"sort_index":536870912}},\n'
            '{"ph":"X","cat":"Trace","ts":1699999999999990,"dur":900,"pid":"Spans","tid":"PyTorch Profiler",'
            '"name":"PyTorch Profiler (0)","args":{"Op count":0}},\n'
            '{"name":"Record Window End","ph":"i","s":"g","pid":"","tid":"","ts":3}\n],"traceName":"t.json"}',
            "<module>:20000*1(forward:9500*1('aten::linear':12500*1('<built-in method mm>':8000*1))) "
            "'void gemm<(int)7>(float*)':100000*1", n_threads=2, warnings=[
                "3 events that are not calls were left out (flows 2, instants 1)",
                "1 event that sums up others was left out, so that nothing counts twice"])
        self.assertEqual(len(profile.metrics), 1)
        self.assert_places(
            profile, ("<module>", "<string>", 1), ("forward", "torch/nn/modules/linear.py", 113),
            ("aten::linear", "", 0), ("<built-in method mm>", "", 0), ("void gemm<(int)7>(float*)", "", 0))

    def test_clang(self):
        """clang -ftime-trace: the detail is part of the name, and sums are left out."""
        self.tree(
            '{"traceEvents":[{"pid":1,"tid":1,"ph":"X","ts":20,"dur":30,"name":"Source",'
            '"args":{"detail":"/usr/include/wchar.h"}},'
            '{"pid":1,"tid":1,"ph":"X","ts":10,"dur":80,"name":"Frontend"},'
            '{"pid":1,"tid":1,"ph":"X","ts":10,"dur":80,"name":"ExecuteCompiler"},'
            '{"pid":1,"tid":2,"ph":"X","ts":0,"dur":80,"name":"Total Frontend","args":{"count":1,"avg ms":0}},'
            '{"pid":1,"tid":3,"ph":"X","ts":0,"dur":1,"name":"Total of mine"},'
            '{"pid":1,"tid":4,"ph":"B","ts":0,"name":"Total Frontend","args":{"count":1,"avg ms":1}},'
            '{"pid":1,"tid":4,"ph":"E","ts":5},'
            '{"cat":"","pid":1,"tid":1,"ts":0,"ph":"M","name":"process_name","args":{"name":"clang"}}],'
            '"beginningOfTime":1795236816898270}',
            "'Total Frontend':5000*1 ExecuteCompiler:0*1(Frontend:50000*1('Source /usr/include/wchar.h':30000*1)) "
            "'Total of mine':1000*1", "1 event that sums up others was left out, so that nothing counts twice")

    def test_clang_recording(self):
        """A recording by clang 14 of one small file: the total is that of "Total ExecuteCompiler"."""
        profile = self.check_file(
            "clang-small.time-trace.json.zst", n_nodes=1 + 514, n_threads=1, meta={"process": "clang"},
            warnings=["85 events that sum up others were left out, so that nothing counts twice"])
        self.assertEqual((profile.name[1], profile.total[:2]), ("ExecuteCompiler", [575745000, 575745000]))

    def test_left_out(self):
        """One note counts all events that are not calls, by kind."""
        others = [f'{{"ph":"{phase}","ts":0,"id":"0x1","name":"x"}}' for phase in "bneSTpFstfCiIRPNODvVRc(,)"]
        self.tree(events(X("f", 0, 1), *others, '{"ph":"M","name":"thread_sort_index","args":{}}'), "f:1000*1",
                  "25 events that are not calls were left out (asynchronous 7, flows 3, counters 1, instants 4, "
                  "samples 1, others 9)")

    def test_strays_on_many_threads(self):
        """Stray ends, each on another thread and with another name, take memory in proportion."""
        n = 40000
        text = "".join(f'{{"ph":"B","name":"f","ts":0,"tid":{i}}},{{"ph":"E","name":"g{i}","ts":1,"tid":{i}}},'
                       for i in range(n))
        self.check("[" + text + "{}]", "f:40000000*40000", n_threads=n)


if __name__ == "__main__":
    profile_test.main()
