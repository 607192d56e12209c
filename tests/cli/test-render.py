# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan render`: pictures are valid, reproducible, and either complete or absent."""

import re
import struct

from cli_test import DEMO, DEMO_SOURCES, CliTest, os, pathlib, read, unittest, write

FUNCTIONS = ["main", "load_log", "read_file", "split_lines", "run_phase", "index_log", "index_line", "next_word",
             "index_word",
             "fold_word", "find_entry", "hash_word", "add_entry", "sort_index", "print_report", "print_title",
             "print_entry",
             "flush_rows", "print_hours", "close_session"]


def content(name):
    return pathlib.Path(name).read_bytes()


def width_of(name):
    """The width in the header of a PNG."""
    return struct.unpack(">I", content(name)[16:20])[0]


def n_drawn(name):
    """How many of the demo's functions are drawn."""
    return sum(f">{function}<" in read(name) for function in FUNCTIONS)


def sides_of_boxes(name, function, side):
    """The "width" or "height" of the function's boxes, in pixels."""
    boxes = re.findall(rf"<title>{function}\n[^<]*</title>(<rect [^>]*>)", read(name))
    return [float(re.search(rf' {side}="([^"]*)"', box)[1]) for box in boxes]


def side_of_box(name, function, side):
    """The same of its first box."""
    return sides_of_boxes(name, function, side)[0]


class Render(CliTest):
    def setUp(self):
        """Of 50, 60 and 100 samples, "work" has 80, 83.3 and 90 %."""
        super().setUp()
        for name, work in ("v1.folded", 40), ("v2.folded", 50), ("v3.folded", 90):
            write(name, f"main 10\nmain;work {work}\n")

    def render(self, name, *options):
        """Draws the demo; returns the bytes."""
        self.assertEqual(self.fine("render", *DEMO, "-o", name, *options).out, "")
        return content(name)

    def drawn(self, *options, name="drawn.svg"):
        """How many functions of the demo are drawn."""
        self.render(name, *options)
        return n_drawn(name)

    def assert_in_pdf(self, name, *texts):
        out = self.assert_fine(self.run_program("pdftotext", name, "-")).out
        for text in texts:
            self.assertIn(text, out)

    def test_png_size(self):
        for name, *options in (("one.png", "--png-size=1"), ("two.png",), ("four.PNG", "--png-size", "4"),
                               ("wide.png", "--png-size=1920px", "--view=icicle")):
            self.render(name, *options)
        one = width_of("one.png")
        self.assertEqual([width_of(name) for name in ("two.png", "four.PNG", "wide.png")], [2 * one, 4 * one, 1920])

    def test_only(self):
        """Filters hide boxes of both views; what is in both pictures has its tooltip in both."""
        for view in "--view=blueprint", "--view=icicle":
            whole = self.render("all.svg", view).decode()
            some = self.render("some.svg", view, "--only=added-or-removed,share:0.1%").decode()
            self.assertIn(">find_entry", whole)
            self.assertIn("index_line", some)
            self.assertNotIn(">flush_rows", some)
            self.assertIn("leads to what the filter shows", some)
            self.assertNotIn("leads to what the filter shows", whole)

    def test_png(self):
        """Every chunk is complete, the size is plausible and the end is there."""
        png = self.render("demo.png")
        self.assertEqual(self.render("again.png"), png)
        self.assertEqual((png[:8], png[12:16]), (b"\x89PNG\r\n\x1a\n", b"IHDR"))
        for side in struct.unpack(">II", png[16:24]):
            self.assertTrue(200 < side < 5000)
        at = 8
        while png[at + 4:at + 8] != b"IEND":
            at += 12 + struct.unpack(">I", png[at:at + 4])[0]
        self.assertEqual(at + 12, len(png))

    def test_svg(self):
        svg = self.render("demo.svg")
        self.assertEqual(self.render("again.svg"), svg)
        self.assert_svg("demo.svg")
        for text in "run_phase", "find_entry", "index_word", "6.15 ms to 10.6 ms, +73.0 %":
            self.assertIn(text.encode(), svg)

    def test_pdf(self):
        self.assertEqual(self.render("demo.pdf"), self.render("again.pdf"))
        self.assert_in_pdf("demo.pdf", "find_entry", "run_phase")

    def test_openings(self):
        """depth:N shows N levels below the root."""
        self.assertEqual(self.render("hot-path.svg"), self.render("named.svg", "--open", "hot-path"))
        self.assertTrue(6 <= n_drawn("hot-path.svg") < 20)
        whole = self.render("all.svg", "--open", "all", "--unfold")
        self.assert_svg("all.svg")
        self.assertEqual(n_drawn("all.svg"), 20)
        self.assertLess(self.drawn("--open=depth:1"), self.drawn("--open=depth:2"))
        self.assertLess(self.drawn("--open=depth:2"), 20)
        self.assertEqual(self.render("depth-9.svg", "--open", "depth:9", "--unfold"), whole)
        self.assertLess(self.drawn("--open=top:1"), self.drawn("--open=top:10"))

    def test_looks(self):
        plain = self.render("plain.svg")
        for same in ["--palette=classic"], ["--absolute"]:
            self.assertEqual(self.render("same.svg", *same), plain)
        for other in ["--dark"], ["--palette=safe"], ["--basis=share"], ["--px-per-height=900"]:
            self.assertNotEqual(self.render("other.svg", *other), plain)
            self.assert_svg("other.svg")

    def test_scale(self):
        """By itself each picture has its own scale; a series has one."""
        for options, small, large, widths in (([], 333, None, None), (["--scale=5%"], 67, 200, None),
                                              (["--scale=0.5:20"], None, 20, (181, 182)),
                                              (["--px-per-height=300"], None, 30, None)):
            for name, after in ("small.svg", "v2.folded"), ("large.svg", "v3.folded"):
                self.fine("render", "v1.folded", after, "-o", name, "--open=all", "--width=size", *options)
            self.assertIn(small, (None, side_of_box("small.svg", "work", "height")))
            self.assertIn(large, (None, side_of_box("large.svg", "work", "height")))
            self.assertIn(widths, (None, tuple(side_of_box(name, "work", "width") for name in ("small.svg",
                                                                                               "large.svg"))))

    def test_extreme_totals(self):
        """Runs whose totals no scale can divide have a picture, too."""
        text = "cct 1\nmetric\ttime\tms\nfunction\tmain\t\t\t\n0\t1\t1\t{}\nend\t1\n"
        write("usual.cct", text.format(1000))
        for total in "0", "5e-324", "1e-320", "1.7e308":
            write("extreme.cct", text.format(total))
            for after in "usual.cct", "extreme.cct":
                self.works("render", "extreme.cct", after, "--absolute", "-o", "extreme.svg")

    def test_bad_looks(self):
        cases = [([f"--scale={scale}"], f'--scale: "{scale}" is not a share*')
                 for scale in ("x", "5", "-5%", "0", "nan", "101%", "5%:", "5%:0", "5%:9:9")]
        cases += [
            (["--scale="], '--scale: "" is not a share of 0.001% to 100%*'),
            (["--scale=5%", "--px-per-height=9"], "--scale: sets what *"),
            (["--scale=5%:9", "--px-per-width=9"], "--scale: sets what *"),
            (["--px-per-height=-1"], '--px-per-height: "-1" is not a number from 0 to 100000'),
            (["--width="], '--width: no width ""; calls, size or self'),
            (["--width=depth"], '--width: no width "depth"; calls, size or self'),
            (["--box-limit=1", "--open=all"], "the picture would have * boxes, more than 1; show less *"),
            (["--box-limit=-2"], '--box-limit: "-2" is not a number from 0 to *'),
            (["--box-limit=9", "--view=icicle"], "--box-limit goes with --view blueprint"),
            (["--png-size=2"], "--png-size goes with a FILE that ends with .png"),
            (["--png-size=2x"], '--png-size: "2x" is neither a zoom of 0.1 to 100*'),
            (["--png-size=40000px"], '--png-size: "40000px" is neither*'),
            (["--only=changed,moved"], '--only: "moved" is none of changed, modified, *'),
            (["--only=share:0"], '--only: "share:0" is none of*'),
            (["--only=module:no-such"], "--only: nothing matches"),
        ]
        for options, message in cases:
            with self.no_new_files():
                self.fails(message, "render", "v1.folded", "v2.folded", "-o", "bad.svg", *options)

    def test_widths(self):
        default = self.render("default.svg")
        for width, legend in (("calls", "width: change of calls"), ("size", "width: the larger share"),
                              ("self", "width: change of own time")):
            self.assertEqual(self.render(f"{width}.svg", "--width", width) == default, width == "calls")
            self.assertIn(f">{legend} · ", read(f"{width}.svg"))
        self.render("size.svg", "--width=size", "--unfold")
        self.assertGreater(side_of_box("size.svg", "main", "width"), side_of_box("size.svg", "find_entry", "width"))
        # Where calls are unknown, widths that say nothing come only on demand.
        self.fine("render", "v1.folded", "v2.folded", "-o", "sampled.svg")
        self.assertIn(">width: the larger share · ", read("sampled.svg"))

    def test_links(self):
        """Eleven calls of which none changed by itself."""
        steps = "".join(f";step{i}" for i in range(10))
        for name, work in ("before.folded", 50), ("after.folded", 90):
            write(name, f"main{steps};work {work}\nmain 50\n")
        for options, folded in ([], True), (["--unfold"], False):
            self.fine("render", "before.folded", "after.folded", "-o", "row.svg", *options)
            svg = self.assert_svg("row.svg")
            self.assertEqual((">main › 9 more › step9<" in svg, ">step4<" in svg, ">work<" in svg), (folded, not folded, True))

    def test_icicle(self):
        """The icicle has its root on top or at the bottom, in every form of file."""
        icicle = self.render("icicle.svg", "--view", "icicle")
        self.assertEqual(self.render("again.svg", "--view=icicle"), icicle)
        self.assert_svg("icicle.svg")
        self.assertGreaterEqual(n_drawn("icicle.svg"), 7)
        self.assertNotEqual(self.render("flames.svg", "--view=icicle", "--flames"), icicle)
        self.assertEqual(n_drawn("flames.svg"), n_drawn("icicle.svg"))
        self.assertNotEqual(self.render("share.svg", "--view=icicle", "--basis=share"), icicle)
        self.render("icicle.png", "--view=icicle")
        self.render("icicle.pdf", "--view=icicle")
        self.assert_in_pdf("icicle.pdf", "run_phase", "before above, after below")
        self.assertEqual(self.render("plain.svg"), self.render("blueprint.svg", "--view=blueprint"))

    def test_side_by_side(self):
        """Each side has an icicle of its own boxes and totals, at one scale; swapping the profiles exchanges them."""
        sides = self.render("sides.svg", "--view", "side-by-side")
        self.assertEqual(self.render("again.svg", "--view=side-by-side"), sides)
        svg = self.assert_svg("sides.svg")
        for text in ">Before<", ">6.15 ms<", ">After<", ">10.6 ms<", "the same scale on both sides":
            self.assertIn(text, svg)
        self.assertEqual((svg.count(">main<"), svg.count(">index_log<"), svg.count(">run_phase<")), (2, 2, 1))
        self.assertNotEqual(self.render("flames.svg", "--view=side-by-side", "--flames"), sides)
        self.assertIn("share of its own run", self.render("share.svg", "--view=side-by-side", "--basis=share").decode())
        self.render("sides.png", "--view=side-by-side", "--png-size=800px")
        self.assertEqual(width_of("sides.png"), 800)
        self.render("sides.pdf", "--view=side-by-side")
        self.assert_in_pdf("sides.pdf", "run_phase", "a call that only the other version has")
        self.fine("render", DEMO[1], DEMO[0], "-o", "swapped.svg", "--view=side-by-side")
        widths = sides_of_boxes("sides.svg", "index_log", "width")
        self.assertEqual(len(widths), 2)
        self.assertLess(widths[0], widths[1] / 2)
        self.assertEqual(sides_of_boxes("swapped.svg", "index_log", "width"), widths[::-1])

    def test_rings(self):
        """The ring chart, and the sizes that it shares with the icicle."""
        rings = self.render("rings.svg", "--view=rings")
        self.assertEqual(self.render("again.svg", "--view=rings", "--sizes=envelope"), rings)
        self.assert_svg("rings.svg")
        self.assertGreaterEqual(n_drawn("rings.svg"), 3)
        for view in "--view=rings", "--view=icicle":
            last = self.render("usual.svg", view)
            for sizes in "change", "before", "after", "equal":
                picture = self.render("sizes.svg", view, f"--sizes={sizes}")
                self.assert_svg("sizes.svg")
                self.assertNotEqual(picture, last)
                last = picture
        for option in "--thickness=equal", "--unfold", "--only=added-or-removed,share:0.1%":
            self.assertNotEqual(self.render("other.svg", "--view=rings", option), rings)
        self.fine("render", DEMO[1], "-o", "one.svg", "--view=rings")
        self.assert_svg("one.svg")
        self.assertGreaterEqual(n_drawn("one.svg"), 3)
        self.render("rings.png", "--view=rings", "--png-size=700px")
        self.assertEqual(width_of("rings.png"), 700)
        self.render("rings.pdf", "--view=rings")
        self.assert_in_pdf("rings.pdf", "before inside, after outside")

    def test_sources(self):
        """With sources, colours distinguish modified from unmodified functions: slower and modified is orange in the
        second palette."""
        self.assertIn(b"#c64600", self.render("sources.svg", "--palette=safe", *DEMO_SOURCES))
        self.assertNotIn(b"#c64600", self.render("plain.svg", "--palette", "safe"))

    def test_replaced(self):
        fresh = self.render("fresh.svg")
        write("old.svg", b"\0" * (1 << 20))
        with self.no_new_files():
            self.assertEqual(self.render("old.svg"), fresh)

    def test_refused_outputs(self):
        os.mkdir("folder")
        os.mkdir("folder.png")
        for out, message in (("x.jpg", "x.jpg: *expected .svg, .png or .pdf"), ("x", "x: *expected .svg, .png or .pdf"),
                             ("folder", "folder: is a directory"), ("folder.png", "folder.png: is a directory"),
                             ("nowhere/x.svg", "nowhere/x.svg: cannot be written: *No such file or directory"),
                             ("good.folded/x.pdf", "good.folded/x.pdf: cannot be written: *Not a directory")):
            with self.no_new_files():
                self.fails(message, "render", "good.folded", "other.folded", "-o", out)


if __name__ == "__main__":
    unittest.main()
