# SPDX-License-Identifier: GPL-3.0-or-later
"""Dumps of Python's profilers in all versions, complete and broken."""

import math
import struct

import profile_test
from profile_test import FOLDED, FULL, INFERRED, ProfileTest


# What marshal writes.
def integer(value):
    return b"i" + struct.pack("<i", value)


def real(value):
    return b"g" + struct.pack("<d", value)


def text(value):
    return b"z" + bytes([len(value)]) + value.encode()


def key(file, line, name):
    return b")\3" + text(file) + integer(line) + text(name)


def function(file, line, name, *values):
    """A key and its values, before its callers and "0"."""
    return key(file, line, name) + b")\5" + times(*values) + b"{"


def caller(file, line, name, *values):
    return key(file, line, name) + b")\4" + times(*values)


def times(a, b, own, all_of_it):
    return integer(a) + integer(b) + real(own) + real(all_of_it)


MODULE, WORK = ("/src/a/pkg/__init__.py", 1, "<module>"), ("/src/a/pkg/tools.py", 5, "work")
# main calls work 3 times, which calls len 6 times and itself 2 times.
SMALL = (b"{" + function(*MODULE, 1, 1, 1e-6, 2e-4) + b"0" + function(*WORK, 3, 5, 9e-5, 1.9e-4)
         + caller(*MODULE, 3, 3, 6e-5, 1.9e-4) + caller(*WORK, 2, 2, 3e-5, 5e-5) + b"0"
         + function("~", 0, "<built-in method builtins.len>", 6, 6, 1e-4, 1e-4)
         + caller(*WORK, 6, 6, 1e-4, 1e-4) + b"00")
# One dictionary as versions 0, 2, 3 and 4 of marshal write it: numbers as text, references to strings, numbers and
# whole tuples, short strings.  The pure Python profiler writes callers with calls only.
VERSIONS = [
    "7b28030000007504000000612e707969010000007501000000662805000000690100000069010000006604302e32356603302e357b302803"
    "0000007504000000612e707969070000007501000000672805000000690200000069020000006604302e32356604302e32357b2803000000"
    "7504000000612e707969010000007501000000662804000000690200000069020000006604302e32356604302e3235302803000000750100"
    "00007e6900000000751b0000003c6d6574686f6420277827206f6620277927206f626a656374733e28050000006900001000690000100066"
    "01306601307b28030000007504000000612e7079690700000075010000006769000010003030",
    "7b28030000007504000000612e7079690100000075010000006628050000006901000000690100000067000000000000d03f670000000000"
    "00e03f7b3028030000007504000000612e7079690700000075010000006728050000006902000000690200000067000000000000d03f6700"
    "0000000000d03f7b28030000007504000000612e7079690100000075010000006628040000006902000000690200000067000000000000d0"
    "3f67000000000000d03f30280300000075010000007e6900000000751b0000003c6d6574686f6420277827206f6620277927206f626a6563"
    "74733e2805000000690000100069000010006700000000000000006700000000000000007b28030000007504000000612e70796907000000"
    "75010000006769000010003030",
    "fba803000000f504000000612e7079e901000000f40100000066280500000072030000007203000000e7000000000000d03fe70000000000"
    "00e03f7b30a8030000007202000000e907000000f401000000672805000000e902000000720a000000720500000072050000007b72010000"
    "00a804000000720a000000720a0000007205000000720500000030a803000000f5010000007ee900000000f51b0000003c6d6574686f6420"
    "277827206f6620277927206f626a656374733e2805000000e9000010007210000000e7000000000000000072110000007b72070000007210"
    "0000003030",
    "fba903fa04612e7079e901000000da0166290572030000007203000000e7000000000000d03fe7000000000000e03f7b30a9037202000000"
    "e907000000da01672905e902000000720a000000720500000072050000007b7201000000a904720a000000720a0000007205000000720500"
    "000030a903fa017ee900000000fa1b3c6d6574686f6420277827206f6620277927206f626a656374733e2905e9000010007210000000e700"
    "0000000000000072110000007b720700000072100000003030",
]


class CProfile(ProfileTest):
    FLAGS = FULL

    def test_small(self):
        profile = self.check(
            SMALL, "'pkg:<module>':1000*1('pkg.tools:work':90000*5('{built-in method builtins.len}':100000*6))",
            warnings=[INFERRED, FOLDED], unit="ns", recording="inferred")
        self.assertEqual(profile.place(2), ("/src/a/pkg/tools.py", 5))

    def test_versions(self):
        for dump in VERSIONS:
            self.check(bytes.fromhex(dump), "'a:f':250000000*1('a:g':250000000*2("
                       "'{method ''x'' of ''y'' objects}':0*1048576))", format="cprofile")

    def test_modules(self):
        """Modules have the same names wherever Python is installed."""
        cases = [
            ("/home/me/b/src/black/__init__.py", "black:f"), ("/home/me/b/src/black/nodes/tree.py", "tree:f"),
            ("/home/me/b/src/black/lines.py", "black.lines:f"), ("/home/me/b/src/run.py", "run:f"),
            ("/usr/lib/python3.11/copy.py", "copy:f"),
            ("/usr/lib/python3.11/collections/__init__.py", "collections:f"),
            ("/venv/lib/python3.11/site-packages/regex/_core.py", "regex._core:f"),
            ("C:\\Python\\Lib\\site-packages\\six.py", "six:f"),
            ("<frozen importlib._bootstrap>", "<frozen importlib._bootstrap>:f"), ("<string>", "<string>:f"),
            ("__init__.py", "__init__:f"), ("/__init__.py", "__init__:f"), ("/", ":f"), (".py", ":f")]
        profile = self.load(b"{" + b"".join(function(file, 3, "f", 1, 1, 1, 1) + b"0" for file, _ in cases) + b"0")
        self.assertEqual(profile.name[1:], [name for _, name in cases])

    def test_errors(self):
        begun = b"{" + key("a", 1, "f")
        whole = function("a", 1, "f", 1, 1, 1, 1)
        self.bad(
            (b"{)\3z\1ag", "byte 7: the data end in the middle of a value"),
            (b"{)\3z\1az\1b", "byte 9: something else in place of the number of a line"),
            (begun + b"r\7\0\0\0", "byte 19: a reference to value 7, but there are 0"),
            # A reference to itself.
            (begun + b"\xf2\0\0\0\0", "byte 19: a reference to the value that it is in"),
            (begun + b"c", "byte 15: a value of type 0x63, which no profile has"),
            (begun + b")\2", "byte 16: 2 values of a function instead of 5"),
            (b"{" + function("a", 1, "f", 1, 1, math.nan, 1), "byte 35: a number that is not finite"),
            (b"{" + function("a", 1, "f", 1, 1, 1, 1e300), "byte 44: a time that is too long"),
            (begun + b")\5l\6\0\0\0", "byte 21: an integer that is too large"),
            # A string that claims a length of two gigabytes.
            (b"{)\3u\xff\xff\xff\x7f", "byte 8: the data end in the middle of a value"),
            # A key that contains itself.
            (b"{\xa9\3z\1ar\0\0\0\0", "byte 11: something else in place of the number of a line"),
            # The same function twice.
            (b"{" + whole + b"0" + whole, "byte 61: the same function twice"))

    def test_cut(self):
        """A file cut at any byte is refused."""
        for length, profile in self.cuts(SMALL, 1):
            self.assertIsNone(profile, length)
        self.assertEqual(self.load(SMALL + b"more").warnings[0], "what stands behind the profile was left out")

    def test_empty(self):
        """An empty dictionary."""
        self.check("{0", n_nodes=1)

    def test_recordings(self):
        """Two versions of lark, with the values that pstats shows."""
        before, after = self.open("lark-a.prof.zst"), self.open("lark-b.prof.zst")
        self.assertEqual((before.total[0], after.total[0]), (5085746968, 333076955))
        self.assertEqual((sum(before.calls[1:]), sum(after.calls[1:])), (10051269, 428137))
        self.assertEqual(before.name[1], "{built-in method builtins.exec}")
        for name in "lark.parsers.earley_forest:is_ambiguous", "{built-in method math.isinf}":
            self.assertGreater(before.calls_of(name), 0)
            self.assertEqual(after.calls_of(name), 0)
        name = "{built-in method builtins.next}"
        self.assertEqual((before.calls_of(name), after.calls_of(name)), (2404492, 23858))


if __name__ == "__main__":
    profile_test.main()
