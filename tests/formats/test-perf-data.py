# SPDX-License-Identifier: GPL-3.0-or-later
"""perf.data whose stacks are copies of memory, through a child process: what perf receives, and what happens if it is
missing, fails, hangs, or prints nonsense.  Scripts replace perf here; test-perf-real.py uses perf itself."""

import gzip
import os
import pathlib
import shutil
import tempfile
import time

import perf_file as perf
import profile_test
from profile_test import ProfileTest, Refused

# A recording with one sample: of its stack, only perf finds the callers.
RECORDING = perf.Recording(fields=perf.USUAL | perf.STACK).comm("own").sample(ip=0x1000, period=3)
CONTENT = RECORDING.file()
OWN_TREE = "own:0([unknown]:3)"
CALLERS = "callers are missing, since only perf can unwind stacks that were recorded as copies of memory"
# A script that prints a sample.
GOOD = "printf 'prog 12 1.000001: 500 cpu-clock: \\n\\t            1234 main+0x1f (prog)\\n\\n'\n"
GOOD_TREE = "prog:0(main:500)"


def has_ended(pid):
    """Whether a process ends within some minutes; its parent may still have to reap it."""
    for _ in range(12000):
        try:
            if pathlib.Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0] in "ZX":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.02)
    return False


class PerfData(ProfileTest):
    def place(self, script, file="perf.data", content=CONTENT, **environment):
        """A folder with a file, and with a script called perf as the only program in PATH, or none."""
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cyan-perf-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        program = self.folder / "bin" / "perf"
        program.parent.mkdir()
        if script is not None:
            program.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\ncd {self.folder}\n{script}", "utf-8")
            program.chmod(0o700)
        path = self.folder / file
        path.write_bytes(content)
        self.restart(PATH=str(program.parent), **environment)
        return str(path)

    def left(self, name):
        """What the script wrote."""
        return (self.folder / name).read_bytes()

    def own(self, script, content=CONTENT):
        """Why perf failed, if the leaves of the stacks were read without it."""
        path = self.place(script, content=content)
        profile = self.check(path, OWN_TREE, command="open", format="perf-data")
        self.assertEqual(profile.warnings[0], CALLERS)
        self.assertTrue(profile.warnings[1].startswith(path))
        return profile.warnings[1][len(path):]

    def failure(self, script, code="invalid", child_seconds=30):
        """The message of a file that is refused, without the name of the file."""
        path = self.place(script)
        with self.assertRaises(Refused) as caught:
            self.load(path, "open", child_seconds=child_seconds)
        refused = caught.exception
        self.assertEqual((refused.code, refused.hint), (code, "time limit" if code == "limit" else None))
        self.assertTrue(refused.message.startswith(path))
        return refused.message[len(path):]

    def test_what_it_gets(self):
        # A name is neither an option nor a command.
        for name in "perf.data", "-i; touch pwned; $(touch pwned) \"'.data":
            path = self.place(
                'echo "$@" >args\ncat /proc/self/fd/3 >bytes\necho "${DEBUGINFOD_URLS-none} $PERF_CONFIG" >env\n'
                "ulimit -c >core\nulimit -v >memory\nulimit -t >time\ncat >input\n" + GOOD, name,
                DEBUGINFOD_URLS="https://example.invalid")
            self.check(path, GOOD_TREE, command="open", options={"child_seconds": 77}, format="perf-data", warnings=[])
            for file, content in (
                    ("args", "script --force --header --max-stack=1024 -i /proc/self/fd/3\n"),
                    ("bytes", CONTENT), ("env", "none /dev/null\n"), ("core", "0\n"), ("time", "77\n"),
                    ("input", "")):
                self.assertEqual(self.left(file), content if isinstance(content, bytes) else content.encode())
            self.assertTrue(self.left("memory")[:1].isdigit())
            self.assertFalse((self.folder / "pwned").exists())

    def test_copies(self):
        """Anything but a plain file is copied to a temporary one."""
        packed = gzip.compress(CONTENT)
        path = self.place("cat /proc/self/fd/3 >>bytes\n" + GOOD, content=packed)
        for content, command in (path, "open"), (packed, "load"), (CONTENT, "load"):
            self.check(content, GOOD_TREE, command=command)
            self.assertEqual(self.left("bytes"), CONTENT)
            (self.folder / "bytes").unlink()

    def test_failures(self):
        self.assertEqual(self.own(None), ": perf.data is read with the program perf, which is not installed (package "
                         "linux-perf)")
        for script, message in (
                ("exit 1\n", ": perf script failed with exit status 1"),
                ("echo incompatible file format >&2\nexit 255\n",
                 ": perf script failed with exit status 255: incompatible file format"),
                ("printf 'one\\n\\n  two \\033[31m\\n' >&2\nexit 2\n",
                 ": perf script failed with exit status 2: one; two \\x1b[31m"),
                ("exit 0\n", ": perf script found nothing in it")):
            self.assertEqual(self.own(script), message)
        self.assertEqual(self.own("exit 1\n", RECORDING.pipe()), ": perf script failed with exit status 1")

    def test_late_failures(self):
        """What perf printed before cannot be taken back."""
        for script, message in (
                (GOOD + "echo no more >&2\nexit 3\n", ": perf script failed with exit status 3: no more"),
                (GOOD + "kill -SEGV $$\n", ": perf script was stopped by signal 11 (Segmentation fault)"),
                (GOOD + "echo garbage\n" + GOOD, ", through perf script: line 4: expected a sample, a frame or a blank "
                 'line, found "garbage"')):
            self.assertEqual(self.failure(script), message)

    def test_much_to_say(self):
        message = self.own("head -c 3000000 /dev/zero | tr '\\0' e >&2\nexit 1\n")
        self.assertLess(len(message), 400)
        self.assertTrue(message.endswith("eeee..."))

    def test_warnings(self):
        self.check(self.place("echo 'Warning:' >&2\necho 'Processed 9 events and lost 1 chunks!' >&2\n" + GOOD),
                   command="open", warnings=["perf script says: Warning:; Processed 9 events and lost 1 chunks!"])

    def test_hangs(self):
        for script in ("sleep 1000\n", GOOD + "sleep 1000\n", GOOD + "exec >&-\nsleep 1000\n",
                       "trap '' TERM INT HUP\nwhile :; do sleep 1; done\n", "while :; do " + GOOD + "done\n"):
            self.assertEqual(self.failure(script, "limit", 1), ": perf script took longer than 1 s and was stopped")

    def test_cancel(self):
        """No process is left, not even a child of the child.  It is cancelled once the script is running."""
        path = self.place("sleep 1000 &\necho $! $$ >new\nmv new pids\n" + GOOD + "wait\n")
        with self.assertRaises(Refused) as caught:
            self.load(path, "open", until=self.folder / "pids")
        self.assertEqual(caught.exception.code, "cancelled")
        for pid in self.left("pids").split():
            self.assertTrue(has_ended(pid))

    def test_orphans(self):
        """The same if the child has exited and left others that hold its pipes."""
        self.check(self.place(GOOD + "sleep 1000 >/dev/null &\nexit 0\n"), GOOD_TREE, command="open")


if __name__ == "__main__":
    profile_test.main()
