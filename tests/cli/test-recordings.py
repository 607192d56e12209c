# SPDX-License-Identifier: GPL-3.0-or-later
"""Real recordings of real changes: `cyan compare` must report what is known about each.

cmark stopped calling its public tree API for emphasis; lua stopped recursing on the C stack; jq got `unique` in C; lark
visits its forest once; black copies its trees by hand; data/demo/README.md describes the demo.
"""

from cli_test import DEMO, DEMO_SOURCES, CliTest, count, data, named, row_of, sum_of, unittest

EARLEY = "lark.parsers.earley_forest:"
PYTREE = "blib2to3.pytree:"
# By function: status, source, verdict, and calls before and after.
STORY = {
    "find_entry": ["matched", "modified", "slower", "4837", "5508"],
    "sort_index": ["matched", "modified", "faster", "1", "1"],
    "run_phase": ["added", "unknown", "added", "", "3"],
    "print_hours": ["added", "unknown", "added", "", "1"],
    "hash_word": ["removed", "unknown", "removed", "4837", ""],
    "flush_rows": ["matched", "unmodified", "slower", "10", "580"],
    "fold_word": ["matched", "reformatted", "slower", "4837", "5508"],
    "index_word": ["matched", "unmodified", "slower", "4837", "5508"],
    "main": ["matched", "modified", "slower", "1", "1"],
    "split_lines": ["matched", "modified", "unchanged", "1", "1"],
    "print_report": ["matched", "modified", "slower", "1", "1"],
}


class Recordings(CliTest):
    def assert_all(self, rows, status, *names):
        """Every context of these functions has this status."""
        for name in names:
            self.assertEqual({row["status"] for row in named(rows, name)}, {status}, name)

    def assert_total_change(self, rows, change, delta):
        before, after = rows[0].numbers("before_total", "after_total")
        self.assert_near(after / before - 1, change, delta)

    def assert_calls(self, rows, before, after, delta):
        """Of all nodes together."""
        for column, calls in ("before_calls", before), ("after_calls", after):
            self.assert_near(sum(float(row[column] or 0) for row in rows[1:]), calls, delta)

    def assert_sums(self, rows, expected):
        """By name and what is summed: before and after, each a number or one and its distance."""
        for (name, what), sides in expected.items():
            for side, value in zip(("before", "after"), sides):
                value, delta = value if isinstance(value, tuple) else (value, 0)
                self.assertAlmostEqual(sum_of(rows, name, f"{side}_{what}"), value, delta=delta, msg=name)

    def test_cmark(self):
        pair = [self.recording(f"cmark-{side}.cct.tsv.gz") for side in "ab"]
        rows = self.compare(*pair)
        self.assertEqual([count(rows[1:], "status", "matched"), count(rows, "status", "removed"), len(rows)],
                         [508, 7, 1 + 508 + 7])
        self.assert_total_change(rows, -0.64, 0.01)
        self.assert_all(rows, "removed", "cmark_node_insert_after")
        removed = row_of(rows, "cmark_node_insert_after")
        self.assertEqual(removed.cells("before_calls", "after_calls"), ["23136", ""])
        self.assertEqual(rows[int(removed["parent"])]["name"], "S_insert_emph")
        self.assert_sums(rows, {("S_can_contain", "self"): ((332e6, 1e6), (0, 0.1e6)),
                                ("cmark_node_unlink", "calls"): (24152, 716),
                                ("S_node_unlink", "calls"): (94583, 48011)})
        out = self.fine("compare", *pair).out
        self.assertRegex(out, r"\nStart here\n  1\. S_insert_emph \(src/inlines\.c:754\): −6.\.. % of the run before ")
        self.assert_matches("*\nDelta hot path (faster)\n*faster *process_inlines\n*faster *S_insert_emph (start here)\n"
                            "*removed *S_can_contain\n*", out)
        # A removed function counts as a decrease.
        self.assert_matches("*\n *−60.6 % * removed *cmark_node_insert_after\n*", out)

    def test_lua(self):
        pair = [self.recording(f"lua-{side}.cct.tsv.gz") for side in "ab"]
        path = self.compare("--match=path", *pair)
        self.assertEqual([count(path[1:], "status", "matched"), len(path)], [239, 1 + 14857 + 14113 - 239])
        rows = self.compare(*pair)
        self.assert_all(rows, "added", "luaD_precall", "enterlevel")
        self.assert_all(rows, "removed", "luaE_enterCcall")
        self.assert_sums(rows, {("luaD_precall", "calls"): (0, 117075), ("luaD_call", "calls"): (117075, 38936),
                                ("luaV_execute", "calls"): (94953, 31921)})
        self.assert_total_change(rows, -0.018, 0.002)
        # A wrapper and a flattened recursion do not prevent matching.
        self.assertGreater(count(rows, "status", "matched") + count(rows, "status", "renamed"), 0.9 * 14113)

    def test_jq(self):
        rows = self.compare(*(self.recording(f"jq-{side}.cct.tsv.gz") for side in "ab"))
        self.assert_all(rows, "added", "jv_unique", "f_unique", "f_unique_by_impl")
        # A side effect: numbers are no longer converted.
        self.assert_all(rows, "removed", "jv_group", "f_group_by_impl", "jvp_strtod")
        self.assert_total_change(rows, -0.18, 0.005)
        self.assert_calls(rows, 220.1e6, 185.4e6, 0.1e6)
        for name, what, ratio in ("stack_block", "calls", 0.38), ("jq_next", "self", 0.39):
            self.assert_near(sum_of(rows, name, f"after_{what}") / sum_of(rows, name, f"before_{what}"), ratio, 0.01)
        # Replaced, not removed: the sorting below jv_group is now below jv_unique.
        sort, = (row for row in named(rows, "sort_items") if row["before_total"])
        self.assertEqual(sort["status"], "matched")
        below = []
        for row in rows[int(sort["node"]) + 1:]:
            if int(row["depth"]) <= int(sort["depth"]):
                break
            if row["before_total"]:
                below.append(row)
        self.assertGreater(len(below), 400)
        self.assertGreater(count(below, "status", "matched"), 0.9 * len(below))

    def test_lark(self):
        rows = self.compare(data("lark-a.cct.zst"), data("lark-b.cct.zst"))
        self.assert_all(rows, "added", EARLEY + "ForestToParseTree.visit", EARLEY + "ForestVisitor.__init__",
                        EARLEY + "ForestSumVisitor.__init__")
        self.assert_all(rows, "removed", EARLEY + "SymbolNode.is_ambiguous", "<math.isinf>")
        self.assert_sums(rows, {(EARLEY + "ForestVisitor.visit", "self"): ((13.1e9, 0.1e9), (0.13e9, 0.01e9)),
                                ("<builtins.next>", "calls"): ((2.40e6, 0.01e6), (24e3, 500))})
        self.assert_total_change(rows, 0.91 / 20.7 - 1, 0.001)
        self.assert_calls(rows, 10.08e6, 0.45e6, 0.01e6)
        # The traversal that moved below ForestToParseTree.visit is still matched.
        below = rows[int(row_of(rows, EARLEY + "ForestToParseTree.visit")["node"]) + 1]
        self.assertEqual(below.cells("name", "status"), [EARLEY + "ForestVisitor.visit", "matched"])

    def test_black(self):
        rows = self.compare(data("black-a.us.cct.zst"), data("black-b.us.cct.zst"))
        self.assert_all(rows, "added", *(PYTREE + name for name in (
            "Base.__deepcopy__", "Node.clone", "Node.clone.<locals>.<listcomp>", "Leaf.clone")))
        self.assert_all(rows, "removed", "copy:_reconstruct", "copy:_reconstruct.<locals>.<genexpr>",
                        "copyreg:__newobj__",
                        "copyreg:_slotnames", "<Leaf.__reduce_ex__>", "<Node.__reduce_ex__>")
        recorder = row_of(rows, "blib2to3.pgen2.parse:Recorder.__init__")
        self.assert_near(recorder.number("before_total"), 53.8e6, 0.1e6)
        self.assert_near(recorder.number("after_total"), 3.9e6, 0.1e6)
        self.assert_sums(rows, {("copy:deepcopy", "calls"): ((3.19e6, 0.01e6), (95e3, 1e3))})
        self.assert_total_change(rows, 0.165 - 1, 0.002)
        self.assert_calls(rows, 22.97e6, 3.40e6, 0.01e6)
        # The rest of the tree.
        self.assertGreaterEqual(count(rows[1:], "status", "matched"), 69598)

    def test_demo(self):
        rows = self.compare(*DEMO, *DEMO_SOURCES)
        for name, cells in STORY.items():
            self.assertEqual(row_of(rows, name).cells("status", "source", "verdict", "before_calls", "after_calls"),
                             cells, name)
        self.assertEqual([len(rows), count(rows[1:], "status", "matched")], [1 + 20, 17])
        self.assert_matches("before to after: 6.15 ms to 10.6 ms, +73.0 %\n"
                            "*\nStart here\n  1. find_entry (index.c:29): +* % of the run before (+* ms), *"
                            "*Delta hot path (slower)\n*main\n*run_phase\n*index_log\n*index_line\n"
                            "*index_word\n*find_entry (start here)\n\n*",
                            self.fine("compare", *DEMO, *DEMO_SOURCES).out)

    def test_demo_paths(self):
        """The opposite direction and the paper's own path, on request."""
        self.assert_matches("*\nDelta hot path (faster)\n*main\n*sort_index\n*",
                            self.fine("compare", *DEMO, "--hot-path=faster").out)
        self.assert_matches("*\nPath of the largest differences\n*main\n*find_entry\n*",
                            self.fine("compare", *DEMO, "--hot-path=delta").out)

    def test_same_revision(self):
        """Two sampled recordings of one revision: missing nodes were just not sampled, and no node of any weight is
        called added or removed."""
        rows = self.compare(data("jq-a1.perf.folded.gz"), data("jq-a2.perf.folded.gz"))
        one_sided, blamed = (sum(row[column] in ("added", "removed") for row in rows)
                             for column in ("status", "verdict"))
        self.assertGreater(one_sided, 100)
        self.assertLessEqual(blamed, one_sided / 50)


if __name__ == "__main__":
    unittest.main()
