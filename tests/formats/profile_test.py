# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of readers: what a text or the bytes of a file become, as `print-profile` says.

The environment names that program (CYAN_PRINT_PROFILE) and the folder of the tests (G_TEST_SRCDIR).
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import types
import unittest

TESTS = pathlib.Path(os.environ["G_TEST_SRCDIR"])
CODES = ["cancelled", "io", "invalid", "unsupported", "limit", "mismatch", "locked"]
HINTS = {2: "node limit", 4: "node limit or hot", 6: "time limit"}
UNKNOWN = 2**64 - 1
STRING_MAX = 65536
# Warnings of several formats.
INFERRED = ("the tree was inferred from a call graph: contexts share what a function costs in proportion to what its "
            "callers pay")
FOLDED = "recursion was folded: the calls of a function below itself are counted where it stands above"
FLAT = "the file knows no calls: all functions stand side by side"
# Parts of the text of a tree: self values, calls, call sites.
NAMES, SELF, CALLS, SITES = 0, 1, 2, 4
FULL = SELF | CALLS


def data(name):
    """The path of tests/data/NAME."""
    return str(TESTS / "data" / name)


def example(name):
    """The bytes of tests/data/foreign/NAME."""
    return (TESTS / "data" / "foreign" / name).read_bytes()


def bytes_of(content):
    return content if isinstance(content, bytes) else content.encode(errors="surrogateescape")


class Refused(Exception):
    """A file that is no profile: `message`, `code` and `hint`."""

    def __init__(self, answer):
        super().__init__(answer["error"])
        self.message, self.code, self.hint = answer["error"], CODES[answer["code"]], HINTS.get(answer["hint"])


class Profile(types.SimpleNamespace):
    """As CyanProfile; what nodes and metrics have is a list by node."""

    def __init__(self, answer):
        answer.setdefault("losses")
        answer["metrics"] = [types.SimpleNamespace(**metric) for metric in answer["metrics"]]
        super().__init__(**answer)
        self.meta = dict(self.meta)
        first = self.metrics[0]
        self.metric, self.unit, self.self, self.total = first.name, first.unit, first.self, first.total
        self.all_metrics = [f"{metric.name} {metric.unit}".strip() for metric in self.metrics]
        self.name, self.module, self.file, self.line, self.body_hash = (
            [self.functions[function][key] for function in self.function]
            for key in ("name", "module", "file", "line", "body_hash"))

    def of(self, name):
        """The metric of this name."""
        return next(metric for metric in self.metrics if metric.name == name)

    def place(self, node):
        return self.file[node], self.line[node]

    def self_of(self, name, metric=0):
        """The self values of all nodes with this name."""
        return sum(value for value, other in zip(self.metrics[metric].self, self.name) if other == name)

    def calls_of(self, name):
        """The known calls of all nodes with this name."""
        return sum(calls for calls, other in zip(self.calls, self.name) if other == name and calls != UNKNOWN)


class ProfileTest(unittest.TestCase):
    maxDiff = None
    # Of the trees of this file.
    FLAGS = SELF

    @classmethod
    def setUpClass(cls):
        cls.start()

    @classmethod
    def start(cls, folder=None, **environment):
        cls.program = subprocess.Popen([os.environ["CYAN_PRINT_PROFILE"]], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, cwd=folder, env=os.environ | environment)

    @classmethod
    def tearDownClass(cls):
        cls.program.stdin.close()
        cls.program.stdout.close()
        assert cls.program.wait() == 0, "print-profile failed"

    def restart(self, folder=None, **environment):
        """The rest of the test reads files in this folder and environment."""
        def end():
            self.tearDownClass()
            self.start()
        self.tearDownClass()
        self.start(folder, **environment)
        self.addCleanup(end)

    def request(self, command, content, **options):
        content = bytes_of(content)
        words = [command, len(content), *(f"{key}={value}" for key, value in options.items())]
        self.program.stdin.write(" ".join(map(str, words)).encode() + b"\n" + content)
        self.program.stdin.flush()
        return self.program.stdout.read(int(self.program.stdout.readline()))

    def ask(self, command, content, **options):
        return json.loads(self.request(command, content, **options))

    def head(self, name):
        """The first 64 KiB of what is in tests/data/NAME."""
        return self.request("head", data(name))

    def load(self, content, command="load", **options):
        """Reads a file "t"; raises Refused, whose message is one line that names it unless the work was cancelled, or
        the profile could not be written."""
        answer = self.ask(command, content, **options)
        if "error" not in answer:
            return Profile(answer)
        self.assertNotIn("\n", answer["error"])
        if CODES[answer["code"]] != "cancelled" and "save" not in options:
            self.assertRegex(answer["error"], "^t: " if command == "load" else f"^{re.escape(str(content))}[:,] ")
        raise Refused(answer)

    def open(self, path, **options):
        """Reads the file PATH, or that of this name in tests/data."""
        return self.load(data(path), "open", **options)

    def assert_tree_of(self, profile, tree, flags=None):
        flags = self.FLAGS if flags is None else flags
        answer = self.ask("text", tree)
        self.assertNotIn("error", answer)
        self.assertEqual(profile.texts[flags], answer["texts"][flags])

    def check(self, content, tree=None, flags=None, command="load", options=None, **wanted):
        """Reads a file, whose profile has this tree and these members; of the meta data others are allowed."""
        profile = self.load(content, command, **(options or {}))
        if tree is not None:
            self.assert_tree_of(profile, tree, flags)
        for key, value in wanted.pop("meta", {}).items():
            self.assertEqual(profile.meta.get(key), value)
        self.assertEqual({key: getattr(profile, key, None) for key in wanted}, wanted)
        return profile

    def check_file(self, name, tree=None, **wanted):
        """The same for tests/data/NAME."""
        return self.check(data(name), tree, command="open", **wanted)

    def example(self, name, tree, warnings, metrics, **wanted):
        """The same for tests/data/foreign/NAME, its warnings, and its metrics: "NAME SUM UNIT, ...", in six digits."""
        profile = self.check_file(f"foreign/{name}", tree, warnings=warnings, **wanted)
        self.assertEqual(", ".join(f"{m.name} {m.total[0]:g} {m.unit}" for m in profile.metrics), metrics)
        return profile

    def path(self, name):
        """That of a file in a folder of this test."""
        if not hasattr(self, "folder"):
            folder = tempfile.TemporaryDirectory(prefix="cyan-")
            self.addCleanup(folder.cleanup)
            self.folder = folder.name
        return f"{self.folder}/{name}"

    def through(self, content, name, command="load"):
        """A profile, and what it is when it was written as NAME and read again."""
        path = self.path(name)
        return self.load(content, command, save=path), self.load(path, "open")

    def assert_same(self, again, profile):
        """In all that is of the nodes, the metrics and the recording; tables and pools may differ, and reading may add
        warnings."""
        others = dict.fromkeys(["n_strings", "functions", "function", "format", "warnings", "losses"])
        self.assertEqual(vars(again) | others, vars(profile) | others)
        self.assertLessEqual(set(profile.warnings), set(again.warnings))

    def tree(self, content, tree, *warnings, flags=None):
        """Reads a file, whose profile has this tree and exactly these warnings."""
        return self.check(content, tree, flags, warnings=list(warnings))

    def fails(self, content, message, code="invalid", hint=None, **options):
        """The file is refused with this message, after "t: " or the path."""
        with self.assertRaises(Refused) as caught:
            self.load(content, **options)
        refused = caught.exception
        self.assertEqual((refused.message.split(": ", 1)[1], refused.code), (message, code))
        self.assertEqual(refused.hint, hint)

    def bad(self, *cases, code="invalid"):
        """Cases of texts and the messages with which they are refused."""
        for content, message in cases:
            with self.subTest(content):
                self.fails(content, message, code)

    def bad_json(self, *cases):
        """Cases of numbers in the list of bad inputs, texts, and the ends of the messages, after the byte."""
        for number, content, message in cases:
            with self.subTest(number, content=content), self.assertRaises(Refused) as caught:
                self.load(content)
            self.assertEqual(caught.exception.code, "invalid")
            self.assertTrue(caught.exception.message.endswith(f": {message}"), caught.exception.message)

    def deep_json(self, *heads):
        """A million brackets after these texts are nested too deeply."""
        self.bad_json(*(("13", head + 1000000 * "[", "nested more than 20000 deep") for head in heads))

    def cuts(self, content, first=0, step=1):
        """What the beginnings of a file are, a profile or None; all that is refused is refused with one line."""
        content = bytes_of(content)
        for length in range(first, len(content), step):
            try:
                yield length, self.load(content[:length])
            except Refused:
                yield length, None

    def cut_fails(self, content):
        """The file can be read, and cut at any byte it cannot."""
        self.load(content)
        for length, profile in self.cuts(content):
            self.assertIsNone(profile, length)

    def cut_is_told(self, content):
        """Cut at any byte, the file is refused, or a warning says that it may be cut."""
        for length, profile in self.cuts(content):
            if profile:
                self.assertIn("may have been cut", " ".join(profile.warnings), length)

    def survives_cuts(self, name):
        """Each beginning of the example is read or refused with one line."""
        for _ in self.cuts(example(name), 1):
            pass

    def survives(self, content):
        """The file is refused with one line, or there is a profile."""
        message = self.ask("load", content, brief=1).get("error")
        if message is not None:
            self.assertRegex(message, r"\At: .*\Z")

    def survives_damage(self, content, at):
        """A few bits of every 11th byte are changed: there is a profile, or one line."""
        for place in range(at, len(content), 11):
            for flip in range(1, 256, 85):
                changed = bytearray(content)
                changed[place] ^= flip
                self.survives(bytes(changed))

    def sniff(self, content, name):
        """How sure the format NAME is that the file is one of its."""
        return self.ask("sniff", content)[name]

    def surest(self, content):
        """The name of the format that is most sure, the first of several, or None."""
        scores = self.ask("sniff", content)
        self.assertTrue(all(0 <= score <= 100 for score in scores.values()), scores)
        name = max(scores, key=scores.get)
        return name if scores[name] else None


class TapResult(unittest.TextTestResult):
    """Says on standard output how each test ended."""

    def startTest(self, test):
        super().startTest(test)
        self.n_bad = len(self.failures) + len(self.errors)

    def stopTest(self, test):
        super().stopTest(test)
        fine = self.n_bad == len(self.failures) + len(self.errors)
        print("ok" if fine else "not ok", self.testsRun, path_of(test), flush=True)


def path_of(test):
    """The name of a test as those in C have it: "/folded/counts"."""
    file, _, method = pathlib.Path(sys.argv[0]).stem.removeprefix("test-"), *test.id().rsplit(".", 1)
    return f"/{file}/{method.removeprefix('test_').replace('_', '-')}"


def main():
    """Runs the tests of the file as programs in C run theirs: with "-l" it lists them, and each "-s PATH" leaves one
    out."""
    suite = unittest.TestSuite(test for tests in unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
                               for test in tests if path_of(test) not in sys.argv)
    if "-l" in sys.argv:
        print(*map(path_of, suite), sep="\n")
        return
    print(f"1..{suite.countTestCases()}", flush=True)
    sys.exit(not unittest.TextTestRunner(resultclass=TapResult).run(suite).wasSuccessful())
