# SPDX-License-Identifier: GPL-3.0-or-later
"""cyan try: from two revisions and a command to the culprit."""

import contextlib
import shlex
import signal
import sqlite3
import subprocess
import time

from cli_test import CYAN, CliTest, Repository, os, read, unittest, write

PROGRAM = """#include <stdio.h>
int parse (int n)
{{
  volatile int s = 0;
  for (int i = 0; i < {} * n; i++)
    s += i % 7;
  return s;
}}
int format (int n)
{{
  volatile int s = 0;
  for (int i = 0; i < n; i++)
    s += i % 5;
  return s;
}}
int main (void) {{ printf ("%d\\n", parse (20000) + format (20000)); return 0; }}
"""
# Leaves a profile itself, as fast as it is; its sixth word is the time of "slow".
BENCH = r"""#!/bin/sh
printf 'cct 1\nmetric\ttime\tms\nfunction\tmain\t\t\t\nfunction\tslow\t\t\t\n0\t1\t1\t10\n1\t2\t1\t%s\nend\t2\n' \
  "$(cat time)" > "$CYAN_PROFILE"
"""
FAST = ["--recorder=none", "main~1", "main", "--", "./bench"]


class Try(CliTest):
    def setUp(self):
        """The tests stand in a repository; what the commands leave is in `temporary`."""
        super().setUp()
        self.repository = Repository("program")
        self.temporary, self.other = os.path.abspath("temporary"), os.path.abspath("other")
        os.mkdir(self.temporary)
        os.mkdir(self.other)
        self.environment = os.environ | {"TMPDIR": self.temporary, "GIT_CONFIG_GLOBAL": "/dev/null"}
        os.chdir("program")

    def make_slow(self):
        """v1, v2 with a slower function, and v3, which does not build."""
        self.repository.write("Makefile", "prog: prog.c\n\tcc -O1 -fno-inline -g -o prog prog.c\n")
        for tag, text in (("v1", PROGRAM.format(1)), ("v2", PROGRAM.format(3)),
                          ("v3", "int main (void) { return undeclared; }\n")):
            self.repository.write("prog.c", text)
            self.repository.commit(tag)
            self.repository.git("-C", self.repository.folder, "tag", tag)

    def make_fast(self):
        self.repository.write("bench", BENCH)
        os.chmod("bench", 0o755)
        for slow in "50", "80":
            self.repository.write("time", slow)
            self.repository.commit(slow)

    def attempt(self, *arguments, **variables):
        return self.cyan("try", *arguments, env=self.environment | variables)

    def print(self, *arguments):
        run = self.attempt("--print", *arguments)
        self.assertEqual(run.status, 0, run.err)
        return run

    def test_turns(self):
        """Both are built before the first run; every other round is the one before backwards, and the store has
        this order."""
        order = os.path.join(self.other, "order")
        self.make_fast()
        ran = []
        for n_runs, n_blocks in (4, 2), (6, 1):
            self.print("--runs", str(n_runs), "--store", "../runs.db", "--build", f"echo build >> {order}",
                       "--recorder=none", "main~1", "main", "--", "sh", "-c",
                       f"echo $(cat time) >> {order}; ./bench")
            words = read(order).split()
            os.remove(order)
            self.assertEqual((words[:2], words.count("build")), (["build"] * 2, 2))
            # Each warms up first.
            self.assertEqual((sorted(words[2:4]), len(words)), (["50", "80"], 4 + 4 * n_blocks))
            for first in range(4, len(words), 4):
                block = words[first:first + 4]
                self.assertEqual((sorted(block[:2]), block[:2]), (["50", "80"], block[:1:-1]))
            ran += words[4:]
        with contextlib.closing(sqlite3.connect("../runs.db")) as store:
            stored = store.execute("SELECT revision.subject FROM run JOIN revision ON revision.id = run.revision"
                                   " ORDER BY run.began, run.id").fetchall()
        self.assertEqual([subject for subject, in stored], ran)
        self.assertEqual(self.cyan("compare", "--store", "../runs.db", "main~1", "main").err, "")

    def test_apart(self):
        """Sides of different calls are not measured together, which one line says; what visits differ by counts."""
        self.repository.write("bench", BENCH.replace("$(cat time)",
                                                     "$(($(cat time) + CYAN_RUN / 2 * 5 + CYAN_RUN % 2))"))
        os.chmod("bench", 0o755)
        for slow in "50", "55", "60":
            self.repository.write("time", slow)
            self.repository.commit(slow)
        self.store = ["--store", "../runs.db"]
        fast = [*self.store, "--recorder=none"]
        gate = ["check", *self.store, "--fail-above=5%", "main~2", "main"]
        self.print(*fast, "--runs=2", "main~2", "main~1", "--", "./bench")
        # What the store has of one side is measured again beside the other one.
        run = self.print(*fast, "--runs=2", "main~1", "main", "--", "./bench")
        self.assert_matches("*4 of 4 runs: *", run.err)
        self.assertEqual((run.out + run.err).count("only some runs of the two sides were measured together"), 1)
        run = self.cyan("compare", *self.store, "main~2", "main")
        apart = 'the two sides were not measured together: * lie between them'
        unknown = ', and how much the machine changed is not known; "cyan try" measures both in turns'
        self.assert_matches(f"*\nnote: {apart}{unknown}\n*", run.out)
        self.assertEqual(run.out.count("not measured together"), 1)
        self.assert_matches(f"cyan: note: {apart}{unknown}\n", self.works(*gate, status=1).err)
        for n_runs in "4", "6":
            self.print(*fast, "--runs", n_runs, "main~1", "main", "--", "./bench")
        known = "; the interval has in it what other visits differ by"
        run = self.cyan("compare", *self.store, "main~2", "main")
        self.assert_matches(f"*, within noise (*\nnote: {apart}{known}\n*", run.out)
        self.assert_matches("*may be noise*", self.works(*gate, status=0).out)
        for form in "json", "html":
            page = self.cyan("compare", *self.store, "main~2", "main", "-f", form, "-o", "page").err
            self.assertEqual((page, read("page").count("not measured together")), ("", 1))
        self.cyan(*gate, "--markdown=page.md")
        self.assertEqual(read("page.md").count("not measured together"), 1)

    def test_culprit(self):
        """A real program, a real compiler, a real recorder."""
        self.make_slow()
        run = self.print("--runs=2", "--recorder=callgrind", "v1", "v2", "--", "./prog")
        self.assert_matches("v1 (2 runs) to v2 (2 runs): *\nStart here\n  1. parse (prog.c:*): * of the run before *",
                            run.out)
        self.assert_matches("*slower *parse (start here)*", run.out)
        # What stands in the first report is not told again.
        self.assert_matches("*\nCalling contexts (PARCS) *\nOverlap of *", run.out)
        self.assertEqual(run.out.count("Start here"), 1)
        self.assert_matches("*because there is a Makefile: make *4 of 4 runs: try of * ok, *", run.err)
        # The work tree is as it was.
        self.assertEqual(self.repository.git("-C", self.repository.folder, "status", "--porcelain"), "")

    def test_store(self):
        """A store is filled once."""
        self.make_fast()
        store = f"--store={self.other}/perf.db"
        first, again = self.print(store, *FAST), self.print(store, *FAST)
        self.assert_matches("main~1 (3 runs) to main (3 runs): 60 ms to 90 ms, +50.0 %*", first.out)
        self.assertIn("6 of 6 runs: ", first.err)
        self.assertEqual(again.out, first.out)
        self.assertNotIn("1 of", again.err)
        more = self.print(store, "--runs=4", *FAST)
        self.assertTrue(more.out.startswith("main~1 (4 runs) to main (4 runs): "))
        self.assertIn("2 of 2 runs: ", more.err)

    def test_brief(self):
        """The brief answer in place of both reports, and its commands about the store."""
        self.make_fast()
        run = self.cyan("try", "--store", "runs.db", "--brief=json", *FAST, env=self.environment)
        self.assertEqual(run.status, 0, run.err)
        self.assertEqual(run.json["start_here"][0]["function"], "slow")
        self.assertLessEqual(len(run.out.encode()), 16000)
        _, command, *others = shlex.split(run.json["more"][0]["command"])
        self.assertIn("slow", self.works(command, *others).out)
        self.fails("--open and --brief do not go together", "try", "--open", "--brief", *FAST)

    def test_window(self):
        """The window gets the profiles and the sources: `cyan compare` takes the same options."""
        self.make_fast()
        out = f"{self.other}/out"
        # Whoever reads it waits for who writes it.
        os.mkfifo(out)
        write(f"{self.other}/cyanotype", f"#!/bin/sh\nexec >/dev/null 2>&1\n'{CYAN}' compare \"$@\" > '{out}'\n")
        os.chmod(f"{self.other}/cyanotype", 0o755)
        run = self.attempt("--open", *FAST, PATH=f"{self.other}:{os.environ['PATH']}")
        self.assertEqual((run.status, run.out), (0, ""), run.err)
        self.assert_matches("main~1 (3 runs) to main (3 runs): 60 ms to 90 ms, +50.0 %*", read(out))

    def test_failures(self):
        self.make_slow()
        for arguments, message in (
                (["v1", "v3", "--", "./prog"], "cyan: *does not build with *make*(failed): *"),
                (["v1", "v2", "--", "./prog"], "cyan: *no run of “./prog” succeeded (no-profile): *$CYAN_PROFILE"),
                (["v1", "v2", "--", "./nothing"], "cyan: *no run of “./nothing” succeeded (failed): *not found*"),
                (["--timeout=1", "--build=true", "v1", "v2", "--", "sleep", "60"],
                 "cyan: *no run of “sleep 60” succeeded (timeout)*")):
            run = self.attempt("--runs=1", "--recorder=none", *arguments)
            self.assertEqual((run.status, run.out), (2, ""))
            self.assert_matches(message, run.err.rstrip("\n").split("\n")[-1])
        self.assertEqual(os.listdir(self.temporary), [])

    def test_interrupted(self):
        """Ctrl+C during a run: the program ends in one line, and what it started and wrote is gone."""
        self.make_fast()
        os.mkfifo(f"{self.other}/pid")
        script = f"echo $$ > '{self.other}/pid'; exec sleep 600"
        with subprocess.Popen([CYAN, "try", "--print", *FAST[:-1], "sh", "-c", script], stderr=subprocess.PIPE,
                              env=self.environment) as child:
            pid = int(read(f"{self.other}/pid"))
            child.send_signal(signal.SIGINT)
            err = child.communicate()[1].decode()
        self.assertEqual(child.returncode, 2)
        self.assertTrue(err.endswith("\ncyan: cancelled\n"))
        while os.path.exists(f"/proc/{pid}") and "\nState:\tZ" not in read(f"/proc/{pid}/status"):
            time.sleep(0.05)
        self.assertEqual(os.listdir(self.temporary), [])

    def test_refusals(self):
        """Nothing is built or run."""
        self.make_slow()
        needs = "try needs two revisions and a command: *"
        for arguments, message in (("v1 v2", needs), ("v1 v2 --", needs), ("v1 -- ./prog", needs),
                                   ("--recorder=none v1 v1 -- ./prog", "v1 and v1 are the same commit *"),
                                   ("--recorder=none v1 v9 -- ./prog", "*there is no revision v9"),
                                   ("--recorder=gprof v1 v2 -- ./prog", '--recorder: no recorder "gprof"; perf, *'),
                                   ("--runs=0 v1 v2 -- ./prog", '--runs: "0" is not a number from 1 to 1000'),
                                   ("--open --print v1 v2 -- ./prog", "--open and --print do not go together")):
            self.assert_fails(message, self.attempt(*arguments.split()))
        self.assert_fails("*perf is not installed: apt install linux-perf",
                          self.attempt("v1", "v2", "--", "./prog", PATH="/nowhere"))
        self.assert_fails("make is not installed: apt install make",
                          self.attempt("--recorder=none", "v1", "v2", "--", "./prog", PATH="/nowhere"))
        os.chdir("/")
        self.assert_fails("*no git repository*", self.attempt("--recorder=none", "v1", "v2", "--", "./prog"))


if __name__ == "__main__":
    unittest.main()
