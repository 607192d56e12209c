# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan history` and its sub-commands, as somebody uses them."""

import pathlib

from cli_test import CliTest, Repository, os, read, unittest, write


class History(CliTest):
    def add(self, *arguments, store="a.db"):
        return self.fine("history", "add", store, *arguments, "--create")

    def history(self, store="a.db"):
        return self.fine("history", store).out

    def test_add(self):
        more = ["other.folded", "good.folded", "good.folded", "-r", "r2", "--parent=r1", "-b", "xml", "--machine",
                "box"]
        self.assertEqual(self.add("good.folded", "--revision", "r1", "--benchmark", "xml", "--machine", "box",
                                  "--value",
                                  "wall=1.2s").out, "")
        self.add(*more)
        self.assert_matches("a.db: 1 project, 1 machine, 2 revisions, 4 runs\n*B, of them *B in 2 profiles\n\n"
                            "project  benchmark  machine  revisions    runs  failed\n"
                            "main     xml        box              2       4       0\n", self.history())
        # Once more changes nothing.
        before = pathlib.Path("a.db").read_bytes()
        self.assertEqual(self.works("history", "add", "a.db", *more).err,
                         "cyan: note: 3 of 3 runs are in the store already\n")
        self.assertEqual(pathlib.Path("a.db").read_bytes(), before)
        self.assertFalse(os.path.exists("a.db-wal"))

    def test_forms(self):
        self.add("good.folded", "-r", "r1", "-b", "=1+1", "-p", 'a "b"')
        told = self.fine("history", "a.db", "--format", "json").json
        self.assertEqual([told[member] for member in ("runs", "profiles", "failures")], [1, 1, []])
        series = told["series"][0]
        self.assertEqual((series["project"], series["benchmark"]), ('a "b"', "=1+1"))
        self.assertGreater(len(series["machine"]), 10)
        csv = self.fine("history", "a.db", "--format", "csv")
        self.assertEqual(csv.comment, "store a.db")
        # A spreadsheet must not compute it.
        self.assertEqual([row.cells("benchmark", "runs") for row in csv.rows], [["'=1+1", "1"]])
        self.fine("history", "a.db", "--format", "csv", "-o", "out.csv")
        self.assertEqual(read("out.csv"), csv.out)

    def test_values(self):
        """A run may be numbers alone."""
        self.add("-r", "r", "-b", "b", "--value=wall=1.5e-3s", "--value=rss=12bytes", "--value=n=3")
        told = self.fine("history", "a.db", "-f", "json").json
        self.assertEqual((told["runs"], told["profiles"]), (1, 0))
        cases = [([f"--value={value}"], '--value: "*" is not like wall=1.2s')
                 for value in ("wall", "wall=", "=1s", "wall=s", "wall=1.2.3s", "wall=infs", "wall=0x10s",
                               "wall=1e999s")]
        cases += [(["--value=a=1s", "--value=a=2s"], "two values of a in s"),
                  ([], "history add needs a profile, or --value")]
        for values, message in cases:
            self.fails(message, "history", "add", "a.db", "-r", "r", "-b", "b", *values)

    def test_refused(self):
        write("empty.db", "")
        write("bad.folded", "no profile")
        new = ["-r", "r", "-b", "b"]
        with self.no_new_files():
            for arguments, message in (
                    (["x.db"], "x.db: No such file or directory"), (["good.folded"], "good.folded: not an SQLite file"),
                    (["add", "x.db", "good.folded", *new], "x.db: No such file or directory"),
                    (["add", "empty.db", "good.folded", *new], "empty.db: an empty file, not a store"),
                    (["add", "x.db", "good.folded", "-b", "b", "--create"],
                     "history add needs --revision and --benchmark"),
                    (["add", "x.db", "good.folded", "bad.folded", *new, "--create"], "bad.folded: *"),
                    (["add", "x.db", "good.folded", "other.folded", *new, "--value=a=1", "--create"],
                     "--value is of one run, not of 2")):
                self.fails(message, "history", *arguments)
        # Of several runs all are stored, or none.
        self.add("good.folded", *new)
        self.fails("bad.folded: *", "history", "add", "a.db", "other.folded", "bad.folded", "-r", "r2", "-b", "b")
        self.assertTrue(self.history().startswith("a.db: 1 project, 1 machine, 1 revision, 1 run\n"))

    def test_repository(self):
        """A revision is found with its parents; the same one by another name is the same run."""
        repository = Repository("program")
        for i in range(3):
            repository.write("a", str(i))
            head = repository.commit('A "commit"')
        repo = ["-b", "b", "--repo", repository.folder]
        already = "cyan: note: 1 of 1 runs are in the store already\n"
        self.add("good.folded", "-r", "HEAD~1", *repo)
        self.assertEqual(self.works("history", "add", "a.db", "good.folded", "-r", "HEAD^", *repo).err, already)
        self.add("good.folded", "-r", head, *repo)
        self.assertIn(head, self.works("history", "evolution", "a.db", "-f", "json").out)
        self.assertTrue(self.history().startswith("a.db: 1 project, 1 machine, 3 revisions, 2 runs\n"))
        self.fails("--parent and --repo exclude each other",
                   "history", "add", "a.db", "good.folded", "-r", "HEAD", *repo, "--parent", "x")
        self.fails("*nothing*", "history", "add", "a.db", "good.folded", "-r", "nothing", *repo)
        self.add("good.folded", "-r", "v1", "-b", "b")
        # The same in the repository itself.
        os.chdir("program")
        add = ["history", "add", "../a.db", "../good.folded", "-b", "b", "-r"]
        self.assertEqual(self.works(*add, "HEAD").err, already)
        self.assert_matches("cyan: note: *v2*; the revision is only a name\n", self.works(*add, "v2").err)

    def test_mark(self):
        self.add("good.folded", "-r", "r1abc", "-b", "xml")
        self.assertEqual(self.fine("history", "mark", "a.db", 'a "new" compiler', "-r", "r1").out, "")
        self.fine("history", "mark", "a.db", "--revision=r1abc", "-b", "xml", "other input")
        self.assert_matches('*\nnote on r1abc: a "new" compiler\nnote on r1abc, xml: other input\n', self.history())
        notes = self.fine("history", "a.db", "-f", "json").json["notes"]
        self.assertEqual((len(notes), notes[1]["benchmark"]), (2, "xml"))
        self.assertGreater(notes[0]["made"], 1.6e9)

    def test_mark_refused(self):
        self.add("good.folded", "-r", "r11", "-b", "xml")
        self.add("good.folded", "-r", "r12", "-b", "xml")
        mark = ["history", "mark", "a.db", "text"]
        self.fails("history mark needs a store, a text and --revision", *mark)
        self.fails('*no branch or revision "x"', *mark, "-r", "x")
        self.fails('a.db: several revisions begin with "r1"', *mark, "-r", "r1")
        # A whole name is not only the beginning of others.
        self.add("good.folded", "-r", "r1", "--parent=r12", "-b", "xml")
        self.fine(*mark, "-r", "r1")
        self.fails('a.db: no such benchmark: "x" (there are: xml)', *mark, "-r", "r11", "-b", "x")
        self.add("good.folded", "-r", "r", "-b", "b", "-p", "second")
        self.fails("a.db: several projects: main, second; --project chooses one", *mark, "-r", "r11")
        self.fine(*mark, "-r", "r11", "-p", "main")

    def test_check(self):
        self.add("good.folded", "other.folded", "-r", "r", "-b", "b")
        self.fine("history", "check", "a.db")
        self.fine("history", "check", "a.db", "--full")
        write("a.db", pathlib.Path("a.db").read_bytes()[:-4096])
        damaged = self.works("history", "check", "a.db", status=2)
        self.assert_matches('cyan: a.db: damaged: *\ncyan: note: "cyan history check --repair NEW" saves *\n',
                            damaged.err)
        self.assert_matches("     saved      lost\n         1         0  projects\n*         2         0  runs\n*",
                            self.fine("history", "check", "a.db", "--repair", "saved.db").out)
        self.fine("history", "check", "saved.db", "--full")
        self.fails("saved.db: File exists", "history", "check", "a.db", "--repair", "saved.db")
        with self.no_new_files():
            self.fails("good.folded: not an SQLite file", "history", "check", "good.folded", "--repair", "none.db")

    def test_prune(self):
        self.add("good.folded", "-r", "r1", "-b", "b")
        self.assert_matches("1 profile, *B of r1\n1 profile, *B in all\n",
                            self.fine("history", "prune", "a.db", "--dry-run", "--keep=0").out)
        self.fine("history", "mark", "a.db", "keep it", "-r", "r1")
        self.assert_matches("0 profiles, 0* in all\n", self.fine("history", "prune", "a.db", "--keep=0").out)
        self.fine("history", "prune", "a.db")
        self.fails("“-1” is not like “90d all, then 1 per day, steps for ever”", "history", "prune", "a.db",
                   "--keep=-1")

    def test_always(self):
        """A rule in the store holds until another one is there."""
        self.add("good.folded", "-r", "r1", "-b", "b")
        self.fails("--always needs --keep, and not --dry-run", "history", "prune", "a.db", "--always")
        dry = ("history", "prune", "a.db", "--dry-run")
        self.assert_matches("0 profiles, *", self.fine(*dry).out)
        self.assert_matches("0 profiles, *", self.fine("history", "prune", "a.db", "--keep=1d all", "--always").out)
        self.assert_matches("1 profile, *B of r1\n*", self.fine(*dry, "--keep=0 newest").out)
        self.assert_matches("0 profiles, *", self.fine(*dry).out)
        self.fine("history", "check", "a.db", "--full")
        self.fine("history", "prune", "a.db", "--keep=all", "--always")
        self.assert_matches("0 profiles, *", self.fine(*dry).out)
        self.assert_matches("1 profile, *", self.fine("history", "prune", "a.db", "--keep=0", "--always").out)

    def test_copies(self):
        self.add("good.folded", "-r", "r1", "-b", "xml", "--machine", "one", store="ci-1.db")
        self.add("other.folded", "good.folded", "-r", "r1", "-b", "xml", "--machine", "two", store="ci-2.db")
        for source, n_new, n in ("ci-1.db", 1, 1), ("ci-2.db", 2, 2), ("ci-2.db", 0, 2):
            self.assertEqual(self.works("history", "copy", source, "team.db").err,
                             f"cyan: note: {source}: {n_new} of {n} runs were new\n")
            if source == "ci-1.db":
                # Both have the same series; the lines before have names and sizes.
                self.assertEqual(self.history("ci-1.db").partition("\n\n")[2],
                                 self.history("team.db").partition("\n\n")[2])

    def test_copies_refused(self):
        with self.no_new_files():
            for arguments, message in ((["x.db"], "history copy needs a store, and where to copy it"),
                                       (["y.db", "x.db"], "y.db: No such file or directory"),
                                       (["good.folded", "x.db"], "good.folded: not an SQLite file")):
                self.fails(message, "history", "copy", *arguments)
        self.add("good.folded", "-r", "r1", "-b", "b")
        self.fails("good.folded: not an SQLite file", "history", "copy", "a.db", "good.folded")
        self.fails(".: a folder of profiles can only be read as a store", "history", "copy", "a.db", ".")

    def test_index(self):
        """What a CI job leaves becomes a store."""
        for revision, profile in ("r1", "good.folded"), ("r2", "other.folded"):
            os.makedirs(f"perf/xml/box/{revision}")
            self.fine("convert", profile, "-o", f"perf/xml/box/{revision}/0.pb.gz")
        write("perf/xml/box/r2/0.json", '{"parent": "r1"}')
        self.fails("perf/index.json: No such file or directory", "history", "perf")
        self.assertEqual(self.works("history", "index", "perf", "-p", "prog").err, "cyan: note: perf: 2 runs\n")
        self.assert_matches("perf: 1 project, 1 machine, 2 revisions, 2 runs\n*"
                            "prog     xml        box              2       2       0\n", self.history("perf"))
        self.fine("history", "check", "perf", "--full")
        self.fails("perf: only a store in a file can be repaired", "history", "check", "perf", "--repair", "new.db")
        self.assertTrue(self.works("compare", "--store", "perf", "--benchmark", "xml", "r1",
                                   "r2").out.startswith("r1 to r2: "))
        self.fails("perf: a folder of profiles can only be read as a store",
                   "history", "add", "perf", "good.folded", "-r", "r3", "-b", "xml")
        write("perf/xml/box/r2/0.json", '{"parent": 1}')
        self.fails("perf/xml/box/r2/0.json: *", "history", "index", "perf")


if __name__ == "__main__":
    unittest.main()
