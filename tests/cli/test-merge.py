# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan merge`: which profiles, in any order and grouping, and what becomes of bad ones."""

import gzip
import os
import pty
import random
import shutil
import subprocess
import time

from cli_test import CYAN, CliTest, data, read, unittest, write


def part(value, name="f", metric="time\tns", extra=""):
    """The text of a profile with one context."""
    return f"cct 1\nmetric\t{metric}\n{extra}function\t{name}\n0\t1\t1\t{value}\nend\t1\n"


def total(path):
    """The sum of the values of a file that merge has written."""
    return sum(float(line.split("\t")[3]) for line in read(path).splitlines() if line[0].isdigit())


class Laws(CliTest):
    """Any order and any grouping of real recordings gives the same file."""

    SETS = [
        [f"jq-{run}.perf.folded.gz" for run in ("a1", "a2", "a3", "b1", "b2")],
        ["gomarkdown-a.pb.gz", "gomarkdown-a1.pb.gz", "gomarkdown-b.pb.gz"],
        ["black-a.us.cct.zst", "black-b.us.cct.zst"],
    ]

    def merge(self, parts, out):
        self.works("merge", *parts, "-o", out)
        return read(out)

    def test_orders(self):
        chance = random.Random(1)
        for number, names in enumerate(self.SETS):
            with self.subTest(names):
                parts = [self.recording(name) for name in names]
                whole = self.merge(parts, f"{number}-whole.cct")
                for _ in range(3):
                    left = parts[:]
                    chance.shuffle(left)
                    while len(left) > 1:
                        n = chance.randint(1, len(left))
                        group, left = left[:n], left[n:]
                        out = f"{number}-{len(os.listdir())}.cct"
                        self.merge(group, out)
                        left.append(out)
                    self.assertEqual(self.merge(left, f"{number}-again.cct"), whole)

    def test_readers(self):
        """The number of readers changes nothing, with --hot neither."""
        parts = [self.recording(name) for name in self.SETS[0]]
        for hot in [], ["--hot=1%"]:
            files = {self.works("merge", *hot, "-j", n, *parts, "-o", "-").out for n in (1, 2, 7, 50)}
            self.assertEqual(len(files), 1)

    def test_identity(self):
        for name in "marked-a1.cpuprofile.zst", "black-a.us.cct.zst", "lua-a.uftrace-us.json.zst":
            once = self.merge([self.recording(name)], "once.cct")
            self.assertEqual(self.merge(["once.cct"], "twice.cct"), once)
            self.works("merge", "once.cct", "-o", "twice.cct.gz")
            with gzip.open("twice.cct.gz", "rt", encoding="utf-8") as file:
                self.assertEqual(file.read(), once)

    def test_unread(self):
        """Parts that could not be read are counted in what is merged further."""
        for name in "abcd":
            write(f"{name}.cct", part(1))
        write("bad", "x")
        write("worse", "x")
        self.works("merge", "--partial", "a.cct", "bad", "b.cct", "-o", "ab.cct")
        self.works("merge", "--partial", "worse", "c.cct", "-o", "c-only.cct")
        self.works("merge", "d.cct", "c-only.cct", "ab.cct", "-o", "grouped.cct")
        self.works("merge", "--partial", "a.cct", "b.cct", "worse", "bad", "c.cct", "d.cct", "-o", "whole.cct")
        self.assertEqual(read("grouped.cct"), read("whole.cct"))
        self.assertIn("note       2 of 6 parts could not be read\n", self.fine("info", "whole.cct").out)


class Inputs(CliTest):
    def setUp(self):
        super().setUp()
        for i in range(3):
            write(f"host-{i}.cct", part(10 ** i))
        for i in range(2):
            write(f"more/{i}.cct", part(1000 * 10 ** i))

    def merges(self, expected, *arguments, **options):
        run = self.works("merge", *arguments, "-o", "out/all.cct", **options)
        self.assertEqual(total("out/all.cct"), expected)
        return run

    def test_which(self):
        os.mkdir("out")
        write("list", "host-0.cct\nmore\nhost-[12].cct")
        write("crlf", "host-0.cct\r\nhost-1.cct\r\n")
        write("host-*", part(5))
        write("more/.hidden", "no profile")
        write("more/deeper/2.cct", part(9))
        os.mkfifo("more/pipe")
        self.merges(11, "host-0.cct", "host-1.cct")
        self.merges(111, "host-?.cct")
        self.merges(5, "host-*")
        self.merges(11000, "more")
        self.merges(11000, "more/")
        self.merges(11111, "@list")
        self.merges(11, "@crlf")
        self.merges(10, "@-", stdin=b"host-1.cct\n")
        self.merges(107, "-", "host-2.cct", stdin=part(7).encode())
        self.merges(11110, "host-2.cct", "more/*.cct", "@-", stdin=b"./host-1.cct\n")
        os.symlink("more", "link")
        self.merges(11000, "link")
        write("@x.cct", part(3))
        self.merges(3, "./@x.cct")

    def test_streams(self):
        run = self.works("merge", "-", "-o", "-", stdin=part(7).encode())
        self.assertIn("\n0\t1\t1\t7\nend\t1\n", run.out)

    def test_slices(self):
        recording = data("marked-a1.cpuprofile.zst")
        halves = [f"{recording}@time=0..50%", f"{recording}@time=50%..100%"]
        self.works("merge", *halves, "-o", "both.cct")
        self.works("merge", recording, "-o", "whole.cct")
        self.assertEqual(total("both.cct"), total("whole.cct"))
        self.fails("*: is given twice, as argument 1 and as argument 2, and would count twice", "merge", halves[0],
                   halves[0], "-o", "no.cct")

    def test_recorded_folder(self):
        """A folder that uftrace wrote is one profile."""
        os.mkdir("trace.data")
        write("trace.data/info", b"Ftrace!\0")
        self.fails("trace.data: *", "merge", "trace.data", "-o", "no.cct")
        os.mkdir("traces")
        shutil.move("trace.data", "traces")
        self.fails("traces/trace.data: *", "merge", "traces", "-o", "no.cct")

    def test_wrong(self):
        os.mkdir("empty")
        os.mkdir("out")
        os.symlink("host-0.cct", "same.cct")
        write("blank", "host-0.cct\n\nhost-1.cct\n")
        write("nothing", "")
        write("nested", "host-0.cct\n@list\n")
        write("nul", b"host-0.cct\0host-1.cct\0")
        write("other", "host-1.cct\nhost-2.cct\n")
        cases = [
            ("merge needs at least one profile and -o OUT", []),
            ("empty: there is no profile in the folder", ["empty"]),
            ("none-*.cct: no file matches this pattern", ["none-*.cct"]),
            ("none: *", ["@none"]),
            ("http://127.0.0.1:1/x?y=[1]: *", ["http://127.0.0.1:1/x?y=[1]"]),
            ("blank: line 2: it is empty; each line is the name of a profile", ["@blank"]),
            ("nothing: empty file", ["@nothing"]),
            ("nested: line 2: @list is a list in a list; the name of a file may begin with ./@", ["@nested"]),
            ("nul: line 1: *", ["@nul"]),
            ("host-0.cct: is given twice, as argument 1 and as argument 2, and would count twice",
             ["host-0.cct", "host-0.cct"]),
            ("same.cct: is given twice, as argument 1 and as argument 2, and would count twice",
             ["./host-0.cct", "same.cct"]),
            ("host-1.cct: is given twice, as argument 1 and in line 1 of other, and would count twice",
             ["host-*.cct", "@other"]),
            ("more/0.cct: is given twice, as argument 1 in more and as argument 2, and would count twice",
             ["more", "more/0.cct"]),
            ("-: is given twice, as argument 1 and as argument 2, and would count twice", ["-", "-"]),
            ("as argument 2: standard input is the list, not a profile in it", ["@-", "-"]),
            ("out/no.cct: is the output, too, and would count itself; -o writes elsewhere", ["out/no.cct"]),
        ]
        for message, arguments in cases:
            with self.subTest(arguments), self.no_new_files():
                self.fails(message, "merge", *arguments, "-o", "out/no.cct", stdin=b"host-0.cct\n")
        self.assertEqual(os.listdir("out"), [])

    def test_progress(self):
        """On a terminal a bar counts the parts if they take a while; it is gone in the end."""
        for i in range(300):
            write(f"many/{i}.cct", part(1))
        terminal, other = pty.openpty()
        with subprocess.Popen([CYAN, "merge", "many", "-", "-o", "all.cct"], stdin=subprocess.PIPE, stderr=other) as late:
            time.sleep(1)
            late.communicate(part(1).encode())
        self.assertEqual(late.returncode, 0)
        os.close(other)
        shown = os.read(terminal, 1 << 16).decode()
        os.close(terminal)
        self.assert_matches("\r[*] 100 % Adding 301 of 301\33[K\r\33[Kcyan: note: 301 profiles make 1 contexts with 301 ns\r\n",
                            shown)


class Bad(CliTest):
    """Parts that cannot be read, or do not fit."""

    def setUp(self):
        super().setUp()
        for i in range(3):
            write(f"{i}.cct", part(10 ** i))

    def test_one(self):
        write("half.cct.gz", gzip.compress(part(5).encode())[:-9])
        for bad, message in (("no.cct", "no.cct: *"), ("half.cct.gz", "half.cct.gz: *")):
            with self.subTest(bad), self.no_new_files():
                self.fails(f"{message}; --partial leaves it out", "merge", "0.cct", bad, "1.cct", "-o", "all.out.cct")
            run = self.works("merge", "--partial", "0.cct", bad, "1.cct", "-o", "some.cct")
            self.assert_matches(f"cyan: note: {message}\ncyan: note: 1 of 3 parts could not be read\n"
                                "cyan: note: 2 profiles make 1 contexts with 11 ns\n", run.err)
            self.assertEqual(total("some.cct"), 11)
            self.assertIn("1 of 3 parts could not be read", self.fine("info", "some.cct").out)
            os.remove("some.cct")
        with self.no_new_files():
            self.fails("no.cct: *", "merge", "no.cct", "-o", "all.out.cct")
            self.fails("no.cct: *", "merge", "--partial", "no.cct", "-o", "all.out.cct")

    def test_many(self):
        """The first ones are named, all are counted, always the same."""
        for i in range(40):
            write(f"parts/{i:02}.cct", part(1) if i % 2 else "wrong\n")
        expected = "".join(f"cyan: parts/{i:02}.cct: *\n" for i in range(0, 20, 2))
        for jobs in 1, 2, 9:
            with self.no_new_files():
                run = self.cyan("merge", "-j", jobs, "parts", "-o", "all.cct")
            self.assertEqual((run.status, run.out), (2, ""))
            self.assert_matches(expected + "cyan: 20 of 40 parts cannot be read; --partial leaves them out\n", run.err)
        run = self.works("merge", "--partial", "parts", "-o", "all.cct")
        self.assertEqual(total("all.cct"), 20)
        self.assert_matches(expected.replace("cyan: ", "cyan: note: ") + "cyan: note: 20 of 40 parts could not be read\n*",
                            run.err)
        for i in range(1, 40, 2):
            os.remove(f"parts/{i:02}.cct")
        os.remove("all.cct")
        with self.no_new_files():
            run = self.cyan("merge", "--partial", "parts", "-o", "all.cct")
        self.assertEqual(run.status, 2)
        self.assertTrue(run.err.endswith("\ncyan: none of 20 parts can be read\n"), run.err)

    def test_folder(self):
        write("mixed/a.cct", part(1))
        write("mixed/readme", "What is here\n")
        self.fails("mixed/readme: *; --partial leaves it out", "merge", "mixed", "-o", "all.cct")
        os.remove("mixed/readme")
        os.symlink("nowhere", "mixed/link")
        self.fails("mixed/link: *; --partial leaves it out", "merge", "mixed", "-o", "all.cct")
        self.works("merge", "--partial", "mixed", "-o", "all.cct")

    def test_metrics(self):
        write("two.cct", "cct 1\nmetric\tbytes\tbytes\nmetric\ttime\tns\nfunction\tf\n0\t1\t1\t5\t7\nend\t1\n")
        write("bytes.cct", part(3, metric="bytes\tbytes"))
        write("ms.cct", part(3, metric="time\tms"))
        self.works("merge", "two.cct", "0.cct", "-o", "all.cct")
        self.assertIn("\nmetric\ttime\tns\nfunction\tf\n0\t1\t2\t8\n", read("all.cct"))
        with self.no_new_files():
            for message, arguments in (
                    ("bytes.cct: none of its metrics is in all profiles before it", ["0.cct", "two.cct", "bytes.cct"]),
                    ('ms.cct: metric "time" is in ms, that of 1.cct in ns', ["1.cct", "ms.cct"]),
                    ('ms.cct: metric "time" is in ms, that of two.cct in ns', ["two.cct", "bytes.cct", "ms.cct"])):
                self.fails(message, "merge", *arguments, "-o", "none.cct")
                self.fails(message, "merge", "--partial", "-j", "1", *arguments, "-o", "none.cct")

    def test_programs(self):
        """Parts that are unlikely to be of one program are merged, with a note."""
        for name, command in ("a", "/usr/bin/server --host a"), ("b", "server --host b"), ("c", "other"), ("d", "third"):
            write(f"{name}.cct", part(1, extra=f"meta\tcommand\t{command}\n"))
        write("g.cct", part(1, name="g"))
        same = self.works("merge", "a.cct", "b.cct", "0.cct", "-o", "x.cct")
        self.assertEqual(same.err, "cyan: note: 3 profiles make 1 contexts with 3 ns\n")
        different = self.works("merge", "a.cct", "b.cct", "c.cct", "d.cct", "-o", "x.cct")
        self.assertIn("cyan: note: 2 of 4 parts may be of another program (the first is c.cct: its command is other, not "
                      "server)\n", different.err)
        different = self.works("merge", "0.cct", "g.cct", "-o", "x.cct")
        self.assertIn("cyan: note: 1 of 2 parts may be of another program (the first is g.cct: it has no outermost function "
                      "of those before)\n", different.err)

    def test_notes(self):
        for i, notes in enumerate((["lost"], ["lost", "odd"], ["lost", "odd"])):
            write(f"n{i}.cct", part(1, extra="".join(f"note\t{note}\n" for note in notes)))
        run = self.works("merge", "n0.cct", "n1.cct", "n2.cct", "-o", "x.cct")
        self.assertEqual(run.err, "cyan: note: all 3 parts: lost\ncyan: note: 2 of 3 parts: odd (the first is n1.cct)\n"
                                  "cyan: note: 3 profiles make 1 contexts with 3 ns\n")
        self.assertIn("\nnote\tlost\nnote\todd\nmetric\t", read("x.cct"))

    def test_limits(self):
        """Limits hold for all parts together."""
        for i in range(30):
            write(f"wide/{i}.cct", "cct 1\nmetric\ttime\tns\n" + "".join(f"function\tf{i}-{j}\n" for j in range(100))
                  + "".join(f"0\t{j + 1}\t1\t1\n" for j in range(100)) + "end\t100\n")
        self.works("merge", "wide", "--node-limit=3001", "-o", "x.cct")
        with self.no_new_files():
            self.fails("more than 3000 nodes*", "merge", "wide", "--node-limit=3000", "-o", "y.cct")
        run = self.works("merge", "wide", "--node-limit=1000", "--hot=5%", "-o", "y.cct")
        self.assertEqual(total("y.cct"), 3000)
        self.assert_matches("*\ncyan: note: 30 profiles make 1 contexts with 3.00 µs\n", "\n" + run.err)
        with self.no_new_files():
            self.fails("wide/*.cct: needs more than 100 KiB of memory; --memory-limit sets another limit", "merge", "wide",
                       "--memory-limit=100K", "-o", "z.cct")


class Many(CliTest):
    """10,000 parts."""

    def test_many(self):
        for i in range(10000):
            write(f"parts/{i}.cct", part(i, name=f"f{i % 7}"))
        write("list", "".join(f"parts/{i}.cct\n" for i in reversed(range(10000))))
        self.works("merge", "parts", "-o", "folder.cct")
        self.works("merge", "@list", "-o", "list.cct")
        self.works("merge", "parts/*.cct", "-j", "5", "-o", "pattern.cct")
        self.assertEqual(total("folder.cct"), 10000 * 9999 / 2)
        self.assertEqual(read("folder.cct"), read("list.cct"))
        self.assertEqual(read("folder.cct"), read("pattern.cct"))
        self.assertIn("meta\tparts\t10000\n", read("folder.cct"))


if __name__ == "__main__":
    unittest.main()
