# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan convert`: a recording compared with its converted copy shows no difference, and one line says what was lost.
Trees inferred from call graphs are marked in every output."""

from cli_test import CliTest, data, read, unittest, write

RECORDINGS = ["cmark-a.callgrind.out.zst", "cmark-a.perf.txt.zst", "cmark-a.speedscope.json.zst",
              "cmark-a.uftrace.json.zst",
              "clang-small.time-trace.json.zst", "gomarkdown-a.pb.gz", "jq-a.perf.folded.gz", "lark-a.prof.zst",
              "marked-a1.cpuprofile.zst"]
INFERRED = "inferred from a call graph"


class Convert(CliTest):
    def convert(self, source, target):
        """Returns the messages on standard error."""
        run = self.works("convert", source, "-o", target)
        self.assertEqual(run.out, "")
        return run.err

    def info(self, path):
        return self.works("info", "-f", "json", path).json

    def assert_no_difference(self, a, b):
        rows = self.compare(a, b)
        self.assertGreater(len(rows), 10)
        for row in rows:
            self.assertEqual(row.cells("status", "verdict", "height"), ["matched", "unchanged", "0"])
            for measure in "calls", "total", "self", "share":
                self.assertEqual(row[f"before_{measure}"], row[f"after_{measure}"])

    def test_same(self):
        """Nothing is lost; pprof keeps what was read from it."""
        for name in RECORDINGS:
            told = self.info(data(name)) | {"format": ""}
            for out in ["a.cct", "a.cct.gz"] + ["a.pb", "a.pb.gz"] * name.endswith(".pb.gz"):
                with self.subTest(name, out=out):
                    self.assertNotIn("carry", self.convert(data(name), out))
                    self.assert_no_difference(data(name), out)
                    self.assertEqual(self.info(out) | {"format": ""}, told)

    def test_folded(self):
        """Folded stacks keep only names and one number, and one line says so.  When converted again, stacks with the
        same names are merged."""
        for name in RECORDINGS:
            with self.subTest(name):
                lost = self.convert(data(name), "a.folded").count("cyan: note: folded stacks do not carry ")
                self.assertEqual(lost, 0 if name.endswith(".folded.gz") else 1)
                self.assertEqual(self.convert("a.folded", "b.folded") + self.convert("b.folded", "c.folded"), "")
                self.assertEqual(read("b.folded"), read("c.folded"))
                self.assert_no_difference("a.folded", "b.folded")
                total = self.info(data(name))["total"]
                self.assert_near(self.info("a.folded")["total"], total, 1e-9 * total)

    def test_rounded(self):
        write("half.cct", "cct 1\nrecording\tsampled\nsiblings\tunordered\nmetric\ttime\tns\nfunction\tf\n0\t1\t-\t0.5\nend\t1\n")
        self.assertEqual(self.convert("half.cct", "half.pb.gz"),
                         "cyan: note: pprof carries whole numbers only: values of time were rounded\n")

    def test_hostile(self):
        """Names never reach the terminal unescaped."""
        write("bad.cct", "cct 1\nnote\t\033[31mred\nmetric\t\033[2J\tns\nfunction\tf\n0\t1\t-\t0.5\nend\t1\n")
        notes = self.convert("bad.cct", "bad.pb.gz")
        self.assertNotIn("\033", notes)
        self.assertEqual(notes.count("cyan: note: "), 2)

    def test_inferred(self):
        """As recorded, and converted."""
        for program in "cmark-{}.callgrind.out.zst", "lark-{}.prof.zst":
            for ending in "", ".cct":
                pair = [data(program.format(side)) for side in "ab"]
                if ending:
                    for side, path in enumerate(pair):
                        pair[side] = f"{side}{ending}"
                        self.convert(path, pair[side])
                self.assertIn(f"recording  {INFERRED}", self.cyan("info", pair[0]).out)
                for command in (["compare"], ["compare", "--format=csv"], ["compare", "--format=json"], ["explain"],
                                ["explain", "--format=csv"], ["explain", "--format=json"],
                                ["check", "--fail-above=1000%"],
                                ["check", "--fail-above=1000%", "--format=json"]):
                    self.assertIn(INFERRED, self.works(*command, *pair).out)
                self.works("check", "--fail-above=1000%", "--markdown=page.md", *pair)
                self.assertIn(INFERRED, read("page.md"))
                self.works("render", *pair, "-o", "page.svg")
                self.assertIn(f"Both trees are {INFERRED}", read("page.svg"))

    def test_inferred_which(self):
        """The outputs say which side is inferred, and nothing if neither is."""
        exact, inferred = data("cmark-a.uftrace.json.zst"), data("cmark-a.callgrind.out.zst")
        for before, after, comment in ((inferred, exact, f"unit: count; note: The tree before is {INFERRED}: *"),
                                       (exact, inferred, f"unit: ns; note: The tree after is {INFERRED}: *"),
                                       (exact, exact, "unit: ns")):
            self.assert_matches(comment, self.cyan("compare", "--format=csv", before, after).comment)


if __name__ == "__main__":
    unittest.main()
