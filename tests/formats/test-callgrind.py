# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading callgrind's files and other tools' files in its format."""

import os

import profile_test
from profile_test import FLAT, FOLDED, FULL, INFERRED, SELF, ProfileTest, data

HEAD = "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\nevents: Ir\n"
UNTOLD = "there are no totals: nothing tells whether the file was cut"


class Callgrind(ProfileTest):
    FLAGS = FULL

    def assert_metrics(self, profile, *metrics):
        self.assertEqual([(m.name, m.unit, m.total[0]) for m in profile.metrics], list(metrics))

    def test_compression(self):
        """Names by number, relative positions, calls."""
        self.tree(HEAD + "\nfl=(1) main.c\nfn=(1) main\n10 5\n+2 10\ncfi=(2) work.c\ncfn=(2) work\n"
                  "calls=3 20\n* 60\n-1 2\n\nfl=(2)\nfn=(2)\n20 40\n* 8\n+1 12\n\ntotals: 77\n",
                  "main:17(work:60*3)", INFERRED)
        # Names written out, several positions, hexadecimal numbers.
        self.tree("# callgrind format\npositions: instr line\nevents: Ir\nfn=main\n0x80 1 5\n+0x10 +1 0x10\ncfn=work\n"
                  "calls=1 0x90 0\n* * 7\nfn=work\n0x90 9 7\ntotals: 28\n", "main:21(work:7*1)", INFERRED)

    def test_identity(self):
        """A function in two objects is two functions; at two addresses of one object it is one."""
        profile = self.check(
            HEAD + "ob=/home/a/build/prog\nfl=main.c\nfn=main\n1 1\ncob=/usr/lib/libx.so\ncfi=???\ncfn=helper\n"
            "calls=1 0\n2 5\ncfn=helper\ncalls=1 30\n3 5\nfn=helper\n30 5\nob=/usr/lib/libx.so\nfl=???\nfn=helper\n"
            "0 5\ntotals: 11\n", n_nodes=4)
        self.assertEqual((profile.module[2], *profile.place(2)), ("libx.so", "", 0))
        # The line at which it is entered.
        self.assertEqual((profile.module[3], *profile.place(3)), ("prog", "main.c", 30))

    def test_callee_before_its_file(self):
        """A callee belongs to the file and object in force at "calls=", even if these come after its name, as
        lsprofcalltree and the converters of KCachegrind write them."""
        self.tree(HEAD + "fl=a.py\nfn=main\n1 10\ncfn=work\ncfi=b.py\ncalls=1 5\n1 90\nfl=b.py\nfn=work\n5 90\n"
                  "totals: 100\n", "main:10(work:90*1)", INFERRED)
        self.tree(HEAD + "ob=a\nfl=a.py\nfn=main\n1 10\ncfn=work\ncob=b\ncfl=b.py\ncalls=1 5\n1 90\nob=b\nfl=b.py\n"
                  "fn=work\n5 90\ntotals: 100\n", "main:10(work:90*1)", INFERRED)
        # A number is valid after its definition, and stays with one file once it was used.
        self.tree(HEAD + "fl=(1) a.py\nfn=(1) main\n1 10\ncfn=(2) work\ncfi=(2) b.py\ncalls=1 5\n1 60\ncfn=(2)\n"
                  "calls=1 5\n2 30\nfl=(2)\nfn=(2)\n5 90\ntotals: 100\n", "main:10(work:90*2)", INFERRED)
        # "cfi=" is valid for one call.
        self.tree(HEAD + "fl=a.py\nfn=main\n1 10\ncfn=work\ncfi=b.py\ncalls=1 5\n1 60\ncfn=work\ncalls=1 7\n2 30\n"
                  "fl=b.py\nfn=work\n5 60\nfl=a.py\nfn=work\n7 30\ntotals: 100\n", "main:10(work:60*1 work:30*1)",
                  INFERRED)

    def test_separated(self):
        """--separate-callers and --separate-recs make several vertices of one function."""
        self.tree(HEAD + "fn=main\n1 1\ncfn=a'main\ncalls=1 0\n1 10\ncfn=b'main\ncalls=1 0\n1 90\n"
                  "fn=a'main\n1 0\ncfn=work'a\ncalls=2 0\n1 10\nfn=b'main\n1 0\ncfn=work'b\ncalls=2 0\n1 90\n"
                  "fn=work'a\n1 10\nfn=work'b\n1 30\ncfn=work'2'b\ncalls=5 0\n1 60\n"
                  "fn=work'2'b\n1 60\ncfn=work'2'b\ncalls=4 0\n1 200\ntotals: 101\n",
                  "main:1(a:0*1(work:10*2) b:0*1(work:30*2(work:60*9)))", INFERRED, FOLDED)
        # Quotes as parts of names.
        self.tree(HEAD + "fn=f<'x'>(char '0')'main\n1 1\nfn=operator<<'main\n1 2\nfn='lambda'\n1 3\ntotals: 6\n",
                  "'f<''x''>(char ''0'')':1 operator<<:2 '''lambda''':3", FLAT, flags=SELF)
        # Other tools do not separate callers.
        self.tree("version: 1\ncreator: other\nevents: Ir\nfn=it's\n1 1\ntotals: 1\n", "'it''s':1", FLAT, flags=SELF)

    def test_lines(self):
        """Costs of inlined code, jumps that define names, and unknown lines."""
        self.tree(HEAD + "fl=(1) a.c\nfn=(1) main\n1 1\nfi=(2) a.h\n7 10\nfe=(1)\n2 100\njump=1 5\n2\njcnd=1/2 +3\n*\n"
                  "jfi=(3) b.c\njfn=(2) out\njump=1 9\n3\nfrob=1\nfl=(3)\nfn=(2)\n1 5\ntotals: 116\n",
                  "main:111 out:5", "1 line that means nothing here was left out", FLAT, flags=SELF)

    def test_events(self):
        """Instructions come first; derived events are computed; missing costs are 0."""
        self.assert_metrics(self.check(
            "# callgrind format\nevent: sysTime : sysTime (elapsed us)\nevent: L1m = I1mr + D1mr : L1 misses\n"
            "event: CEst = Ir + 10 L1m : cycles\nevent: Odd = Ir + Nothing\nevents: I1mr D1mr Ir sysTime\nfn=main\n"
            "1 1 2 100 5\n2 1\ncfn=f\ncalls=1 0\n2 0 0 50\nfn=f\n1 0 0 50\ntotals: 2 2 150 5\n", "main:100(f:50*1)"),
            ("Ir", "count", 150), ("I1mr", "count", 2), ("D1mr", "count", 2), ("sysTime", "us", 5),
            ("L1m", "count", 4), ("CEst", "count", 190))

    def test_parts(self):
        """Parts are added up, and so are their totals; threads are counted."""
        self.check(
            HEAD + "cmd: prog -x\npart: 1\ndesc: I1 cache: 32 kB\ndesc: LL cache: \nthread: 1\nsummary: 6\n"
            "fn=(1) main\n1 1\ncfn=(2) f\ncalls=1 0\n2 5\nfn=(2)\n1 5\ntotals: 6\n\npart: 2\nthread: 2\nevents: Ir\n"
            "summary: 30\nfn=(1)\n1 10\ncfn=(2)\ncalls=2 0\n1 20\nfn=(2)\n1 20\ntotals: 30\n", "main:11(f:25*3)",
            warnings=[INFERRED], n_threads=2, meta={"command": "prog -x", "producer": "callgrind-3.19.0",
                                                    "I1 cache": "32 kB", "LL cache": None})

    def test_parts_of_a_run(self):
        """A run that is dumped in parts; "Trigger" says why it was dumped.  test-run-parts.c adds them up."""
        def part(pid, number, trigger, cost):
            return HEAD + f"pid: {pid}\npart: {number}\ndesc: Trigger: {trigger}\nfn=f\n1 {cost}\ntotals: {cost}\n"

        self.check(part(7, 1, "--dump-every-bb=100", 5), meta={"part": "1"})
        self.check(part(7, 2, "Program termination", 3), meta={"part": "2"})
        self.tree(HEAD + "pid: 7\npart: 1\nthread: 2\ndesc: Trigger: Program termination\nfn=f\n1 5\ntotals: 5\n",
                  "f:5", "this is one thread of a run: given together, all threads add up", FLAT)
        # A whole run is not a part, whatever its process was.
        self.tree(part(7, 1, "Program termination", 5), "f:5", FLAT)

    def test_pprof_numbers(self):
        """pprof numbers the contexts of a function where it is called, and only there."""
        self.tree("positions: line\nevents: cpu(ms)\nfn=(1) f\n1 5\ncfn=(2) g [1/2]\ncalls=0 3\n* 10\nfn=(3) g\n3 10\n",
                  "f:5(g:10)", UNTOLD, INFERRED, flags=SELF)

    def test_relative_costs(self):
        """"*" and "+" are for costs, too, in some files."""
        self.tree("# callgrind format\nevents: Ir\nfn=f\n1 400\n* *\n+1 +10\n+1 -300\n", "f:1320", UNTOLD, FLAT,
                  flags=SELF)

    def test_nameless_numbers(self):
        self.tree(HEAD + "ob=(7)\nfl=(1)\nfn=f\n1 5\ntotals: 5\n", "f:5",
                  "2 numbers of files or objects have no name", FLAT, flags=SELF)

    def test_contradiction(self):
        self.tree(HEAD + "fn=f\n1 5\ncfn=g\ncalls=1 3\n1 15\ntotals: 5\n", "f:5(g:0*1)", INFERRED,
                  "the call graph contradicts itself: 75.0 % of the total is paid for calls of functions that cost "
                  "nothing")

    def test_totals(self):
        """Wrong totals cause a warning."""
        for text, tree, warning in (
                ("fn=main\n1 5\n", "main:5", UNTOLD),
                ("summary: 50\nfn=main\n1 5\n", "main:5",
                 "the file's total of Ir is 50, but its costs sum up to 5: it may have been cut"),
                ("fn=main\n1 5\ntotals: 5\npart: 2\nfn=f\n1 7\n", "main:5 f:7",
                 "there are no totals at its end: nothing tells whether the file was cut"),
                ("fn=main\n1 5\n2 -7\ntotals: 5\n", "main:5", "1 negative cost was taken as 0")):
            self.tree(HEAD + text, tree, warning, FLAT, flags=SELF)

    def test_xdebug(self):
        """Xdebug's dialect: no magic number, blocks in the order of returns, each call separately, and a summary that
        exceeds the sum."""
        self.assert_metrics(self.check(
            "version: 1\ncreator: xdebug 3.2.0 (PHP 8.2.1)\ncmd: /srv/it's.php\npart: 1\npositions: line\n\n"
            "events: Time_(10ns) Memory_(bytes)\n\nfl=(1) php:internal\nfn=(1) php::strlen\n3 10 0\n\n"
            "fl=(1)\nfn=(1)\n4 20 0\n\nfl=(2) /srv/it's.php\nfn=(2) {main}\n1 100 64\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n"
            "3 10 0\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n4 20 0\n\nsummary: 150 96\n\n",
            "{main}:1000('php::strlen':300*2)", warnings=[INFERRED]), ("Time", "ns", 1300), ("Memory", "bytes", 64))

    def test_pprof(self):
        """pprof's dialect: no calls in a sampled profile, no totals."""
        self.tree("positions: instr line\nevents: cpu(ms)\n\nob=(1) /home/me/tt\nfl=(1) /home/me/tt.go\n"
                  "fn=(1) main.work\n0x4a8c09 3 70\n\nob=(1)\nfl=(1)\nfn=(2) main.b\n+3 5 40\n"
                  "cfl=(1)\ncfn=(1)\ncalls=0 * 4\n* * 70\n", "main.b:40(main.work:70)", UNTOLD, INFERRED)

    def test_unknown_names(self):
        """pprof's dialect with unknown files or programs: nothing follows the equals sign or, in older versions, a
        number is defined without a name."""
        self.tree("positions: instr line\nevents: cpu(ms)\n\nob=\nfl=\nfn=(1) main\n0x10 0 40\ncfl=\ncfn=(2) work\n"
                  "calls=0 0x20 0\n* * 70\ncfl=\ncfn=\ncalls=0 +8 0\n* * 5\n\nob=\nfl=\nfn=(2)\n+16 0 70\n\nob=\nfl=\n"
                  "fn=\n+8 0 5\n", "main:40(work:70 ???:5)", UNTOLD, INFERRED)
        self.tree("positions: instr line\nevents: cpu(ms)\n\nob=(1) \nfl=(1) \nfn=(1) main\n0x10 0 40\ncfl=(1)\n"
                  "cfn=(2) \ncalls=0 0x20 0\n* * 70\n\nob=(1)\nfl=(1)\nfn=(2)\n+16 0 70\n", "main:40(???:70)",
                  UNTOLD, INFERRED)
        self.tree(HEAD + "ob=\nfl=\nfn=main\n1 10\ncob=\ncfi=\ncfn=work\ncalls=1 0\n1 90\nob=???\nfl=???\nfn=work\n"
                  "5 90\ntotals: 100\n", "main:10(work:90*1)", INFERRED)

    def test_cachegrind(self):
        """Cachegrind has no calls."""
        profile = self.check(
            "desc: I1 cache:         32768 B, 64 B, 8-way associative\ncmd: ./t\nevents: Ir I1mr ILmr \nfl=a.c\n"
            "fn=main\n1 2 1 1\n3 3 0 0\nfn=f\n9 5 0 0\nfl=???\nfn=???\n0 143 24 21\nsummary: 153 25 22\n",
            "main:5 f:5 ???:143", recording="exact", has_calls=False)
        metric = profile.metrics[1]
        self.assertEqual((metric.name, metric.unit, metric.total[0]), ("I1mr", "count", 25))

    def test_pprof(self):
        """What a pprof writes as "calls=" is the weight of an arc, so that calls are unknown."""
        graph = "fl=a.c\nfn=(1) main\n{0}1 3\ncfl=a.c\ncfn=(2) f\ncalls=7 {0}5\n{0}1 7\n\nfl=a.c\nfn=(2)\n{0}5 7\n"
        instr = "positions: instr line\n"
        for head, at in ("events: Hits\n", ""), (instr + "events: cpu(nanoseconds)\n", "0x10 "):
            profile = self.check(head + graph.format(at), recording="inferred", has_calls=False)
            self.assertEqual(profile.total[0], 10)
        for head, at in (("events: Ir\n", ""), ("events: Time(us)\n", ""), ("creator: other\nevents: Hits\n", ""),
                         (instr + "events: Ir\n", "0x10 ")):
            self.check(head + graph.format(at), has_calls=True)

    def test_errors(self):
        self.bad(
            # A number that has no name yet.
            (HEAD + "fn=(7)\n1 1\n", 'line 5: "(7)": this number has no name yet'),
            (HEAD + "fn=(99999999999999999999) main\n",
             'line 5: "(99999999999999999999) main": the number of a name is too large'),
            # Positions.
            (HEAD + "fn=main\n5 1\n-6 1\n", 'line 7: "-6": a position below 0'),
            (HEAD + "fn=main\n18446744073709551615 1\n+1 1\n", 'line 7: "+1": a position that is too large'),
            (HEAD + "fn=main\n18446744073709551616 1\n", 'line 6: "18446744073709551616": not a position'),
            (HEAD + "fn=main\n+x 1\n", 'line 6: "+x": not a position'),
            ("# callgrind format\npositions: instr line\nevents: Ir\nfn=main\n0x1\n",
             "line 5: fewer positions than the 2 there are"),
            ("# callgrind format\npositions: \nevents: Ir\n", "line 2: no positions"),
            ("# callgrind format\npositions: a b c d e\n", "line 2: too many positions"),
            # Costs.
            (HEAD + "fn=main\n1 2 3\n", "line 6: more costs than the 1 events"),
            (HEAD + "fn=main\n1 nan\n", 'line 6: "nan": not a cost'),
            (HEAD + "fn=main\n1 1e300\n", 'line 6: "1e300": not a cost'),
            (HEAD + "1 1\n", "line 5: costs before the first function"),
            ("# callgrind format\nfn=main\n1 1\n", 'line 2: no "events:" line came before'),
            ("# callgrind format\nversion: 1\n", 'line 2: no "events:" line came before'),
            # Events.
            ("# callgrind format\nevents: \n", "line 2: no events"),
            ("# callgrind format\nevents: Ir Dr Ir\n", "line 2: the same event twice"),
            (HEAD + "events: Ir Dr\n", "line 5: other events than in the part before"),
            ("# callgrind format\nevents:" + "".join(f" e{i}" for i in range(1000)) + "\n",
             "line 2: more than 32 events"),
            # Calls.
            (HEAD + "fn=main\ncalls=1 0\n1 1\n", 'line 6: calls without a "cfn=" before them'),
            (HEAD + "fn=main\ncfn=f\ncalls=-1 0\n1 1\n", 'line 7: "-1": not a number of calls'),
            (HEAD + "fn=main\ncfn=f\ncalls=1 0\nfn=f\n", "line 8: the costs of the calls before are missing"),
            (HEAD + "fn=main\ncfn=f\ncalls=1 0\n", "line 7: the file ends before the costs of these calls"),
            (HEAD + "cfn=f\ncalls=1 0\n", "line 6: calls before the first function"),
            (HEAD + "fn=main\n1 1\n???\n", 'line 7: "???": not a line of this format'))

    def test_cut(self):
        """A file cut at any byte is refused or causes a warning."""
        for _, profile in self.cuts(
                HEAD + "summary: 77\n\nfl=(1) main.c\nfn=(1) main\n10 5\n+2 10\ncfi=(2) work.c\ncfn=(2) work\n"
                "calls=3 20\n* 60\n-1 2\n\nfl=(2)\nfn=(2)\n20 40\n* 8\n+1 12\n\ntotals: 77", 1):
            # After the last cost only repeated totals follow.
            if profile and profile.total[0] != 77:
                self.assertIn("cut", str(profile.warnings))

    def test_recordings(self):
        """Two versions of cmark: the totals, and the removed callee."""
        before = self.check_file("cmark-a.callgrind.out.zst", format="callgrind", recording="inferred",
                                 warnings=[INFERRED], meta={"command": "cmark plain.md deepq_4000.md"})
        after = self.open("cmark-b.callgrind.out.zst")
        self.assertEqual((before.total[0], after.total[0]), (543484415, 141316377))
        self.assertEqual((before.self_of("S_can_contain"), before.calls_of("S_can_contain")), (400725194, 21926))
        self.assertEqual(before.calls_of("cmark_node_insert_after"), 21568)
        self.assertEqual((after.calls_of("cmark_node_insert_after"), after.self_of("cmark_node_insert_after")), (0, 0))
        # Nearly all of that is in one context.
        self.assertEqual(sum(total for total, name, parent in zip(before.total, before.name, before.parent)
                             if (name, before.name[parent]) == ("S_can_contain", "cmark_node_insert_after")), 400716244)

    def test_sniff(self):
        """The two call graph formats are not confused with each other or with any other format, wherever the head is
        cut."""
        n_own = 0
        for name in sorted(filter(lambda name: os.path.isfile(data(name)), os.listdir(data("")))):
            own = "callgrind" if ".callgrind.out" in name else "cprofile" if ".prof." in name else None
            n_own += own is not None
            head = self.head(name)
            while head:
                for other, score in self.ask("sniff", head).items():
                    if other == own and len(head) >= 20:
                        self.assertGreaterEqual(score, 90, name)
                    elif other in ("callgrind", "cprofile"):
                        self.assertLessEqual(score, 100 if other == own else 0, name)
                    elif own:
                        self.assertLess(score, 50, name)
                head = head[:len(head) // 3 if len(head) > 300 else -1]
        self.assertEqual(n_own, 5)


if __name__ == "__main__":
    profile_test.main()
