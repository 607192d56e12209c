# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan history page`: a store as pages in a folder."""

import pathlib
import xml.etree.ElementTree as ElementTree

from cli_test import CliTest, os, unittest, write

XHTML = "{http://www.w3.org/1999/xhtml}"
# The last would leave the folder, or be a tag.
BENCHMARKS = ("xml", "parse/all, twice", "../<b>&\"x")
N_REVISIONS, STEP = 20, 9


def table(n):
    """Every benchmark takes 20 % more from v9 on."""
    lines = ["revision,benchmark,metric,unit,value"]
    for i in range(n):
        for name in BENCHMARKS:
            quoted = name.replace('"', '""')
            lines += [f'v{i},"{quoted}",wall,s,{(1.2 if i >= STEP else 1) + (i * 7 + k * 3) % 11 / 1000}' for k in range(3)]
    return "\n".join(lines) + "\n"


class HistoryPage(CliTest):
    def add(self, n=N_REVISIONS):
        write("results.csv", table(n))
        self.fine("history", "add", "perf.db", "results.csv", "--machine=box", "--create")

    def page(self, written, kept):
        run = self.cyan("history", "page", "perf.db", "-o", "site")
        self.assertEqual((run.status, run.err), (0, f"cyan: note: site: {written} pages written, {kept} as they were\n"))

    def parse(self, name):
        text = pathlib.Path("site", name).read_text(encoding="utf-8")
        if not name.startswith("compare-"):
            self.assertNotIn("<script", text)
        return ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))

    def links(self, page):
        return [link.get("href") for link in page.iter(XHTML + "a")]

    def test_pages(self):
        """A page for each benchmark, and links that lead to pages and nowhere else."""
        self.add()
        self.page(1 + len(BENCHMARKS), 0)
        files = set(os.listdir("site"))
        self.assertEqual({name for name in os.listdir(".") if not name.endswith(".folded")},
                         {"perf.db", "results.csv", "site"})
        index = self.parse("index.html")
        self.assertEqual(files, {"index.html", *self.links(index)})
        titles = []
        for name in self.links(index):
            page = self.parse(name)
            titles.append(page.find(f".//{XHTML}h1").text)
            self.assertEqual(self.links(page), ["index.html"])
            self.assertEqual(len(list(page.iter("{http://www.w3.org/2000/svg}svg"))), 4)
            rows = ["".join(row.itertext()) for row in page.iter(XHTML + "tr")]
            self.assertEqual(len(rows), 2)
            self.assert_matches(f"v{STEP}*worse*+20.* %*", rows[1])
        self.assertEqual(sorted(titles), sorted(f"{name}, wall" for name in BENCHMARKS))

    def test_only_what_changed(self):
        self.add()
        self.page(1 + len(BENCHMARKS), 0)
        self.page(1, len(BENCHMARKS))
        self.fine("history", "accept", "perf.db", f"v{STEP}", "-b", "xml", "-m", "it must be so")
        self.page(2, len(BENCHMARKS) - 1)
        self.fine("history", "mark", "perf.db", "another input", "-r", "v3", "-b", "xml")
        self.page(2, len(BENCHMARKS) - 1)

    def test_comparisons(self):
        """A step whose runs have profiles links to their comparison, which is made once."""
        for i in range(N_REVISIONS):
            for k in range(2):
                slow = 20000 if i >= STEP else 0
                write(f"{k}.folded", f"main {50000 + (i * 7 + k * 3) % 11 * 100}\nmain;parse {50000 + slow}\n")
            parent = [f"--parent=v{i - 1}"] if i > 0 else []
            self.fine("history", "add", "perf.db", "0.folded", "1.folded", "-r", f"v{i}", "-b", "xml", "--machine=box",
                      "--unit=us", "--create", *parent)
        self.page(3, 0)
        name, = [name for name in os.listdir("site") if name.startswith("line-")]
        link, back = self.links(self.parse(name))[::-1][:2]
        self.assertEqual(back, "index.html")
        self.assertIn("parse", "".join(self.parse(link).itertext()))
        self.page(1, 2)

    def test_refused(self):
        self.add(8)
        self.fails("history page needs a store and --output", "history", "page", "perf.db")
        os.mkdir("site")
        write("site/index.html", "<title>mine</title>")
        self.fails("site: its index.html is not of this command", "history", "page", "perf.db", "-o", "site")
        self.assertEqual(pathlib.Path("site/index.html").read_text(encoding="utf-8"), "<title>mine</title>")
        self.fails("results.csv: cannot be made: *", "history", "page", "perf.db", "-o", "results.csv")


if __name__ == "__main__":
    unittest.main()
