# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile names in every output: terminal, CSV, JSON, SVG, PNG, PDF.

Numbers in the names of the tests refer to the list of bad inputs.
"""

import re

from cli_test import CliTest, children_time, unittest, write

NAMES = [
    "<b>bold</b>", "&amp;", "operator<", "</title><script>alert(1)</script>", '" onload="alert(1)', "]]>",
         "%s%n%1000000d",
    '=HYPERLINK("http://example.org")', "+1+1", "-2", "@SUM(A1)", " =1+1", "two\nlines", "two\n=1+1",
         "carriage\rreturn",
    "\ttab", "esc\x1b[31mred", "title\x1b]0;owned\x07", "clip\x1b]52;c;aGVsbG8=\x07", "c1\x9b31m", "bidi\u202egnp.exe",
    "isolate\u2066x", "zero\u200bwidth", "../../etc/passwd", "-o", 'a,b"c', " ", "\u0301\u0301",
]
# Control characters other than line feeds, and characters that change the direction.
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


def escaped(name):
    """As .cct has it, where a name may hold a line break."""
    return name.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def cell(name):
    """The expected content of a cell: no formula, no control characters but blanks and line breaks."""
    formula = name[0] in "=+-@\t\r" or re.search(r"(^|\n)[=+@-]", name.lstrip())
    harmless = re.sub("[\u200b\u202e\u2066]", "\ufffd", re.sub("[\x07\x1b\x9b]", lambda c: f"\\x{ord(c[0]):02x}", name))
    return "'" + harmless if formula else harmless


class Names(CliTest):
    def setUp(self):
        """All names are below one root, called more often after, and some of them are slower."""
        super().setUp()
        for side, name in enumerate(("before.cct", "after.cct")):
            text = "cct 1\nmetric\ttime\tms\nfunction\tmain\n0\t1\t1\t10\n"
            for i, function in enumerate(map(escaped, NAMES)):
                text += f"function\t{function}\t{function}\t{function}\t7\n1\t{i + 2}\t{side + 1}\t{13 + 5 * i if side else 10}\n"
            write(name, f"{text}end\t{len(NAMES) + 1}\n")

    def assert_harmless(self, text):
        self.assertNotRegex(text, HARMFUL)
        text.encode()

    def test_38_terminal(self):
        text = self.fine("compare", "before.cct", "after.cct", "--top", "100").out
        self.assert_harmless(text)
        for name in "%s%n%1000000d", "</title><script>", "(no name)":
            self.assertIn(name, text)

    def test_38_meta(self):
        """Names of files, metrics and meta data are foreign, too."""
        write("meta.cct", "cct 1\nmeta\tversion\t\x1b[31m\nmeta\t\x1b[1m\tx\nmetric\t\x1b[2m\t\x1b[3m\n"
                          "function\ta\n0\t1\t1\t1\nend\t1\n")
        self.assert_harmless(self.fine("info", "meta.cct").out)
        self.assert_harmless(self.fine("compare", "meta.cct", "meta.cct").out)
        self.assertEqual(self.cyan("compare", "meta.cct", "meta.cct", "--format=csv").comment, "unit: \\x1b[3m")
        missing = self.cyan("info", "no\nsuch\x1b[31m\u202e\udcff.cct")
        self.assert_fails("no\\x0asuch\\x1b*: No such file or directory", missing)
        self.assert_harmless(missing.err)

    def test_39_csv(self):
        rows, raw = self.compare("before.cct", "after.cct"), self.compare("--raw-cells", "before.cct", "after.cct")
        self.assertEqual(len(rows), len(NAMES) + 2)
        for i, name in enumerate(NAMES):
            for column in "name", "module", "file":
                self.assertEqual(rows[i + 2][column], cell(name))
                self.assertEqual(raw[i + 2][column], name)
            # Numbers are not treated as formulas: a negative height stays a number.
            rows[i + 2].number("height")

    def test_36_json(self):
        """JSON holds the names as they are."""
        nodes = self.fine("compare", "--format=json", "before.cct", "after.cct").json["nodes"]
        self.assertEqual([node["name"] for node in nodes[2:]], NAMES)

    def test_37_pictures(self):
        for name in "names.svg", "names.png", "names.pdf":
            self.fine("render", "before.cct", "after.cct", "--open", "all", "-o", name)
        self.assertIn("&lt;b&gt;bold&lt;/b&gt;", self.assert_svg("names.svg"))
        scripts = self.run_program(
            "xmllint", "--nonet", "--xpath",
            "count(//*[local-name()='script' or local-name()='foreignObject' or local-name()='b'] | //@*[starts-with("
            "local-name(), 'on') or (local-name()='href' and not(starts-with(., '#')))])", "names.svg")
        self.assertEqual(self.assert_fine(scripts).out.strip(), "0")

    def test_30_long(self):
        """A name of 100,000 characters is cut when read, and again when drawn."""
        write("long.folded", f"main;{'x' * 100000} 9\nmain 1\n")
        write("short.folded", "main 1\n")
        self.assertLess(len(self.fine("compare", "short.folded", "long.folded").out), 10000)
        self.assertLessEqual(len(self.compare("short.folded", "long.folded")[2]["name"]), 65536 + 32)
        self.works("render", "short.folded", "long.folded", "--open=all", "-o", "long.svg")
        self.assertLess(len(self.assert_svg("long.svg")), 20000)

    def test_31_mangled(self):
        """A mangled name that would be demangled to megabytes stays mangled or is cut, without delay."""
        write("mangled.folded", f"main;_Z1f{'St4pairIS_S_E' * 40} 3\nmain;_RNvB_1a 4\nmain;_ZN 5\n")
        start = children_time()
        self.assertLess(len(self.works("compare", "mangled.folded", "mangled.folded", "--format=csv").out), 100000)
        self.assertLess(children_time() - start, 5)


if __name__ == "__main__":
    unittest.main()
