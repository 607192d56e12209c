# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of broken and hostile files, passed to every command.

Each file is either refused with status 2 and one line that names the file, the position and the reason, or read with
the expected warning.  There is never a crash or half an answer.  Numbers in the names of the cases refer to the list of
bad inputs that all parts of the program share; test-bad-ids.py checks that none is missing.

A refused case is its name, that of the file, its content, and the message after "cyan: FILE: ".  An accepted one has in
place of the message the number of nodes, the total, and one of the warnings, or None if there is none.  The content is
text, bytes, a function that makes the file, or None if the file exists already or must not exist.
"""

import math
import zlib

from cli_test import CliTest, os, write

CCT = "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n"
STACKS = "main;parse 3\nmain;eval 4\n"
LONG_NAMES = "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes"


class BadCases(CliTest):
    def make(self, name, content):
        if callable(content):
            content = content()
        if content is not None:
            write(name, content)

    def turn(self, case, choices):
        """The commands share their reader, so that `info` is given every file, and each other command its part of
        them."""
        return choices[zlib.crc32(case.encode()) % len(choices)]

    def check_refused(self, cases):
        """The commands refuse the file, on either side, and leave nothing behind."""
        for case, name, content, message in cases:
            with self.subTest(case):
                self.make(name, content)
                with self.no_new_files():
                    self.fails(f"{name}: {message}", "info", name)
                    self.fails(f"{name}: {message}", *self.turn(case, [
                        ["convert", name, "-o", "refused.cct"], ["compare", name, "good.folded"],
                        ["compare", "good.folded", name, "--format=json"],
                        ["compare", "good.folded", name, "--format=csv", "-o", "refused.csv"],
                        ["render", "good.folded", name, "-o", "refused.svg"]]))

    def check_accepted(self, cases):
        """The commands read the file and print the warning."""
        for case, name, content, n_nodes, total, note in cases:
            with self.subTest(case):
                self.make(name, content)
                info = self.fine("info", "--format=json", name).json
                self.assertEqual((info["nodes"], info["total"]), (n_nodes, float(total)))
                if note is None:
                    self.assertEqual(info["warnings"], [])
                else:
                    self.assert_matches(f"*\n{note}\n*", "\n".join(["", *info["warnings"], ""]))
                self.turn(case, [self.check_text, self.check_csv, self.check_picture])(name, n_nodes, note)

    def check_text(self, name, _, note):
        text = self.fine("compare", name, "good.folded").out
        if note is not None:
            self.assert_matches(f"*\nnote: before: {note}\n*", text)

    def assert_note(self, run, note):
        if note is not None:
            self.assert_matches(f"*cyan: note: after: {note}\n*", run.err)

    def check_csv(self, name, n_nodes, note):
        """No number is infinite or not a number."""
        run = self.works("compare", "--format=csv", "good.folded", name)
        self.assert_note(run, note)
        self.assertGreaterEqual(len(run.rows), n_nodes + 1)
        for row in run.rows:
            for column in "before_share", "after_share", "height", "width":
                self.assertTrue(math.isfinite(float(row[column] or 0)))

    def check_picture(self, name, _, note):
        self.assert_note(self.works("render", "good.folded", name, "-o", "accepted.svg"), note)
        os.remove("accepted.svg")
