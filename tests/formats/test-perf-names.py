# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of functions in perf.data, by the symbols of the programs that it names."""

import os
import pathlib
import re
import subprocess

import profile_test
from perf_file import Recording
from profile_test import ProfileTest

NO_FILE = "functions of {} have no names: 1 file is not here, or is another build"


def program():
    """A program here with a symbol table: its path, its build id, and its functions with their places in the file."""
    path = os.environ["CYAN_PRINT_PROFILE"]
    def run(*words):
        return subprocess.run([*words, path], check=True, capture_output=True, encoding="utf-8").stdout
    segments = [[int(word, 16) for word in re.findall(r"0x[0-9a-f]+", line)[:5]]
                for line in run("readelf", "-lW").splitlines() if line.strip().startswith("LOAD")]
    build_id = bytes.fromhex(re.search(r"Build ID: ([0-9a-f]+)", run("readelf", "-nW"))[1])
    functions = {}
    for line in run("nm", "-S", "--defined-only").splitlines():
        words = line.split()
        if len(words) == 4 and words[2] == "T":
            address = int(words[0], 16)
            offset = next(offset + address - start for offset, start, _, _, size in segments
                          if start <= address < start + size)
            functions[words[3]] = offset, int(words[1], 16)
    return path, build_id, functions


class PerfNames(ProfileTest):
    def test_build(self):
        """Functions of a program that is here have names, but not if it is another build."""
        path, build_id, functions = program()
        self.assertGreater(len(functions), 20)
        wanted = list(functions.items())[::5]
        for own, has_names in (None, True), (build_id, True), (b"\1" + build_id[1:], False):
            for where in "record", "feature":
                recording = Recording().comm("p")
                recording.map2(0x100000000, 0x10000000, path, own if where == "record" else None)
                if own and where == "feature":
                    recording.feature(2, recording.build_id(path, own))
                for _, (offset, size) in wanted:
                    recording.sample(0x100000000 + offset + size // 2)
                profile = self.load(recording.file())
                self.assertEqual({name for node, name in enumerate(profile.name) if profile.self[node]},
                                 {name for name, _ in wanted} if has_names else {"[unknown]"})
                self.assertEqual(profile.warnings, [] if has_names else [NO_FILE.format(pathlib.Path(path).name)])

    def test_stubs(self):
        """Calls of other libraries are named by what they call, as in "free@plt"."""
        path, _, _ = program()
        text = subprocess.run(["objdump", "-d", "-j", ".plt", "--no-show-raw-insn", path], check=True, capture_output=True, encoding="utf-8").stdout
        stubs = re.findall(r"^([0-9a-f]+) <(\w+@plt)>:$", text, re.MULTILINE)
        self.assertGreater(len(stubs), 5)
        recording = Recording().comm("p").map2(0x100000000, 0x10000000, path)
        for address, _ in stubs:
            recording.sample(0x100000000 + int(address, 16) + 2)
        profile = self.load(recording.file())
        self.assertEqual({name for node, name in enumerate(profile.name) if profile.self[node]}, {name for _, name in stubs})


if __name__ == "__main__":
    profile_test.main()
