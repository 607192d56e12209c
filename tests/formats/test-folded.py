# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading and writing folded stacks."""

import gzip
import random

import profile_test
from profile_test import STRING_MAX, ProfileTest, Refused, data

CUT = "ends without a line break: the file may have been cut"


def totals(profile):
    """By path of names, independent of the order of lines."""
    paths = [""]
    for node in range(1, profile.n_nodes):
        paths.append(f"{paths[profile.parent[node]]};{profile.name[node]}")
    return sorted(zip(paths, profile.total))


class Folded(ProfileTest):
    def load(self, content, command="load", **options):
        return super().load(content, command, **{"trusted": 1} | options)

    def test_trees(self):
        self.tree("main;parse 3\nmain;parse;lex 4\nmain 1\nidle 2\n", "main:1(parse:3(lex:4)) idle:2")
        # The longer line comes first; the shorter one is its prefix.
        self.tree("a;b;c 1\na;b 2\na;bc 3\na 4\na;b;c;d 5\n", "a:4(b:2(c:1(d:5)) bc:3)")
        self.tree("f 1\nf;f 2\nf;f;f 3\n", "f:1(f:2(f:3))")
        self.tree("only 7\n", "only:7")

    def test_names(self):
        self.tree("RegExp: ^(a [\"'],b)$;operator<<(A, B) const 2\n",
                  "'RegExp: ^(a [\"''],b)$':0('operator<<(A, B) const':2)")
        self.tree("[unknown];{closure};<b>&</b> 1\n", "[unknown]:0({closure}:0(<b>&</b>:1))")
        self.tree("a;#b;\x1b[31mred 1\n", "a:0(#b:0(\x1b[31mred:1))")

    def test_layout_of_lines(self):
        self.tree("\ufeff# a comment\r\n\r\nmain;a  \t 3 \t\r\n  \t\r\nmain;b\t4\r\n#end 1\r\n", "main:0(a:3 b:4)")
        # White space at the start of a line or around a semicolon belongs to the name.
        self.tree(" main; a 1\n", "' main':0(' a':1)")

    def test_counts(self):
        self.tree("a 1.5\nb 2e3\nc 0\nd +4\ne 00012\n", "a:1.5 b:2000 c:0 d:4 e:12")
        self.tree("a 9007199254740992\n", "a:9007199254740992")
        self.tree("a;b 2\na;b 3\nc 1\na;b 4\n", "a:0(b:9) c:1")
        self.tree("a 5\na;b -2\na;c 1\n", "a:5(b:-2 c:1)", "negative counts on 1 line",
                  "some values of value are negative: is this the difference of two profiles?")

    def test_producers(self):
        """Who wrote a text, and the unit of its counts."""
        for text, producer, metric, unit in (
                ("<module> (a.py);run (lib/b.py) 3\n<module> (a.py) 1900000000\n", "py-spy", "samples", "samples"),
                ('process 12:"python a.py";<module> (a.py:7);memcpy (libc.so.6) 3\n', "py-spy", "samples", "samples"),
                ("<module> (a.py:7); 3\n", "py-spy", "samples", "samples"),
                ("<main> - a.rb:1;block in run - lib/b.rb:22;sleep [c function] - (unknown):0 5\n", "rbspy", "samples",
                 "samples"),
                ("# austin: 3.7.0\n# interval: 100\n# mode: wall\nP1;T1;/a.py:run:3 100\n", "austin", "time", "us"),
                ("# austin: 3.7.0\n# mode: cpu\r\nP1;T1;/a.py:run:3 100\n", "austin", "time", "us"),
                ("# austin: 3.7.0\n# mode: memory\nP1;T1;/a.py:run:3 4096\n", "austin", "bytes", "bytes"),
                ("# austin: 3.7.0\n# mode:  \nP1;T1;/a.py:run:3 100\n", "austin", "value", ""),
                ("# austin: 9.0.0\nP1;T1;/a.py:run:3 100\n", "austin", "value", ""),
                # The comments of austin come first.
                ("P1;T1;/a.py:run:3 100\n# austin: 3.7.0\n# mode: wall\n", None, "value", ""),
                # One frame of another kind, a fraction, functions of C++.
                ("<module> (a.py);run 3\n", None, "value", ""),
                ("<module> (a.py) 0.5\n", None, "value", ""),
                ("main (int);f (char const*) 3\n", None, "value", ""),
                ("a - b:1;c - d:2 3\n", None, "value", ""),
                # perf, bpftrace and async-profiler: samples, nanoseconds or bytes.
                ("jq;[unknown];_int_free_[k] 54527250\n", None, "value", ""),
                ("java/lang/Thread.run_[j];Demo.main_[0] 1\n", None, "value", ""),
                ("main;a 1900000000\n", None, "value", "")):
            with self.subTest(text):
                self.check(text, metric=metric, unit=unit, meta={"producer": producer})

    def test_unit(self):
        """A unit can be given to values without one only."""
        exact = "cct 1\nmetric\ttime\tms\nfunction\tf\n0\t1\t1\t5\nend\t1\n"
        bare = "cct 1\nmetric\twork\nfunction\tf\n0\t1\t1\t5\nend\t1\n"
        for text, given, metric, unit in (
                ("main 1900000000\n", "ns", "time", "ns"), ("main 3\n", "samples", "samples", "samples"),
                ("main 3\n", "count", "value", "count"), (bare, "bytes", "work", "bytes"), (exact, "ms", "time", "ms")):
            self.check(text, options={"unit": given}, metric=metric, unit=unit)
        self.fails(exact, "the file says that its unit is ms, not ns", "mismatch", unit="ns")
        self.fails("<module> (a.py) 3\n", "the file says that its unit is samples, not ns", "mismatch", unit="ns")

    def test_what_it_is(self):
        self.check("main 3\n", format="folded", all_metrics=["value"], metric="value", unit="", recording="sampled",
                   period=0, has_calls=False, unordered=True, n_threads=0)

    def test_errors(self):
        self.bad(("a;b 1\n\n# c\na;c\na;d\n", 'line 4: expected a count after the stack, found "a;c"'),
                 ("a;b 1e400\n", 'line 1: expected a count after the stack, found "1e400"'),
                 ("a;b NaN\n", 'line 1: expected a count after the stack, found "NaN"'),
                 ("a 1e308\nb 1e308\n", "line 2: the counts add up to no finite number"),
                 ("a 1e308\na -1e308\n", "line 2: the counts add up to no finite number"),
                 ("a;b 1\na\0b 1\n", "line 2: a NUL byte, which no text has (is this UTF-16?)"))

    def test_bad_lines(self):
        """Lines that are no stacks are left out while most are."""
        for line, found in ((b"a;c", "a;c"), (b"a;b x9", "x9"), (b"a;b 1e400", "1e400"), (b"a;b inf", "inf"),
                            (b"a;b 0x10", "0x10"), (b"a;b 1,5", "1,5"), (b"a;b \x1b[2J\xff", " [2J\ufffd"),
                            (b"12", None)):
            reason = f'expected a count after the stack, found "{found}"' if found else "a count without a stack"
            self.tree(b"a;b 1\n" + line + b"\na;b 2\n", "a:0(b:3)", f"1 line was left out: line 2: {reason}")
        self.tree("a;b 1\na;c 2\na;d", "a:0(b:1 c:2)", "line 3 " + CUT,
                  '1 line was left out: line 3: expected a count after the stack, found "a;d"')

    def test_other_texts(self):
        """What other texts of words and numbers are is not for this reader to say."""
        self.bad(*((text, "not a profile that we know") for text in (
            "Debian GNU/Linux 12\n",
            "# HELP http_requests_total The total.\n# TYPE http_requests_total counter\nhttp_requests_total 1027\n",
            'http_requests_total{method="post",code="200"} 1027\nup{job="a"} 1\n', "ruby 3.2.2\n",
            "add_executable(\n  app\n  main.cpp\n)\ntarget_link_libraries(\n  app\n  Qt5::Core\n)\n")),
            code="unsupported")

    def test_node_limit(self):
        self.fails("a;b 1\na;c 2\na;c;d 3\n", "line 3: more than 4 nodes", "limit", "node limit or hot", max_nodes=4)

    def test_frames_without_name(self):
        self.tree("a;;b 1\na;;c 2\na;b 3\n", "a:0('':0(b:1 c:2) b:3)", "frames without a name on 2 lines")
        self.tree(";a 1\na; 2\n", "'':0(a:1) a:0('':2)", "frames without a name on 2 lines")
        self.tree("a;b 1\n 5\n", "a:0(b:1) '':5", "frames without a name on 1 line")

    def test_cut(self):
        self.tree("a;b 1\na;c 2", "a:0(b:1 c:2)", "line 2 " + CUT)

    def test_cut_everywhere(self):
        """A file cut at any byte gives an error or a warning, except between two lines."""
        text = '# c\nmain;parse 12\nmain;parse;;lex "x" 34.5\nété;b -7\r\n'.encode()
        for length, profile in self.cuts(text):
            if profile and text[length - 1] != ord("\n"):
                self.assertIn("may have been cut", str(profile.warnings))

    def test_period(self):
        lines = [f"main;f{i} {i * 500250}\n" for i in range(1, 31)]
        self.check("".join(lines[:10]), period=0)
        self.check("".join(lines), period=500250)
        self.check("".join(lines) + "main;g 0.5\n", period=0)

    def test_two_counts(self):
        self.tree("a;b 1 2\na;c 0 4\n", "a:0('b 1':2 'c 0':4)", "every line ends in two numbers, as those of a "
                  "difference do: only the last was taken as the count")

    def test_long_name(self):
        name = 100000 * "n"
        profile = self.check(f"main;{name};x 3\nmain;{name};y 4\n", n_nodes=1 + 4)
        self.assertTrue(profile.name[2].startswith("nnnn"))
        self.assertLessEqual(len(profile.name[2].encode()), STRING_MAX)
        self.assertEqual(profile.total[2], 7)
        self.assertIn("repaired", str(profile.warnings))

    def test_not_utf8(self):
        profile = self.load(b"caf\xe9;x 3\n")
        self.assertEqual(profile.name[1], "caf\ufffd")
        self.assertIn("UTF-8", str(profile.warnings))

    def test_deep(self):
        """A stack of a million frames, and one line that is longer than the sniffed head."""
        profile = self.check(499999 * "b;a;" + "b;a 5\n", depth=1000000)
        self.assertEqual(profile.total[1], 5)

    def test_order_of_lines(self):
        """The lines of a real recording give the same tree in any order."""
        expected = totals(self.open("jq-a.perf.folded.gz"))
        with gzip.open(data("jq-a.perf.folded.gz")) as file:
            lines = file.readlines()
        self.assertEqual(len(lines), 409)
        rng = random.Random(7)
        for _ in range(20):
            rng.shuffle(lines)
            self.assertEqual(totals(self.load(b"".join(lines))), expected)

    def test_recordings(self):
        """Numbers that independent tools computed for these files."""
        cmark = self.check_file("cmark-a.folded.gz", n_nodes=1 + 442, n_functions=161, depth=20)
        jq = self.check_file("jq-a.perf.folded.gz", n_nodes=1 + 585, n_functions=191, depth=19, period=500250,
                             warnings=[])
        self.assertEqual((cmark.total[0], jq.total[0]), (551804, 4544271000))

    def test_not_folded(self):
        for text in ('{"a": 1}\n', '{\n "a": 1,\n "b": 2\n}\n', "<!DOCTYPE html>\n<p>404 5\n", "<html>\n<p>a; b 404\n",
                     "int main (void)\n{\n  return 0;\n}\n", "It was a dark night in\nthe year 1816\nand it rained\n"):
            with self.assertRaises(Refused) as caught:
                self.load(text)
            self.assertEqual(caught.exception.code, "unsupported")
        for text in ("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: 9\ncmd: x\npart: 1\n\n\n"
                     "desc: I1 cache: \npositions: line\nevents: Ir\nsummary: 543\n\n\nob=(1) /x\nfl=(1) a.c\n"
                     "fn=(1) main\n16 2\n", "perf 12 100.5:     500250 cpu-clock: \n\t    55 main (/bin/x)\n\n"):
            try:
                self.assertNotEqual(self.load(text).format, "folded")
            except Refused:
                pass

    def test_evidence(self):
        """Lines of one frame each, of which many files consist, need a name or somebody who says what they are."""
        listing = "nr_free_pages 977769\nnr_dirty 12\n"
        untrusted = super().load
        for content in listing, "main 7\n", "10 11\n", listing + "a;b 1\n":
            with self.assertRaises(Refused) as caught:
                untrusted(content)
            self.assertRegex(caught.exception.message, "give the file the ending .folded")
            self.assertEqual(untrusted(content, unit="samples").format, "folded")
            for name in "x.folded", "x.collapsed", "x.folded.gz":
                path = self.path(name)
                with (gzip.open if name.endswith("z") else open)(path, "wt", encoding="utf-8") as file:
                    file.write(content)
                self.assertEqual(untrusted(path, "open").format, "folded")
        # Most lines have several frames, or only one program writes such frames.
        self.assertEqual(untrusted("main 1\nmain;a 2\nmain;b 3\nidle 4\n").format, "folded")
        self.assertEqual(untrusted("f (a.py:1) 3\ng (a.py:7) 4\n").meta["producer"], "py-spy")

    def written(self, tree):
        path = self.path("out.folded")
        self.load(tree, "text", save=path)
        with open(path, encoding="utf-8", newline="") as file:
            return file.read()

    def test_writing(self):
        self.assertEqual(self.written("main:1.5(parse:0(lex:4 skip:0) eval:-2000) idle:3000000000(x:0.000001)"),
                         "main 1.5\nmain;parse;lex 4\nmain;parse;skip 0\nmain;eval -2000\nidle 3000000000\n"
                         "idle;x 0.000001\n")
        self.assertEqual(self.written("'#c;d':1('a\nb':2('tail  ':3) '':4) '':5('x y 3':6)"),
                         "_c:d 1\n_c:d;a b 2\n_c:d;a b;tail__ 3\n_c:d; 4\n 5\n;x y 3 6\n")

    def test_round_trip(self):
        """What is written is read back unchanged."""
        tree = "main:1.5(parse:0.1(lex:4 skip:0('':3)) 'a b 9':0.25) '':7(x:1)"
        self.check(self.written(tree), tree)


if __name__ == "__main__":
    profile_test.main()
