# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a command once for each system call that can fail, and checks what a user would see.

The n-th call of a kind fails (nth-call.h), for n = 1, 2, ... until the command makes fewer calls.  A command either
succeeds with the right result, or it exits with 2 and one line about the error.  Then each file is as before, or the
new one is whole, no other file is there, nothing is left in the folders for temporary files, and the store passes
`history check --full`.

The command is also killed at calls that change the disk.  It then may leave temporary files; run again, it succeeds.
"""

import contextlib
import ctypes
import errno
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import sqlite3
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "cli"))
from cli_test import CYAN, CliTest  # noqa: E402

KINDS = {name: 1 << int(bit) for name, bit in re.findall(
    r"NTH_CALL_(\w+) = 1 << (\d+)", (pathlib.Path(__file__).parent / "nth-call.h").read_text())}
CHANGES = ["WRITE", "SYNC", "RENAME", "TRUNCATE", "MKDIR", "UNLINK"]
KILL, FULL = 0, -1
# What fails, with which number of an error, and of the calls that are tried otherwise one in so many.
FAULTS = {
    "open: EMFILE": (["OPEN"], errno.EMFILE, 1),
    "read: EIO": (["READ"], errno.EIO, 1),
    "write: EIO": (["WRITE"], errno.EIO, 2),
    "write: the disk is full": (["WRITE", "MKDIR"], FULL, 1),
    "fsync: EIO": (["SYNC"], errno.EIO, 1),
    "rename: EIO": (["RENAME"], errno.EIO, 1),
    "ftruncate: EIO": (["TRUNCATE"], errno.EIO, 1),
    "mmap: ENOMEM": (["MAP"], errno.ENOMEM, 1),
    "fork: EAGAIN": (["FORK"], errno.EAGAIN, 1),
    "interrupted": (["OPEN", "READ", "WRITE", "SYNC"], errno.EINTR, 2),
    "killed": (CHANGES, KILL, 1),
}
NONE = ([], KILL, 1)
# Calls that fail of each kind if not all do, for commands that say nothing else: the first, the last and some between.
MAX_TRIES = 4
# How much of what a user has stored is in a store.
SUMS = """SELECT count(*) FROM run UNION ALL SELECT count(*) FROM value UNION ALL SELECT count(*) FROM function_value
    UNION ALL SELECT count(*) FROM mark UNION ALL SELECT coalesce(sum(length(data)), 0) FROM profile"""
# A new store that is empty yet has no rows, like one that is not there.
NO_ROWS = [(0,)] * 5
PR_SET_CHILD_SUBREAPER = 36


def snapshot(folder):
    """By path: the bytes of a file, where a link leads to, None for a folder."""
    return {path.relative_to(folder): os.readlink(path).encode() if path.is_symlink()
            else None if path.is_dir() else path.read_bytes() for path in sorted(folder.rglob("*"))}


def sums_of(store):
    if store is None or not os.path.exists(store):
        return NO_ROWS
    with contextlib.closing(sqlite3.connect(store)) as database:
        try:
            if database.execute("SELECT count(*) FROM sqlite_schema").fetchall() == [(0,)]:
                return NO_ROWS
            return database.execute(SUMS).fetchall()
        except sqlite3.Error as error:
            return str(error)


def tries(n_tries, n_calls):
    """Which of the calls fail: the first, the last, and some between them."""
    third = max(n_tries // 3, 1)
    for i in range(n_tries):
        if n_tries == n_calls or i < third:
            yield i + 1
        elif i >= n_tries - third:
            yield n_calls - (n_tries - 1 - i)
        else:
            yield third + 1 + (i - third) * (n_calls - 2 * third) // (n_tries - 2 * third)


class FailingTest(CliTest):
    def setUp(self):
        """The tests stand in a folder beside those where a command may put temporary files."""
        super().setUp()
        # Orphans of a killed command become children of this program, which waits for them.
        self.assertEqual(ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0)
        self.counter = pathlib.Path("counter").resolve()
        self.folder = pathlib.Path("test").resolve()
        self.environment = os.environ | {
            "LD_PRELOAD": os.environ["NTH_CALL_LIBRARY"],
            # The library has no allocator, so that of a sanitizer may come after it.
            "ASAN_OPTIONS": "verify_asan_link_order=0"}
        for variable, name in ("TMPDIR", "tmp"), ("XDG_CACHE_HOME", "cache"), ("XDG_RUNTIME_DIR", "run"):
            (self.folder / name).mkdir(parents=True)
            self.environment[variable] = str(self.folder / name)
        shutil.copytree(".", self.folder / "work", ignore=lambda *_: ["test"])
        os.chdir(self.folder / "work")

    def run_with(self, fault, number):
        """With call NUMBER failing, none if it is 0; returns the number of calls, too."""
        kinds, action, _ = fault
        self.counter.write_bytes(bytes(4))
        run = self.run_program(*self.arguments, env=self.environment | {
            "NTH_CALL": f"{sum(KINDS[kind] for kind in kinds)} {number} {action} {self.counter}:{self.folder}"})
        with contextlib.suppress(ChildProcessError):
            while True:
                os.waitpid(-1, 0)
        return run, struct.unpack("I", self.counter.read_bytes())[0]

    def restore(self):
        now = snapshot(self.folder)
        for path in reversed(now):
            if path not in self.old:
                (os.rmdir if now[path] is None else os.remove)(self.folder / path)
        for path, content in self.old.items():
            if path not in now or now[path] != content:
                if content is None:
                    (self.folder / path).mkdir()
                else:
                    (self.folder / path).write_bytes(content)

    def is_store(self, path):
        """Whether it is the store or what SQLite puts beside it."""
        return self.store is not None and str(path) in [
            f"work/{self.store}{end}" for end in ("", "-wal", "-shm", "-journal")]

    def is_empty_log(self, path, now):
        """What SQLite leaves beside a store that is only read, which has nothing of it."""
        return path.with_name(path.name[:-4]) in self.old and (
            path.name.endswith("-shm") or path.name.endswith("-wal") and not now[path])

    def check_store(self, now):
        content = [now.get(pathlib.Path(f"work/{self.store}{end}")) or b"" for end in ("", "-wal")]
        checksum = hashlib.sha256(b"".join(content)).digest()
        if checksum in self.sound or sums_of(self.store) == NO_ROWS:
            return
        self.works("history", "check", "--full", self.store)
        if not self.in_parts and not self.salvages:
            self.assertIn(sums_of(self.store), [self.old_sums, self.new_sums])
        self.sound.add(checksum)

    def check_files(self, now, may_leave):
        """Each file is as before or as after the whole command, and none is missing."""
        for path, content in now.items():
            old, new = (path in other and other[path] == content for other in (self.old, self.new))
            left = may_leave and path not in self.old and path not in self.new
            self.assertTrue(self.is_store(path) or old or new or left or self.is_empty_log(path, now),
                            f"{path} is left, or neither old nor new")
        for path in self.old:
            self.assertTrue(path not in self.new or path in now or self.is_store(path), f"{path} is gone")
        if self.store is not None:
            self.check_store(now)

    def check_new(self, now):
        """All files are those of the whole command."""
        for path, content in self.new.items():
            self.assertTrue(self.is_store(path) or path in now and now[path] == content,
                            f"{path} is not as it would be")
        self.assertEqual(sums_of(self.store), self.new_sums)

    def check_run(self, run, action):
        now = snapshot(self.folder)
        killed = run.status < 0 and action == KILL
        self.assertTrue(run.status in (0, 2) or killed, (run.status, run.err))
        self.check_files(now, killed)
        if run.status == 0 and self.salvages and run.out != self.whole.out:
            self.assertEqual(run.err, self.whole.err)
        elif run.status == 0:
            self.check_new(now)
            if not self.varies:
                self.assertEqual((run.out, run.err), (self.whole.out, self.whole.err))
        elif not killed:
            # One line on the error, after notes.
            self.assertRegex(run.err, r"^(cyan: note: .*\n)*cyan: (?!note: ).*\n$")
        elif not self.once or sums_of(self.store) == NO_ROWS:
            again, _ = self.run_with(NONE, 0)
            self.assertEqual(again.status, 0, again.err)
            later = snapshot(self.folder)
            self.check_files(later, True)
            self.check_new(later)

    def check_failing(self, command, *, store=None, in_parts=False, salvages=False, once=False, varies=False,
                      max_tries=MAX_TRIES):
        """Runs a command as for a shell, in which "cyan" is the program; what is in the folder is the same before each.

        store: that it changes or makes.  in_parts: it stores one run after the other, so that some are there after an
        error.  salvages: it leaves out what it cannot read, and prints how much.  once: it makes the store and refuses
        to do so again.  varies: what it prints is not the same each time.  max_tries: so many calls of each kind fail
        at most, spread over all, unless everything is tested.
        """
        first, *rest = shlex.split(command)
        self.arguments = [CYAN if first == "cyan" else first, *rest]
        self.store, self.in_parts, self.salvages, self.once, self.varies = store, in_parts, salvages, once, varies
        # Checksums of stores that were found whole.
        self.sound = set()
        self.old, self.old_sums = snapshot(self.folder), sums_of(store)
        self.whole, _ = self.run_with(NONE, 0)
        self.assertEqual(self.whole.status, 0, self.whole.err)
        self.new, self.new_sums = snapshot(self.folder), sums_of(store)
        self.restore()
        for name, fault in FAULTS.items():
            passing, n_calls = self.run_with(fault, 0)
            self.assertEqual(passing.status, 0)
            self.restore()
            everything = os.environ.get("CYAN_TESTS") == "full"
            for number in tries(n_calls if everything else min(n_calls, max_tries // fault[2]), n_calls):
                with self.subTest(command, fault=name, call=number):
                    try:
                        self.check_run(self.run_with(fault, number)[0], fault[1])
                    finally:
                        self.restore()
