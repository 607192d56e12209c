# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad inputs 18 to 24: pprof, byte for byte."""

from bad_cases import LONG_NAMES, BadCases
from cli_test import unittest, write

# One sample type, "cpu" in "nanoseconds"; one sample of 5 at location 1; location 1 with a line of function 1; function
# 1, "main"; the table of strings.  54 bytes.
TYPE = b"\x0a\x04\x08\x01\x10\x02"
SAMPLE = b"\x12\x06\x0a\x01\x01\x12\x01\x05"
LOCATION = b"\x22\x06\x08\x01\x22\x02\x08\x01"
FUNCTION = b"\x2a\x04\x08\x01\x10\x03"
UNITS = b"\x32\x00\x32\x03cpu\x32\x0bnanoseconds"
NAMES = UNITS + b"\x32\x04main"
WHOLE = TYPE + SAMPLE + LOCATION + FUNCTION + NAMES
# The value of a sample: 2 to the 62nd.
LARGE = b"\x12\x0e\x0a\x01\x01\x12\x09\x80\x80\x80\x80\x80\x80\x80\x80\x40"

REFUSED = [
    ('18-long-number', 'long.pb', WHOLE + b'H\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01',
     'byte 54: a number of more than 10 bytes'),
    ('18-large-number', 'large.pb', WHOLE + b'H\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02',
     'byte 54: a number that does not fit in 64 bits'),
    ('18-beyond-the-end', 'beyond.pb', WHOLE + b'\n\x7f',
     'byte 54: the file ends in the middle of a field: 2 bytes of at least 129 are there'),
    ('18-beyond-64-bits', 'huge.pb', WHOLE + b'2\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01',
     'byte 54: a field of 18446744073709551615 bytes in a file that ends before'),
    ('18-beyond-the-message', 'message.pb', WHOLE + b'\n\x04\x08\x01\x12\t',
     'byte 58: a field that is longer than its message'),
    ('18-type-3', 'type3.pb', WHOLE + b'\x0b', 'byte 54: a field of an unknown type'),
    ('18-type-4', 'type4.pb', WHOLE + b'\x0c', 'byte 54: a field of an unknown type'),
    ('18-type-6', 'type6.pb', WHOLE + b'\x0e', 'byte 54: a field of an unknown type'),
    ('18-type-7', 'type7.pb', WHOLE + b'\x0f', 'byte 54: a field of an unknown type'),
    ('18-field-0', 'field0.pb', WHOLE + b'\x00\x01', 'byte 54: field number 0'),
    ('18-field-0-within', 'within.pb', WHOLE + b'\x12\x02\x02\x01', 'byte 56: field number 0'),
    ('18-other-type', 'other.pb', WHOLE + b'\x08\x01', 'byte 54: field 1 of a profile is not a text or message'),
    ('19-empty-samples', 'samples.pb', lambda: WHOLE + b"\x12\x00" * 10000000,
     'byte 54: a sample with 0 of the values of which the first has 1'),
    ('19-strings', 'strings.pb', lambda: WHOLE + b"2\x00" * (1 << 24), 'more than 16777216 strings'),
    ('20-beyond-the-table', 'table.pb', WHOLE + b'p\x04',
     'byte 54: string 4 is not in the table of strings, which has 4'),
    ('20-negative', 'negative.pb', WHOLE + b'*\r\x08\t\x10\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01',
     'byte 58: string -1 cannot be in the table of strings'),
    ('20-first-not-empty', 'first.pb', TYPE + SAMPLE + LOCATION + FUNCTION + b'2\x03cpu',
     'byte 28: the first string is not empty'),
    ('20-no-table', 'notable.pb', TYPE + SAMPLE + LOCATION + FUNCTION, 'there is no table of strings'),
    ('21-mapping-0', 'mapping0.pb', WHOLE + b'\x1a\x00', 'byte 54: a mapping of id 0'),
    ('21-location-0', 'location0.pb', WHOLE + b'"\x00', 'byte 54: a location of id 0'),
    ('21-function-0', 'function0.pb', WHOLE + b'*\x00', 'byte 54: a function of id 0'),
    ('21-mapping-twice', 'mapping.pb', WHOLE + b'\x1a\x02\x08\x07\x1a\x02\x08\x07', 'byte 58: a second mapping 7'),
    ('21-location-twice', 'location.pb', WHOLE + LOCATION, 'byte 54: a second location 1'),
    ('21-function-twice', 'function.pb', WHOLE + FUNCTION, 'byte 54: a second function 1'),
    ('21-sample-of-0', 'sample0.pb', WHOLE + b'\x12\x06\n\x01\x00\x12\x01\x05', 'byte 56: a sample of location 0'),
    ('21-sample-of-nothing', 'sample.pb', WHOLE + b'\x12\x06\n\x01c\x12\x01\x05',
     'a sample refers to location 99, which is not there'),
    ('21-line-of-0', 'line0.pb', WHOLE + b'"\x06\x08\x08"\x02\x10\x0c', 'byte 58: a line of function 0'),
    ('21-line-of-nothing', 'line.pb', WHOLE + b'"\x06\x08\x08"\x02\x08c',
     'a line refers to function 99, which is not there'),
    ('21-no-such-mapping', 'nomapping.pb', WHOLE + b'"\x04\x08\x08\x10\x05',
     'a location refers to mapping 5, which is not there'),
    ('22-more-values', 'more.pb', WHOLE + b'\x12\x07\n\x01\x01\x12\x02\x05\x06',
     'byte 54: a sample with 2 of the values of which the first has 1'),
    ('22-first-has-more', 'types.pb', TYPE + b'\x12\x07\n\x01\x01\x12\x02\x05\x06' + LOCATION + FUNCTION + NAMES,
     'byte 6: a sample with 2 values, but there are 1 sample types'),
    ('22-no-sample-type', 'notype.pb', SAMPLE + LOCATION + FUNCTION + NAMES, 'there is no sample type'),
]
ACCEPTED = [
    ('18-unknown-fields', 'fields.pb', WHOLE + b'\xf8\x01\x05\xf9\x0112345678\xfa\x01\x02xy\xfd\x011234', 1, 5, None),
    ('19-unknown-fields', 'unknown.pb', lambda: WHOLE + b"\xa0\x01\x01" * 10000000, 1, 5, None),
    ('19-samples-of-nothing', 'valued.pb', lambda: WHOLE + b"\x12\x03\x12\x01\x01" * 2000000, 2, 2000005, None),
    ('22-no-samples', 'none.pb', TYPE + NAMES, 0, 0, 'the profile is empty'),
    ('23-difference', 'difference.pb', WHOLE + b'\x12\x0f\n\x01\x01\x12\n\xf4\xff\xff\xff\xff\xff\xff\xff\xff\x01', 1,
     -7, 'some values of cpu are negative: is this the difference of two profiles?'),
    ('24-not-utf-8', 'utf8.pb', TYPE + SAMPLE + LOCATION + FUNCTION + UNITS + b'2\x03a\xffb', 1, 5,
     LONG_NAMES),
    ('24-nul', 'nul.pb', TYPE + SAMPLE + LOCATION + FUNCTION + UNITS + b'2\x03a\x00b', 1, 5,
     LONG_NAMES),
    ('28-sum-of-64-bits', 'sum.pb', TYPE + LARGE + LARGE + LARGE + LOCATION + FUNCTION + NAMES, 1, 9223372036854775808,
     'some sums of values are too large for 64 bits and were cut'),
]


def varint(value):
    return bytes([value & 0x7f | 0x80]) + varint(value >> 7) if value >= 0x80 else bytes([value])


class Pprof(BadCases):
    def test_refused(self):
        self.check_refused(REFUSED)

    def test_accepted(self):
        self.check_accepted(ACCEPTED)

    def test_19_budget(self):
        """Many small allocations, within a budget and beyond it."""
        ids = map(varint, range(2, 3000002))
        write("locations.pb", WHOLE + b"".join(b"\x22" + bytes([len(id) + 1]) + b"\x08" + id for id in ids))
        self.fine("info", "locations.pb")
        self.fails("locations.pb: *needs more than 30 MiB of memory; --memory-limit sets another limit",
                   "info", "locations.pb", "--memory-limit=30M")


if __name__ == "__main__":
    unittest.main()
