# SPDX-License-Identifier: GPL-3.0-or-later
"""Directories of uftrace, through uftrace itself."""

import os
import pathlib
import shutil
import tempfile

import profile_test
from profile_test import CALLS, ProfileTest, Refused, data

# A program whose main() calls mid() once and starts two threads; mid() calls leaf() three times.
RECORDING = data("threads.uftrace")


class Uftrace(ProfileTest):
    FLAGS = CALLS

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="cyan-uftrace-")
        self.addCleanup(shutil.rmtree, self.folder)
        # A copy of the recording that may be modified.
        self.copy = pathlib.Path(self.folder, "copy")
        shutil.copytree(RECORDING, self.copy)

    def refused(self, path, message, code):
        with self.assertRaises(Refused) as caught:
            self.open(path)
        self.assertEqual(caught.exception.code, code)
        self.assertRegex(caught.exception.message, "^" + message.replace("PATH", str(path)) + "$")

    def test_recording(self):
        profile = self.check_file(
            "threads.uftrace", "main*1(mid*1(leaf*3)) work*2(mid*4(leaf*12))", format="uftrace", recording="exact",
            n_threads=3, unordered=False, warnings=[],
            meta={"command": "uftrace record --no-libcall --no-event -d u ./prog"})
        # Values shown by uftrace graph: main 3.211 ms, work 4.027 us.
        self.assertEqual(profile.total[:2], [3215354, 3211327])
        self.assertTrue(profile.meta["producer"].startswith("uftrace"))

    def test_paths(self):
        """A slash after the name, and a path that looks like an option."""
        self.check_file("threads.uftrace/", n_nodes=7)
        self.copy.rename(os.path.join(self.folder, "--logfile=x"))
        self.restart(self.folder)
        self.check("--logfile=x", command="open", n_nodes=7)

    def test_other_directories(self):
        """Only a complete directory of uftrace is opened."""
        self.refused(data(""), "PATH: is a directory", "io")
        self.refused(f"{RECORDING}/info", "PATH: a file of a recording by uftrace; open the directory that it is in",
                     "unsupported")
        (self.copy / "info").write_text("Ftrace")
        self.refused(self.copy, "PATH: is a directory", "io")

    def test_options(self):
        """The directory may contain options of uftrace; only the one that uftrace writes is accepted."""
        refused = ("PATH: its file default.opts has options that uftrace record does not write; look at it, and remove "
                   "it")
        options = self.copy / "default.opts"
        for bad in ("-t 1us --logfile x", "--help", "-t", "-t -x", "record ls", "-d /tmp", "-t 1us\n-F main"):
            options.write_text(bad)
            self.refused(self.copy, refused, "unsupported")
        options.unlink()
        options.symlink_to("prog.sym")
        self.refused(self.copy, refused, "unsupported")
        options.unlink()
        options.write_text("-t 3us")
        self.check(str(self.copy), "main*1", command="open", warnings=["calls shorter than 3us were not recorded"])

    def test_broken(self):
        (self.copy / "task.txt").write_text("nonsense\n")
        self.refused(self.copy, "PATH: uftrace dump failed with exit status .*", "invalid")

    def test_without_uftrace(self):
        self.restart(PATH="/nowhere")
        self.refused(RECORDING, "PATH: what uftrace records is read with the program uftrace, which is not installed "
                     r"\(package uftrace\)", "unsupported")

    def test_cancel(self):
        """Cancelled at any moment, it says so or is complete."""
        for ticks in range(12):
            try:
                self.open(RECORDING, ticks=ticks)
                self.assertGreater(ticks, 0)
            except Refused as refused:
                self.assertEqual(refused.code, "cancelled")


if __name__ == "__main__":
    profile_test.main()
