# SPDX-License-Identifier: GPL-3.0-or-later
"""Captures of Sysprof: stacks, the sources of names, and damaged files."""

import gzip
import struct

import profile_test
from profile_test import ProfileTest

# Types of frames.
SAMPLE, MAP, PROCESS, FORK, JITMAP, FILE_CHUNK, ALLOCATION = 2, 3, 4, 5, 7, 13, 14
# What perf writes ahead of the addresses of a program.
USER = 2**64 - 512
# Version 1, little endian.
CAPTURE = (struct.pack("<II", 0xfdca975e, 1 | 1 << 8) + b"2026-11-01T12:00:00Z").ljust(256, b"\0")
# Process 7 has "main" in [0x1000, 0x10ff] and "run" in [0x1100, 0x1180].
TABLE = (struct.pack("<QQIIQ", 0x1000, 0x10ff, 7, 96, 0) + struct.pack("<QQIIQ", 0x1100, 0x1180, 7, 101, 0) + bytes(32)
         + b"main\0run\0")


def frame(kind, pid, body):
    body += bytes(-len(body) % 8)
    return struct.pack("<HHIQQ", 24 + len(body), 0, pid, 1000, kind) + body


def sample(pid, tid, *addresses):
    """The innermost address comes first."""
    return frame(SAMPLE, pid, struct.pack(f"<II{len(addresses)}Q", len(addresses), tid, *addresses))


def process(pid, command):
    return frame(PROCESS, pid, command + b"\0")


def mapped(pid, start, end, offset, path):
    return frame(MAP, pid, struct.pack("<QQQQ", start, end, offset, 0) + path + b"\0")


def file_chunk(path, content):
    return frame(FILE_CHUNK, 0, struct.pack("<I", 1 | len(content) << 16) + path.ljust(256, b"\0") + content)


# Samples of two threads, then what their addresses mean.
SAMPLED = (CAPTURE + sample(7, 7, USER, 0x1180, 0x1010) + sample(7, 8, USER, 0x1110, 0x1010)
           + sample(7, 7, USER, 0x2010, 0x1010) + process(7, b"/usr/bin/orders --all")
           + mapped(7, 0x1000, 0x2000, 0, b"/usr/bin/orders") + mapped(7, 0x2000, 0x3000, 0x500, b"/usr/lib/libc.so.6"))
TREE = "orders:0(main:0(run:2 'libc.so.6+0x510':1))"
NAMELESS = "1 of 4 addresses has no symbol in the file"


class Sysprof(ProfileTest):
    def test_symbols(self):
        # In two pieces.
        profile = self.check(SAMPLED + file_chunk(b"__symbols__", TABLE[:40]) + file_chunk(b"__symbols__", TABLE[40:]),
                             TREE, warnings=[NAMELESS], n_threads=2, period=1, unit="samples")
        self.assertEqual(profile.module[2], "orders")

    def test_compressed(self):
        """Sysprof 45 and newer compress the table."""
        self.tree(SAMPLED + file_chunk(b"__symbols__.gz", gzip.compress(TABLE)), TREE, NAMELESS)

    def test_without_symbols(self):
        self.tree(CAPTURE + process(7, b"orders") + frame(FORK, 7, b"\x09\0\0\0") + sample(9, 9, 0x1180, 0x1010)
                  + sample(11, 11, 0xffffffff81000000),
                  "orders:0('[unknown]':0('[unknown]':1)) '[unknown]':0('[unknown]':1)",
                  "3 of 3 addresses have no symbol in the file")

    def test_jitmap(self):
        """Programs give names to addresses that are none."""
        run = 0xe000000000000001
        # The last name is empty, and ends with the frame.
        body = struct.pack("<IQ4sQ7sQ1s", 3, run, b"run", run + 1, b"walker", run + 2, b"")
        self.assertEqual(len(body) % 8, 0)
        file = CAPTURE + frame(JITMAP, 7, body) + process(7, b"gjs") + sample(7, 7, run + 1, run)
        self.tree(file, "gjs:0(run:0(walker:1))")
        # Memory: freeing it has size 0.
        for size in 0, 64:
            file += frame(ALLOCATION, 7, struct.pack("<QQIIQ", 0x5000, size, 7, 1, run))
        profile = self.check(file, meta={"recorded": "2026-11-01T12:00:00Z"})
        self.assertEqual(len(profile.metrics), 2)
        self.assertEqual((profile.metrics[1].name, profile.metrics[1].total[0]), ("allocated", 64))

    def test_recording(self):
        """libsysprof resolves the addresses of this capture, which it wrote, to the same names."""
        profile = self.check_file("foreign/sysprof-orders.syscap.gz",
                                  warnings=["2 of 17 addresses have no symbol in the file"])
        self.assertEqual(sum(name == "evaluate" and profile.name[parent] == "main"
                             for name, parent in zip(profile.name, profile.parent)), 1)

    def test_damage(self):
        file = SAMPLED + file_chunk(b"__symbols__", TABLE)
        for length in range(4, 256, 13):
            self.fails(file[:length], "byte 0: ends within the header")
        for length, profile in self.cuts(file, 4 + 13 * 20, 13):
            self.assertIsNotNone(profile, length)
        self.survives_damage(file, 5)

    def test_errors(self):
        # Addresses, of which there are three.
        self.fails(SAMPLED[:280] + b"\4" + SAMPLED[281:], "byte 256: a frame that is too short for what it has")
        self.fails(CAPTURE[:5] + b"\0" + CAPTURE[6:], "a capture of a machine with big-endian numbers", "unsupported")


if __name__ == "__main__":
    profile_test.main()
