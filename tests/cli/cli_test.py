# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of the command line run the real `cyan`, each test in a temporary folder of its own.

The environment names it (CYAN_BINARY) and the folder of the tests (G_TEST_SRCDIR).
"""

import contextlib
import csv
import gzip
import io
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import unittest

CYAN = os.environ["CYAN_BINARY"]
TESTS = pathlib.Path(os.environ["G_TEST_SRCDIR"])
ROOT = TESTS.parent
DEMO = [str(ROOT / "data/demo/before.json.gz"), str(ROOT / "data/demo/after.json.gz")]
DEMO_SOURCES = [f"--source-before={ROOT / 'data/demo/before'}", f"--source-after={ROOT / 'data/demo/after'}"]

CELL = r'(?:[^",\r\n]*|"(?:[^"]|"")*")'
RFC_4180 = re.compile(f"(?:{CELL}(?:,{CELL})*\r\n)*")


def data(name):
    """The path of tests/data/NAME."""
    return str(TESTS / "data" / name)


def write(name, content):
    """Writes text or bytes to a file, in folders that it makes."""
    path = pathlib.Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode(errors="surrogateescape"))


def read(name):
    return pathlib.Path(name).read_bytes().decode(errors="surrogateescape")


def children_time():
    """Seconds of CPU time of the programs that have ended; the machine may be busy with something else."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def members_once(pairs):
    members = dict(pairs)
    assert len(members) == len(pairs), f"a key stands twice: {pairs}"
    return members


class Row(dict):
    """A row of CSV."""

    def number(self, column):
        """Fails at an empty cell."""
        return float(self[column])

    def numbers(self, *columns):
        return [float(self[column]) for column in columns]

    def cells(self, *columns):
        return [self[column] for column in columns]


class Run:
    """The result of a program."""

    def __init__(self, arguments, stdin, **options):
        done = subprocess.run(arguments, input=stdin, capture_output=True, check=False, **options)
        self.arguments, self.status = arguments, done.returncode
        self.out, self.err = (text.decode(errors="surrogateescape") for text in (done.stdout, done.stderr))

    @property
    def json(self):
        return json.loads(self.out, object_pairs_hook=members_once)

    @property
    def rows(self):
        """The rows of CSV, after its comment."""
        table = self.out.split("\r\n", 1)[1]
        assert RFC_4180.fullmatch(table), "not as RFC 4180 says"
        header, *rows = csv.reader(io.StringIO(table, newline=""), strict=True)
        assert all(len(row) == len(header) for row in rows)
        return [Row(zip(header, row)) for row in rows]

    @property
    def comment(self):
        """The first line of CSV, without "# "."""
        return self.out.split("\r\n", 1)[0].removeprefix("# ")


def row_of(rows, name):
    """The first row in preorder with this name."""
    return next(row for row in rows if row["name"] == name)


def count(rows, column, value):
    return sum(row[column] == value for row in rows)


def named(rows, name):
    return [row for row in rows if row["name"] == name]


def sum_of(rows, name, column):
    """The sum of a column over the rows of this name; empty cells are 0."""
    return sum(float(row[column] or 0) for row in named(rows, name))


class Repository:
    """A real repository in a folder, with the user's and the system's configuration of git out of reach."""

    def __init__(self, folder):
        self.folder = str(pathlib.Path(folder).resolve())
        self.git("init", "-q", "-b", "main", self.folder)

    def git(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
                       "GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org",
                       "GIT_COMMITTER_NAME": "Ann", "GIT_COMMITTER_EMAIL": "ann@example.org"}
        done = subprocess.run(["git", *arguments], cwd=os.path.dirname(self.folder), env=environment,
                              capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def write(self, name, content):
        write(f"{self.folder}/{name}", content)

    def commit(self, message):
        """Commits all files; returns the revision."""
        self.git("-C", self.folder, "add", "--all")
        self.git("-C", self.folder, "commit", "-q", "--allow-empty", "-m", message)
        return self.git("-C", self.folder, "rev-parse", "HEAD")


class CliTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = self.enter(tempfile.TemporaryDirectory(prefix="cyan-cli-"))
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder)
        write("good.folded", "main;parse;lex 30\nmain;parse 20\nmain;eval 50\n")
        write("other.folded", "main;parse;lex 30\nmain;parse 20\nmain;eval 150\n")

    def enter(self, context):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        return stack.enter_context(context)

    def run_program(self, *arguments, stdin=b"", **options):
        return Run([str(argument) for argument in arguments], stdin, **options)

    def cyan(self, *arguments, stdin=b"", **options):
        return self.run_program(CYAN, *arguments, stdin=stdin, **options)

    def shell(self, script, *arguments):
        """Runs a script of bash, in which "$0" is `cyan`."""
        return self.run_program("bash", "-c", script, CYAN, *arguments)

    def fine(self, *arguments, **options):
        """Runs `cyan`, which must succeed and say nothing on standard error."""
        return self.assert_fine(self.cyan(*arguments, **options))

    def columns(self, command, report):
        """The columns that the manual page lists for the report of an option, each with a description."""
        lines = [line.split("|") for line in self.fine(*command.split(), "--columns").out.splitlines()]
        self.assertTrue([line for line in lines if line[0] == report][-1][2])
        return [name for line in lines if line[0] == report for name in line[1].split(",")]

    def works(self, *arguments, status=0, **options):
        """Runs `cyan`, which must exit with this status; notes are allowed."""
        run = self.cyan(*arguments, **options)
        self.assertEqual(run.status, status, run.err)
        return run

    def fails(self, pattern, *arguments, **options):
        self.assert_fails(pattern, self.cyan(*arguments, **options))

    def compare(self, *arguments):
        """The rows of `cyan compare`."""
        return self.works("compare", "--format=csv", *arguments).rows

    def assert_fine(self, run):
        self.assertEqual((run.err, run.status), ("", 0), run.arguments)
        return run

    def assert_fails(self, pattern, run):
        """The program exited with status 2, printed nothing on standard output, and one line on standard
        error, which matches the glob after "cyan: "."""
        self.assert_matches(f"cyan: {pattern}\n", run.err)
        self.assertEqual((run.err.count("\n"), run.out, run.status), (1, "", 2), run.arguments)

    def assert_matches(self, pattern, text):
        """Only * is special in a pattern."""
        if not re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL):
            self.fail(f"{pattern!r} does not match\n{text}")

    def assert_near(self, value, expected, delta):
        self.assertAlmostEqual(value, expected, delta=delta)

    def assert_svg(self, name):
        """The file is an XML file; returns it."""
        self.assert_fine(self.run_program("xmllint", "--noout", "--nonet", name))
        return read(name)

    def no_new_files(self):
        """Within it no file comes or goes."""
        @contextlib.contextmanager
        def same():
            before = sorted(os.listdir())
            yield
            self.assertEqual(sorted(os.listdir()), before)
        return same()

    def recording(self, name):
        """The path of tests/data/NAME; tables of a .cct are made one."""
        if not name.endswith(".cct.tsv.gz"):
            return data(name)
        cct = name.removesuffix(".tsv.gz")
        with gzip.open(data(name)) as tables, open(cct, "wb") as out:
            subprocess.run([sys.executable, ROOT / "docs/examples/tsv2cct.py"], input=tables.read(), stdout=out,
                           check=True)
        return cct
