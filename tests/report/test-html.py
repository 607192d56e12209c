#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `cyan compare --format html` as a parser reads it.

usage: test-html.py CYAN ROOT_OF_THE_PROJECT
"""

import base64
import csv
import hashlib
import re
import subprocess
import sys
import tempfile
import unittest

import html_page
from html_page import HTML, SVG

HOSTILE = [
    "</script><script>alert(1)</script>",
    "</style><img src=x onerror=alert(1)>",
    "]]>&lt;b&amp;",
    "\" onmouseover=\"alert(1)",
    "' onfocus='alert(1)",
    "javascript:alert(1)",
    "https://example.org/x.js",
    "right\u202eleft\u2066x",
    "zero\u200bwidth",
    "<!--",
    "a" * 5000,
]

# Namespaces are names, not addresses that a browser asks for.
NAMESPACES = ["http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg"]


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def demo(self, *options, form="html"):
        return html_page.demo(CYAN, self.folder, ROOT, *options, form=form)

    def check(self, page, n_scripts=1, targets="c"):
        """What holds for every page."""
        root = html_page.parse(page)
        source = page.read_text()
        for name in NAMESPACES:
            source = source.replace(f'xmlns="{name}"', "")
        metas = [meta.get("content") for meta in root.iter(HTML + "meta")
                 if meta.get("http-equiv") == "Content-Security-Policy"]
        scripts = list(root.iter(HTML + "script"))
        styles = list(root.iter(HTML + "style"))
        ids = [element.get("id") for element in root.iter() if element.get("id") is not None]

        self.assertEqual(len(metas), 1)
        self.assertEqual((len(scripts), len(styles)), (n_scripts, 1))
        policy = dict(part.split(" ", 1) for part in metas[0].split("; "))
        self.assertEqual(policy["default-src"], "'none'")
        self.assertEqual("script-src" in policy, n_scripts > 0)
        for kind in ("script", "style")[1 - n_scripts:]:
            body = re.search(f"<{kind}>(.*?)</{kind}>", source, re.S)[1]
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            self.assertEqual(policy[kind + "-src"], f"'sha256-{digest}'")
        for element in root.iter():
            for name, value in element.attrib.items():
                self.assertFalse(name.startswith("on"), name)
                self.assertNotEqual(name, "style")
                if name in ("href", "src") or name.endswith("}href"):
                    self.assertRegex(value, rf"\A#{targets}[0-9]+\Z")
                    self.assertIn(value[1:], ids)
        for reference in re.findall(r"url\(([^)]*)\)", source):
            self.assertTrue(reference.startswith("#"), reference)
        self.assertEqual([i for i in ids if i.startswith("c")],
                         sorted({i for i in ids if i.startswith("c")}, key=ids.index))
        return root

    def test_demo(self):
        """Title, verdict, where to start with the source to read, picture, contexts and functions."""
        root = self.check(self.demo())
        causes = root.find(f".//{HTML}ol[@class='causes']")
        first = causes.find(HTML + "li")
        diff = first.find(f"./{HTML}details[@open='open']")
        pictures = [div.get("class") for div in root.iter(HTML + "div")
                    if "picture" in div.get("class", "").split()]

        self.assertEqual(html_page.text(root.find(f".//{HTML}title")), "before → after")
        self.assertEqual(html_page.text(root.find(f".//{HTML}h1")), "before → after")
        self.assertEqual(html_page.text(root.find(f".//{HTML}p[@class='verdict']")),
                         "6.15 ms to 10.6 ms, +73.0 %")
        self.assertEqual(pictures, ["picture light", "picture dark"])
        self.assertEqual(html_page.text(first.find(HTML + "h3")), "find_entry (index.c:29)")
        self.assertRegex(html_page.text(first), r"\+[0-9.]+ % of the run before \(\+[0-9.]+ ms\), ")
        self.assertIn("find_entry", html_page.text(diff.find(HTML + "summary")))
        self.assertIn("index.c:29", html_page.text(diff.find(HTML + "summary")))
        kinds = {row.get("class") for row in diff.iter(HTML + "tr")}
        self.assertLessEqual({"gone", "new"}, kinds)
        self.assertIn("All 20 contexts.", html_page.text(root))
        self.assertIn("392 µs → 461 µs · faster, share only", html_page.text(root))

    def test_diff_is_the_source(self):
        """The lines of each side, put together, are lines of that side's file, with their numbers."""
        root = self.check(self.demo())
        diff = root.find(f".//{HTML}ol[@class='causes']/{HTML}li/{HTML}details")
        n_rows = 0
        for side, name in enumerate(("before", "after")):
            with open(f"{ROOT}/data/demo/{name}/index.c", encoding="utf-8") as file:
                lines = file.read().split("\n")
            for row in diff.iter(HTML + "tr"):
                cells = row.findall(HTML + "td")
                if row.get("class") == "cut" or not cells[side].text:
                    continue
                shown = "".join(cells[3].itertext())
                if row.get("class") is None and side == 0:
                    continue
                self.assertEqual(shown, lines[int(cells[side].text) - 1].replace("\t", "    "))
                n_rows += 1
        self.assertGreater(n_rows, 5)

    def test_without_sources(self):
        root = self.check(html_page.compare(CYAN, self.folder, "main;a 10\nmain;b 5\n",
                                            "main;a 100\nmain;b 5\n"))
        self.assertIn("No sources were given", html_page.text(root))
        self.assertEqual(list(root.iter(HTML + "mark")), [])

    def test_links(self):
        """Each box of the picture leads to a context of the list, and so does each function."""
        root = self.check(self.demo())
        contexts = {li.get("id"): li for li in root.iter(HTML + "li")}
        for a in root.iter(HTML + "a"):
            self.assertIn(html_page.text(a), html_page.text(contexts[a.get("href")[1:]]))
        self.assertGreater(len(list(root.iter(SVG + "a"))), 10)
        for a in root.iter(SVG + "a"):
            name = a.find(SVG + "title").text.split("\n")[0]
            self.assertIn(name, html_page.text(contexts[a.get("href")[1:]]))

    def test_numbers(self):
        """The table of functions has the sums of the rows of the CSV."""
        root = self.check(self.demo())
        with open(self.demo(form="csv"), encoding="utf-8") as file:
            next(file)
            rows = list(csv.DictReader(file))
        for name, change in (("find_entry", "+5.56 ms"), ("sort_index", "−1.74 ms")):
            mine = [row for row in rows if row["name"] == name]
            sums = [sum(int(row[calls] or 0) for row in mine)
                    for calls in ("before_calls", "after_calls")]
            row = next(row for row in root.findall(f".//{HTML}table[@class='functions']//{HTML}tr")
                       if html_page.text(row).startswith(name))
            cells = [html_page.text(cell) for cell in row]
            self.assertEqual(cells[5], change)
            self.assertEqual([int(cell) for cell in cells[6:8]], sums)
            self.assertEqual(int(cells[8]), len(mine))

    def test_hostile_names(self):
        """A name stays text, and no character in it reorders or hides what is around it."""
        stacks = "".join(f"main;{name.replace(';', '_')} %d\n" for name in HOSTILE)
        page = html_page.compare(CYAN, self.folder, stacks.replace("%d", "10"),
                                 stacks.replace("%d", "20") + "main;other 70\n")
        root = self.check(page)
        shown = {"".join(code.itertext()) for code in root.iter(HTML + "code")}
        for name in HOSTILE[:7]:
            self.assertIn(name.replace(";", "_"), shown)
        for character in "\u202e\u2066\u200b":
            self.assertNotIn(character, page.read_text())
        self.assertTrue(any(name.startswith("aaaa") and "…" in name for name in shown))

    def test_hostile_source(self):
        """Source code stays text: markup, and characters that reorder a line."""
        for side, body in (("before", "return 1;"),
                           ("after", "return 2; /* </code><script>x()</script> \u202e ]]> */")):
            path = html_page.pathlib.Path(self.folder, "source-" + side)
            path.mkdir()
            (path / "a.c").write_text("int\nwork (void)\n{\n\t" + body + "\n}\n")
        page = html_page.compare(CYAN, self.folder, "main;work 10\n", "main;work 30\n",
                                 "--source-before", self.folder + "/source-before",
                                 "--source-after", self.folder + "/source-after")
        root = self.check(page)
        new = [html_page.text(row) for row in root.iter(HTML + "tr") if row.get("class") == "new"]
        self.assertEqual(new, ["4+ return 2; /* </code><script>x()</script> \ufffd ]]> */"])

    def test_large(self):
        """A page of 100,000 contexts is small, and says what it leaves out."""
        page = html_page.compare(CYAN, self.folder, *html_page.synthetic(100_000, 7))
        root = self.check(page)
        note = re.search(r"(\d+) of (\d+) contexts; those below (\S+) % of the run are left out\.",
                         html_page.text(root))
        listed = [li for li in root.iter(HTML + "li") if (li.get("id") or "").startswith("c")]
        self.assertLess(page.stat().st_size, 3_000_000)
        self.assertGreater(int(note[2]), 90_000)
        self.assertEqual(int(note[1]), len(listed))
        self.assertGreater(len(listed), 300)

    def check_fits(self, before, after):
        page = html_page.compare(CYAN, self.folder, before, after)
        root = self.check(page)
        self.assertLessEqual(page.stat().st_size, 3_000_000)
        listed = [li for li in root.iter(HTML + "li") if (li.get("id") or "").startswith("c")]
        note = re.search(r"(\d+) of (\d+) contexts; (those below|the others)", html_page.text(root))
        self.assertEqual(int(note[1]), len(listed))
        self.assertLess(int(note[1]), int(note[2]))
        self.assertGreater(len(listed), 10)

    def test_fits_wide(self):
        """Many contexts that are as large as each other."""
        lines = [f"main;{i}_caller;{i}_callee " for i in range(3000)]
        self.check_fits("".join(f"{line}{i % 7 + 100}\n" for i, line in enumerate(lines)),
                        "".join(f"{line}{i % 5 + 100}\n" for i, line in enumerate(lines)))

    def test_fits_deep(self):
        """A hot path of 8,000 calls, most of which fold; and characters that take six bytes each."""
        frames = [f"{i}" + '"' * 400 for i in range(8_000)]
        forks = "".join(";".join(frames[:n]) + ";leaf 1\n" for n in range(1, 8_000, 1000))
        stack = ";".join(frames)
        self.check_fits(f"{stack} 1000\n{forks}", f"{stack} 9000\n{forks}")

    def test_deep(self):
        """A stack deeper than a browser nests, and one that folds."""
        deep = ";".join(f"f{i}" for i in range(700))
        forks = "".join(";".join(f"g{i}" for i in range(n)) + ";leaf 5\n" for n in range(1, 300))
        page = html_page.compare(CYAN, self.folder, deep + " 90\n" + forks,
                                 deep + " 190\n" + forks)
        root = self.check(page)

        def depth(element):
            level, below = 0, [element]
            while below:
                level, below = level + 1, [child for parent in below for child in parent]
            return level
        self.assertLess(depth(root), 500)
        self.assertIn("f699", page.read_text())
        self.assertIn("g298", page.read_text())

    def test_equal(self):
        """Two equal runs."""
        root = self.check(html_page.compare(CYAN, self.folder, "main;a 10\n", "main;a 10\n"))
        self.assertRegex(html_page.text(root), "Nothing changed|No function changed")

    def spectrum(self, *options):
        page = html_page.pathlib.Path(self.folder, "spectrum.html")
        subprocess.run([CYAN, "spectrum", *options, "--format", "html", "-o", str(page)], check=True)
        return self.check(page, n_scripts=0, targets="r")

    def test_spectrum(self):
        """The rows that changed, then the others, each with a picture of its range and its runs."""
        root = self.spectrum("--store", f"{ROOT}/data/demo/history/keeper.db", "213d0332")
        sections = root.findall(f".//{HTML}section")
        rows = [section.findall(f".//{HTML}tbody/{HTML}tr") for section in sections]
        cells = [html_page.text(cell) for cell in rows[0][0]]
        pictures = [[box.get("class") for box in row.iter(HTML + "rect")] for row in rows[0]]

        self.assertEqual(html_page.text(root.find(f".//{HTML}h1")),
                         "c547288d (5 runs) → 213d0332 (5 runs)")
        self.assertEqual([html_page.text(section.find(HTML + "h2")) for section in sections],
                         ["Changed", "Outside of their range, but not called changed"])
        self.assertEqual([len(row) for row in rows], [1, 10])
        self.assertEqual(cells[:4], ["1", "+491 µs", "+102 ns", "170 ns to 173 ns"])
        self.assertEqual(cells[5:7], ["0/5", "0.00"])
        self.assertIn("find_entry index.c:41", cells[10])
        self.assertEqual(pictures, [["was"] + 5 * ["slower"]])

    def test_spectrum_hostile_names(self):
        runs = []
        for i, value in enumerate((10, 11, 30, 31)):
            path = html_page.pathlib.Path(self.folder, f"run-{i}.folded")
            path.write_text("main 100\n" + "".join(f"main;{name.replace(';', '_')} {value}\n"
                                                   for name in HOSTILE))
            runs += ["--before" if i < 2 else "--after", str(path)]
        root = self.spectrum(*runs, "--top=20")
        shown = {"".join(code.itertext()) for code in root.iter(HTML + "code")}
        for name in HOSTILE[:7]:
            self.assertIn(name.replace(";", "_"), shown)

    def test_overview(self):
        """Each revision, and a place for its runs that its name leads to."""
        root = self.spectrum("--store", f"{ROOT}/data/demo/history/keeper.db", "--overview")
        revisions = root.findall(f".//{HTML}section[1]//{HTML}tbody/{HTML}tr")
        links = [row.find(f".//{HTML}a") for row in revisions]
        runs = {div.get("id"): div for div in root.iter(HTML + "div") if div.get("id")}

        self.assertEqual(len(revisions), 40)
        self.assertEqual(len([link for link in links if link is not None]), 37)
        newest = runs[links[-1].get("href")[1:]]
        rows = newest.findall(f".//{HTML}tbody/{HTML}tr")
        self.assertEqual(len(rows), 5)
        self.assertIn("1.46 ms main > run_phase > sort_index", html_page.text(rows[0]))
        self.assertIn("its build failed", html_page.text(root))

    def test_same_bytes(self):
        first = self.demo().read_bytes()
        self.assertEqual(first, self.demo().read_bytes())


if __name__ == "__main__":
    CYAN, ROOT = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
