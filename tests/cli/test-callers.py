# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan callers` on recordings, and what it says to what it cannot do."""

from cli_test import ROOT, CliTest, pathlib, read, row_of, sum_of, unittest, write


class Callers(CliTest):
    def setUp(self):
        super().setUp()
        self.pair = self.before, _ = self.recording("cmark-a.cct.tsv.gz"), self.recording("cmark-b.cct.tsv.gz")

    def test_start(self):
        """Who no longer calls a function of a recording that got faster; the documentation shows the same.  Without a
        name, the function is the first to start with."""
        self.assert_matches("cmark-a to cmark-b: *\ncallers of S_insert_emph, the first*",
                            self.cyan("callers", *self.pair).out)
        out = self.fine("callers", *self.pair, "S_can_contain", "--depth", "2").out
        self.assert_matches("cmark-a to cmark-b: *\n"
                            "callers of S_can_contain\n"
                            "S_can_contain is called 716 times instead of 23852: 23136 fewer, all by cmark_node_insert_after\n"
                            "\n*\n*"
                            "     23.9 k        716 * S_can_contain\n*"
                            "     23.1 k          - *   cmark_node_insert_after\n*"
                            "     23.1 k          - *     S_insert_emph\n*"
                            "        716        716 *   cmark_node_insert_before\n*", out)
        self.assertNotIn("process_emphasis", out)
        document = read(ROOT / "docs/structures.md")
        for line in out.splitlines()[1:]:
            self.assertIn(line, document)

    def test_rows(self):
        """Rows have the numbers of `compare`, summed over contexts."""
        rows, whole = self.fine("callers", *self.pair, "S_can_contain", "--format=csv").rows, self.compare(*self.pair)
        for column in "before_calls", "after_self":
            self.assertEqual(rows[0].number(column), sum_of(whole, "S_can_contain", column))
        self.assertEqual(row_of(rows, "cmark_node_insert_after")["after_calls"], "")
        self.assertEqual(row_of(rows, "S_insert_emph")["depth"], "2")
        told = self.cyan("callers", *self.pair, "S_can_contain", "--format=json").json
        self.assertIsNone(told["chosen"])
        self.assertEqual([row["name"] for row in told["callers"]], [row["name"] for row in rows])

    def test_single(self):
        self.assert_matches("cmark-a: *\ncallers of S_can_contain, the heaviest function\n"
                            "S_can_contain is called 23852 times, 23136 of them by cmark_node_insert_after\n*",
                            self.fine("callers", self.before).out)
        self.assert_matches("*parse_inline is called 95810 times, all by cmark_parse_inlines\n*",
                            self.fine("callers", self.before, "parse_inline", "--depth=1").out)
        self.assert_matches("*main has no callers\n*",
                            self.fine("callers", "-", "main", stdin=pathlib.Path(self.before).read_bytes()).out)

    def test_several_runs(self):
        before, after = self.pair
        self.assert_matches("*callers of S_insert_emph\n*, as often as before\n*", self.fine(
            "callers", f"--before={before}", f"--after={after}", f"--after={after}", "S_insert_emph").out)

    def test_wrapper(self):
        """A wrapper on one side does not part the callers."""
        write("one.folded", "main;a;work 10\nmain;b;work 5\n")
        write("two.folded", "main;a;wrap;work 12\nmain;b;work 5\n")
        out = self.fine("callers", "one.folded", "two.folded", "work", "--format=csv").out
        self.assertNotIn("wrap", out)
        self.assert_matches("*,0,1,a,,,,2,1,,,10,12,10,12,2\r\n*", out)

    def test_sequences(self):
        self.assert_matches("*S_insert_emph > cmark_node_insert_after > S_can_contain\n*\n*\n",
                            self.fine("callers", *self.pair, "--sequences", "--depth=2", "--top=3").out)
        rows = self.fine("callers", self.before, "--sequences", "--depth=0", "--top=3", "--format=csv").rows
        self.assertEqual(len(rows), 3)
        self.assertEqual(rows[0]["sequence"], "S_can_contain")
        self.assertEqual(rows[0].number("after_calls"), 23852)

    def test_errors(self):
        write("two.folded", "main;A::run 1\nmain;B::run 2\n")
        self.fails("callers needs one or two profiles: BEFORE [AFTER] [FUNCTION]", "callers")
        for arguments, message in (
                (["walk"], 'callers: "walk" is no file, and no function has that name'),
                (["run"], 'callers: 2 functions are named "run": "A::run", "B::run"'),
                (["--depth=-1"], '--depth: "-1" is not a number from 0 to *'),
                (["main", "--sequences"], 'callers: --sequences is about all functions, not "main"')):
            self.fails(message, "callers", "two.folded", *arguments)
        self.assert_matches("cyan: note: --depth: with more than 5 levels *\n",
                            self.works("callers", "two.folded", "A::run", "--depth=6").err)


if __name__ == "__main__":
    unittest.main()
