# SPDX-License-Identifier: GPL-3.0-or-later
"""Real sampled recordings with one and several runs per side: real changes must be reported, random ones must not.

gomarkdown (Go's profiler) links its nodes to their siblings instead of searching them; marked (V8's profiler) masks a
text at once; jq (perf) got `unique` in C. """

from cli_test import CliTest, count, data, named, sum_of, unittest

AST = "github.com/gomarkdown/markdown/ast."
PARSER = "github.com/gomarkdown/markdown/parser."
GOMARKDOWN = [data("gomarkdown-a.folded.zst"), data("gomarkdown-b.folded.zst")]
MARKED = [data("marked-a.folded.zst"), data("marked-b.folded.zst")]
JQ = [data("jq-a1.perf.folded.gz"), data("jq-b1.perf.folded.gz")]
PROGRAMS = ["jq-{}.perf.folded.gz", "gomarkdown-{}.pprof.folded.gz", "marked-{}.v8.folded.gz"]


def runs(program, before, after):
    """Options for several runs a side; "a1", "a2" are two runs of version a."""
    return [f"--{side}={data(program.format(run))}" for side,
            names in (("before", before), ("after", after)) for run in names]


def n_changed(rows):
    return len(rows) - 1 - count(rows[1:], "verdict", "unchanged")


class Sampled(CliTest):
    def assert_sums(self, rows, expected):
        """By name and column: the sum and how far it may be off."""
        for (name, column), (value, delta) in expected.items():
            self.assertAlmostEqual(sum_of(rows, name, column), value, delta=delta, msg=name)

    def test_counts(self):
        """What a few samples hit on one side only is neither added nor removed."""
        self.assert_matches(
            "*\n619 contexts matched, 0 renamed, 5 added, 12 removed, 872 not sampled on one side\n*",
            self.cyan("compare", *GOMARKDOWN).out)

    def test_gomarkdown(self):
        rows = self.compare(*GOMARKDOWN)
        self.assert_near(rows[0].number("after_total") / rows[0].number("before_total"), 0.52, 0.005)
        self.assert_sums(rows, {
            (AST + "GetPrevNode", "before_total"): (1.93e9, 0.01e9), (AST + "GetPrevNode", "after_total"): (6e6, 1e6),
            ("runtime.ifaceeq", "before_self"): (0.95e9, 0.01e9),
            (PARSER + "codeSpan", "before_self"): (0.104e9, 1e6), (PARSER + "codeSpan", "after_self"): (4e6, 1e6)})
        for name in "runtime.ifaceeq", "runtime.isDirectIface":
            self.assertEqual(sum_of(rows, name, "after_total"), 0)
            self.assertIn("removed", [row["verdict"] for row in named(rows, name)])
        for name in "setNextNode", "setPrevNode", "linkedPrevNode":
            self.assertEqual(sum_of(rows, AST + name, "before_total"), 0)
            self.assertIn("added", [row["status"] for row in named(rows, AST + name)])

    def test_marked(self):
        rows = self.compare(*MARKED)
        self.assert_near(rows[0].number("after_total") / rows[0].number("before_total"), 0.35, 0.01)
        self.assert_sums(rows, {("inlineTokens", "before_self"): (2.00e6, 0.01e6),
                                ("inlineTokens", "after_self"): (0.24e6, 0.01e6)})
        collector = [sum_of(rows, "(garbage collector)", column) for column in ("before_self", "after_self")]
        self.assert_near(collector[1] / collector[0], 0.43, 0.01)
        # About fifty names are on one side only, all by chance.
        self.assertGreater(count(rows, "status", "added"), 20)
        self.assertEqual(count(rows, "verdict", "added") + count(rows, "verdict", "removed"), 0)
        # A name that is a whole pattern stays one name.
        self.assertTrue(named(rows, r"""RegExp: [<>"']|&(?!(#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+),)"""))
        # Idle time does not count.
        self.assertEqual(sum_of(rows, "(idle)", "before_total"), 0)
        self.assert_matches("*in idle frames do not count*\nStart here\n  1. inlineTokens: *",
                            self.fine("compare", *MARKED).out)

    def test_same_revision(self):
        for program in PROGRAMS:
            for side in "ab":
                same = runs(program, [f"{side}{i}" for i in (1, 4, 5)], [f"{side}{i}" for i in (2, 3)])
                rows = self.compare(*same)
                self.assertGreater(count(rows, "status", "added"), 50)
                self.assertEqual(n_changed(rows), 0)
                self.assertIn("\nDelta hot path\n  no significant change\n", self.works("compare", *same).out)

    def test_several_runs(self):
        five = runs(PROGRAMS[0], [f"a{i}" for i in range(1, 6)], [f"b{i}" for i in range(1, 6)])
        rows = self.compare(*five)
        tested = [row for row in rows[1:] if row["q_value"] and row["ratio"]]
        self.assertGreater(len(tested), 50)
        for row in tested:
            self.assertLessEqual(row.number("ratio_low"), row.number("ratio"))
            self.assertLessEqual(row.number("ratio"), float(row["ratio_high"] or "inf"))
            self.assertTrue(0 <= row.number("q_value") <= (1 if row["verdict"] == "unchanged" else 0.05))
        for name in "jv_array_get", "jq_next":
            self.assertIn("faster", [row["verdict"] for row in named(rows, name)])
        self.assert_matches("*(5 runs) to *(5 runs): *\nnoise: 5 sampled runs a side, *\nStart here\n  1. jv_*jq_next*",
                            self.works("compare", *five).out)

    def test_alpha(self):
        """One run says less than five."""
        usual = self.compare(*JQ)
        faster = count(usual, "verdict", "faster")
        self.assertGreater(faster, 0)
        self.assertLess(count(self.compare(*JQ, "--alpha=0.0001%"), "verdict", "faster"), faster)
        self.assertLess(n_changed(self.compare(*JQ, "--sample-period=50000000")), n_changed(usual))


if __name__ == "__main__":
    unittest.main()
