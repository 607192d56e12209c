# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan history news`, `accept` and `reopen`, on stores of measured values; and what each revision changed, as pages."""

import xml.etree.ElementTree as ElementTree

from cli_test import CliTest, os, unittest, write

N_RUNS = 3


def values(level, revision):
    return [level * (1 + ((revision * 7 + k * 3) % 11 - 5) / 1000) for k in range(N_RUNS)]


def table(first, last):
    """Revisions v0 to v39: xml takes 20 % more time at v9, and as long as before from v28 on; json is faster at v15."""
    lines = ["revision,benchmark,metric,unit,value"]
    for i in range(first, last):
        for benchmark, metric, level in (("xml", "wall", 1.2 if 9 <= i < 28 else 1), ("xml", "cpu", 1.1 if 9 <= i < 28 else 1),
                                         ("json", "wall", 0.3 if i < 15 else 0.27)):
            lines += [f"v{i},{benchmark},{metric},s,{value}" for value in values(level, i)]
    return "\n".join(lines) + "\n"


class News(CliTest):
    def add(self, first, last, store="perf.db"):
        write("results.csv", table(first, last))
        self.fine("history", "add", store, "results.csv", "--machine=box", "--create")

    def news(self, *arguments, status, store="perf.db"):
        return self.works("history", "news", store, *arguments, status=status)

    def test_once(self):
        """What was told is told once, and a copy of the store knows it, too."""
        self.add(0, 24)
        self.assert_matches("""perf.db: 2 changes are new: 1 worse, 1 better

v15
  json, wall: better by −10.* % (*), q < 0.0001
    new

v9
  xml, wall: worse by +20.* % (*), q < 0.0001; also cpu +10.0 %
    new

Why is the worst one there?
  cyan compare --store perf.db --benchmark xml v8 v9
""", self.news(status=1).out)
        self.assertEqual(self.news(status=0).out, "")
        self.assertEqual(self.news("-f", "markdown", status=0).out, "")
        self.assertEqual(self.news("-f", "csv", status=0).rows, [])
        self.works("history", "copy", "perf.db", "copy.db")
        self.assertEqual(self.news(status=0, store="copy.db").out, "")
        self.assertNotIn("note", self.fine("history", "perf.db").out)
        told = self.news("--since=v2", "-f", "json", status=1).json["changes"]
        self.assertEqual([(row["revision"], row["state"], row["steps"]) for row in told],
                         [("v15", "known", 1), ("v9", "known", 2)])
        self.assertEqual([row["revision"] for row in self.news("--since=v9", "-f", "csv", status=0).rows], ["v15"])

    def test_fixed(self):
        self.add(0, 24)
        self.news(status=1)
        self.add(24, 40)
        self.assert_matches("""perf.db: 1 change is new: 0 worse, 1 better

v28
  xml, wall: better by −16.* % (*), q < 0.0001; also cpu −9.* %
    new; undoes v9
""", self.news(status=0).out)
        states = {row["revision"]: row["state"] for row in self.news("--since=v0", "-f", "csv", status=0).rows}
        self.assertEqual(states, {"v28": "known", "v15": "known", "v9": "fixed"})

    def test_decisions(self):
        """What is accepted is no news and does not fail; what is reopened is news again."""
        self.add(0, 24)
        self.assertEqual(self.fine("history", "accept", "perf.db", "v9", "-m", "correct at last").out,
                         "accepted: xml at v9\n")
        first = self.news("-f", "csv", status=0).rows
        self.assertEqual([row["revision"] for row in first], ["v15"])
        accepted = self.news("--since=v0", "-f", "csv", status=0).rows[1]
        self.assertEqual((accepted["state"], accepted["why"]), ("accepted", "correct at last"))
        self.assertIn("accepted: correct at last", self.fine("history", "perf.db").out)
        self.assertIn("accepted: correct at last", self.fine("history", "evolution", "perf.db").out)
        self.fine("history", "reopen", "perf.db", "v9", "-b", "xml", "-m", "slower than it must be")
        self.assert_matches("*\nv9\n  xml, wall: worse *\n    new, reopened: slower than it must be\n*",
                            self.news(status=1).out)
        self.assertEqual(self.news(status=0).out, "")
        self.assertEqual(self.fine("history", "perf.db").out.count("note on"), 1)

    def test_gone(self):
        """What was told and is no change any more is told, once."""
        self.add(0, 24)
        self.news(status=1)
        self.assertEqual(self.news("--magnitude=15%", status=0).out,
                         "v15, json: no change any more; it was told as better: wall −10.0 %\n")
        self.assertEqual(self.news("--magnitude=15%", status=0).out, "")
        self.assertEqual([row["revision"] for row in self.news("-f", "csv", status=0).rows], ["v15"])

    def test_errors(self):
        self.add(0, 24)
        for pattern, arguments in (
                ("perf.db: nothing changed at v3", ("accept", "perf.db", "v3", "-m", "why")),
                ("perf.db: nothing changed at v9 in json", ("accept", "perf.db", "v9", "-b", "json", "-m", "why")),
                ("perf.db: no revision \"w9\" is shown", ("accept", "perf.db", "w9", "-m", "why")),
                ("perf.db: several revisions begin with \"v\"", ("reopen", "perf.db", "v", "-m", "why")),
                ("history accept needs a store, a revision and --message", ("accept", "perf.db", "v9")),
                ("--since: no revision \"w\" is shown", ("news", "perf.db", "--since=w")),
                ("history news needs one store", ("news",))):
            self.fails(pattern, "history", *arguments)
        os.mkdir("folder")
        self.fails("folder: *", "history", "news", "folder")
        self.assertEqual(len(self.news("-f", "csv", status=1).rows), 2)

    def test_pages(self):
        """The same rows as a page, as Markdown, and as CSV."""
        self.add(0, 40)
        rows = self.fine("history", "evolution", "perf.db", "--by", "commit", "-f", "csv").rows
        page = ElementTree.fromstring(self.fine("history", "evolution", "perf.db", "--by", "commit", "-f", "html").out
                                      .removeprefix("<!DOCTYPE html>\n"))
        heads = [cell.find(".//{*}code").text for cell in page.iter("{http://www.w3.org/1999/xhtml}th")
                 if cell.get("scope") == "row"]
        self.assertEqual(heads, [row["revision"] for row in rows])
        text = self.fine("history", "evolution", "perf.db", "--by", "commit", "-f", "markdown").out
        self.assert_matches("### 1 of 40 revisions is slower *\n\n<p>*</p>\n\n<div *", text)
        self.assertEqual([text.count(f"<code>{row['revision']}</code></th>") for row in rows], [1] * len(rows))
        self.assert_matches("### Performance: 3 changes are new: 1 worse, 2 better\n\n*<td>fixed by <code>v28</code></td>*",
                            self.news("-f", "markdown", status=0).out)


if __name__ == "__main__":
    unittest.main()
