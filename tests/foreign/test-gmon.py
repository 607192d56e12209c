# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading gmon.out with the program that wrote it; the oracle is what gprof prints of the same file."""

import gzip
import struct

import profile_test
from profile_test import FOLDED, INFERRED, TESTS, ProfileTest, Refused, example

START, SIZE = 0x401000, 64
FUNCTIONS = [f"f{i}" for i in range(12)]
LOOPS = "%s not counted, as in gprof's flat profile"
NOTE = "times are sampled; calls are exact"


def elf(names, is_64=True, order="<", relocatable=False, start=START):
    """A program whose functions have SIZE bytes each, the first at START."""
    word = "Q" if is_64 else "I"
    strings = b"\0" + b"".join(name.encode() + b"\0" for name in names)
    symbols = struct.pack(order + ("IBBHQQ" if is_64 else "IIIBBH"), *[0] * 6)
    for i, name in enumerate(names):
        at, place = strings.index(b"\0" + name.encode() + b"\0") + 1, start + i * SIZE
        symbols += (struct.pack(order + "IBBHQQ", at, 0x12, 0, 1, place, SIZE) if is_64
                    else struct.pack(order + "IIIBBH", at, place, SIZE, 0x12, 0, 1))
    section_names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0"
    head = 64 if is_64 else 52
    parts, at = [], head
    for part in (b"\x90" * (SIZE * len(names)), symbols, strings, section_names):
        parts.append((at, len(part)))
        at += len(part)

    def section(name, kind, flags=0, address=0, place=(0, 0), link=0, info=0, entry=0):
        return struct.pack(order + "II" + 4 * word + "II" + 2 * word, section_names.index(name) if name else 0, kind,
                           flags, address, *place, link, info, 1, entry)

    sections = (section(b"", 0) + section(b".text", 1, 6, start, parts[0])
                + section(b".symtab", 2, 0, 0, parts[1], 3, 1, len(symbols) // (len(names) + 1))
                + section(b".strtab", 3, 0, 0, parts[2]) + section(b".shstrtab", 3, 0, 0, parts[3]))
    ident = b"\x7fELF" + bytes([2 if is_64 else 1, 1 if order == "<" else 2, 1]) + bytes(9)
    header = ident + struct.pack(order + "HHI" + 3 * word + "IHHHHHH", 3 if relocatable else 2, 62, 1, start, 0, at, 0,
                                 head, 0, 0, 64 if is_64 else 40, 5, 4)
    return (header + b"\x90" * (SIZE * len(names)) + symbols + strings + section_names + sections)


def histogram(bins, is_64=True, order="<", start=START, hertz=100, unit=b"seconds"):
    """The samples of bins of 2 bytes, by their numbers."""
    n = max(bins) + 1
    return (b"\0" + struct.pack(order + ("QQ" if is_64 else "II") + "II", start, start + 2 * n, n, hertz)
            + unit.ljust(15, b"\0") + unit[:1] + struct.pack(f"{order}{n}H", *(bins.get(i, 0) for i in range(n))))


def arc(caller, callee, calls, is_64=True, order="<", start=START):
    return b"\1" + struct.pack(order + ("QQ" if is_64 else "II") + "I", start + caller, start + callee, calls)


def gmon(*records, order="<"):
    return b"gmon" + struct.pack(order + "I", 1) + bytes(12) + b"".join(records)


class Gmon(ProfileTest):
    def read(self, content, program=None, name="gmon.out", program_name="gmon.out.exe"):
        for file, written in ((name, content), (program_name, program or elf(FUNCTIONS))):
            with open(self.path(file), "wb") as out:
                out.write(written)
        return self.load(self.path(name), "open")

    def test_gprof(self):
        """Each function costs, is called and costs with what it calls as in what gprof prints of this file."""
        profile, oracle = self.read((TESTS / "data" / "entries.gmon.out").read_bytes()), self.load(example("gprof-entries.txt"))
        self.assertEqual((profile.format, profile.metric, profile.unit), ("gmon", "time", "us"))
        self.assertEqual(profile.warnings, [NOTE, LOOPS % "114 calls of functions by themselves are", INFERRED, FOLDED])
        self.assertEqual(set(profile.name), set(oracle.name))
        for name in set(profile.name):
            total, printed = (sum(cost for cost, other in zip(p.total, p.name) if other == name)
                              for p in (profile, oracle))
            self.assertAlmostEqual(profile.self_of(name), oracle.self_of(name), delta=5001)
            self.assertAlmostEqual(total, printed, delta=20000)
            self.assertEqual(profile.calls_of(name), oracle.calls_of(name))

    def test_small(self):
        """Bins of two functions are split; what lies in no function is kept."""
        content = gmon(histogram({0: 3, 32: 4}), arc(0, 64, 5), arc(70, 64, 2), arc(8, 8192, 1),
                       struct.pack("<BIQQ", 2, 1, START, 9))
        profile = self.read(content, elf(["main", "f"]))
        self.assert_tree_of(profile, "main:30000(f:40000*5)", profile_test.FULL)
        self.assertEqual(profile.warnings, [NOTE, "1 call of a function that the program does not name was left out",
                                            LOOPS % "2 calls of functions by themselves are", INFERRED])
        wide = b"\0" + struct.pack("<QQII", START, START + 120, 1, 100) + b"seconds".ljust(15, b"\0") + b"s\x0f\0"
        self.assert_tree_of(self.read(gmon(wide), elf(["main", "f"])), "main:80000 f:70000", profile_test.SELF)
        behind = b"\0" + struct.pack("<QQII", START, START + 256, 2, 1) + b"seconds".ljust(15, b"\0") + b"s\1\0\2\0"
        self.assert_tree_of(self.read(gmon(behind), elf(["main", "f"])),
                            "main:500000 f:500000 '[unknown]':2000000", profile_test.SELF)

    def test_demangled(self):
        """Names are those that gprof prints."""
        self.assertEqual(self.read(gmon(histogram({0: 3})), elf(["_ZNK1A4workEi"])).name[1:], ["A::work(int) const"])

    def test_words(self):
        """The program says how long addresses are, and their order."""
        for is_64 in (True, False):
            for order in "<>":
                content = gmon(histogram({0: 3, 32: 4}, is_64, order), arc(0, 64, 5, is_64, order), order=order)
                profile = self.read(content, elf(["main", "f"], is_64, order))
                self.assert_tree_of(profile, "main:30000(f:40000*5)", profile_test.FULL)

    def test_bsd(self):
        for is_64 in (True, False):
            word = "QQ" if is_64 else "II"
            bins = struct.pack("<64H", *(3 if i == 0 else 4 if i == 32 else 0 for i in range(64)))
            content = (struct.pack("<" + word, START, START + 128)
                       + struct.pack("<III", len(bins) + (40 if is_64 else 32), 0x51879, 128) + bytes(12) + bins
                       + struct.pack("<" + word + word[0], START, START + 64, 5))
            profile = self.read(content, elf(["main", "f"], is_64))
            self.assert_tree_of(profile, "main:23437.5(f:31250*5)", profile_test.FULL)
            self.assertEqual(self.surest(content), "gmon")

    def test_loaded_elsewhere(self):
        """Old versions of glibc write where a program was loaded."""
        there = 0x555555554000
        content = gmon(histogram({0: 3, 63: 4}, start=there + 0x940), arc(0, 64, 5, start=there + 0x940))
        program = elf(["main", "f"], relocatable=True, start=0x940)
        self.assert_tree_of(self.read(content, program), "main:30000(f:40000*5)", profile_test.FULL)
        self.refused(gmon(histogram({0: 3}, start=there + 0x100)), program, "its code is elsewhere")

    def test_names(self):
        """The program is named after the file, or is a.out."""
        content, program = gmon(histogram({0: 3})), elf(["main"])
        for file, other in (("p.gmon", "p"), ("p.gmon.out", "p"), ("p-gmon.out", "p"), ("p_gmon.out", "p"),
                            ("p.1234", "p"), ("gmon.out", "a.out"), ("x.gz", "x.exe")):
            with self.subTest(file):
                packed = gzip.compress(content) if file.endswith(".gz") else content
                self.assertEqual(self.read(packed, program, file, other).name[1:], ["main"])
                del self.folder

    def refused(self, content, program, reason, program_name="gmon.out.exe"):
        with self.assertRaises(Refused) as caught:
            self.read(content, program, program_name=program_name)
        self.assertIn(reason, caught.exception.message)

    def test_refused(self):
        content, program = gmon(histogram({0: 3}), arc(0, 0, 5)), elf(["main"])
        with self.assertRaises(Refused) as caught:
            self.load(content)
        self.assertIn("put it beside the file", caught.exception.message)
        self.refused(content, program, "put it beside the file", program_name="another")
        self.refused(content, b"MZ" + bytes(200), "not a program in ELF")
        self.refused(content, elf(["main"], start=0x1000), "its code is elsewhere")
        self.refused(content + b"\7", program, "no record begins with 7")
        self.refused(gmon(histogram({0: 3}, hertz=0)), program, "no rate")
        self.refused(gmon(histogram({0: 3}), histogram({0: 3}, hertz=1000)), program, "no rate")

    def test_cut(self):
        """Cut within a record, the file is refused."""
        records = [histogram({0: 3, 32: 4}), arc(0, 64, 5), arc(0, 70, 5)]
        content, program = gmon(*records), elf(["main", "f"])
        whole = {20 + sum(map(len, records[:n])) for n in range(4)}
        for length in set(range(8, len(content))) - whole:
            self.refused(content[:length], program, "")

    def test_damaged(self):
        """A program of any bytes is read or refused with one line."""
        content, program = gmon(histogram({0: 3, 32: 4}), arc(0, 64, 5)), elf(["main", "f"])
        for place in range(0, len(program), 3):
            if place not in range(64, 64 + 2 * SIZE):
                changed = bytearray(program)
                changed[place] ^= 0x81
                try:
                    self.read(content, bytes(changed))
                except Refused:
                    pass


if __name__ == "__main__":
    profile_test.main()
