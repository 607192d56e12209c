# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `cyan check` for a pull request: complete, with its picture, and safe for any names."""

import re

from cli_test import DEMO, DEMO_SOURCES, CliTest, os, pathlib, read, unittest, write

TWO = ["good.folded", "other.folded"]
HOSTILE = ["a|b`c", "``` | x", "@everyone", "</code></p><script>alert(1)</script>", "[x](http://evil.example)",
           "![x](http://evil.example/a.png)", "# head", "\\|", "<!-- ", "&lt;", "$`x`$", "*b* _i_ ~~s~~",
           "https://evil.example",
           "#12", ":tada:", "<details>", "x\\", "someone@evil.example"]


class Markdown(CliTest):
    def check(self, page, limit, *arguments, status=1):
        """Returns the page."""
        self.works("check", f"--fail-above={limit}", "--markdown", page, *arguments, status=status)
        return read(page)

    def test_page(self):
        page = self.check("a(b).md", "5%", *DEMO, *DEMO_SOURCES)
        self.assertTrue(page.startswith("### ❌ Performance: +73.0 %, more than the limit of 5.0 %\n"))
        self.assertIn("\n![Performance evolution blueprint](a%28b%29.png)\n", page)
        self.assertIn("<tr><th>start here</th><th>of the run before</th><th>change</th><th>confidence</th><th>why</th></tr>\n"
                      "<tr><td><code>find_entry</code> (<code>index.c:29</code>)</td>", page)
        self.assertEqual(pathlib.Path("a(b).png").read_bytes()[:4], b"\x89PNG")

    def test_passed(self):
        page = self.check("passed.md", "5%", *reversed(DEMO), status=0)
        self.assertTrue(page.startswith("### ✅ Performance: −42.2 %, within the limit of 5.0 %\n\n<p>Passed: "))
        self.assertNotIn("<table>", page)

    def test_hostile(self):
        """Every line with foreign text is part of a well-formed HTML block without empty lines; outside of <code>
        nothing of that text appears.  All functions are below main and 10 times as slow after."""
        for name, weight in ("a.cct", 10), ("b.cct", 100):
            escaped = [function.replace("\\", "\\\\") for function in HOSTILE]
            functions = "".join(f"function\t{function}\t\t{function}\t3\n" for function in escaped)
            calls = "".join(f"1\t{i + 2}\t1\t{weight * (i + 1)}\n" for i in range(len(HOSTILE)))
            write(name, "cct 1\nrecording\texact\nmetric\ttime\t@all | `u`\nmeta\tversion\t<b>@v</b> `1`\nfunction\tmain\n"
                        f"{functions}0\t1\t1\t100\n{calls}end\t{len(HOSTILE) + 1}\n")
        page = self.check("hostile.md", "0.1%", "--any-node", "--top=100", "a.cct", "b.cct")
        html = [line for line in page.splitlines() if not line.startswith(("### ❌ Performance: ", "!["))]
        for line in html:
            self.assertRegex(line, "^(<|$)")
        write("hostile.xml", f"<div>{''.join(html)}</div>")
        self.assert_svg("hostile.xml")
        plain = re.sub("<code>.*?</code>", "", page, flags=re.DOTALL)
        for part in "@", "`", "|", "http", "script", "&lt;", "~", ":tada:", "#1":
            self.assertNotIn(part, plain)
        # Nothing was dropped.
        for name in ("a|b`c", "&lt;/code&gt;&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;",
                     "&lt;b&gt;@v&lt;/b&gt; `1`"):
            self.assertIn(f"<code>{name}</code>", page)

    def test_text_hostile(self):
        """On terminals no name can move the cursor."""
        for name, cost in ("a.folded", 10), ("b.folded", 90):
            write(name, f"main;\x1b[2J\u202e {cost}\n")
        self.assertNotRegex(self.works("check", "--fail-above=1%", "--any-node", "a.folded", "b.folded", status=1).out,
                            "[\x1b\u202e]")

    def test_whole(self):
        """Either both files are written or neither, and no others."""
        write("whole.md", "old")
        os.mkdir("whole.png")
        os.mkdir("folder.md")
        for page, message in (("whole.md", "whole.png: *"), ("folder.md", "folder.md: *"),
                              ("no/where.md", "no/where.png: cannot be written: *"),
                              ("page.html", '--markdown: "page.html" does not end in .md')):
            with self.no_new_files():
                self.fails(message, "check", "--fail-above=5%", "--markdown", page, *TWO)
        self.assertEqual(read("whole.md"), "old")

    def test_link(self):
        """A symbolic link stays, and its target is replaced."""
        write("target.md", "old")
        os.symlink("target.md", "link.md")
        self.check("link.md", "5%", *TWO)
        self.assertIn("(link.png)", read("target.md"))
        self.assertTrue(os.path.islink("link.md"))

    def write_chains(self):
        """3000 functions in a row; the last one takes the time."""
        functions = "".join(f"function\tf{i}\n" for i in range(3000))
        for name, time in ("a.cct", 100), ("b.cct", 900):
            calls = "".join(f"{i}\t{i + 1}\t1\t{time if i == 2999 else 0}\n" for i in range(3000))
            write(name, f"cct 1\nrecording\texact\nmetric\ttime\tns\n{functions}{calls}end\t3000\n")

    def test_deep(self):
        """Calls in a row fold, so the picture of a deep chain is small."""
        self.write_chains()
        self.assertIn("(deep.png)", self.check("deep.md", "5%", "a.cct", "b.cct"))
        self.assertEqual((os.path.exists("deep.png"), os.path.exists("deep.svg")), (True, False))

    def test_large(self):
        """A picture too large for PNG is written as SVG: modified functions do not fold."""
        self.write_chains()
        for folder, version in ("old", 1), ("new", 2):
            write(f"{folder}/chain.c", "".join(f"int\nf{i} (int x)\n{{\n  return x + {version};\n}}\n\n"
                                               for i in range(3000)))
        page = self.check("large.md", "5%", "--source-before=old", "--source-after=new", "a.cct", "b.cct")
        self.assertIn("(large.svg)", page)
        self.assertEqual((os.path.exists("large.png"), os.path.exists("large.svg")), (False, True))


if __name__ == "__main__":
    unittest.main()
