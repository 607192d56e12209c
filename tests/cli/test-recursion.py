# SPDX-License-Identifier: GPL-3.0-or-later
"""--fold-recursion: the same numbers for each function in a smaller tree, in every command."""

from cli_test import CliTest, read, row_of, sum_of, unittest, write

TWO = ["before.folded", "after.folded"]
FOLDED = "*recursion is folded: 5 of 7 nodes are left*"


class Recursion(CliTest):
    def setUp(self):
        """a calls b, which calls a, which calls b."""
        super().setUp()
        write("before.folded", "main;a;b;a;b;c 5000\nmain;a;b 3000\nmain;x 4000\n")
        write("after.folded", "main;a;b;a;b;a;c 7000\nmain;a;b 3000\nmain;x 4000\n")

    def test_small(self):
        rows = self.compare("--fold-recursion", *TWO)
        # (all), main, a, b and x; c below b, and below a.
        self.assertEqual(len(rows), 7)
        self.assertEqual(sum_of(rows, "b", "before_self"), 3000)
        self.assertEqual(row_of(rows, "a").number("before_total"), 8000)
        self.assertEqual(row_of(rows, "a").number("after_total"), 10000)

    def test_commands(self):
        """Every command folds, and what is converted is folded for good."""
        for command, option in ("compare", "--top=5"), ("explain", "--top=5"), ("check", "--fail-above=90%"):
            run = self.works(command, option, *TWO, "--fold-recursion")
            self.assert_matches(FOLDED, run.out + run.err)
        self.works("render", *TWO, "--fold-recursion", "--open", "all", "-o", "folded.svg")
        self.assertIn("of 6 calling contexts", read("folded.svg"))
        self.assert_matches(FOLDED, self.fine("info", "before.folded", "--fold-recursion").out)
        self.works("convert", "before.folded", "--fold-recursion", "-o", "folded.cct")
        self.assert_matches(f"*nodes*5\n{FOLDED}", self.cyan("info", "folded.cct").out)

    def test_recorded(self):
        """Of a real pair: each function has what it had, the tree is half as large, and the way to what became faster
        is readable."""
        pair = [self.recording("lua-a.cct.tsv.gz"), self.recording("lua-b.cct.tsv.gz")]
        whole, folded = self.compare(*pair), self.compare("--fold-recursion", *pair)
        self.assertLess(len(folded) * 3, len(whole) * 2)
        for row in folded[1::53]:
            for column in "before_self", "after_self", "before_calls":
                self.assertAlmostEqual(sum_of(folded, row["name"], column), sum_of(whole, row["name"], column), delta=1)
        self.assert_matches("*luaD_callnoyield\n*luaD_call\n*", self.cyan("compare", "--fold-recursion", *pair).out)


if __name__ == "__main__":
    unittest.main()
