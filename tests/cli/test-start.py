#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where to start: the same first function in all forms, and sums that are the whole difference.

usage: test-start.py CYAN ROOT_OF_THE_PROJECT
"""

import csv
import io
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

HTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
PERCENT = re.compile(r"([+\u2212]?)([\d.]+) %")
GROUPS = "slower: "

# Before and after, each one or more runs, with options.
RECORDINGS = {
    "demo": (["data/demo/before.json.gz"], ["data/demo/after.json.gz"],
             "--source-before", "data/demo/before", "--source-after", "data/demo/after"),
    "demo-bare": (["data/demo/before.json.gz"], ["data/demo/after.json.gz"]),
    "cmark-callgrind": (["tests/data/cmark-a.callgrind.out.zst"], ["tests/data/cmark-b.callgrind.out.zst"]),
    "cmark-perf": (["tests/data/cmark-a.perf.txt.zst"], ["tests/data/cmark-b.perf.txt.zst"]),
    "gomarkdown": (["tests/data/gomarkdown-a.pb.gz"], ["tests/data/gomarkdown-b.pb.gz"]),
    "jq": (["tests/data/jq-a1.perf.folded.gz"], ["tests/data/jq-b1.perf.folded.gz"]),
    "jq-runs": ([f"tests/data/jq-a{i}.perf.folded.gz" for i in range(1, 6)],
                [f"tests/data/jq-b{i}.perf.folded.gz" for i in range(1, 6)]),
    "lark": (["tests/data/lark-a.cct.zst"], ["tests/data/lark-b.cct.zst"]),
    "marked": (["tests/data/marked-a.folded.zst"], ["tests/data/marked-b.folded.zst"]),
    "pruned": (["tests/data/lark-a.cct.zst"], ["tests/data/lark-b.cct.zst"], "--hot=0.1%"),
}


def write_random(path, seed, side):
    """A random tree; on the other side some functions have another body, cost and calls, or are not
    there."""
    tree = random.Random(seed)
    chance = random.Random(seed * 2 + side)
    n = tree.randrange(3, 60)
    lines = ["cct 1", "recording\texact", "metric\ttime\tus", "meta\tbody-hash\ttest"]
    lines += [f"function\tf{i}\t\tf.c\t{i + 1}\t{i + 1 + 100 * side * (tree.random() < 0.2)}" for i in range(20)]
    nodes = []
    for _ in range(n):
        parent, function, calls = tree.randrange(len(nodes) + 1), tree.randrange(20) + 1, tree.randrange(1, 9)
        nodes.append((parent, function, calls, tree.randrange(1, 1000)))
    alive, numbers, out = [True], [0], []
    for i, (parent, function, calls, value) in enumerate(nodes):
        lives = alive[parent] and (i == 0 or chance.random() < 0.9)
        alive.append(lives)
        numbers.append(len(out) + 1 if lives else None)
        if lives:
            factor = chance.choice((1, 1, 1, 0.5, 3)) if side else 1
            out.append(f"{numbers[parent]}\t{function}\t{calls}\t{int(value * factor)}")
    path.write_text("\n".join(lines + out + [f"end\t{len(out)}"]) + "\n")


def unescape(text):
    """The text of an element of the Markdown page, which is XML."""
    return "".join(ElementTree.fromstring(f"<p>{text}</p>").itertext())


def percents(text):
    """The numbers of TEXT in percent, and how much rounding may have changed each."""
    found = []
    for sign, digits in PERCENT.findall(text):
        places = len(digits.partition(".")[2])
        found.append((float(digits) * (-1 if sign == "\u2212" else 1), 0.5001 * 10 ** -places))
    return found


class Start(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_cyan(self, command, pair, *options, status=(0,)):
        before, after, *rest = pair
        sides = [*before, *after]
        if len(sides) > 2:
            sides = [f"--{name}={path}" for name, runs in (("before", before), ("after", after)) for path in runs]
        run = subprocess.run([CYAN, command, *sides, *rest, *options], cwd=ROOT, capture_output=True,
                             text=True, check=False)
        self.assertIn(run.returncode, status, run.stderr)
        return run.stdout

    def reports(self, pair):
        """What is told of PAIR, by form."""
        page = self.folder / "page.html"
        self.run_cyan("compare", pair, "--format=html", "-o", str(page), "--force")
        found = {
            "compare": self.run_cyan("compare", pair),
            "explain": self.run_cyan("explain", pair),
            "json": json.loads(self.run_cyan("compare", pair, "--format=json")),
            "explain-json": json.loads(self.run_cyan("explain", pair, "--format=json")),
            "csv": self.run_cyan("explain", pair, "--format=csv"),
            "html": ElementTree.parse(page).getroot(),
            "picture": self.picture(pair),
        }
        sides = [found["json"][side]["total"] for side in ("before", "after")]
        if sides[1] > sides[0] > 0:
            markdown = self.folder / "page.md"
            found["check-json"] = json.loads(self.run_cyan(
                "check", pair, "--fail-above=0%", "--format=json", "--markdown", str(markdown), "--force",
                status=(0, 1)))
            found["markdown"] = markdown.read_text()
        return found

    def picture(self, pair):
        """The texts of the picture."""
        path = self.folder / "picture.svg"
        self.run_cyan("render", pair, "-o", str(path), "--force")
        return ["".join(text.itertext()) for text in ElementTree.parse(path).getroot().iter(SVG + "text")]

    def check_picture(self, texts, name):
        """NAME, where to start or None, stands in the head and at the mark, and so the mark is there."""
        told = [text.partition("start here: ")[2] for text in texts if "start here: " in text]
        self.assertEqual(len(told), 0 if name is None else 2, texts)
        self.assertEqual(any("no function stands out" in text for text in texts), name is None, texts)
        if name is not None and len(name) <= 40:
            self.assertEqual(told, [name, name])

    def assert_sum(self, parts, whole, form):
        total = sum(value for value, _ in parts)
        # Each of three that are nearly 0 may be left out.
        rounding = sum(most for _, most in parts) + 3 * 0.005 * max(1, 1 + whole / 100)
        self.assertLessEqual(abs(total - whole), rounding + 1e-6, f"{form}: {total} is not {whole}")

    @staticmethod
    def section(text):
        """The first function and the parts of a text's section."""
        lines = text.split("\nStart here\n")[1].split("\n\n")[0].split("\n")
        rows = [line for line in lines if re.match(r" +\d+\. ", line)]
        rest = [line for line in lines if not re.match(r" +(\d+\.|in|why|read|No function|slower:) ", line)]
        first = re.match(r" +\d+\. (.*): .*? of the run before", rows[0])[1] if rows else None
        parts = [percents(re.search(r": ([^:]*) of the run before", row)[1])[0] for row in rows]
        return first, parts + percents(" ".join(part.rpartition(": ")[2] for part in "; ".join(rest).split("; ")))

    @staticmethod
    def page(root):
        section = root.find(f".//{HTML}section[@class='start']")
        items = section.findall(f"{HTML}ol/{HTML}li")
        notes = ["".join(note.itertext()) for note in section.findall(f"{HTML}p[@class='note']")]
        parts = [percents("".join(item.find(f"{HTML}p/{HTML}strong").itertext()))[0] for item in items]
        for note in notes:
            if not note.startswith(GROUPS):
                parts += percents(" ".join(part.rpartition(": ")[2] for part in note.split("; ")))
        first = "".join(items[0].find(HTML + "h3").itertext()) if items else None
        return first, parts

    @staticmethod
    def markdown(text):
        table = text.partition("<tr><th>start here</th>")[2]
        rows = re.findall(r"<tr><td>(.*?)</td><td align=\"right\">(.*?)</td>", table)
        confident = "<td>likely</td>" in table or "<td>strong</td>" in table
        first = unescape(rows[0][0]) if confident else None
        return first, [part for _, share in rows for part in percents(share)]

    def check(self, pair):
        """What holds for the reports of every pair.  Returns them."""
        told = self.reports(pair)
        starts = told["json"]["start_here"]
        before = abs(told["json"]["before"]["total"])
        difference = told["json"]["after"]["total"] - told["json"]["before"]["total"]
        whole = 100 * difference / before
        largest = max(before, abs(told["json"]["after"]["total"]))
        answers = bool(starts) and starts[0]["confidence"] != "possible"

        for form in ("json", "explain-json", "check-json"):
            if form not in told:
                continue
            item = told[form]
            for name in ("start_here", "shifts", "rest", "rest_parts"):
                self.assertEqual(item[name], told["json"][name], form)
            total = sum(start["contribution"] for start in item["start_here"]) + item["rest"]
            self.assertAlmostEqual(total / largest, difference / largest, places=8, msg=form)
            self.assertAlmostEqual(sum(item["rest_parts"].values()) / largest, item["rest"] / largest, places=8)
            for start in item["start_here"]:
                self.assertAlmostEqual(start["share_of_before"], start["contribution"] / before, places=8)
        rows = list(csv.DictReader(io.StringIO(told["csv"].partition("\n")[2])))
        # A spreadsheet would run what starts with "@".
        self.assertEqual([row["function"].removeprefix("'") for row in rows[:-1]],
                         [start["function"] for start in starts])
        self.assertAlmostEqual(sum(float(row["contribution"]) for row in rows) / largest, difference / largest,
                               places=8)
        forms = {"compare": self.section(told["compare"]), "explain": self.section(told["explain"]),
                 "html": self.page(told["html"])}
        if "markdown" in told and "start here" in told["markdown"]:
            forms["markdown"] = self.markdown(told["markdown"])
        for form, (first, parts) in forms.items():
            self.assert_sum(parts, whole, form)
            # What is possible is named only where the whole changed.
            self.assertTrue(first is not None or not answers, form)
            if first is not None:
                name, place = starts[0]["function"], starts[0]["file"]
                if place and starts[0]["line"]:
                    place += f":{starts[0]['line']}"
                if len(name) < 100:
                    self.assertEqual(first, f"{name} ({place})" if place else name, form)
        self.check_picture(told["picture"], starts[0]["function"] if answers else None)
        if not answers:
            section = told["compare"].split("\nStart here\n")[1].split("\n\n")[0]
            self.assertNotRegex(section, "slower|faster|more often|less")
            self.assertRegex(section, "No function stands out|Nothing changed")
        for text in (told["compare"], told["explain"], told.get("markdown", "")):
            self.assertNotRegex(text, r"of what got|of the difference|of all (changes|that)|[cC]ulprit")
        return told

    def test_random(self):
        n_answers = 0
        for seed in range(20):
            with self.subTest(seed):
                paths = [self.folder / f"{side}.cct" for side in range(2)]
                for side in range(2):
                    write_random(paths[side], seed, side)
                told = self.check(([str(paths[0])], [str(paths[1])]))
                n_answers += told["json"]["start_here"][:1] != [] \
                    and told["json"]["start_here"][0]["confidence"] != "possible"
        self.assertGreater(n_answers, 10)

    def test_without_effect(self):
        """Two runs of the same cost whose sources differ: what changed, and no more."""
        text = "cct 1\nrecording\texact\nmeta\tbody-hash\ttest\nmetric\ttime\tus\nfunction\tmain\t\tm.c\t1\t1\n" \
               "function\tf\t\tm.c\t9\t{}\n0\t1\t1\t500\n1\t2\t1\t{}\nend\t2\n"
        for side, (body, value) in enumerate(((7, 500), (8, 501))):
            (self.folder / f"{side}.cct").write_text(text.format(body, value))
        told = self.check(([str(self.folder / "0.cct")], [str(self.folder / "1.cct")]))
        self.assertIn("\nChanged, without a clear effect\n  f (m.c:9): 50.0 % of the run by itself\n",
                      told["compare"])
        self.assertEqual([item["function"] for item in told["json"]["changed_without_effect"]], ["f"])
        self.assertIn("Changed, without a clear effect", "".join(told["html"].itertext()))

    def test_same_revision(self):
        """Two recordings of one revision: no suspect, and no direction but in numbers."""
        names = {"jq": "tests/data/jq-{}{}.perf.folded.gz", "marked": "tests/data/marked-{}{}.v8.folded.gz",
                 "gomarkdown": "tests/data/gomarkdown-{}{}.pprof.folded.gz"}
        for name in names.values():
            for first, second in ((1, 2), (3, 4)):
                pair = ([name.format("a", first)], [name.format("a", second)])
                with self.subTest(pair):
                    told = self.check(pair)
                    self.assertNotIn("faster", told["compare"].partition("\nLargest changes")[0])
                    self.assertNotIn("slower", told["compare"].partition("\nLargest changes")[0])
                    self.assertIsNone(told["json"]["hot_path"]["direction"])
                    self.assertIn("No function stands out", told["compare"])

    def test_no_percent(self):
        """Different units have shares only; what is below 0 has no percent."""
        shares = self.run_cyan("compare", ([RECORDINGS["cmark-callgrind"][0][0]], [RECORDINGS["cmark-perf"][1][0]]))
        section = shares.split("\nStart here\n")[1].split("\n\n")[0]
        self.assertRegex(section, r"process_emphasis: \u2212[0-9.]+ pp, ")
        self.assertNotRegex(section, "%|slower|faster|points")
        for side, (a, b) in enumerate(((60, -40), (20, -90))):
            (self.folder / f"{side}.cct").write_text(
                "cct 1\nrecording\texact\nmetric\tin use\tbytes\nfunction\tmain\nfunction\ta\nfunction\tb\n"
                f"0\t1\t1\t10\n1\t2\t1\t{a}\n1\t3\t1\t{b}\nend\t3\n")
        text = self.run_cyan("compare", ([str(self.folder / "0.cct")], [str(self.folder / "1.cct")]))
        self.assertNotIn("%", text.split("\nStart here\n")[1].split("\n\n")[0])
        self.assertIn("\u221250 B", text.split("\nStart here\n")[1])

    def test_same(self):
        """A recording against itself."""
        for name in ("demo", "jq", "lark"):
            before = RECORDINGS[name][0]
            told = self.check((before, before))
            self.assertEqual(told["json"]["start_here"], [])
            self.assertNotRegex(told["compare"], "slower|faster")


def add(name, pair):
    def test(self):
        self.check(pair)

    setattr(Start, f"test_recorded_{name}", test)


for key, value in RECORDINGS.items():
    add(key, value)

if __name__ == "__main__":
    CYAN, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
    unittest.main(argv=sys.argv[:1])
