# SPDX-License-Identifier: GPL-3.0-or-later
"""Broken and hostile pprof profiles and their errors.  Numbers refer to the list of bad inputs, 18 to 24."""

import gzip
import os
import random

import profile_test
from pprof_fixture import U64, field, function, location, message, numbers, packed, sample, strings
from profile_test import STRING_MAX, ProfileTest, Refused

NAMES = ("cpu", "nanoseconds", "main")
HEAD = message(1, numbers(1, 2))
# One sample of location 1, which is main; the table of strings comes last.
WHOLE = HEAD + sample(5, 1) + function(1, 3) + strings(*NAMES)


class PprofBroken(ProfileTest):
    def test_18_wire(self):
        """The wire format."""
        self.assertEqual(len(WHOLE), 54)
        # Unknown fields of all types.
        self.check(WHOLE + b"\xf8\x01\x05\xf9\x0112345678\xfa\x01\x02xy\xfd\x011234", n_nodes=2)
        self.bad(*((WHOLE + raw, message) for raw, message in (
            (b"\x48" + 10 * b"\xff" + b"\x01", "byte 54: a number of more than 10 bytes"),
            (b"\x48" + 9 * b"\xff" + b"\x02", "byte 54: a number that does not fit in 64 bits"),
            (b"\x0a\x7f", "byte 54: the file ends in the middle of a field: 2 bytes of at least 129 are there"),
            (b"\x32" + 9 * b"\xff" + b"\x01",
             "byte 54: a field of 18446744073709551615 bytes in a file that ends before"),
            (b"\x0a\x04\x08\x01\x12\x09", "byte 58: a field that is longer than its message"),
            (b"\x0b", "byte 54: a field of an unknown type"), (b"\x0c", "byte 54: a field of an unknown type"),
            (b"\x0e", "byte 54: a field of an unknown type"), (b"\x0f", "byte 54: a field of an unknown type"),
            (b"\x00\x01", "byte 54: field number 0"), (b"\x12\x02\x02\x01", "byte 56: field number 0"),
            (b"\x08\x01", "byte 54: field 1 of a profile is not a text or message"),
            (b"\x4a\x00", "byte 54: field 9 of a profile is not a number"),
            (b"\x12\x05\x0d\x01\x00\x00\x00", "byte 56: field 1 of a sample is not a text or message"),
            (b"\x22\x02\x0a\x00", "byte 56: field 1 of a location is not a number"),
            (b"\x2a\x02\x12\x00", "byte 56: field 2 of a function is not a number"),
            (b"\x1a\x02\x2a\x00", "byte 56: field 5 of a mapping is not a number"),
            (b"\x12\x03\x0a\x01\xff", "byte 56: ends in the middle of a number"),
            (b"\x12\x03\x12\x01\xff", "byte 56: ends in the middle of a number"),
            (b"\x6a\x01\xff", "byte 54: ends in the middle of a number"),
            (b"\x48\x05\x48\x06", "byte 56: a second time: are these two profiles in one file?"))))

    def test_19_very_many(self):
        """Very many objects of one or two bytes each take little memory or are refused."""
        n = 2000000
        self.fails(HEAD + n * message(2, b"") + strings(*NAMES),
                   "byte 6: a sample with 0 values, but there are 1 sample types")
        fine = self.check(WHOLE + n * message(6, b"") + n * field(20, 1), n_nodes=2)
        self.assertLess(fine.n_strings, 10)
        self.fails(WHOLE + 16 * 1024 * 1024 * message(6, b""), "more than 16777216 strings", "limit")

    def test_19_unfolding(self):
        """A few bytes that unfold to very many nodes."""
        n = 100000
        self.fails(HEAD + message(4, numbers(1) + n * message(4, numbers(1))) + sample(1, *(n * [1]))
                   + message(5, numbers(1, 3)) + strings(*NAMES), "its stacks unfold to more than 3658555 nodes, which "
                   "are too many for a file of 500055 bytes", "limit")

    def test_20_strings(self):
        """References to strings."""
        self.bad((WHOLE + field(14, 4), "byte 54: string 4 is not in the table of strings, which has 4"),
                 (WHOLE + message(5, numbers(9, -1)), "byte 58: string -1 cannot be in the table of strings"),
                 (WHOLE + packed(13, [1, 0x7fffffffffffffff]),
                  "byte 54: string 9223372036854775807 cannot be in the table of strings"),
                 (HEAD + message(6, "cpu"), "byte 6: the first string is not empty"),
                 (HEAD, "there is no table of strings"))

    def test_21_ids(self):
        for key, what in (3, "mapping"), (4, "location"), (5, "function"):
            self.bad((WHOLE + message(key, numbers(0)), f"byte 54: a {what} of id 0"),
                     (WHOLE + 2 * message(key, numbers(77)), f"byte 58: a second {what} 77"))
        self.bad((WHOLE + sample(1, 1, 99), "a sample refers to location 99, which is not there"),
                 (WHOLE + sample(1, 1, 0), "byte 56: a sample of location 0"),
                 (WHOLE + location(8, U64), "a line refers to function 18446744073709551615, which is not there"),
                 (WHOLE + location(8, (0, 12)), "byte 58: a line of function 0"),
                 (WHOLE + location(8, mapping=5), "a location refers to mapping 5, which is not there"))

    def test_22_sample_types(self):
        """Sample types and values."""
        self.bad((HEAD + sample([1, 2], 1) + function(1, 3) + strings(*NAMES),
                  "byte 6: a sample with 2 values, but there are 1 sample types"),
                 (WHOLE + sample([1, 2], 1), "byte 54: a sample with 2 of the values of which the first has 1"),
                 (sample(5, 1) + function(1, 3) + strings(*NAMES), "there is no sample type"))
        self.fails(65 * HEAD, "more than 64 sample types", "limit")
        self.assertEqual(self.check(HEAD + strings(*NAMES), n_nodes=1).warnings[0], "the profile is empty")

    def test_23_28_values(self):
        """Differences have negative values; sums that overflow."""
        self.tree(WHOLE + sample(-12, 1, 1), "main:5(main:-12)",
                  "some values of cpu are negative: is this the difference of two profiles?")
        large = self.check(WHOLE + 3 * sample(1 << 62, 1),
                           warnings=["some sums of values are too large for 64 bits and were cut"])
        self.assertEqual(large.total[0], 9223372036854775808)
        # Calls cannot be negative, so these are an ordinary metric.
        calls = self.check(HEAD + message(1, numbers(4, 5)) + sample([5, -3], 1) + function(1, 3) + field(14, 1)
                           + strings(*NAMES, "calls", "count"), has_calls=False)
        self.assertEqual([metric.total[0] for metric in calls.metrics[1:]], [-3])

    def test_24_texts(self):
        """Strings that are not UTF-8."""
        profile = self.check(
            HEAD + sample(5, 1, 2, 3) + function(1, 3) + function(2, 4) + function(3, 5)
            + strings("cpu", "nanoseconds", b"a\xff\xfeb", b"nul\0nul", 10000000 * "x"),
            warnings=["names were repaired 3 times, where they were not valid UTF-8 or longer than 65536 bytes"])
        self.assertLessEqual(len(profile.name[1].encode()), STRING_MAX)
        self.assertEqual(profile.name[2:], ["nul\ufffdnul", "a\ufffd\ufffdb"])

    def test_5_cut(self):
        """Strings come last and the last one is used, so no cut file is complete."""
        self.cut_fails(WHOLE)
        self.cut_fails(gzip.compress(WHOLE))

    def test_mutations(self):
        """Any byte may be replaced by any other."""
        part = 1 if os.environ.get("CYAN_TESTS") == "full" else 5
        rng = random.Random(5)
        seed = (WHOLE + field(7, 3) + field(9, 5) + message(11, numbers(1, 2)) + field(12, 3)
                + message(3, numbers(1, 0, 0, 0, 2)))
        for at in range(len(seed)):
            for value in range(0, 256, part):
                self.survives(seed[:at] + bytes([value]) + seed[at + 1:])
        for _ in range(20000 // part):
            copy = bytearray(seed)
            for _ in range(4):
                copy[rng.randrange(len(seed))] = rng.randrange(256)
            self.survives(bytes(copy))

    def test_node_limit(self):
        four = WHOLE + sample(1, 1, 1, 1)
        self.load(four, max_nodes=4)
        self.fails(four + sample(1, 1, 1, 1, 1), "more than 4 nodes", "limit", "node limit", max_nodes=4)

    def test_22_6_blocks(self):
        """The first error in the file is reported, even if another thread finds damage of the container earlier: some
        megabytes of samples with two kinds of stacks, so that parsing and decompressing alternate."""
        n = 160000
        pair = sample(1, 2, 1, 2, 1, 2, 1) + sample(1, 1, 1, 2, 1, 2, 1)
        end = function(1, 3) + function(2, 3) + strings(*NAMES)
        for bad in 0, n // 3 - n // 3 % 2, 2 * (n // 3):
            before = HEAD + bad // 2 * pair
            wrong = sample([1, 1], 2, 1, 2, 1, 2, 1) if bad else b""
            whole = bytearray(gzip.compress(before + wrong + (n - bad) // 2 * pair + end))
            torn = bytearray(whole)
            torn[-6] ^= 1  # in the checksum
            if bad:
                message_ = f"byte {len(before)}: a sample with 2 of the values of which the first has 1"
                self.fails(bytes(whole), message_)
                self.fails(bytes(torn), message_)
            else:
                self.assertEqual(self.load(bytes(whole)).total[0], n)
                with self.assertRaisesRegex(Refused, "broken gzip data"):
                    self.load(bytes(torn))


if __name__ == "__main__":
    profile_test.main()
