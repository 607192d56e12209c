# SPDX-License-Identifier: GPL-3.0-or-later
"""What holds for every example of a foreign format."""

import json
import os
import re

import profile_test
from profile_test import FULL, SITES, ProfileTest, Refused, data, example


class Laws(ProfileTest):
    def examples(self):
        """The name, bytes, and profile of each example that can be read."""
        n = 0
        for name in sorted(os.listdir(data("foreign"))):
            content = example(name)
            try:
                profile = self.load(content)
            except Refused:
                continue
            n += 1
            yield name, content, profile
        self.assertGreater(n, 50)

    def texts(self):
        """The same of those that are texts."""
        for name, content, profile in self.examples():
            text = content.decode(errors="replace")
            if text.encode() == content and "\0" not in text:
                yield name, text, profile

    def assert_same_tree(self, name, content, profile):
        with self.subTest(name):
            self.assertEqual(self.load(content).texts[FULL | SITES], profile.texts[FULL | SITES])

    def test_node_limit(self):
        """A tree has as many nodes as are allowed, or it is refused with the file and the reason."""
        for name, content, profile in self.examples():
            for limit in range(1, profile.n_nodes + 1):
                try:
                    self.assertLessEqual(self.load(content, max_nodes=limit).n_nodes, limit, name)
                except Refused as refused:
                    self.assertEqual(refused.code, "limit", name)

    def test_line_ends(self):
        """Those of Windows do as well, and the last one may be missing."""
        for name, text, profile in self.texts():
            if "-cut" not in name:
                self.assert_same_tree(name, text.replace("\n", "\r\n"), profile)
                self.assert_same_tree(name, text[:-1] if text.endswith("\n") else text + "\n", profile)

    def test_files(self):
        """Files are named as in the text: a whole word of it, or of a path in it.  JSON writes a NUL as letters."""
        for name, text, profile in self.texts():
            for file in {function["file"] for function in profile.functions[1:]} - {""}:
                self.assertTrue(re.search(rf"((?<![0-9A-Za-z])|(?<=\\u0000)){re.escape(file)}(?![0-9A-Za-z])", text),
                                f"{name}: {file}")

    def test_json(self):
        """White space between tokens never counts."""
        for name, text, profile in self.texts():
            # bpftrace writes a record a line.
            if text[0] in "[{" and not name.startswith("bpftrace"):
                spaced = re.sub(r'("(?:[^"\\]|\\.)*")|([\[{,:])',
                                lambda token: token[1] or token[2] + " \n\t", text, flags=re.DOTALL)
                self.assertNotEqual(spaced, text)
                self.assert_same_tree(name, spaced, profile)

    def test_order(self):
        """Members come in any order, also behind more than what is looked at first."""
        def reversed_members(value):
            if isinstance(value, dict):
                return {key: reversed_members(value[key]) for key in reversed(value)}
            return [reversed_members(item) for item in value] if isinstance(value, list) else value

        n = 0
        for name, text, profile in self.texts():
            # bpftrace writes several documents.
            if text[0] != "{" or "-cut" in name or name.startswith("bpftrace"):
                continue
            document = json.loads(text)
            n += 1
            for other in (json.dumps(document, sort_keys=True), json.dumps(reversed_members(document)),
                          json.dumps({"": 70000 * "x"} | document)):
                with self.subTest(name, other=other[:60]):
                    again = self.load(other)
                    self.assertEqual((again.format, again.n_nodes, [(m.name, m.unit, m.total[0]) for m in again.metrics]),
                                     (profile.format, profile.n_nodes,
                                      [(m.name, m.unit, m.total[0]) for m in profile.metrics]))
        self.assertGreater(n, 15)


if __name__ == "__main__":
    profile_test.main()
