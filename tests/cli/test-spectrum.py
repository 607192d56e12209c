# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan spectrum`: SPECTRAPERF's tables, which base is taken, what a store and files have in common, and what goes
wrong."""

import shutil
import sqlite3

from cli_test import ROOT, CliTest, Repository, unittest, write

KEEPER = ROOT / "data/demo/history/keeper.db"
STORE = "--store=spectrum.db"
# Bytes that flushToDatabase(), generateReport() and writeCache() write a call, of table I: any values with its ranges;
# table II.
BASE = [(900, 1200), (1500, 1604), (1000, 1300), (1200, 1400), (1400, 1500)]
NEW = [(1000, 2200, 10000), (1200, 2000, 12000), (1100, 1600, 8000)]
BEFORE, AFTER = [f"--before=b{i}.cct" for i in range(5)], [f"--after=a{i}.cct" for i in range(3)]
COLUMNS = ("rank,stack,function,module,file,line,status,source,sc,inside,present,runs,chance,q,changed,impact,calls,"
           "calls_diff,total_impact,range_low,range_high,range_diff,before,after")
NO_PROFILE = "the store has only the numbers of its runs, no profile"


def row_with(rows, column, value):
    return next(row for row in rows if row[column] == value)


class Spectrum(CliTest):
    def setUp(self):
        """The runs of the paper's example."""
        super().setUp()
        for name, runs in ("b", BASE), ("a", NEW):
            for i, values in enumerate(runs):
                calls = zip((2, 3, 4), (50, 50, 500), values)
                write(f"{name}{i}.cct",
                      "cct 1\nmetric\twritten\tB\nfunction\tmain\nfunction\tflushToDatabase()\nfunction\tgenerateReport()\n"
                      "function\twriteCache()\tapp\tcache.py\t7\n0\t1\t1\t0\n"
                      + "".join(f"1\t{function}\t{n}\t{n * value}\n" for function, n, value in calls)
                      + f"end\t{1 + len(values)}\n")

    def spectrum(self, *arguments):
        return self.fine("spectrum", *arguments)

    def rows(self, *arguments):
        return self.works("spectrum", "-f", "csv", *arguments).rows

    # The paper's tables.

    def test_tables(self):
        rows = self.rows(*BEFORE, *AFTER)
        self.assertEqual((",".join(rows[0]), len(rows)), (COLUMNS, 3))
        # SC, runs inside, calls, impact, total impact, the lower end of the range and its length.
        for function, similarity, *numbers, low, length in (("flushToDatabase()", 1, 3, 50, 0, 0, "900", "600"),
                                                            ("generateReport()", 0.57735, 1, 50, 496, 24800, "1200",
                                                             "404"),
                                                            ("writeCache()", 0, 0, 500, 10000, 5000000, "", "")):
            row = row_with(rows, "function", function)
            self.assert_near(row.number("sc"), similarity, 1e-5)
            self.assertEqual(row.numbers("inside", "calls", "impact", "total_impact"), numbers)
            self.assertEqual(row.cells("present", "runs", "range_low", "range_diff"), ["3", "3", low, length])

    def test_alike(self):
        """Stacks that end alike show as many callers as tell them apart."""
        for i, (left, right, other) in enumerate(((90, 80, 9), (99, 85, 8))):
            write(f"{i}.folded", f"m;left;a;b;c;d;work {left}\nm;right;a;b;c;d;work {right}\nm;e;f;g;h;i {other}\n")
        self.assert_matches("*  ... > left > a > b > c > d > work\n*  ... > right > a > b > c > d > work\n"
                            "*  ... > f > g > h > i\n*", self.spectrum("0.folded", "1.folded").out)

    def test_small_q(self):
        """A q whose digits are all zero is no number to read."""
        for i in range(10):
            write(f"q{i}.folded", f"m;work {(100000 if i < 5 else 900000) + i % 5}\n")
        sides = [f"--{'before' if i < 5 else 'after'}=q{i}.folded" for i in range(10)]
        self.assert_matches("* 0/5 *0.00  < 0.0001  m > work\n*", self.spectrum(*sides).out)
        self.assertIn('<td class="number">&lt; 0.0001</td>', self.spectrum(*sides, "-f", "html").out)

    def test_text(self):
        """The table as people read it: table III's numbers with their units."""
        out = self.spectrum(*BEFORE, *AFTER).out
        for pattern in ("2 of 3 stacks changed beyond the noise; the largest is writeCache: +5 M B; 5 and 3 runs are few.\n"
                        "b0 (5 runs) to a0 (3 runs): *", "*values: written of a row itself, a call\n*",
                        "*of 3 stacks changed, by the moderated t-test at q of at most 5 %;*",
                        "*the paper's rule, SC below 1, would call 1 changed*",
                        "*note: with fewer than 4 runs a side, SC alone says little\n*",
                        "* 1 *+5 M B *+10 k B * none *0/3 *0.00 * 500 *+500  main > writeCache(), added, cache.py:7\n*",
                        "* 2 *+24.8 k B *+496 B *1.20 k B to 1.60 k B *1/3 *0.58 * 50 * 0  main > generateReport()\n*",
                        "*\n  cyan compare --before b0.cct *--after a2.cct\n*"):
            self.assert_matches(pattern, out)
        self.assertNotIn("flushToDatabase", out)

    def test_orders(self):
        for order in "total", "paper":
            rows = self.rows(*BEFORE, *AFTER, "--rank", order)
            self.assertEqual(rows[0].cells("function", "stack"), ["writeCache()", "main;writeCache()"])
            self.assertEqual((rows[1]["function"], rows[2]["rank"]), ("generateReport()", "3"))

    def test_options(self):
        """Values a run, functions, and a wider range."""
        row = row_with(self.rows(*BEFORE, *AFTER, "--value=per-run", "--by=function", "--range=sd:100"),
                       "function", "generateReport()")
        self.assertEqual(row.cells("stack", "chance"), ["", ""])
        self.assertEqual(row.numbers("before", "sc"), [50 * 1400.8, 1])

    def test_gone(self):
        """A function that no new run has is gone, with minus what it was."""
        row = row_with(self.rows(*(f"--before=a{i}.cct" for i in range(3)), *(f"--after=b{i}.cct" for i in range(3))),
                       "function", "writeCache()")
        self.assertEqual(row.cells("status", "present", "sc", "after"), ["gone", "0", "", ""])
        self.assertEqual(row.numbers("impact", "total_impact"), [-10000, -5000000])

    def test_json(self):
        told = self.spectrum(*BEFORE, *AFTER, "-f", "json").json
        self.assertEqual((told["metric"], told["calls"], told["below_1"]), ("written", True, 1))
        values = told["rows"][0]["values_after"]
        self.assertEqual((len(values), values[1], told["rows"][0]["values_before"][0]), (3, 12000, None))

    # Few runs, no calls.

    def test_one_run(self):
        self.assert_matches("Not tested, since a side has one run: the order says what differs most, not what changed.\n*",
                            self.spectrum("b0.cct", "a0.cct").out)
        self.assertIn("\nnot tested: a side has only one run; more runs tell what is noise\n",
                      self.spectrum("b0.cct", "a0.cct").out)
        self.assertEqual({row["q"] for row in self.rows("b0.cct", "a0.cct")}, {""})

    def test_without_calls(self):
        write("x0.folded", "main;work 90\nmain 10\n")
        write("x1.folded", "main;work 95\nmain 11\n")
        out = self.works("spectrum", "--before=x0.folded", "--before=x1.folded", "--after=x1.folded",
                         "--after=x0.folded").out
        self.assertIn("\nvalues: value of a row itself, a run, since calls are unknown\n", out)
        self.assertNotIn("a call", out)

    # A store.

    def make_store(self):
        for revision, parent, *runs in (("root", "none", *(f"b{i}.cct" for i in range(5))),
                                        ("lonely", "root", "b0.cct"),
                                        ("new", "lonely", *(f"a{i}.cct" for i in range(3))),
                                        ("single", "new", "a1.cct")):
            self.fine("history", "add", "spectrum.db", "--machine", "box", "--benchmark", "write", "--create",
                      "-r", revision, "--parent", parent, *runs)

    def test_law(self):
        """The same runs have the same rows, whether they are in files or in a store."""
        self.make_store()
        store = self.works("spectrum", STORE, "--base=root", "new", "-f", "csv")
        files = self.works("spectrum", *BEFORE, *AFTER, "-f", "csv")
        self.assertEqual((store.out, store.err), (files.out, files.err))

    def test_base(self):
        """The parent has one run: the revision before it is the base, and the report says so."""
        self.make_store()
        self.assert_matches("*\nroot (5 runs) to new (3 runs): *\nbase: root, 2 first parents back: those between have too "
                            "few runs with a profile\n*\n  cyan explain --store spectrum.db root new\n",
                            self.cyan("spectrum", STORE, "new").out)
        # One new run needs no base of two.
        self.assertIn("\nbase: new, the parent\n", self.cyan("spectrum", STORE, "single").out)
        self.assertIn("\nbase: root, the parent\n", self.cyan("spectrum", STORE, "lonely").out)
        other = self.cyan("spectrum", STORE, "new", "--base=single")
        self.assertIn("\nbase: single, which is not among the first parents of new\n", other.out)
        self.assertEqual(other.err, "cyan: note: single, the side before, is a descendant of new\n")

    def test_itself(self):
        """A revision is similar to itself."""
        self.make_store()
        for revision in "root", "new":
            rows = self.rows(STORE, "--base", revision, revision)
            self.assertTrue(rows)
            for row in rows:
                self.assertEqual(row.numbers("sc", "total_impact", "changed"), [1, 0, 0])

    # The overview.

    def test_overview(self):
        shutil.copy(KEEPER, "keeper.db")
        rows = self.rows("--store=keeper.db", "--overview")
        self.assertEqual((len(rows), rows[0]["base"]), (40, ""))
        # The first step is one changed row against the parent; its mean is that of the runs, as history says it.
        slower = row_with(rows, "subject", "index: the same ship in capitals is the same")
        at = rows.index(slower)
        self.assertEqual(slower.cells("base", "changed"), [rows[at - 1]["revision"], "1"])
        self.assertGreater(slower.number("below_1"), slower.number("changed"))
        values = [row.number("value") for row in self.cyan("history", "evolution", "keeper.db", "-f", "csv").rows
                  if row["revision"] == slower["revision"]]
        self.assertEqual(len(values), 5)
        self.assert_near(slower.number("mean"), sum(values) / 5, 1e-3)
        # A recording in which everything was slow is no change of the program, and nobody's base.
        alone = row_with(rows, "subject", "Release 1.6")
        after = rows[rows.index(alone) + 1]
        self.assertEqual([row["revision"] for row in rows if row["outlier"] == "1"], [alone["revision"]])
        self.assertGreater(alone.number("changed"), alone.number("rows") / 2)
        self.assertEqual(after.cells("base", "changed"), [rows[rows.index(alone) - 1]["revision"], "0"])
        self.assertEqual([row["revision"][:8] for row in rows if row["changed"] not in ("", "0") and row["outlier"] == "0"],
                         ["213d0332", "d5d16e18", "3736e1d2"])
        self.assert_matches("418365d9 (5 runs) to fffe71a4 (5 runs): *\nbase: 418365d9, 2 first parents back: those "
                            "between stand alone, or have too few runs\n*",
                            self.spectrum("--store=keeper.db", "fffe71a4").out.split("\n", 1)[1])
        # A build that failed is nobody's base.
        broken = row_with(rows, "cell", "failed-build")
        at = rows.index(broken)
        self.assertEqual((broken["problem"], rows[at + 1]["base"]), ("its build failed", rows[at - 1]["revision"]))
        self.assert_matches("Rows changed at 3 of 25 revisions, the most at 213d0332: 1 of 18, and the mean by +8.2 %; "
                            "1 stands alone and does not count.\n*: project keeper, benchmark log, time, 30 revisions\n*(its build failed)*18/20 *(stands alone)  Release 1.6\n*\nRuns of 332728a0\n"
                            "  #1: ok, time 6.31 ms\n    largest: sort_index 1.46 ms, *\n"
                            "    largest a call: sort_index 1.46 ms, *\n  cyan spectrum --store keeper.db 213d0332\n",
                            self.spectrum("--store=keeper.db", "--overview", "--last=30").out)

    def test_pruned(self):
        """Without its profile, a revision is nobody's base, and is not compared itself."""
        shutil.copy(KEEPER, "pruned.db")
        self.works("history", "prune", "pruned.db", "--keep=3")
        rows = self.rows("--store=pruned.db", "--overview")
        # The newest three, and both sides of the two steps.
        self.assertEqual(sum(row["base"] != "" for row in rows), 6)
        self.assertEqual(sum(row["base"] == "" and row["problem"] == NO_PROFILE for row in rows), 37 - 7)
        self.fails(f"089ec051: {NO_PROFILE}: measure it again", "spectrum", "--store=pruned.db", "089ec051")

    def test_executions(self):
        """Each run of each revision, as the execution report has it."""
        self.make_store()
        newest = self.spectrum(STORE, "--overview", "-f", "json").json["revisions"][2]
        first = newest["executions"][0]
        self.assertEqual((newest["revision"], len(newest["executions"])), ("new", 3))
        self.assertEqual([first[member] for member in ("status", "number", "value")],
                         ["ok", 0, 50 * 1000 + 50 * 2200 + 500 * 10000])
        self.assertEqual([first["largest"][0][member] for member in ("stack", "value", "calls")],
                         ["main;writeCache()", 500 * 10000, 500])
        self.assertEqual(first["largest_per_call"][0]["value"], 10000)

    def test_failed_runs(self):
        """A revision whose runs fail is nobody's base, and the overview has what they said."""
        repository = Repository("program")
        for subject, value in ("Good", 1000), ("Bad", 0), ("Good again", 2000):
            profile = rf"cct 1\nmetric\twritten\tB\nfunction\tmain\n0\t1\t1\t{value}\nend\t1\n"
            repository.write("run.sh", f"printf '{profile}' >\"$CYAN_PROFILE\"\n" if value
                             else "echo the disk is full\nexit 3\n")
            repository.commit(subject)
        write("track.ini", f"[track]\nhealth=no\nrepository={repository.folder}\nruns=2\nwarm-up=0\nstore=failed.db\n"
                           '[benchmark disk]\nrun=sh "$CYAN_SOURCE/run.sh"\n')
        self.works("track", "track.ini")
        self.assert_matches("*(all of its runs failed)  Bad\n*+100 %*1/1 *4  (against *)  Good again\n*"
                            "\nFailed runs (2 of 2)\n  * #1: failed, exit code 3, *\n    log: the disk is full\n*",
                            self.spectrum("--store=failed.db", "--overview").out)
        self.assert_matches("*\nbase: *, 2 first parents back: those between have too few runs with a profile\n*",
                            self.cyan("spectrum", "--store=failed.db", "--repo", repository.folder, "HEAD").out)

    # What goes wrong.

    def test_refused(self):
        self.make_store()
        shutil.copy(KEEPER, "keeper.db")
        shutil.copy(KEEPER, "future.db")
        # A store that only a newer version can read.
        with sqlite3.connect("future.db") as future:
            future.executescript("UPDATE meta SET value = '99' WHERE key IN ('schema', 'min_reader', 'min_writer'); "
                                 "PRAGMA user_version = 99")
        future.close()
        write("ms.cct", "cct 1\nmetric\twritten\tms\nfunction\tmain\n0\t1\t1\t10\nend\t1\n")
        failed = "keeper.db: the build of f9f567ad has failed; the nearest measured revisions: ed22e75e, d5d16e18"
        for arguments, message in (
                ("new", "spectrum needs --store and a revision, or all runs by --before and --after"),
                (STORE, "spectrum --store needs one revision: NEW; --base names the other"),
                (f"{STORE} root", "spectrum.db: no first parent of root has a run with a profile to compare it with"),
                (f"{STORE} nope", 'spectrum.db: no such revision: "nope" (there are: *)'),
                (f"{STORE} new --base=nope", 'spectrum.db: no such revision: "nope" (there are: *)'),
                (f"{STORE} new --benchmark=read", 'spectrum.db: no such benchmark: "read" (there are: write)'),
                (f"{STORE} new --machine=tower", 'spectrum.db: no such machine: "tower" (there are: box)'),
                (f"{STORE} new --metric=time", 'spectrum.db: no such metric: "time" (there are: written)'),
                (f"{STORE} new --range=sd:0", '--range: "sd:0" is neither min-max nor sd:NUMBER'),
                (f"{STORE} new --by=line", '--by: no row "line"; stack or function'),
                (f"{STORE} new --rank=best", '--rank: no order "best"; total or paper'),
                (f"{STORE} new --value=sum", '--value: no value "sum"; per-call or per-run'),
                (f"{STORE} new --last=3", "--last goes with --overview"),
                (f"{STORE} new -f svg", '--format: no format "svg"; text, csv, json or html'),
                (f"{STORE} new --before=b0.cct",
                 "--store has the runs of both sides: give neither --before nor --after"),
                ("--store=keeper.db 213d0332 --base=f9f567ad", failed), ("--store=keeper.db f9f567ad", failed),
                ("--store=future.db new", "future.db: *version*"),
                (f"{STORE} --overview --base=root",
                 "--overview compares each revision with its own base: give no --base"),
                (f"{STORE} --overview nope", 'spectrum.db: no branch or revision "nope"'),
                (f"{STORE} --overview --benchmark=read", 'spectrum.db: no such benchmark: "read" (there are: write)'),
                (f"{STORE} --overview --metric=time", 'spectrum.db: no such metric: "time" (there are: written)'),
                (f"{STORE} --overview --definition=1", "--overview is of all definitions: give no --definition"),
                ("--overview", "--overview goes with --store"),
                ("--before=b0.cct --after=ms.cct", 'the metric "written" is in B before and in ms after')):
            self.fails(message, "spectrum", *arguments.split())


if __name__ == "__main__":
    unittest.main()
