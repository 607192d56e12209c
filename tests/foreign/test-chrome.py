# SPDX-License-Identifier: GPL-3.0-or-later
"""What Chrome and its kin write: samples in traces, heap profiles, clang's sources."""

import gzip

import profile_test
from profile_test import FULL, ProfileTest, example
from trace_events import B, E


def node(number, name, rest=""):
    return (f'{{"id":{number},"callFrame":{{"functionName":"{name}","scriptId":3,"url":"http://localhost/a.js",'
            f'"lineNumber":4}}{rest}}}')


# Events of the thread 2, on which the samples are taken, and of the profiler's thread 3.
def event(name, number, at, members):
    return (f'{{"args":{{"data":{{{members}}}}},"cat":"v8","id":"{number}","name":"{name}","ph":"P","pid":1,"tid":3,'
            f'"ts":{at}}}')


def start(number):
    return event("Profile", number, 5, '"startTime":5')


def chunk(number, at, nodes, samples, deltas):
    return event("ProfileChunk", number, at,
                 f'"cpuProfile":{{"nodes":[{nodes}],"samples":[{samples}]}},"timeDeltas":[{deltas}]')


def task(name, at, length):
    return f'{{"ph":"X","name":"{name}","pid":1,"tid":2,"ts":{at},"dur":{length}}}'


def sample(at, tid, frame):
    return f'{{"cpu":"-1","name":"","ts":"{at}","pid":7,"tid":"{tid}","weight":"1","sf":{frame}}}'


def source(phase, at, detail=""):
    return (f'{{"ph":"{phase}","cat":"Source","id":0,"name":"Source","pid":1,"tid":2,"ts":{at},'
            f'"args":{{"detail":"{detail}"}}}}')


def heap(name, size, *children):
    return (f'{{"callFrame":{{"functionName":"{name}","scriptId":"1","url":"file:///a.js","lineNumber":-1}},'
            f'"selfSize":{size},"id":1,"children":[{",".join(children)}]}}')


def timeline(durations):
    return ('{"version":1,"recording":{"displayName":"","records":[],"sampleStackTraces":['
            '{"timestamp":2,"stackFrames":[{"name":"g","line":9,"url":"http://a/b.js"},'
            '{"name":"","line":1,"url":"http://a/b.js"}]},{"timestamp":3,"stackFrames":['
            '{"name":"","line":1,"url":"http://a/b.js"}]},{"timestamp":4,"stackFrames":[]}],'
            f'"sampleDurations":[{durations}]}}}}')


def array(*events):
    return "[" + ",".join(events) + "]"


TREE = node(1, "(root)") + "," + node(2, "f", ',"parent":1')
FRAMES = ('"stackFrames":{"1":{"name":"[root]","category":"root"},"2":{"name":"f(app.js:12:34)","category":'
          '"JavaScript","parent":1},"3":{"name":"g","category":"JavaScript","funcLine":"9","parent":2}}')


class Chrome(ProfileTest):
    def test_recording(self):
        """The samples are the profile, and the browser's tasks have a metric of their own."""
        profile = self.check(
            '{"traceEvents":' + array(
                task("RunTask", 0, 90), task("Layout", 10, 30), start("0x1"), chunk("0x1", 9, TREE, "2,2", "100,3"),
                chunk("0x1", 20, node(3, "", ',"parent":2'), "3,1,2", "4,5,6")) + "}",
            "RunTask:0(Layout:0) '(root)':6(f:7('(anonymous)':5))", recording="sampled", n_threads=1)
        self.assertEqual([(metric.name, metric.total[0]) for metric in profile.metrics],
                         [("time", 18), ("samples", 5), ("task time", 90000)])
        self.assertAlmostEqual(profile.period, (9 + 16 + 25 + 36) / 18, delta=1e-9)
        self.assertEqual(profile.place(4), ("http://localhost/a.js", 5))

    def test_chunks(self):
        """Chunks in another order than their times, those of two threads, those of a recording before."""
        one = chunk("1", 20, TREE, "2,2", "1,2")
        self.tree(array(start("0x1"), chunk("0x1", 30, "", "2,1", "7,1"), chunk("0x1", 20, TREE, "2,2", "1,1")),
                  "'(root)':0(f:9)")
        self.tree(array(start("1"), start("2"), one, chunk("2", 20, TREE, "2,2", "1,3")),
                  "'(root)':0(f:2) '(root)':0(f:3)")
        self.tree(array(chunk("9", 20, "", "2,2", "1,2"), start("1"), one), "'(root)':0(f:2)",
                  "1 CPU profile began before the recording and was left out")
        # A chunk is missing.
        self.tree(array(start("1"), chunk("1", 20, node(4, "g", ',"parent":3'), "4,7,4", "1,2,3")), "g:2",
                  "2 samples or nodes refer to nodes that are missing")
        self.tree(array(start("1"), chunk("1", 20, TREE, "2,1,2", "9,5,-2")), "'(root)':0(f:5)",
                  "1 sample stands behind later ones, and all were put in the order of their times")
        self.tree(array(start("1"), chunk("1", 30, "", "2", ""), chunk("1", 20, TREE, "2,1", "")), "'(root)':0(f:0)",
                  "the total time is 0, so that there are no shares")

    def test_forms(self):
        """One event with all of a profile, as Chrome wrote until 67; "args" without "data"."""
        self.tree('[{"ph":"P","name":"ProfileChunk","id":1,"args":{}},{"name":"CpuProfile","ph":"I","pid":1,"tid":2,'
                  '"ts":3,"args":{"data":{"cpuProfile":{"startTime":1,"nodes":['
                  + node(1, "(root)", ',"children":[2]') + "," + node(2, "f")
                  + '],"samples":[2,1],"timeDeltas":[4,6]}}}}]', "'(root)':0(f:6)")

    def test_errors(self):
        self.bad_json(
            ("17", array(chunk("1", 2, "3", "1", "1")), "nodes[0]: not an object"),
            ("17", array(chunk("1", 2, node('"1"', "f"), "1", "1")), "nodes[0].id: not a number"),
            ("25", array(start("1"), chunk("1", 2, TREE + "," + TREE, "1", "1")),
             "nodes[2].id: another node has this id"),
            ("25", array(start("1"), chunk("1", 2, node(1, "f", ',"parent":1'), "1", "1")),
             "nodes: a circle, as none of them is without a parent"),
            ("25", '{"traceEvents":[],"samples":[{"ts":1,"tid":1,"sf":1}],"stackFrames":{"1":{"name":"f","parent":2},'
             '"2":{"name":"g","parent":1}}}', "stackFrames: a frame is its own caller"),
            ("17", '{"traceEvents":[],"stackFrames":{"1":{}}}', 'there is no "name" in it'))

    def test_hermes(self):
        """Samples of Hermes, before and after their frames."""
        samples = '"samples":' + array(sample(10, 1, 3), sample(15, 2, 1), sample(20, 1, 2), sample(23, 1, 2),
                                       sample(29, 2, 3))
        tree = "'[root]':14(f:3(g:10))"
        self.tree("{" + samples + "," + FRAMES + ',"traceEvents":[]}', tree)
        profile = self.check('{"traceEvents":[],' + FRAMES + "," + samples + "}", tree, warnings=[], n_threads=2)
        self.assertEqual(profile.metrics[1].total[0], 5)
        self.assertEqual((profile.place(2), profile.line[3]), (("app.js", 12), 9))

    def test_hermes_events(self):
        """Events of Hermes have the place of a function in their arguments."""
        arguments = ',"args":{"url":"/a/b.js","line":54,"allocatedName":"f"}}'
        profile = self.check('[{"ph":"B","name":"f","ts":0' + arguments + ',{"ph":"E","name":"f","ts":2' + arguments
                             + "]", "f:2000*1", FULL)
        self.assertEqual(profile.place(1), ("/a/b.js", 54))

    def test_weights(self):
        """Weights, such as the cycles of perf's samples, are a metric."""
        profile = self.check('{"traceEvents":[],"samples":[{"ts":1,"tid":1,"sf":1,"weight":300},'
                             '{"ts":3,"tid":1,"weight":7}],' + FRAMES + "}")
        self.assertEqual((profile.of("weight").total[0], profile.total[0]), (300, 2))

    def test_processors(self):
        """Samples by processor, as those of perf, say nothing of the time of a thread, which may have waited."""
        def samples(*events):
            return '{"traceEvents":[],"samples":' + array(*(
                f'{{"cpu":{i % 2},"tid":{i % 3},"ts":{1000 * i},"name":"{name}","weight":{10 + i},"sf":2}}'
                for i, name in enumerate(events))) + "," + FRAMES + "}"

        profile = self.check(samples("cycles", "cycles", "cycles"), unordered=True)
        self.assertEqual([(m.name, m.total[0]) for m in profile.metrics], [("samples", 3), ("weight", 33)])
        # Those of several events are never added up.
        profile = self.load(samples("cycles", "misses", "cycles"))
        self.assertEqual([(m.name, m.total[0]) for m in profile.metrics],
                         [("samples", 3), ("cycles", 22), ("misses", 11)])
        self.fails(samples(*map(str, range(65))), "byte 3904: sample 65: more than 64 kinds of samples")

    def test_clang(self):
        """A header that is read while the declaration before it is not finished keeps its length; one in it is
        nested."""
        self.tree(array(source("b", 5, "/usr/include/pair"), source("e", 10), source("b", 4, "/usr/bin/../include/map"),
                        source("e", 17), task("Parse", 2, 2.5), task("Frontend", 0, 20)),
                  "Frontend:5000*1('Parse':2000*1 'Source /usr/include/map':8000*1('Source /usr/include/pair':5000*1))",
                  "1 call outlasts the call around it and was cut at its end", flags=FULL)
        # The header lies in a declaration.
        self.tree(array(source("b", 2, "a.h"), source("e", 3), task("Parse", 1, 4)),
                  "Parse:3000*1('Source a.h':1000*1)", flags=FULL)
        # Other asynchronous events are not calls.
        self.tree(array('{"ph":"b","cat":"net","id":1,"name":"GET","ts":1}', task("f", 0, 1)), "f:1000*1",
                  "1 event that is not a call was left out (asynchronous 1)", flags=FULL)

    def test_order_of_ends(self):
        """Ends of one time stamp in any order, and one ahead of its beginning."""
        self.tree(array(B("f", 0), B("g", 1), B("f", 2), E("g", 5), E("f", 5), E("f", 5)),
                  "f:1000*1(g:1000*1(f:3000*1))", flags=FULL)
        self.tree(array(B("f", 0), E("g", 2), B("g", 2), E("f", 5)), "f:5000*1(g:0*1)", flags=FULL)

    def test_heap_profile(self):
        text = '{"head":' + heap("(root)", 0, heap("f", 12, heap("", 30)), heap("g", "5e1")) + ',"samples":[]}'
        profile = self.check(text, "'(root)':0(f:12('(anonymous)':30) g:50)", metric="bytes", unit="bytes",
                             recording="sampled", has_calls=False)
        self.assertEqual(profile.line[2], 0)
        self.cut_fails(text)

    def test_line_texts(self):
        """Lines that are texts, in heap profiles as in CPU profiles."""
        profile = self.check('{"head":{"callFrame":{"functionName":"f","url":"a.js","lineNumber":"3"},"selfSize":9,'
                             '"children":[]}}', "f:9", format="heapprofile")
        self.assertEqual(profile.place(1), ("a.js", 4))

    def test_sentry(self):
        """A sample has the time up to the next one of its thread."""
        profile = self.example("sentry-python.json", "main:20000(inner:10000)",
                               [], "time 30000 us, samples 4 samples", format="sentry", n_threads=2)
        self.assertEqual((profile.place(1), profile.place(2)), (("a.py", 9), ("/x/a.py", 3)))
        # Version 2; functions of Java belong to a class.
        frames = '"frames":[{"function":"run","module":"java.lang.Thread"},{"instruction_addr":"0xa7","package":"libc.so"}]'
        stacks = '"stacks":[[1,0],[0]],"samples":[{"timestamp":8.5,"stack_id":0,"thread_id":"7"},' \
                 '{"timestamp":8.75,"stack_id":1,"thread_id":"7"}]'
        profile = self.check(f'{{"version":"2","profile":{{{stacks},{frames}}},"platform":"java"}}',
                             "java.lang.Thread.run:0(0xa7:250000)", format="sentry")
        self.assertEqual(profile.module[2], "libc.so")
        # What the profiler of Node hands out has no "profile" around it.
        self.check(f"{{{stacks},{frames}}}", "run:0(0xa7:250000)", format="sentry")
        for text, message in ((stacks.replace('"stack_id":0', '"stack_id":2'), "samples[0]: there is no stack 2"),
                              (stacks.replace("[0]", "[2]"), "stacks[1]: there is no frame 2"),
                              (stacks.replace("8.5", "true"), "byte 46: samples[0].timestamp: not a number")):
            self.fails(f"{{{text},{frames}}}", message)

    def test_cleopatra(self):
        """Firefox's profiles before profiler.firefox.com."""
        profile = self.example("cleopatra-threads.json", "'(root)':0('js::RunScript(JSContext*)':2 f:4)", [], "time 6 ms",
                               format="cleopatra", n_threads=2, period=2)
        self.assertEqual((profile.module[2], profile.place(3)), ("XUL", ("http://x/y.js", 33)))
        # The oldest have the samples of one thread.
        text = '{"format":"profileJSONWithSymbolicationTable,1","profileJSON":[{"frames":[0,1]}],"symbolicationTable":'
        self.check(text + '["(root)","main"]}', "'(root)':0(main:1)", n_threads=1, unit="samples")
        self.fails(text + '["(root)"]}', "symbolicationTable: no symbol has the number 1")
        self.fails(text + '{"0":"a","00":"b"}}', "byte 116: symbolicationTable.00: the same key twice")

    def test_safari(self):
        """Timelines of Safari: the innermost frame comes first."""
        profile = self.check(timeline("0.5,0.25,7"), "'(anonymous)':0.25(g:0.5)", format="safari", unit="s")
        self.assertEqual((profile.metrics[1].total[0], profile.line[2]), (2, 9))
        self.bad_json(("22", timeline("1,2"), "sampleDurations: 2 values for 3 samples"),
                      ("29", timeline("1,-2,3"), "recording.sampleDurations[1]: out of range"))
        self.cut_fails(timeline("1,2,3"))

    def test_deep_heap_profile_26(self):
        depth = 5000
        self.check('{"head":' + depth * '{"callFrame":{"functionName":"f"},"selfSize":1,"children":[' + depth * "]}"
                   + "}", depth=depth)

    def test_cut_everywhere_5(self):
        self.cut_is_told('{"traceEvents":' + array(task("f", 0, 1), start("1"), chunk("1", 9, TREE, "2,1", "1,2")) + ","
                         + FRAMES + ',"samples":' + array(sample(1, 1, 2)) + "}")

    def test_v8_log(self):
        """Code of a function before and after its optimisation, ticks out of order, an address."""
        profile = self.check_file(
            "foreign/v8-log-prof.json", "JSEntryStub:0('(anonymous)':0(fib:2100 Map:0(0x7f0000000000:1000))) "
            "main:0(node:1400)", unit="us")
        self.assertEqual(profile.metrics[1].total[0], 4)
        self.assertEqual(profile.place(3), ("/home/user/my app/a.js", 3))
        self.survives_cuts("v8-log-prof.json")

    def test_v8_log_code(self):
        """What is in no code, and the interpreter's handlers, which are part of what they run."""
        code = ('{"code":[{"name":"/lib/libc.so.6","type":"SHARED_LIB"},{"name":"Add","type":"CODE",'
                '"kind":"BytecodeHandler"},{"name":"f a.js:1:2","type":"JS","kind":"Unopt"},{"name":"push",'
                '"type":"CODE","kind":"LoadIC"}],"ticks":[')
        self.tree(code + '{"tm":1,"s":[-1,77,2,0,-1,9]},{"tm":3,"s":[1,0,2,0]},{"tm":9,"s":[3,0,2,0]},'
                  '{"tm":12,"s":[]}]}', "f:2([unknown]:1 'LoadIC: push':6) [unknown]:3")

    def prof(self, name, total, n_ticks, **ticks):
        profile = self.check_file(f"foreign/{name}", unit="us", recording="sampled", period=1000, warnings=[])
        self.assertEqual(profile.all_metrics, ["time us", "samples samples"])
        self.assertEqual([metric.total[0] for metric in profile.metrics], [total, n_ticks])
        for function, number in ticks.items():
            self.assertEqual(profile.self_of(function.replace("_", " "), 1), number, function)
        return profile

    def test_v8_prof(self):
        """Recorded by three versions of Node and cut to the code that ticks meet; the numbers of ticks are those of
        `node --prof-process` of each version, those of a library with those of its functions."""
        self.prof("v8-prof-node8.log.gz", 238712, 198, fib=20, RegExpSplit=44, MapSet=8, RecordWriteStub=8, run=4,
                  **{"RegExp: [^a-z]+": 5, "[unknown]": 4})
        self.prof("v8-prof-node12.log.gz", 259452, 200, fib=21, run=5, **{"RegExp: [^a-z]+": 16, "[unknown]": 3})
        profile = self.prof("v8-prof-node22.log.gz", 169437, 155, fib=20, RegExpSplit=15, MapPrototypeSet=6, run=6,
                            add=1, **{"RegExp: [^a-z]+": 11, "[unknown]": 3})
        fib = profile.name.index("fib")
        self.assertEqual(profile.place(fib), ("/home/user/app/work.js", 2))
        self.assertEqual(profile.module[profile.name.index("libc.so.6")], "libc.so.6")

    def test_v8_prof_fields(self):
        """Fields of all versions; code that moves, is replaced and deleted."""
        end = "profiler,end\n"
        old = 'code-creation,LazyCompile,0x100,16,"IN native runtime.js:3",0x90,~\nprofiler,"begin",1\n'
        # Before times and callbacks, with times and pointers of stacks, without either.
        self.tree(old + "tick,0x101,0x7f,0x0,0\n" + end, "IN:1000")
        self.tree(old + "tick,0x101,0x7f,0,0x0,0\n" + end, "IN:1000")
        self.tree(old + "tick,0x101,0x7f,70,0,0x0,0\ntick,0x10f,0x7f,95,0,0x0,0\n" + end, "IN:95")
        self.tree(old + "tick,0x101,70,0,0x0,0,overflow\n" + end, "IN:70")
        self.tree('code-creation,Stub,2,0x100,16,"a ""b"""\ntick,0x110,0,0,0x0,4\n'
                  "tick,0x10f,6,0,0x0,0\n" + end, "[unknown]:0 'a \"b\"':6")
        head = ("profiler,begin,500\nshared-library,/usr/lib/x\\x2Cy.so,0x1000,0x2000,0\n"
                "code-creation,JS,0,7,0x100,16,f /a\\x2Cb.js:1:2,0x90,~\n")
        # Addresses relative to the PC and to each other; an external callback in place of the PC; a return address.
        profile = self.check(head + "tick,0x1001,10,0,0x105,0,0x101,+e00,-1000\ntick,0x1001,15,1,0x1002,6,0x10f\n" + end,
                          "'x,y.so':0(f:0(f:0('x,y.so':10))) f:0('x,y.so':5)", warnings=[], period=500)
        self.assertEqual(profile.place(2), ("/a,b.js", 1))
        self.tree(head + "code-move,0x100,0x300\ntick,0x101,1,0,0x0,0\ntick,0x301,3,0,0x0,0\ncode-delete,0x300\n"
                  "tick,0x301,7,0,0x0,0\n" + end, "[unknown]:5 f:2")
        self.tree(head + "code-creation,JS,0,7,0xf8,9,g /a.js:9:1,0x90,*\ntick,0x101,1,0,0x0,0\ntick,0x100,3,0,0x0,0\n"
                  "code-creation,LazyCompile,0,7,0xf8,9,,0x90,\ntick,0xf8,4,0,0x0,0\n" + end, "[unknown]:1 g:3")
        self.tree(head + "tick,0x101,9,0,0x0,0\ncode-creation,BytecodeHandler,0,7,0x400,8,Add\n"
                  "tick,0x401,11,0,0x0,0,0x101\n" + end, "f:11")

    def test_v8_prof_places(self):
        for name, function, place in (("f /my app/a.js:1:2", "f", ("/my app/a.js", 1)),
                                      (" file:///my%20app/a.js:1:2", "(anonymous)", ("/my app/a.js", 1)),
                                      ("get x node:fs:12:3", "get x", ("node:fs", 12)),
                                      ("f C:\\\\my app\\\\a.js:7:1", "f", ("C:\\my app\\a.js", 7)),
                                      ("/a.js:1:1", "(anonymous)", ("/a.js", 1)), ("f", "f", ("", 0))):
            profile = self.load(f"code-creation,Function,0,7,0x100,16,{name},0x90,~\ntick,0x101,1,0,0x0,0\n")
            self.assertEqual((profile.name[1], profile.place(1)), (function, place))

    def test_v8_prof_libraries(self):
        """The folder is left out, of the library that begins last around the address."""
        for path in '"C:\\Program Files\\nodejs\\node.exe"', "C:\\\\nodejs\\\\node.exe", "/usr/bin/node.exe", "node.exe":
            self.tree(f"shared-library,{path},0x100,0x900\nshared-library,/lib/a.so,0x200,0x300\n"
                      "tick,0x900,0,0,0x0,0\ntick,0x100,1,0,0x0,0,0x2ff\nprofiler,end\n",
                      "[unknown]:0 'a.so':0('node.exe':1)")

    def test_v8_prof_errors(self):
        no_end = "the log does not say that the profiler ended: the file may have been cut"
        code = "code-creation,JS,0,7,0x100,16,f a.js:1:2,0x90,~\n"
        self.fails(code, "a log of V8 without ticks; record with node --prof", "unsupported")
        self.tree(code + "tick,0x101,1,0,0x0,0\ntick,0x101,1,0,0x\ntick,0x101,9,0,0x0,0,0xz\ncode-move,0x1\n", "f:1",
                  "3 records cannot be read and were left out, line 3 the first", no_end)
        self.tree("profiler,begin,1000\n" + code, "", no_end, "the profile is empty")
        for text in ("tick,1,2\n", "tick,0x1\n", "profiler,start\n", "shared-library,a,b\n", "code-creation,a,b,c\n",
                     "v8-version,x\n", "tock,0x1,2\n", "code-creation\n"):
            self.assertEqual(self.sniff(text, "v8-prof"), 0, text)
        self.assertEqual(self.sniff("heap-capacity,1\n" + code, "v8-prof"), 80)
        self.assertEqual(self.sniff("a b,1\n" + code, "v8-prof"), 0)
        log = gzip.decompress(example("v8-prof-node22.log.gz"))
        for length, profile in self.cuts(log, 100, 997):
            if profile:
                self.assertIn(no_end, profile.warnings, length)
        self.survives_damage(log[:3000], 0)


if __name__ == "__main__":
    profile_test.main()
