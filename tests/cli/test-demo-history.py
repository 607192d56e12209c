# SPDX-License-Identifier: GPL-3.0-or-later
"""The history that comes with the program is what its script makes, by the real tracker."""

import shutil

from cli_test import CYAN, ROOT, CliTest, unittest

FOLDER = ROOT / "data/demo/history"


class DemoHistory(CliTest):
    def setUp(self):
        """The store that comes with the program is left alone."""
        super().setUp()
        shutil.copy(FOLDER / "keeper.db", "shipped.db")

    def runs(self, store):
        """All runs, in an order that does not depend on when they ran."""
        return sorted(row.cells("revision", "status", "value")
                      for row in self.fine("history", "evolution", store, "-f", "csv").rows)

    def test_script(self):
        make = self.run_program("env", f"CYAN={CYAN}", FOLDER / "make-history", ".")
        self.assertEqual((make.err, make.status), ("", 0))
        self.assertEqual(self.runs("keeper.db"), self.runs("shipped.db"))

    def test_risk(self):
        """What `cyan risk` marked stands in the heat map, above the cells."""
        self.assertEqual(self.run_program("git", "clone", "-q", "--bare", FOLDER / "keeper.bundle",
                                          "keeper.git").status, 0)
        self.assertNotRegex(self.fine("history", "heat", "shipped.db").out, "risky|predicted")
        self.fine("risk", "shipped.db", "--mark", "--model=touched", "--repo=keeper.git")
        self.assertRegex(self.fine("history", "heat", "shipped.db").out,
                         r"\n.*△ predicted to be slower\n(.*\n)*risky ")
        # Release 1.6 is slow once, but neither the one before nor the one after it: no regression was missed.
        report = self.fine("risk", "shipped.db", "--evaluate", "--repo=keeper.git")
        self.assertTrue(report.out.startswith("3 of 39 revisions are risky by their sources, a rank and no probability; "
                                              "34 are measured: slower 1, found 1.\n"))
        self.assertNotIn("Missed", report.out)
        rows = self.fine("risk", "shipped.db", "--repo=keeper.git", "-f", "csv").rows
        slower = [row["subject"] for row in rows if row["regression"] == "1"]
        self.assertEqual(slower, ["index: the same ship in capitals is the same"])
        alone = [row for row in rows if row["subject"] == "Release 1.6"][0]
        self.assertGreater(alone.number("dd"), 0.1)


if __name__ == "__main__":
    unittest.main()
