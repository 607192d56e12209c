# SPDX-License-Identifier: GPL-3.0-or-later
"""`--hot`, which keeps what matters of a recording, and `cyan merge`, which puts parts together."""

from cli_test import CliTest, data, read, unittest, write


class Hot(CliTest):
    def setUp(self):
        super().setUp()
        # main calls a 1000 times, and 1000 others once each.
        calls = "".join(f"Enters: p.C.a ()\nEnters: p.C.b{i} ()\nExits: p.C.b{i} ()\nExits: p.C.a ()\n"
                        for i in range(1000))
        write("a.log", f"Enters: p.C.main ()\n{calls}Exits: p.C.main ()\n")
        write("1.folded", "main;a 9\nmain;b 3\n")

    def test_info(self):
        whole = self.fine("info", "a.log").out
        hot = self.fine("info", "--hot=1%", "a.log").out
        self.assert_matches("*nodes      1002\n*", whole)
        self.assertNotIn("pruned", whole)
        self.assert_matches("*nodes      3\n*pruned     every context of at least 1 % is here; what is not has at most * %; "
                            "a total lacks nothing\n*calls      2.00 k (2001 count)\n", hot)
        self.fine("convert", "a.log", "--hot=1%", "-o", "a.cct.gz")
        self.assertEqual(self.fine("info", "a.cct.gz").out.partition("nodes")[2], hot.partition("nodes")[2])
        pruned = self.cyan("info", "a.cct.gz", "--format", "json").json["pruned"]
        self.assertLess(pruned.pop("floor_share"), 0.01)
        self.assertEqual(pruned, pruned | {"phi": 0.01, "epsilon": 0.002, "least_share": 0.01, "missing_share": 0})

    def test_default(self):
        """Without a value it is 0.01 %, and what follows is an operand."""
        without = self.fine("info", "--hot", "a.log").out
        self.assertEqual(without, self.fine("info", "--hot=1e-4,2e-5", "a.log").out)
        self.assert_matches("*order      callees as they were called\n"
                            "pruned     every context of at least 0.01 % is here*", without)

    def test_compare(self):
        """What was pruned on one side only is no difference of the totals."""
        self.fine("convert", "a.log", "--hot=1%", "-o", "a.cct")
        self.assert_matches("*2.00 k to 2.00 k, 0 %\n3 contexts matched, *", self.fine("compare", "a.cct", "a.cct").out)
        self.assertTrue(self.cyan("compare", "a.log", "a.log", "--hot=1%", "--format", "json").json)

    def test_wrong(self):
        for value in "", "0", "1", "100%", "-0.1", "NaN", "inf", "x", "%", "1e-400":
            self.fails(f'--hot: not a part of the whole between 0 and 1: "{value}"', "info", "a.log", f"--hot={value}")
        for value in "", "0", "1e-3", "1e-5,1e-6":
            self.fails(f'--hot: not a part between 1e-07 and 0.0001: "{value}"', "info", "a.log", f"--hot=1e-4,{value}")

    def test_trees(self):
        """Formats with trees of nodes are pruned, too; values below 0 cannot be."""
        recording = data("marked-a1.cpuprofile.zst")
        whole, hot = self.fine("info", recording).out, self.fine("info", recording, "--hot=5%").out
        self.assertIn("\npruned ", hot)
        # What is idle is little, but no part of the rest.
        for line in "\nidle       10.0 ms of it, which comparisons leave out\n", "\ntime       2.85 s (2849587 us)\n":
            self.assertIn(line, whole)
            self.assertIn(line, hot)
        self.assertEqual(whole.partition("\nsamples ")[2], hot.partition("\nsamples ")[2])
        write("negative.folded", "main;a 9\nmain;b -3\n")
        self.fails("negative.folded: some values are negative: nothing can be pruned", "info", "negative.folded",
                   "--hot")

    def test_merge(self):
        write("2.folded", "main;a 1\nmain;c 2\n")
        write("3.folded", "exit 5\n")
        run = self.works("merge", "1.folded", "2.folded", "3.folded", "-o", "all.folded")
        self.assertEqual(run.out, "")
        self.assert_matches("*cyan: note: 3 profiles make 5 contexts with 20\n", run.err)
        self.assertEqual(read("all.folded"), "exit 5\nmain;a 10\nmain;b 3\nmain;c 2\n")
        write("b.log", read("a.log"))
        self.works("merge", "a.log", "b.log", "--hot=1%", "-o", "all.cct")
        self.assert_matches("*nodes      3\n*pruned     every context of at least 1 % is here;*calls      4.00 k (4002 count)\nparts      2\n",
                            self.fine("info", "all.cct").out)

    def test_merge_wrong(self):
        for name, unit in ("1.cct", "ms"), ("2.cct", "ns"):
            write(name, f"cct 1\nmetric\tvalue\t{unit}\nrecording\tsampled\nfunction\tm\n0\t1\t-\t5\nend\t1\n")
        self.fails("merge needs at least one profile and -o OUT", "merge", "-o", "none.cct")
        self.fails("merge needs at least one profile and -o OUT", "merge", "1.folded")
        for other, message in (("2.cct", '2.cct: metric "value" is in ns, that of 1.cct in ms'),
                               ("a.log", "a.log: it is not sampled, and 1.cct is"),
                               ("no.cct", "no.cct: *")):
            with self.no_new_files():
                self.fails(message, "merge", "1.cct", other, "-o", "none.cct")

    def assert_unchanged(self, before, after):
        """A recording and a form of it are the same: in CSV, text and every gate."""
        self.assert_matches("* 0 renamed, 0 added, 0 removed*Largest changes (0 of 0)*",
                            self.cyan("compare", before, after).out)
        for row in self.compare(before, after):
            self.assertEqual(row["verdict"] or "unchanged", "unchanged")
        self.works("check", before, after, "--any-node", "--function=.", "--fail-above=0")

    def test_itself(self):
        """Calls of whole microseconds have contexts of no value, V8's has idle frames, Python's has functions that only
        their files tell apart."""
        for name in ("lua-a.uftrace-us.json.zst", "marked-a1.cpuprofile.zst", "lark-a.cct.zst", "jq-a.perf.pb.gz",
                     "cmark-a.folded.gz"):
            path = data(name)
            for hot in "--hot=1%", "--hot=0.05%":
                self.works("convert", path, hot, "-o", "form.cct")
                self.assert_unchanged(path, "form.cct")
                self.assert_unchanged("form.cct", path)
            self.assert_unchanged(path, path)

    def test_negative(self):
        """Heap in use that grew and shrank: 30 bytes more in all, of 110 that changed."""
        for name, a, b in ("1.cct", 60, -40), ("2.cct", 20, -90):
            write(name, "cct 1\nrecording\texact\nmetric\tin use\tbytes\nfunction\tmain\nfunction\ta\nfunction\tb\n"
                        f"0\t1\t1\t10\n1\t2\t1\t{a}\n1\t3\t1\t{b}\nend\t3\n")
        self.works("convert", "1.cct", "-o", "1.pb.gz")
        self.assert_matches("*30 B*some values of in use are negative: is this the difference *",
                            self.cyan("info", "1.pb.gz").out)
        there, back = self.cyan("compare", "1.cct", "2.cct").out, self.cyan("compare", "2.cct", "1.cct").out
        self.assert_matches("*: 30 B to −60 B, −90 B\n*−38.6 pp *−40 B *−90 B *faster*b\n*", there)
        self.assert_matches("*: −60 B to 30 B, +90 B\n*+38.6 pp *−90 B *−40 B *slower*b\n*", back)
        self.assert_matches("*,b,*,faster,1,1,-40,-90,-40,-90,-0.3636363636363636*,-0.75,-0.38636*",
                            self.cyan("compare", "1.cct", "2.cct", "--format=csv").out)
        self.assert_matches('*"total":30.0,*"total":-60.0,*"before_share":0.2727*',
                            self.cyan("compare", "1.cct", "2.cct", "--format=json").out)
        self.assert_unchanged("1.pb.gz", "1.cct")
        self.assert_matches("* took 30 B instead of −60 B (+90 B)*(6 B)*",
                            self.works("check", "2.cct", "1.cct", "--any-node", "--fail-above=5%", status=1).out)
        for view in "blueprint", "icicle", "side-by-side", "rings":
            self.works("render", "1.cct", "2.cct", f"--view={view}", "-o", "a.svg")
            svg = self.assert_svg("a.svg")
            self.assertNotIn("nan", svg)
            self.assertNotIn('width="-', svg)
        with self.no_new_files():
            self.fails("1.cct: some values are negative: nothing can be pruned", "compare", "--hot", "1.cct", "1.cct")
            self.fails("1.pb.gz: some values are negative: nothing can be pruned", "convert", "1.pb.gz", "--hot", "-o",
                       "none.cct")


if __name__ == "__main__":
    unittest.main()
