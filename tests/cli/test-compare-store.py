# SPDX-License-Identifier: GPL-3.0-or-later
"""compare, explain, render and check of two revisions in a store."""

from cli_test import CliTest, Repository, row_of, unittest, write

SOURCE = """int main (void) {{ return slow () + same (); }}
int slow (void) {{ return {}; }}
int same (void) {{ return 2; }}
"""


class CompareStore(CliTest):
    def setUp(self):
        """Two commits with two runs each, whose first files are named like the headings of the sides."""
        super().setUp()
        repository = Repository("program")
        for name, slow in ("v1.5", 50), ("second", 51), ("v1.6", 90), ("fourth", 92):
            write(f"{name}.cct", "cct 1\nmetric\ttime\tms\nfunction\tmain\t\ta.c\t1\nfunction\tslow\t\ta.c\t2\n"
                                 f"function\tsame\t\ta.c\t3\n0\t1\t1\t10\n1\t2\t1\t{slow}\n1\t3\t1\t30\nend\t3\n")
        self.commits = []
        for tag, result, other in ("v1.5", 1, "second"), ("v1.6", 9, "fourth"):
            repository.write("a.c", SOURCE.format(result))
            self.commits.append(repository.commit(tag))
            repository.git("-C", repository.folder, "tag", tag)
            self.add("box", self.commits[-1], self.commits[-2] if len(self.commits) > 1 else "root", f"{tag}.cct",
                     f"{other}.cct", "--create")
        self.repo = ["--repo", repository.folder]
        self.by_store = ["--store", "runs.db", "--benchmark", "xml", *self.repo, "v1.5", "v1.6"]

    def add(self, machine, revision, parent, *arguments, benchmark="xml"):
        self.fine("history", "add", "runs.db", "--machine", machine, "-b", benchmark, "-r", revision,
                  *(["--parent", parent] if parent else []), *arguments)

    def test_law(self):
        """What is compared is the same, whether it is in files or in a store."""
        files = ["--before=v1.5.cct", "--before=second.cct", "--after=v1.6.cct", "--after=fourth.cct", *self.repo,
                 "--revision-before=v1.5", "--revision-after=v1.6"]
        for command in "compare", "explain":
            for form in "text", "csv", "json":
                self.assertEqual(self.fine(command, "-f", form, *self.by_store).out,
                                 self.fine(command, "-f", form, *files).out)

    def test_commands(self):
        rows = self.compare(*self.by_store)
        self.assertTrue(self.cyan("compare", *self.by_store).out.startswith("v1.5 (2 runs) to v1.6 (2 runs): "))
        self.assertEqual((row_of(rows, "slow")["source"], row_of(rows, "same")["source"]), ("modified", "unmodified"))
        self.assertEqual(row_of(rows, "slow").number("before_total"), 50.5)
        self.works("check", *self.by_store, "--fail-above=5%", status=1)
        self.fine("render", *self.by_store, "-o", "store.svg")
        self.assert_svg("store.svg")

    def test_itself(self):
        """A revision does not differ from itself."""
        before, after = self.commits
        self.fine("check", "--store=runs.db", "--fail-above=0%", "--any-node", before, before)
        for row in self.compare("--store=runs.db", after, after):
            self.assertEqual(row["before_total"], row["after_total"])

    def test_names(self):
        before, after = self.commits
        self.assertTrue(self.fine("compare", "--store=runs.db", *self.repo, before[:6], "HEAD~1").out.startswith(
            f"{before[:8]} (2 runs) to HEAD~1 (2 runs)"))
        self.assertEqual(self.works("compare", "--store=runs.db", *self.repo, after, "v1.5").err,
                         f"cyan: note: {after[:8]}, the side before, is a descendant of v1.5\n")

    def test_refused(self):
        self.add("box", "r2", self.commits[1], "v1.6.cct")
        self.add("fast", "r3", "r2", "v1.6.cct")
        self.add("box", "r4", "r3", "--value=wall=2s")
        self.add("box", "r5", "r4", "v1.6.cct")
        self.add("fast", "r5", None, "v1.6.cct")
        for arguments, message in (
                ("v1.5 v1.6", 'runs.db: no such revision: "v1.5" (there are: *'),
                ("-b xlm r2 r3", 'runs.db: no such benchmark: "xlm" (there are: xml)'),
                ("--project=p r2 r3", 'runs.db: no such project: "p" (there are: main)'),
                ("--machine=bix r2 r3", 'runs.db: no such machine: "bix" (there are: box, fast)'),
                ("r2 r33", 'runs.db: no such revision: "r33" (there are: r3, *'),
                ("r2 r3", "runs.db: r2 and r3 were measured on different machines, box and fast, which are never compared: "
                          "measure one of them again"),
                ("r2 r3 --machine=box", "runs.db: r3 was not measured on box, but on: fast; --machine chooses one"),
                ("r2 r4", "r4: the store has only the numbers of its runs, no profile: measure it again"),
                ("r5 r5", "runs.db: both were measured on several machines: box, fast; --machine chooses one"),
                ("r2", "compare --store needs two revisions: BEFORE and AFTER"),
                ("r2 r3 --before=v1.5.cct", "--store has the runs of both sides: give neither --before nor --after"),
                ("r2 r3 --repo=. --revision-after=HEAD",
                 "--store has revisions: give neither --revision-before nor --revision-after")):
            self.fails(message, "compare", "--store=runs.db", *arguments.split())
        self.fails("--project, --benchmark, --definition and --machine go with --store",
                   "compare", "--benchmark=xml", "v1.5.cct", "v1.6.cct")
        self.add("box", "r6", "r5", "v1.6.cct", benchmark="json")
        self.fails("runs.db: several benchmarks: json, xml; --benchmark chooses one", "compare", "--store=runs.db",
                   "r2", "r5")
        self.fails("runs.db: r6 was not measured; the nearest measured revisions: r5",
                   "compare", "--store=runs.db", "-b", "xml", "r2", "r6")


if __name__ == "__main__":
    unittest.main()
