# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan info` and `cyan convert`: what a file contains, and that converted files contain the same."""

from cli_test import CliTest, count, os, read, unittest, write

# What the index of the recordings in tests/data says about them.
KNOWN = {
    "cmark-a.cct.tsv.gz": {"format": "cct", "nodes": 515, "depth": 20, "unit": "ns"},
    "cmark-a.folded.gz": {"format": "folded", "depth": 20, "unit": None, "calls": None},
    "cmark-a.uftrace.json.zst": {"format": "trace-event", "nodes": 394, "unit": "ns", "calls": 27683},
    "lua-a.uftrace-us.json.zst": {"format": "trace-event", "nodes": 8342, "unit": "ns", "calls": 30044},
    "lua-b.cct.tsv.gz": {"format": "cct", "nodes": 14113, "unit": "ns"},
    "jq-a1.perf.folded.gz": {"format": "folded", "nodes": 487, "functions": 166, "unit": None, "calls": None},
}
TREE = ["nodes", "leaves", "depth", "functions", "total"]

SMALL = """cct 1
meta\tversion\t1.5
metric\ttime\tns
metric\twritten\tbytes
function\tmain\tcmark\tsrc/main.c\t76
function\tparse
0\t1\t1\t163284\t0
1\t2\t12\t3736\t512\t81
1\t2\t-\t77\t64\t95
end\t3
"""
SMALL_INFO = """format     cct
nodes      3
leaves     2
depth      2
functions  2
calls      13
recording  exact
threads    unknown
order      callees as they were called
time       167 µs (167097 ns)
written    576 B (576 bytes)
version    1.5
"""


class Files(CliTest):
    def info(self, path):
        return self.fine("info", "--format", "json", path).json

    def convert(self, source, target):
        self.assertEqual(self.fine("convert", source, "-o", target).out, "")

    def assert_same(self, a, b, members):
        self.assertEqual({member: a[member] for member in members}, {member: b[member] for member in members})

    def test_info(self):
        for name, about in KNOWN.items():
            with self.subTest(name):
                self.assert_same(about, self.info(self.recording(name)), about)

    def test_info_small(self):
        write("small.cct", SMALL)
        self.assertEqual(self.fine("info", "small.cct").out, SMALL_INFO)
        info = self.info("small.cct")
        self.assert_same({"leaves": 2, "functions": 2, "total": 167097, "calls": 13, "recording": "exact",
                          "period": None,
                          "threads": None, "ordered": True}, info,
                         ["leaves", "functions", "total", "calls", "recording", "period", "threads", "ordered"])
        self.assertEqual([metric["total"] for metric in info["metrics"]], [167097, 576])
        self.assertEqual(info["meta"]["version"], "1.5")

    def test_convert(self):
        """Any recording to .cct and .cct.gz and back: same nodes, totals and calls, and same bytes once it is .cct."""
        members = TREE + ["unit", "calls", "metrics", "meta"]
        for name in KNOWN:
            with self.subTest(name):
                path = self.recording(name)
                self.convert(path, "plain.cct")
                self.convert("plain.cct", "packed.cct.gz")
                self.convert("packed.cct.gz", "again.cct")
                self.assertEqual(read("plain.cct"), read("again.cct"))
                self.assertLess(os.path.getsize("packed.cct.gz"), os.path.getsize("plain.cct"))
                before, plain = self.info(path), self.info("plain.cct")
                self.assert_same(before, plain, members)
                self.assert_same(plain, self.info("packed.cct.gz"), members)
                self.assertEqual(plain["format"], "cct")
                rows = self.compare(path, "packed.cct.gz")
                self.assertEqual(count(rows[1:], "status", "matched"), before["nodes"])
                self.assertEqual(count(rows[1:], "verdict", "unchanged"), len(rows) - 1)

    def test_convert_folded(self):
        """Folded stacks keep paths and values, but not calls."""
        path = self.recording("jq-a1.perf.folded.gz")
        self.convert(path, "stacks.folded")
        self.convert("stacks.folded", "stacks.folded.gz")
        for form in "stacks.folded", "stacks.folded.gz":
            self.assert_same(self.info(path), self.info(form), TREE)
        self.convert("good.folded", "copy.folded")
        self.assertEqual(sorted(read("copy.folded").splitlines()), sorted(read("good.folded").splitlines()))

    def test_streams(self):
        """"-" is standard input; for convert's output, standard output."""
        self.assert_matches("format     folded\nnodes      2\n*", self.fine("info", "-", stdin=b"main;a 3\n").out)
        self.assert_matches("good to standard input: 100 to 200, +100 %\n*",
                            self.fine("compare", "good.folded", "-", stdin=read("other.folded").encode()).out)
        self.assert_matches("cct 1\n*end\t2\n", self.fine("convert", "-", "-o", "-", stdin=b"main;a 3\n").out)
        self.fails("only one profile can be standard input", "compare", "-", "-")
        self.fails("standard input: empty file", "info", "-")

    def test_replaced(self):
        """An existing file is replaced as a whole; after a failure it is unchanged."""
        write("out.cct", "something much longer than what comes in its place\n" * 9)
        with self.no_new_files():
            self.convert("good.folded", "out.cct")
        content = read("out.cct")
        self.assert_matches("cct 1\n*end\t4\n", content)
        self.fails("missing.folded: No such file or directory", "convert", "missing.folded", "-o", "out.cct")
        self.assertEqual(read("out.cct"), content)

    def test_read_only(self):
        """A read-only file is replaced only if that is asked for."""
        for name in "locked.cct", "locked.md":
            write(name, "old")
            os.chmod(name, 0o444)
        self.fails("locked.cct: is read-only; --force replaces it", "convert", "good.folded", "-o", "locked.cct")
        self.fails("locked.md: is read-only; --force replaces it",
                   "check", "good.folded", "other.folded", "--fail-above", "5%", "--markdown", "locked.md")
        self.assertEqual((read("locked.cct"), read("locked.md")), ("old", "old"))
        self.fine("convert", "good.folded", "-o", "locked.cct", "--force")
        self.assert_matches("cct 1\n*end\t4\n", read("locked.cct"))

    def test_size_limit(self):
        """A limit of the size of files ends a write, and neither the program nor the old file."""
        write("large.folded", "".join(f"main;part_{i} 1\n" for i in range(10000)))
        write("small.cct", "old")
        with self.no_new_files():
            self.assert_fails("small.cct: cannot be written: File too large",
                              self.shell('ulimit -f 4; exec "$0" convert large.folded -o small.cct'))
        self.assertEqual(read("small.cct"), "old")

    def test_refused_outputs(self):
        os.mkdir("folder.cct")
        for out, message in (("x.unknown", "x.unknown: no format*"), ("x", "x: no format*"),
                             ("folder.cct", "folder.cct: *directory"),
                             ("nowhere/x.cct", "nowhere/x.cct: *No such file or directory"),
                             ("good.folded/x.cct", "good.folded/x.cct: *Not a directory")):
            with self.no_new_files():
                self.fails(message, "convert", "good.folded", "-o", out)

    def test_unit(self):
        """Of values without a unit only their user knows it; every command takes it."""
        write("a.folded", "main;parse 900000000\nmain;eval 1000000000\n")
        write("b.folded", "main;parse 1900000000\nmain;eval 1000000000\n")
        unknown = self.fine("compare", "a.folded", "b.folded").out
        self.assert_matches("a to b: 1.90 G to 2.90 G, *", unknown)
        self.assertNotIn("samples", unknown)
        csv = ["compare", "a.folded", "b.folded", "--format=csv"]
        self.assertEqual(self.cyan(*csv).comment, "unit: unknown")
        self.assertEqual(self.cyan(*csv, "--unit", "ns").comment, "unit: ns")
        self.assertIsNone(self.info("a.folded")["unit"])
        for command, status in (["compare"], 0), (["explain"], 0), (["check", "--fail-above=5%"], 1):
            run = self.works(*command, "a.folded", "b.folded", "--unit", "ns", status=status)
            self.assertIn("1.90 s", run.out)
        self.works("render", "a.folded", "b.folded", "--unit=ns", "-o", "unit.svg")
        self.assert_matches("*\nbytes      1.77 GiB (1900000000 bytes)\n*",
                            self.fine("info", "a.folded", "--unit", "bytes").out)
        self.works("convert", "a.folded", "--unit", "us", "-o", "unit.cct")
        self.assert_matches("*\ntime       1900 s (1900000000 us)\n*", self.fine("info", "unit.cct").out)
        self.fails("unit.cct: the file says that its unit is us, not ns", "compare", "a.folded", "unit.cct", "--unit",
                   "ns")


if __name__ == "__main__":
    unittest.main()
