# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading Chrome's trace events."""

import random

import profile_test
from profile_test import FULL, NAMES, STRING_MAX, ProfileTest, Refused
from trace_events import B, E, X, events, lengthless, nameless, unpaired

EMPTY = "the total time is 0, so that there are no shares"


class TraceEvent(ProfileTest):
    FLAGS = FULL

    def test_begin_and_end(self):
        self.tree(events(B("main", 0), B("parse", 1), B("lex", 1.5), E("lex", 2), E("parse", 4), B("parse", 5),
                         E("parse", 6), E("main", 7)), "main:3000*1(parse:3500*2(lex:500*1))")
        self.tree('{"traceEvents":' + events(B("f", 0), B("f", 1), E("f", 3), E("f", 7), B("g", 7), E("g", 8))
                  + ',"displayTimeUnit":"ns"}', "f:5000*1(f:2000*1) g:1000*1")
        # An end needs no name.
        self.tree(events(B("f", 0), '{"ts":2,"ph":"E"}'), "f:2000*1")

    def test_what_it_is(self):
        self.check(
            '{"metadata":{"version":"uftrace v0.13","command_line":"uftrace \\"x\\"","recorded_time":"Fri Nov 20",'
            '"other":[1,{}]},\n"stackFrames":{},"traceEvents" : [\n'
            '{"ts":0,"ph":"M","pid":7,"name":"process_name","args":{"name":"prog"}},\n'
            '{"ts":0,"ph":"M","pid":7,"name":"thread_name","args":{"name":"one"}},\n'
            '{"ts":0,"ph":"M","pid":7,"name":"thread_name","args":{"name":"two"}},\n'
            '{"ts":0,"ph":"M","pid":7,"name":"thread_name","args":{"name":"one"}},\n' + X("f", 0, 1) + "]}",
            format="trace-event", all_metrics=["time ns"], recording="exact", period=0, warnings=[], meta={
                "producer": "uftrace v0.13", "command": 'uftrace "x"', "recorded": "Fri Nov 20", "process": "prog",
                "threads": "one, two"})

    def test_precision(self):
        """Nanoseconds since 1970, in microseconds with decimals, do not fit in a double."""
        self.tree(events(B("f", "1700000000000000.001"), B("g", "1700000000000000.003"),
                         E("g", "1700000000000000.006"), E("f", "1700000000000000.011")), "f:7*1(g:3*1)")
        self.tree(events(X("f", "3999999999999999.999", "0.001")), "f:1*1")
        self.tree(events(X("f", "-5.5", "1.0004999"), X("g", "0", "1.0005")), "f:1000*1 g:1001*1")
        self.tree(events(X("f", "1.5e1", "25E-2"), X("g", "1e3", "1e-05")), "f:250*1 g:0*1")

    def test_complete(self):
        nested = "main:4000*1(a:3000*1(b:1000*1) b:2000*2)"
        self.tree(events(X("main", 0, 10), X("a", 1, 4), X("b", 2, 1), X("b", 5, 1), X("b", 9, 1)), nested)
        # As written by programs that write each call when it ends.
        self.tree(events(X("b", 2, 1), X("a", 1, 4), X("b", 5, 1), X("b", 9, 1), X("main", 0, 10)), nested)
        # With the same start the longer one is the outer one; with the same length, too, the first.
        self.tree(events(X("in", 0, 5), X("out", 0, 6), X("in2", 0, 5)), "out:1000*1(in:0*1(in2:5000*1))")
        self.tree(events(X("f", 3, 0), X("g", 0, 5), X("h", 5, 0)), "g:5000*1(f:0*1) h:0*1")

    def test_overlap(self):
        self.tree(events(X("f", 0, 10), X("g", 6, 8), X("h", 11, 1)), "f:6000*1(g:4000*1) h:1000*1",
                  "1 call outlasts the call around it and was cut at its end")
        # A rounding error is no overlap.
        self.tree(events(X("f", 0, "10.000"), X("g", 6, "4.001")), "f:6000*1(g:4000*1)")
        self.tree(events(X("f", 0, -1)), "f:0*1", "1 call of negative length was taken as 0", EMPTY)

    def test_mixed(self):
        """Complete events and pairs on one thread: of the same start and length, the first one is the outer one."""
        self.tree(events(X("x", 0, 5), B("b", 0), E("b", 5)), "x:0*1(b:5000*1)")
        self.tree(events(B("b", 0), X("x", 0, 5), E("b", 5)), "b:0*1(x:5000*1)")
        self.tree(events(B("a", 0), E("a", 3), X("x", 4, 5), B("b", 4), B("c", 4), E("c", 9), E("b", 9), X("y", 9, 1)),
                  "a:3000*1 x:0*1(b:0*1(c:5000*1)) y:1000*1")

    def test_far_clock(self):
        """Times beyond the range count from the first of them."""
        self.tree(events(B("f", "13984392629999074"), X("g", "13984392629999075.25", "2"), E("f", "13984392629999080")),
                  "f:4000*1(g:2000*1)")
        self.fails(events(B("f", "13984392629999074"), E("f", "3")), 'byte 72: event 2: "ts" is out of range')

    def test_threads(self):
        self.tree('[{"ph":"B","name":"f","ts":0,"pid":1,"tid":1},{"ph":"B","name":"f","ts":1,"pid":1,"tid":2},'
                  '{"ph":"B","name":"g","ts":2,"pid":1,"tid":1},{"ph":"E","name":"f","ts":3,"pid":1,"tid":2},'
                  '{"ph":"E","name":"g","ts":4,"pid":1,"tid":1},{"ph":"E","name":"f","ts":5,"pid":1,"tid":1},'
                  '{"ph":"X","name":"h","ts":0,"dur":9,"pid":2,"tid":"main"}]', "f:5000*2(g:2000*1) h:9000*1")

    def test_number_of_threads(self):
        """Threads with a call are counted; the order is known."""
        for text, n_threads in (
                (events(B("f", 0), E("f", 2)), 1),
                ('[{"ph":"X","name":"f","ts":0,"dur":1,"tid":1},{"ph":"B","name":"f","ts":0,"tid":2},'
                 '{"ph":"E","ts":4,"tid":2},{"ph":"E","ts":4,"tid":3}]', 2)):
            self.check(text, n_threads=n_threads, unordered=False)

    def test_unbalanced(self):
        self.tree(events(E("x", 0), B("f", 1), E("f", 3), E("f", 4)), "f:2000*1", unpaired(2, 0, 0))
        self.tree(events(B("f", 1), B("g", 2), B("h", 3), E("h", 7)), "f:1000*1(g:1000*1(h:4000*1))",
                  unpaired(0, 0, 2))
        # A longjmp across g and h.
        self.tree(events(B("f", 0), B("g", 1), B("h", 2), E("f", 4), B("i", 5), E("i", 6)),
                  "f:1000*1(g:1000*1(h:2000*1)) i:1000*1", unpaired(0, 2, 0))
        # The end of a call that never began, within another call.
        self.tree(events(B("f", 0), E("z", 1), B("g", 2), E("z", 3), E("g", 4), E("f", 6)), "f:4000*1(g:2000*1)",
                  unpaired(2, 0, 0))

    def test_unfinished(self):
        """It lasts to the last time in the file, including complete calls, other threads and events that are not
        calls; calls that begin meanwhile are below it."""
        one = unpaired(0, 0, 1)
        self.tree(events(B("main", 0), X("a", 1, 9)), "main:1000*1(a:9000*1)", one)
        self.tree(events(B("main", 0), B("f", 1), X("g", 2, 3), E("f", 6), X("h", 7, 3)),
                  "main:2000*1(f:2000*1(g:3000*1) h:3000*1)", one)
        self.tree(events(B("main", 0), '{"ph":"i","ts":4}', '{"ph":"M","ts":7}'), "main:4000*1", one,
                  "1 event that is not a call was left out (instants 1)")
        self.tree('[{"ph":"B","name":"f","ts":0,"tid":1},{"ph":"X","name":"g","ts":1,"dur":2,"tid":1},'
                  '{"ph":"X","name":"h","ts":0,"dur":9,"tid":2}]', "f:7000*1(g:2000*1) h:9000*1", one)
        # From the minimum to the maximum time.
        self.tree(events(B("f", "-4000000000000000"), X("g", "4000000000000000", "4000000000000000")),
                  "f:8000000000000000000*1 g:4000000000000000000*1", one)

    def test_incomplete(self):
        """Missing parts of a call are filled in and counted."""
        self.tree(events(X("main", 0, 10), '{"ph":"X","name":"f","ts":2}', X("g", 3, 1), X("h", 12, 3)),
                  "main:2000*1(f:7000*1(g:1000*1)) h:3000*1", lengthless(1))
        self.tree(events(B("main", 0), '{"ph":"X","name":"f","ts":2}', E("main", 5), B("g", 6), E("g", 8)),
                  "main:2000*1(f:3000*1) g:2000*1", lengthless(1))
        self.tree(events('{"ph":"X","name":"f","ts":1}', X("g", 2, 3), '{"ph":"X","name":"h","ts":7}',
                         '{"ph":"i","ts":9}'),
                  "f:3000*1(g:3000*1 h:2000*1)", "1 event that is not a call was left out (instants 1)", lengthless(2))
        self.tree(events(X("main", 0, 10), '{"ph":"X","ts":2,"dur":3}', '{"ph":"X","ts":3}', '{"ph":"B","ts":6}',
                         '{"ph":"E","ts":7}'),
                  "main:6000*1('(anonymous)':2000*2('(anonymous)':2000*1))", nameless(3), lengthless(1))

    def test_other_events(self):
        self.tree(events(B("f", 0), '{"ph":"i","name":"note","s":"g"}',
                         '{"ph":"C","ts":1,"args":{"name":3,"deep":[[{"ph":"B"}]]}}', "{}",
                         '{"ph":"E","ts":2,"cat":null,"args":["]"],"id":{"ph":1},"x":true}'),
                  "f:2000*1", "2 events that are not calls were left out (counters 1, instants 1)")

    def test_null_time(self):
        """A call whose time is null is left out; other events need no time."""
        null = '{"ph":"X","name":"g","ts":null,"dur":5}'
        self.tree(events('{"ph":"M","name":"thread_name","ts":null,"args":{"name":"t"}}', X("f", 0, 2)), "f:2000*1")
        self.tree(events(null, X("f", 0, 2)), "f:2000*1", '1 event whose "ts" is null was left out')
        self.fails(events(null), f'byte {len(events(null))}: no event with a "ts" that is a number, so no calls')

    def test_key_twice(self):
        """The last value is valid, as in the viewers, which are of JavaScript."""
        self.tree(events('{"ph":"X","name":"g","ts":0,"dur":5,"z":1,"name":"f","z":2}', X("h", 6, 1)),
                  "f:5000*1 h:1000*1", "2 keys are twice in one event: the last values were taken")
        self.tree(events('{"ph":"X","name":"f","ts":null,"dur":5,"ts":1}'), "f:5000*1",
                  "1 key is twice in one event: the last value was taken")
        # Nothing of the first "args" is left.
        name = '"args":{"detail":"a","line":3}'
        for text in name + ',"args":{}', name + ',"args":null':
            self.tree(events('{"ph":"X","name":"f","ts":0,"dur":5,' + text + "}"), "f:5000*1",
                      "1 key is twice in one event: the last value was taken")

    def test_nulls(self):
        """A member that is null is as if it were not there."""
        self.tree(events('{"ph":"X","name":null,"ts":0,"dur":5,"pid":null,"tid":null,"args":null,"cat":null}'),
                  "'(anonymous)':5000*1", "1 call has no name and is called (anonymous)")
        self.tree(events('{"ph":"X","name":"f","ts":0,"dur":null}', X("g", 0, 2)), "f:0*1(g:2000*1)", lengthless(1))

    def test_open_list(self):
        begun = "[" + B("f", 0) + "," + E("f", 1)
        for text in (
                "[\n" + B("f", 0) + ",\n" + E("f", 1) + "\n", "[\n" + B("f", 0) + ",\n" + E("f", 1) + ",\n",
                # Cut in an event, which is left out, or behind the events.
                begun + ',{"ph":', '{"traceEvents":' + begun + ',{"name":"f\\u00',
                '{"traceEvents":[' + X("f", 0, 1) + '],"metadata":{"a":tr'):
            self.tree(text, "f:1000*1", "the list of events has no end: the file may have been cut")
        self.fails('[{"ph":"B","ts":', "byte 16: event 1: the input ends where a value is expected")
        # A comma behind the last event is nothing that is missing.
        for text in begun + ",]", '{"traceEvents":' + begun + ", ]}":
            self.tree(text, "f:1000*1")

    def test_names(self):
        self.tree("\ufeff[\r\n" + ",\r\n".join([
            B("<b>&amp;</b>", 0), B('a\\n\\"b\\"\\\\ \\/', 0), B("\\u00e9\\ud83d\\ude00é", 0), B("", 0)]) + "]",
                  "<b>&amp;</b>('a\n\"b\"\\ /'(é😀é('')))", unpaired(0, 0, 4), EMPTY, flags=NAMES)

    def test_nul_in_names(self):
        """A character that is legal in JSON but not in names."""
        self.tree(events(X("a\\u0000b", 0, 1), X("\\u0000", 2, 1)), "'a\ufffdb':1000*1 '\ufffd':1000*1")

    def test_odd_escapes(self):
        """A backslash that begins no escape, as in paths that were not escaped, stands for itself."""
        self.tree(events(X("c:\\Users\\uv\\x41 \\u00g0 \\n", 0, 1)), "'c:\\Users\\uv\\x41 \\u00g0 \n':1000*1",
                  "4 backslashes in the strings begin no escape of JSON and were taken as they stand")

    def test_long_name(self):
        name = 100000 * "n"
        profile = self.check(events(B(name, 0), E(name, 1), X(name + "\\n", 1, 2)), n_nodes=1 + 2)
        self.assertTrue(profile.name[1].startswith("nnnn"))
        self.assertLessEqual(len(profile.name[1]), STRING_MAX)
        self.assertEqual(profile.total[0], 3000)
        self.assertNotIn("do not pair", str(profile.warnings))
        self.assertIn("repaired", str(profile.warnings))

    def test_errors(self):
        self.bad(
            # What is missing or of the wrong kind.
            ('{"traceEvents":[]}', 'byte 18: no "B", "E" or "X" event, so no calls'),
            ('{"traceEvents":[],"traceEvents":[]}', "byte 18: the same key twice"),
            ('[{"ph":"B"}]', 'byte 10: event 1: a "B" event without "ts"'),
            ('[{"ph":"X","dur":0}]', 'byte 18: event 1: a "X" event without "ts"'),
            ('[{"ph":"E"}]', 'byte 10: event 1: a "E" event without "ts"'),
            ("[" + B("f", 0) + ',{"ts":0}]', 'byte 37: event 2: there is no "ph" in it'),
            ("[" + B("f", 0) + ",7]", "byte 30: event 2: not an object"),
            ('[{"ph":"BB"}]', 'byte 7: event 1: "ph" is not one letter'),
            ('[{"ph":"B","ts":"0 "}]', 'byte 16: event 1: "ts" is not a number'),
            ('[{"ph":"B","dur":true}]', 'byte 17: event 1: "dur" is not a number'),
            ('[{"ph":"B","name":5}]', 'byte 18: event 1: "name" is not a string'),
            ('[{"ph":"B","pid":[]}]', 'byte 17: event 1: "pid" is neither a number nor a string'),
            # Numbers.
            ('[{"ph":"B","ts":1e400}]', 'byte 16: event 1: "ts" is out of range'),
            ('[{"ph":"B","ts":18446744073709551616}]', 'byte 16: event 1: "ts" is out of range'),
            ('[{"ph":"B","ts":-4000000000000000.001}]', 'byte 16: event 1: "ts" is out of range'),
            ('[{"ph":"B","ts":123456789012345678901234567890}]', 'byte 16: event 1: "ts" is out of range'),
            ('[{"ph":"B","ts":NaN}]', "byte 16: event 1: expected a value"),
            ('[{"ph":"B","ts":-Infinity}]', "byte 16: event 1: not a number as JSON writes them"),
            ('[{"ph":"B","ts":01}]', "byte 16: event 1: not a number as JSON writes them"),
            ('[{"ph":"B","ts":1.}]', "byte 16: event 1: not a number as JSON writes them"),
            ('[{"ph":"B","ts":.5}]', "byte 16: event 1: expected a value"),
            ('[{"ph":"B","ts":+5}]', "byte 16: event 1: expected a value"),
            ('[{"ph":"B","z":1e}]', "byte 15: event 1: not a number as JSON writes them"),
            # Strings.
            ('[{"ph":"B","name":"a\nb"}]', "byte 20: event 1: a control character in a string"),
            ('[{"ph":"B","name":"a\0"}]', "byte 20: event 1: a control character in a string"),
            (b'[{"ph":"B","name":"a\xff"}]', "byte 20: event 1: bytes in a string that are not UTF-8"),
            (b'[{"ph":"B","cat":"\xed\xa0\x80"}]', "byte 18: event 1: bytes in a string that are not UTF-8"),
            ('[{"ph":"B","name":"a\\ud800"}]', "byte 20: event 1: half a surrogate pair in a string"),
            ('[{"ph":"B","name":"a\\ude00"}]', "byte 20: event 1: half a surrogate pair in a string"),
            ('[{"ph":"B","name":"a\\ud800\\u0041"}]', "byte 20: event 1: half a surrogate pair in a string"),
            # Structure.
            ('[{"ph":"B",}]', "byte 11: event 1: expected a key in quotes"),
            ('[{"ph" "B","ph":"B"}]', "byte 7: event 1: expected a colon after the key"),
            ('[{"ph":"B" "ts":0}]', "byte 11: event 1: expected a comma or a closing brace"),
            ('[{"ph":"i"} {"ph":"i"}]', "byte 12: event 2: expected a comma or a closing bracket"),
            ('[{"ph":"i"}}', "byte 11: event 2: expected a comma or a closing bracket"),
            ('[{"ph":"i"},,]', "byte 12: event 2: expected a value"),
            ('[{"ph":"i","z":tru}]', "byte 15: event 1: expected a value"),
            ('[{"ph":"i","z":[1,2}]', "byte 19: event 1: expected a comma or a closing bracket"),
            ("[" + X("f", 0, 1) + "] x", "byte 39: expected nothing more after the end of the JSON value"),
            ('{"traceEvents":[' + X("f", 0, 1) + '],"metadata":{"a":1,"a":2}}',
             'byte 72: "metadata" has the same key twice'),
            # Deep.
            ('[{"ph":"i","args":' + 1000000 * "[", "byte 20016: event 1: nested more than 20000 deep"))

    def test_node_limit(self):
        for text in (events(B("a", 0), B("b", 0), E("b", 1), B("c", 2)),
                     events(X("a", 0, 9), X("b", 1, 1), X("c", 3, 1))):
            self.fails(text, "more than 3 nodes", "limit", "node limit or hot", max_nodes=3)

    def test_deep_calls(self):
        """A million nested calls, and as many ends without a call."""
        depth = 1000000
        profile = self.check("[" + depth * (B("f", 0) + ",") + depth * (E("g", 0) + ",") + '{"ph":"E","ts":1}]',
                             depth=depth, warnings=[unpaired(depth, 0, depth - 1)])
        self.assertEqual(profile.total[1], 1000)

    def test_cut_everywhere(self):
        self.cut_is_told("[\n" + B("m\\u00e9é", "0.125") + ",\n" + X("x", "1e1", "-2.5E-3") + ",\n" + E("f", 1) + "\n]")
        self.cut_is_told('{"a":[true,false,null,{}], "traceEvents":' + events(B("f", 0), E("f", 1)) + "}")

    def test_across_windows(self):
        """Tokens across every boundary of the reader's window."""
        text = "".join(f'{{ "name" : "caf\\u00e9 €" ,{i % 37 * " "}"ph" : "X" , "ts":{i}.125e0 ,"dur" : 0.5 , '
                       '"args" : { "q" : [ null , true , -1.25e-3 , "\\\\" ] } },\n' for i in range(60000))
        self.check("[" + text + "{}]", "'café €':30000000*60000")

    def test_forms_agree(self):
        """The same calls as begin and end events, as complete events by end, and in any order give the same tree."""
        rng = random.Random(3)
        for turn in range(200):
            pairs, slices, stack, time = [], [], [], 0
            while len(pairs) < 60 or stack:
                time += rng.randint(1, 3)
                if len(pairs) < 60 and len(stack) < 16 and (not stack or rng.random() < 0.5):
                    stack.append((f"f{rng.randrange(3)}", time))
                    pairs.append(B(*stack[-1]))
                else:
                    name, start = stack.pop()
                    pairs.append(E(name, time))
                    slices.append(X(name, start, time - start))
            if turn % 2:
                rng.shuffle(slices)
            a, b = (self.check(events(*calls, "{}"), warnings=[]) for calls in (pairs, slices))
            self.assertEqual(a.texts[FULL], b.texts[FULL])

    def test_recordings(self):
        """Recordings by uftrace, the second with times in whole microseconds from its start.  uftrace does not follow
        its longjmp calls, which makes the tree deep."""
        for name, n_nodes, calls, depth, total in (("cmark-a.uftrace.json.zst", 394, 27683, 20, 6018481),
                                                   ("lua-a.uftrace-us.json.zst", 8342, 30044, 231, 7322000)):
            profile = self.check_file(name, n_nodes=1 + n_nodes, depth=depth, warnings=[])
            self.assertEqual((sum(profile.calls[1:]), profile.total[0]), (calls, total))
            if name.startswith("cmark"):
                self.assertEqual(profile.name[1], "main")

    def test_other_json(self):
        for text in (
                '{"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[],'
                '"shared":{"frames":[{"name":"traceEvents"},{"name":"ph"}]}}',
                '{"nodes":[{"id":1,"callFrame":{"functionName":"ph"}}],"timeDeltas":[1]}',
                "[1, 2, 3]", '[{"name":"\\"ph\\""}]', "[]", '{"traceEvents":{}}'):
            try:
                self.check(text, format="cpuprofile")
            except Refused as refused:
                self.assertNotIn("event", refused.message)
            self.assertEqual(self.sniff(text, "trace-event"), 0)

    def test_cancel(self):
        """Cancelling is reported as such, not as an unexpected end of the file."""
        text = events(*(100000 * [X("f", 1, 1)]), "{}")
        for ticks in range(8):
            with self.assertRaises(Refused) as caught:
                self.load(text, ticks=ticks)
            self.assertEqual(caught.exception.code, "cancelled")


if __name__ == "__main__":
    profile_test.main()
