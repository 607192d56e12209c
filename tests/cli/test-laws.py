# SPDX-License-Identifier: GPL-3.0-or-later
"""Invariants of the comparison of any two recordings, checked through `cyan compare`."""

import shutil

from cli_test import DEMO, CliTest, count, data, unittest

SAMPLED = [data("jq-a1.perf.folded.gz"), data("jq-b1.perf.folded.gz")]


class Laws(CliTest):
    def pairs(self):
        """Two recordings each, and how they are matched."""
        cmark, jq, lua = ([self.recording(f"{program}-{side}.cct.tsv.gz") for side in "ab"]
                          for program in ("cmark", "jq", "lua"))
        return [(*pair, match) for pair in (cmark, DEMO, jq, SAMPLED) for match in ("context", "path")] + [
            (*lua, "context"), (cmark[0], lua[0], "context")]

    def test_same(self):
        """A recording against itself: everything is matched, nothing changed, nothing is suspected.  A copy of the file
        is read separately."""
        for path in (*map(self.recording, ("cmark-a.cct.tsv.gz", "jq-b.cct.tsv.gz", "lua-b.cct.tsv.gz",
                                           "cmark-a.folded.gz",
                                           "jq-a.perf.folded.gz", "cmark-a.uftrace.json.zst")), *DEMO):
            with self.subTest(path):
                shutil.copy(path, "copy")
                rows = self.compare(path, "copy")
                self.assertGreater(len(rows), 10)
                for row in rows:
                    self.assertEqual(row.cells("status", "verdict", "height"), ["matched", "unchanged", "0"])
                    self.assertEqual(float(row["width"] or 0), 0)
                    for measure in "calls", "total", "self", "share":
                        self.assertEqual(row[f"before_{measure}"], row[f"after_{measure}"])
                self.assert_matches("* 0 renamed, 0 added, 0 removed\n*\nStart here\n  Nothing changed\n*Largest changes (0 of 0)*",
                                    self.fine("compare", path, "copy").out)

    def check_tree(self, rows):
        """Numbers of nodes, parents and depths are consistent."""
        self.assertEqual(rows[0]["name"], "(all)")
        self.assertEqual([int(row["node"]) for row in rows], list(range(len(rows))))
        for i, row in enumerate(rows[1:], 1):
            parent = int(row["parent"])
            self.assertLess(parent, i)
            self.assertEqual(int(row["depth"]), int(rows[parent]["depth"]) + 1)

    def check_totals(self, rows, side):
        """For one side: each total is the self value plus the totals of the children on that side, and all self values
        add up to the run's total."""
        below = [0.0] * len(rows)
        run, whole = rows[0].number(f"{side}_total"), 0
        for i in reversed(range(len(rows))):
            total = below[i]
            if rows[i][f"{side}_total"]:
                own, total = rows[i].numbers(f"{side}_self", f"{side}_total")
                self.assert_near(total, own + below[i], 1e-9 * run)
                whole += own
            if i > 0:
                below[int(rows[i]["parent"])] += total
        self.assert_near(whole, run, 1e-9 * run)

    def check_nodes(self, rows, side, recording):
        """Each node of the recording occurs exactly once in the comparison.  A renamed node has the name of the other
        side."""
        columns = [f"{side}_calls", f"{side}_self", f"{side}_total"]
        if count(rows, "status", "renamed") == 0:
            columns.append("name")
        alone = self.compare("--match=path", recording, recording)
        self.assertEqual(sorted(row.cells(*columns) for row in rows if row[f"{side}_total"]),
                         sorted(row.cells(*columns) for row in alone))

    def test_conserved(self):
        for before, after, match in self.pairs():
            with self.subTest(before, match=match):
                rows = self.compare(f"--match={match}", before, after)
                self.check_tree(rows)
                for side, recording in ("before", before), ("after", after):
                    self.check_totals(rows, side)
                    self.check_nodes(rows, side, recording)

    def what_stays(self, rows, first, second, statuses, sign):
        """Of each row what stays when the sides are swapped: its path, status and numbers, with its height and
        width."""
        paths, kept = [], []
        for row in rows:
            paths.append((paths[int(row["parent"])] if row["parent"] else "") + ";" + row["name"])
            cells = row.cells(f"{first}_calls", f"{second}_calls", f"{first}_total", f"{second}_total")
            height = row.number("height") * (sign if row["status"] == "matched" else 1)
            kept.append((paths[-1], statuses[row["status"]], *cells, height, float(row["width"] or -1)))
        return sorted(kept)

    def test_swapped(self):
        """When the sides are swapped, heights of matched nodes change sign, added and removed nodes are exchanged with
        equal heights, and widths stay.  Only by path: matching by context may break ties differently."""
        for before, after, match in self.pairs():
            if match == "path":
                there = self.what_stays(self.compare("--match=path", before, after), "before", "after",
                                        {"matched": 0, "added": 1, "removed": 2}, 1)
                back = self.what_stays(self.compare("--match=path", after, before), "after", "before",
                                       {"matched": 0, "removed": 1, "added": 2}, -1)
                self.assertEqual([row[:-2] for row in there], [row[:-2] for row in back])
                for a, b in zip(there, back):
                    self.assert_near(a[-2], b[-2], 1e-9)
                    self.assert_near(a[-1], b[-1], 1e-9)


if __name__ == "__main__":
    unittest.main()
