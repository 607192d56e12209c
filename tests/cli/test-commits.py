# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan explain --commits`, and the commits of the functions where to start, on a real repository."""

from cli_test import CliTest, Repository, read, unittest, write

MAIN = "int main (void)\n{\n  return parse (1) + paint (2);\n}\n\n"
PARSE = ["int parse (int a)\n{\n  return a;\n}\n\n", "int parse (int a)\n{\n  int b = a;\n  return b * b;\n}\n\n",
         "int parse (int a)\n{\n  int b = a;\n  return b * b + a;\n}\n\n"]
PAINT = ["int paint (int a)\n{\n  return a + 1;\n}\n", "int paint (int a)\n{\n  return a + 2;\n}\n",
         "int paint (int a)\n{\n    return a + 2; /* two */\n}\n"]


class Commits(CliTest):
    def setUp(self):
        """Five commits, of which three change what a function means."""
        super().setUp()
        self.repository = repository = Repository("program")
        for subject, text, tag in (("Start", MAIN + PARSE[0] + PAINT[0], "v1"),
                                   ("Square", MAIN + PARSE[1] + PAINT[0], "square"),
                                   ("Describe", "/* A file. */\n" + MAIN + PARSE[1] + PAINT[0], "x"),
                                   ("Add", "/* A file. */\n" + MAIN + PARSE[2] + PAINT[1], "add"),
                                   ("Reformat", "/* A file. */\n" + MAIN + PARSE[2] + PAINT[2], "v2")):
            repository.write("a.c", text)
            repository.commit(subject)
            repository.git("-C", repository.folder, "tag", tag)
        for name, parse, paint in ("before.cct", 100, 50), ("after.cct", 300, 60):
            write(name, "cct 1\nmetric\ttime\tms\nfunction\tmain\t\ta.c\nfunction\tparse\t\ta.c\nfunction\tpaint\t\ta.c\n"
                        f"0\t1\t1\t50\n1\t2\t1\t{parse}\n1\t3\t1\t{paint}\nend\t3\n")

    def run_of(self, command, *options, after="v2", status=0):
        return self.works(command, *options, "--repo", self.repository.folder, "--revision-before=v1",
                          f"--revision-after={after}", "before.cct", "after.cct", status=status)

    def test_text(self):
        commits = r"(?s).*\n   \+55\.0 %  .{8} Add\n            parse \+100 % \(changed by 2 commits\); paint \+5\.0 %\n   \+50\.0 %  "
        self.assertRegex(self.run_of("explain", "--commits").out,
                         commits
                         + r".{8} Square\n            parse \+100 % \(changed by 2 commits\)\n       0 %  no commit\n$")
        self.assertRegex(self.run_of("explain", "--commits", "--top=1").out,
                         commits + r"1 more commit\n       0 %  no commit\n$")

    def test_json(self):
        """What commits and the rest explain is the difference."""
        told = self.run_of("explain", "--commits", "--format=json").json
        self.assertEqual((len(told["commits"]), told["difference"]), (2, 210))
        self.assert_near(told["rest"] + sum(commit["contribution"] for commit in told["commits"]), 210, 1e-9)
        add = told["commits"][0]
        self.assertEqual((add["revision"], add["subject"]),
                         (self.repository.git("-C", self.repository.folder, "rev-parse", "add"), "Add"))
        self.assertEqual([add["functions"][0][member] for member in ("function", "contribution", "commits")],
                         ["parse", 200, 2])

    def test_csv(self):
        rows = self.run_of("explain", "--commits", "--format=csv").rows
        self.assertEqual(len(rows), 2)
        self.assertEqual(rows[0]["functions"], "parse; paint")
        self.assertEqual((rows[1]["subject"], rows[1].number("contribution")), ("Square", 100))

    def test_functions(self):
        """Each function has its commits in each form."""
        self.assertRegex(self.run_of("check", "--fail-above=5%", "--markdown=check.md", status=1).out,
                         "(?s)parse.*Commits that changed it: .{8} Add; .{8} Square[.]")
        self.assertRegex(read("check.md"), "; commits: .{8} <code>Add</code>; .{8}")
        self.assertRegex(self.run_of("explain").out, r"(?s)1\. parse \(a\.c.*\n     commits .{8} Add; .{8} Square\n")
        self.assertRegex(self.run_of("compare", "--format=html").out,
                         "<dt>commits</dt><dd>.{8} <code>Add</code>; .{8} <code>Square</code></dd>")
        self.assertRegex(self.run_of("explain", "--format=csv").rows[0]["commits"], "^.{8} Add; .{8} Square$")

    def test_functions_json(self):
        def subjects(told):
            return {row["function"]: row["commits"] and [commit["subject"] for commit in row["commits"]]
                    for row in told["start_here"]}

        told = subjects(self.run_of("compare", "--format=json").json)
        self.assertEqual((told["parse"], told["paint"]), (["Add", "Square"], ["Add"]))
        # There is no choice.
        self.assertIsNone(subjects(self.run_of("explain", "--format=json", after="square").json)["parse"])

    def test_errors(self):
        self.fails("the sources are not two revisions of a repository", "explain", "--commits", "before.cct",
                   "after.cct")
        for options, message in ((["--edits"], "--edits and --commits do not go together"),
                                 (["--nodes=3"], "--commits and --nodes do not go together")):
            self.assert_fails(message, self.run_of("explain", "--commits", *options, status=2))


if __name__ == "__main__":
    unittest.main()
