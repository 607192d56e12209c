# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands that write files while a system call fails."""

import gzip
import os
import unittest

from failing import FailingTest
from cli_test import write

ADD = "cyan history add s.db other.folded -r r2 -b b --machine=m"
SESSION = """{ "format": "cyanotype-session", "version": 1,
  "before": { "runs": [ { "path": "good.folded" } ] }, "after": { "runs": [ { "path": "other.folded" } ] },
  "names": ["main", "eval"], "nodes": [[0, 0, 0], [1, 1, 0]], "shown": { "top": 1, "below": [2] }, "selected": 2 }"""
# Two commits of a script that leaves a profile with the time in a file.
MAKE_REPOSITORY = r"""set -e
git init -q -b main --template= .
git config user.name A
git config user.email a@example.org
cat > bench <<'END'
#!/bin/sh
printf 'cct 1\nmetric\ttime\tms\nfunction\tmain\t\t\t\n0\t1\t1\t%s\nend\t1\n' "$(cat time)" > "$CYAN_PROFILE"
END
chmod +x bench
for t in 50 80; do echo $t > time; git add .; git commit -q -m $t; done"""


class Convert(FailingTest):
    def test_convert(self):
        """Each form is written over an older file."""
        for name in "p.cct", "p.cct.gz", "p.pb.gz", "p.folded":
            write(name, "old")
            self.check_failing(f"cyan convert good.folded -o {name}")

    def test_unpack(self):
        """What is read is compressed, and the file is a new one."""
        write("good.folded.gz", gzip.compress(b"main;parse 20\nmain;eval 50\n"))
        self.check_failing("cyan convert good.folded.gz -o new.cct")

    def test_merge(self):
        write("sum.cct", "old")
        self.check_failing("cyan merge good.folded other.folded -o sum.cct")


class Export(FailingTest):
    """Reports and pictures that are written over older files."""

    def test_export(self):
        for revision in 1, 2, 3:
            self.fine("history", "add", "s.db", "good.folded", "--create", "-r", f"r{revision}", "-b", "b",
                      "--machine=m",
                      f"--parent=r{revision - 1}")
        two = "good.folded other.folded"
        for command, name in ((f"compare {two} -f text -o", "report.txt"), (f"compare {two} -f csv -o", "report.csv"),
                              (f"compare {two} -f json -o", "report.json"),
                              (f"check {two} --fail-above=1000% --markdown", "report.md"),
                              (f"compare {two} -f html -o", "report.html"), (f"render {two} -o", "blueprint.svg"),
                              (f"render {two} --view=rings --png-size=40px -o", "rings.png"),
                              (f"render {two} --view=icicle -o", "icicle.pdf"),
                              ("history evolution s.db -f csv -o", "evolution.csv"),
                              ("history evolution s.db -o", "evolution.svg")):
            write(name, "old")
            self.check_failing(f"cyan {command} {name}")


class History(FailingTest):
    """Stores that are written."""

    def make_store(self, n):
        """With a run of each of N revisions."""
        for i in range(n):
            write("one.folded", f"main;parse {20 + i}\nmain;eval 50\n")
            self.fine("history", "add", "s.db", "one.folded", "-r", f"r{i}", "-b", "b", "--machine=m", "--create")

    def make_folder(self):
        """With profiles of two revisions, which its index makes a store."""
        for revision, profile in ("r1", "good.folded"), ("r2", "other.folded"):
            os.makedirs(f"runs/b/m/{revision}")
            self.fine("convert", profile, "-o", f"runs/b/m/{revision}/0.pb.gz")
        self.works("history", "index", "runs")

    def test_add(self):
        self.make_store(1)
        self.check_failing(ADD, store="s.db")

    def test_create(self):
        self.check_failing(f"{ADD} --create", store="s.db")

    def test_prune(self):
        self.make_store(4)
        self.check_failing("cyan history prune s.db --keep=1", store="s.db")

    def test_copy(self):
        self.make_store(3)
        self.check_failing("cyan history copy s.db new.db", store="new.db", once=True)

    def test_copy_into(self):
        self.make_store(3)
        self.fine("history", "add", "new.db", "other.folded", "-r", "r9", "-b", "b", "--machine=n", "--create")
        self.check_failing("cyan history copy s.db new.db", store="new.db")

    def test_repair(self):
        self.make_store(3)
        self.check_failing("cyan history check s.db --repair=new.db", store="new.db", salvages=True, once=True)

    def test_index(self):
        self.make_folder()
        write("runs/index.json", "{}")
        self.check_failing("cyan history index runs")

    def test_folder(self):
        self.make_folder()
        self.check_failing("cyan compare --store=runs r1 r2 -f csv -o rows.csv")


class Session(FailingTest):
    def test_save(self):
        write("a.cyanotype", SESSION)
        write("b.cyanotype", "old")
        self.check_failing(f"{os.environ['SAVE_SESSION']} a.cyanotype b.cyanotype")


class Try(FailingTest):
    def test_try(self):
        """Two revisions that are built and recorded."""
        self.assert_fine(self.run_program("sh", "-c", MAKE_REPOSITORY))
        self.check_failing("cyan try --print --runs=1 --recorder=none --build=true --store=s.db main~1 main -- ./bench",
                           store="s.db", in_parts=True, varies=True, max_tries=2)


if __name__ == "__main__":
    unittest.main()
