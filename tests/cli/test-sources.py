# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles and their sources on the command line: locations, recorded revisions, path maps, body hashes, and hostile
repositories."""

from cli_test import CliTest, Repository, count, os, pathlib, row_of, unittest, write

OLD_SOURCE = """int main (void) { return slow (3) + same (4); }
int slow (int n) { return n; }
int same (int n) { return n + 1; }
int old_name (int n) { return n < 2 ? n : old_name (n - 1); }
int gone (int n) { return -n; }
"""
NEW_SOURCE = """int main (void) { return slow (3) + same (4); }
int slow (int n) { return n * n; }
int same (int n) { return n /* as ever */ + 1; }
int new_name (int n) { return n < 2 ? n : new_name (n - 1); }
"""
TWO = ["before.cct", "after.cct"]
HOOKS = ["post-checkout", "pre-commit", "reference-transaction", "fsmonitor-watchman", "post-index-change"]
KEYS = ["core.fsmonitor", "core.sshCommand", "core.editor", "core.pager", "core.askPass", "filter.x.smudge",
        "filter.x.clean",
        "filter.x.process", "diff.x.textconv", "diff.x.command", "diff.external", "alias.functions",
        "credential.helper",
        "core.gitProxy", "gpg.program", "uploadpack.packObjectsHook", "merge.x.driver"]


def write_profiles(before=None, after=None, folder="src"):
    """Each with the revision that it was recorded at."""
    for name, revision, other, gone, slow in (("before.cct", before, "old_name", True, 50),
                                              ("after.cct", after, "new_name", False, 90)):
        functions = [("main", 1), ("slow", 2), ("same", 3), (other, 4)] + [("gone", 5)] * gone
        write(name, "cct 1\n" + (f"meta\trevision\t{revision}\n" if revision else "") + "metric\ttime\tms\n"
              + "".join(f"function\t{function}\t\t{folder}/a.c\t{line}\n" for function, line in functions)
              + f"0\t1\t1\t10\n1\t2\t1\t{slow}\n1\t3\t1\t30\n1\t4\t1\t40\n4\t3\t1\t20\n4\t2\t1\t10\n"
              + ("1\t5\t1\t5\nend\t7\n" if gone else "end\t6\n"))


class Sources(CliTest):
    def setUp(self):
        super().setUp()
        self.repository = Repository("program")
        self.revisions = []
        for source in OLD_SOURCE, NEW_SOURCE:
            self.repository.write("src/a.c", source)
            self.revisions.append(self.repository.commit("Change"))
        self.folder = self.repository.folder
        self.locations = [f"{self.folder}@{revision}" for revision in self.revisions]
        self.both = [f"--source-before={self.locations[0]}", f"--source-after={self.locations[1]}"]
        self.repo = ["--repo", self.folder]

    def assert_sources(self, rows, same):
        """A function in only one of the two has nothing to compare with."""
        self.assertEqual([row_of(rows, name)["source"] for name in ("main", "slow", "same", "gone")],
                         ["unmodified", "modified", same, "unknown"])

    def test_locations(self):
        write_profiles()
        before, after = self.revisions
        # The work tree equals the last commit.
        for options in (self.both, [self.both[0], f"--source-after={self.folder}"],
                        [*self.repo, "--revision-before", before, "--revision-after", after],
                        [*self.repo, "--revision-before", "HEAD~1", "--revision-after", "main"]):
            self.assert_sources(self.compare(*TWO, *options), "reformatted")
        write_profiles(before, after)
        self.assert_sources(self.compare(*TWO, *self.repo), "reformatted")

    def test_all_commands(self):
        write_profiles(*self.revisions)
        self.assert_matches("*slow*its source changed*", self.fine("explain", *TWO, *self.repo).out)
        self.fine("render", *TWO, "-o", "a.svg", *self.repo)
        self.assertEqual(self.works("check", *TWO, "--fail-above", "5%", *self.repo, status=1).err, "")

    def test_by_line(self):
        """Names that a macro pastes: the lines of each side lead to its own blocks, which are compared."""
        write("before/cmd.c", "int n;\nCMD (add)\n{\n  return 1;\n}\nCMD (same)\n{\n  return n;\n}\n")
        write("after/cmd.c", "int n;\nint moved;\n\nCMD (add)\n{\n  return 2;\n}\nCMD (same)\n{\n  return n; /* moved */\n}\n")
        for name, first in ("a.cct", 2), ("b.cct", 4):
            functions = [("add", first + 1), ("same", first + 6), ("lost", first - 1), ("far", 4000000000)]
            write(name, "cct 1\nmetric\ttime\tms\nfunction\tmain\n"
                        + "".join(f"function\tcmd_{function}\t\tcmd.c\t{line}\n" for function, line in functions)
                        + "0\t1\t1\t10\n1\t2\t1\t20\n1\t3\t1\t30\n1\t4\t1\t40\n1\t5\t1\t50\nend\t5\n")
        sources = ["--source-before=before", "--source-after=after"]
        rows = self.compare("a.cct", "b.cct", *sources)
        self.assertEqual([row_of(rows, f"cmd_{name}")["source"] for name in ("add", "same", "lost", "far")],
                         ["modified", "reformatted", "unknown", "unknown"])
        self.assert_matches("*note: the sources of 2 functions were found by line, not by name: cmd_add, cmd_same\n",
                            self.works("explain", "a.cct", "b.cct", *sources).err)
        # Nothing proves that such a text is the function's, so it gives no hash.
        self.assert_matches("*note: 0 of 5 functions were found in *",
                            self.works("convert", "a.cct", "--source", "before", "-o", "hashed.cct").err)

    def test_no_source(self):
        for name, cost in ("a.folded", 1000), ("b.folded", 2000):
            write(name, f"main;odd {cost}\n")
        check = ["check", "a.folded", "b.folded", "--fail-above", "5%"]
        self.assertIn(" Sources may tell more: give --source-before and --source-after. If this", self.cyan(*check).out)
        out = self.cyan(*check, *self.both).out
        self.assertIn(" If this is wanted, record a new baseline.", out)
        self.assertNotIn("Sources may tell", out)

    def test_45_other_revision(self):
        """If sources of another revision than the recorded one are shown, a note says so."""
        before, after = self.revisions
        write_profiles(after, after)
        self.assertEqual(self.works("compare", *TWO, *self.both).err,
                         f"cyan: note: before: the profile was recorded at revision {after[:12]}, its sources are those of "
                         f"{before[:12]}\n")
        write_profiles("v1.5", after)
        self.fine("compare", *TWO, *self.both)

    def test_offer(self):
        """The sources that the profiles name are suggested, and nothing else."""
        for name, revision in zip(TWO, self.revisions):
            write(name, f"cct 1\nmeta\tsource-root\t{self.folder}\nmeta\trevision\t{revision}\n"
                        "metric\ttime\tms\nfunction\tmain\n0\t1\t1\t5\nend\t1\n")
        self.assertEqual(self.works("compare", *TWO).err,
                         "cyan: note: the profiles name their sources: --source-before "
                         f"{self.locations[0]} --source-after {self.locations[1]}\n")
        self.fine("compare", *TWO, *self.repo)

    def test_map(self):
        """Two files match: without a map the location is ambiguous."""
        write("two/old/x/a.c", OLD_SOURCE)
        write("two/new/x/a.c", NEW_SOURCE)
        write_profiles(folder="/build/tmp1/x")
        sources = ["--source-before=two", "--source-after=two"]
        self.assertEqual(row_of(self.compare(*TWO, *sources), "same")["source"], "unknown")
        rows = self.compare(*TWO, *sources, "--map", f"/build/tmp1={os.path.abspath('two/new')}")
        self.assertEqual([row_of(rows, name)["source"] for name in ("same", "slow")], ["unmodified", "unmodified"])

    def test_errors(self):
        write_profiles()
        both = "--source-before REPO --source-after REPO"
        for options, message in (
                ("--source-before REPO", "--source-before and --source-after go together: --source-after is*"),
                ("--repo REPO --source-after REPO", "--repo stands for both*"),
                ("--revision-before main", "--revision-before and --revision-after go with --repo"),
                ("--map a=b", "--map goes with sources: none are given"),
                (f"{both} --map nonsense", '--map: "nonsense" is not FROM=TO'),
                (f"{both} --map a=/etc", "/etc: not in *"), (f"{both} --map =src", "*map*"),
                ("--source-before REPO@nosuch --source-after REPO", "*nosuch*"),
                ("--repo nowhere --revision-before a --revision-after b", "*nowhere*"),
                ("--repo REPO --revision-before main",
                 "--repo: the profile after names no revision: give --revision-after"),
                ("--repo REPO --revision-before main --revision-after --upload-pack=x", "*upload-pack*")):
            self.fails(message, "compare", *TWO, *options.replace("REPO", self.folder).split())

    def test_convert(self):
        """With hashes in the profiles, the result is the same without sources, including renamed functions."""
        write_profiles()
        for profile, location, out, n in (("before.cct", self.locations[0], "a.cct", 5),
                                          ("after.cct", self.locations[1], "b.cct.gz", 4)):
            err = self.works("convert", "--source", location, profile, "-o", out).err
            self.assert_matches(f"*cyan: note: {n} of {n} functions were found in *\n", err)
        rows, hashed = self.compare(*TWO, *self.both), self.compare("a.cct", "b.cct.gz")
        self.assert_sources(hashed, "unmodified")
        self.assertEqual(count(rows, "status", "renamed"), 1)
        self.assertEqual(row_of(rows, "new_name")["source"], "unmodified")
        # Hashes do not tell what was reformatted.
        self.assertEqual([row.cells("name", "status", "source") for row in hashed],
                         [[*row.cells("name", "status"), row["source"].replace("reformatted", "unmodified")]
                          for row in rows])
        # A function without source gets no hash.
        write("stranger.cct", "cct 1\nmetric\ttime\tms\nfunction\tmemcpy\n0\t1\t1\t5\nend\t1\n")
        stranger = self.works("convert", "--source", self.folder, "stranger.cct", "-o", "-")
        self.assert_matches("cyan: note: 0 of 1 functions were found in *\n", stranger.err)
        self.assertIn("function\tmemcpy\n", stranger.out)

    def test_convert_errors(self):
        write_profiles()
        for options, message in (
                (["--source", self.folder, "-o", "x.folded"],
                 "x.folded: --source needs an output that holds body hashes: .cct or .cct.gz"),
                (["--source", self.folder, "-o", "x.pb.gz"], "x.pb.gz: --source needs an output that holds body hashes: *"),
                (["--map", "a=b", "-o", "x.cct"], "--map goes with --source, which is missing"),
                (["--source", "nowhere", "-o", "x.cct"], "nowhere: *No such file or directory")):
            with self.no_new_files():
                self.fails(message, "convert", "before.cct", *options)

    def test_43_44_outside(self):
        """Opening one of the pipes would block forever."""
        write("tree/a.c", "int f (void) { return 1; }\n")
        tree = os.path.abspath("tree")
        os.mkfifo("trap.c")
        os.mkfifo("tree/pipe.c")
        for link, target in ("link.c", os.path.abspath("trap.c")), ("folder", os.getcwd()), ("loop", "loop"):
            os.symlink(target, f"tree/{link}")
        for file in ("../trap.c", f"{tree}/../trap.c", "file:///etc/passwd", "/proc/self/mem", "link.c",
                     "folder/trap.c", "pipe.c",
                     r"\\\\server\\share\\trap.c", "~/trap.c", "loop/b.c"):
            write("trap.cct", f"cct 1\nmetric\ttime\tms\nfunction\ttrap\t\t{file}\t1\n0\t1\t1\t5\nend\t1\n")
            self.assertNotIn("modified", self.works("compare", "--format", "csv", "trap.cct", "trap.cct",
                                                    "--source-before=tree",
                                                    "--source-after=tree", timeout=300).out)
        self.assert_matches("*: no function changed, 1 unmodified\n*unmodified   f  a.c:1\n",
                            self.fine("functions", "--all", "tree", "tree", timeout=300).out)

    def test_48_runs_nothing(self):
        """A repository can make git run programs in many ways; none of them may run here."""
        hostile = Repository("hostile")
        hostile.git("-C", hostile.folder, "config", "core.attributesFile", "/dev/null")
        hostile.write(".gitattributes", "*.c filter=x diff=x merge=x\n")
        revisions = []
        for source in OLD_SOURCE, NEW_SOURCE:
            hostile.write("src/a.c", source)
            revisions.append(hostile.commit("Change"))
        for program in ["evil"] + [f"hooks/{hook}" for hook in HOOKS]:
            hostile.write(f".git/{program}", f"#!/bin/sh\ntouch '{hostile.folder}/mark'\n")
            os.chmod(f"hostile/.git/{program}", 0o700)
        for key in KEYS:
            hostile.git("-C", hostile.folder, "config", key, f"{hostile.folder}/.git/evil")
        # Done last, because git itself would block on the pipe.
        hostile.git("-C", hostile.folder, "config", "include.path", "pipe")
        os.mkfifo("hostile/.git/pipe")
        pathlib.Path("hostile/mark").unlink(missing_ok=True)

        before, after = (f"{hostile.folder}@{revision}" for revision in revisions)
        self.assertIn("\nmodified     slow ", self.fine("functions", before, after, timeout=300).out)
        write_profiles(*revisions)
        self.assertIn(",modified,", self.fine("compare", *TWO, "--repo", hostile.folder, "--format", "csv",
                                              timeout=300).out)
        self.works("convert", "before.cct", "--source", before, "-o", "hashed.cct", timeout=300)
        self.fine("functions", before, hostile.folder, timeout=300)
        self.assertFalse(os.path.exists("hostile/mark"))


if __name__ == "__main__":
    unittest.main()
