# SPDX-License-Identifier: GPL-3.0-or-later
"""One workload recorded by different recorders and compared: most of the weight is in functions that both sides have,
both agree on the most expensive functions, nothing is renamed, and warnings say what cannot be compared.

Contexts need not match if a tree is inferred from a call graph, if stacks lack frames, or if a compiler inlined half of
them. """

import collections

from cli_test import CliTest, count, data, named, unittest


def inferred(side):
    return (f"{side}: the tree was inferred from a call graph: contexts share what a function costs in proportion to what its "
            "callers pay")


def folded(side):
    return f"{side}: recursion was folded: the calls of a function below itself are counted where it stands above"


def calls(side):
    return f"calls are known only {side}, so widths are unknown"


def sampled(side):
    return f"only the recording {side} is sampled: what it lacks may merely not have been hit"


def units(before, after):
    return f"the units differ (before: {before}, after: {after}): only shares can be compared"


def names(n):
    return f"the two recorders write names in different ways: {n} functions are compared by what both say of them"


# Two recordings; the least shares of the weight of each side in functions that the other has, too, and in matched
# contexts; the function of the largest self value on each side, which may be open; the most renamed contexts; warnings.
PAIRS = [
    # Python: sys.setprofile records classes, cProfile only lines.
    ("lark-a.cct.zst", "lark-a.prof.zst", (0.99, 0.99), (0.30, 0.94),
     ("lark.parsers.earley_forest:ForestVisitor.visit",) * 2, 2,
     [names(665), inferred("after"), folded("after"),
      "after: only the 2804 heaviest contexts were unfolded: 0.9 % of the total lies in others, and is counted where the same "
      "functions are shown"]),
    # C++: callgrind writes parameters, perf does not.
    ("shapes.perf.txt.zst", "shapes.callgrind.out.zst", (0.84, 0.88), (0.78, 0.67), ("geo::sum",) * 2, 1,
     [names(9), inferred("after"), folded("after"), units("ns", "count"), calls("after"), sampled("before")]),
    # C: instruction counts, samples, a trace, and an instrumented build.
    ("cmark-a.callgrind.out.zst", "cmark-a.perf.txt.zst", (0.93, 0.92), (0.78, 0.84), ("S_can_contain",) * 2, 1,
     [inferred("before"), units("count", "ns"), calls("before"), sampled("after")]),
    ("cmark-a.cct.tsv.gz", "cmark-a.callgrind.out.zst", (0.79, 0.81), (0.75, 0.80), ("S_can_contain",) * 2, 0,
     [inferred("after"), units("ns", "count")]),
    ("cmark-a.cct.tsv.gz", "cmark-a.perf.txt.zst", (0.78, 0.86), (0, 0), ("S_can_contain",) * 2, 0,
     [calls("before"), sampled("after")]),
    # With another input, another function is the most expensive one.
    ("cmark-a.cct.tsv.gz", "cmark-a.uftrace.json.zst", (0.99, 0.99), (0.98, 0.98), (None, None), 0,
     ["the totals are far apart (552 ms and 6.02 ms): did both runs do the same work?"]),
    ("cmark-a.cct.tsv.gz", "cmark-a.speedscope.json.zst", (1, 1), (1, 1), ("S_can_contain",) * 2, 0, []),
    # Most stacks never reach main.
    ("jq-a.perf.txt.zst", "jq-a.perf.pb.gz", (0.999, 0.999), (0.999, 0.999), ("jv_array_get",) * 2, 0, []),
    # In the instrumented build the time is in callees that perf's build inlined.
    ("jq-a.cct.tsv.gz", "jq-a.perf.txt.zst", (0.60, 0.81), (0.06, 0.08), (None, None), 0,
     [calls("before"), sampled("after")]),
    # Stacks cut at 127 frames; a trace with unbalanced calls after longjmp.
    ("lua-a.cct.tsv.gz", "lua-a.perf.txt.zst", (0.82, 0.77), (0.30, 0.29), ("luaV_execute",) * 2, 0,
     ["after: 14 of 4627 stacks have 127 frames, at which perf cuts them: *", calls("before"), sampled("after"),
      "the totals are far apart (134 ms and 2.31 s)*"]),
    ("lua-a.cct.tsv.gz", "lua-a.uftrace-us.json.zst", (0.92, 0.99), (0.34, 0.75), ("luaV_execute",) * 2, 0, []),
    # Go and V8, each compared with the folded stacks of the same recording.
    ("gomarkdown-a1.pb.gz", "gomarkdown-a1.pprof.folded.gz", (1, 1), (1, 1), ("runtime.ifaceeq",) * 2, 0,
     [units("ns", "an unknown unit")]),
    ("marked-a1.cpuprofile.zst", "marked-a1.v8.folded.gz", (0.98, 0.98), (0.97, 0.97), ("inlineTokens",) * 2, 0,
     [units("us", "an unknown unit")]),
]
# Names that are there; they keep their own blanks, commas and brackets.
NAMES = [
    ("jq-a.perf.txt.zst", "msort_with_tmp"), ("jq-a.perf.txt.zst", "jvp_array_free"),
         ("cmark-a.callgrind.out.zst", "[unknown]"),
    ("lark-a.prof.zst", "{built-in method __new__ of type object}"),
    ("gomarkdown-a.pb.gz", "github.com/gomarkdown/markdown/parser.(*Parser).paragraph"),
    ("marked-a1.cpuprofile.zst", r"""RegExp: [<>"']|&(?!(#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)"""),
    ("shapes.perf.txt.zst", "geo::(anonymous namespace)::secret"),
         ("shapes.callgrind.out.zst", "long geo::twice<long>(long, int)"),
]


class Cross(CliTest):
    def side(self, rows, side):
        """Self values of one side by function, and the part of them in matched contexts."""
        selves, matched = collections.Counter(), 0
        for row in rows[1:]:
            value = row[f"{side}_self"]
            if value:
                renamed = side == "before" and row["status"] == "renamed"
                selves[row["old_name"] if renamed else row["name"]] += float(value)
                matched += float(value) * (row["status"] == "matched")
        return selves, matched / sum(selves.values())

    def check_side(self, selves, other, matched, functions, contexts, top):
        shared = sum(value for name, value in selves.items() if name in other) / sum(selves.values())
        self.assertGreaterEqual(shared, functions - 1e-9)
        self.assertGreaterEqual(matched, contexts - 1e-9)
        self.assertIn(top, (None, selves.most_common(1)[0][0]))

    def test_overlap(self):
        """In both directions."""
        for before, after, functions, contexts, top, most_renamed, _ in PAIRS:
            before, after = self.recording(before), self.recording(after)
            for first, second, order in (before, after, 1), (after, before, -1):
                with self.subTest(first, after=second):
                    rows = self.compare(first, second)
                    (here, matched_here), (there, matched_there) = self.side(rows, "before"), self.side(rows, "after")
                    expected = list(zip(functions, contexts, top))[::order]
                    self.check_side(here, there, matched_here, *expected[0])
                    self.check_side(there, here, matched_there, *expected[1])
                    self.assertLessEqual(count(rows, "status", "renamed"), most_renamed)

    def test_warnings(self):
        for before, after, *_, warnings in PAIRS:
            with self.subTest(before, after=after):
                out = self.fine("compare", self.recording(before), self.recording(after)).out
                for warning in warnings:
                    self.assert_matches(f"*\nnote: {warning}\n*", out)
                self.assertNotRegex(out, "hardly any function|no function of one recording")

    def test_absolute(self):
        """Differences between instructions and time are refused with a message."""
        self.fails("--basis absolute: before is in count and after in ns; only shares can be compared",
                   "compare", "--absolute", data("cmark-a.callgrind.out.zst"), data("cmark-a.perf.txt.zst"))

    def test_names(self):
        """Names contain nothing that compilers add."""
        for recording, name in NAMES:
            rows = self.compare(data(recording), data(recording))
            self.assertTrue(named(rows, name), name)
            for row in rows[1:]:
                self.assertNotRegex(row["name"], r"\.isra\.|\.constprop\.|\.part\.|\.cold| at 0x|0x00|/home/me/")

    def test_raw_names(self):
        """With raw names the recorders' names are not aligned."""
        rows = self.compare("--raw-names", data("lark-a.cct.zst"), data("lark-a.prof.zst"))
        for name in "lark.parsers.earley_forest:visit", "{built-in method builtins.next}":
            self.assertTrue(named(rows, name))


if __name__ == "__main__":
    unittest.main()
