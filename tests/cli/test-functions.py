# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan functions` on repositories that the tests create with the real git."""

from cli_test import CYAN, CliTest, Repository, read, row_of, unittest, write

BODY = "{\n  int sum = 0;\n\n  for (int i = 0; i < n; i++)\n    sum += i * i;\n  return sum;\n}\n"
HEADER = ("fate,source,name,file,line,last_line,before_name,before_file,before_line,before_last_line,body_hash,"
          "before_body_hash")


class Functions(CliTest):
    def setUp(self):
        """One function each that is added, deleted, edited, renamed, moved, reformatted, and unchanged."""
        super().setUp()
        self.repository = repository = Repository("program")
        repository.write("src/a.c", "int same (int n) { return n; }\nint edited (int n) { return n; }\n"
                                    "int gone (int n) { return -n; }\n"
                                    f"int old_name (int n)\n{BODY}int kept (void) {{ return 3; }}\n")
        repository.write("src/b.c", "int moved (int n) { return n + 1; }\n")
        repository.write("src/c.c", "int untouched (void) { return 0; }\n")
        first = repository.commit("One")
        repository.write("src/a.c",
                         "int same (int n) { return n; /* as it was */ }\nint edited (int n) { return n * 2; }\n"
                                    "long added (char *p) { return p[0]; }\n"
                                    f"int new_name (int n)\n{BODY}int kept (void) {{ return 3; }}\n")
        repository.write("src/b.c", "int other;\n")
        repository.write("lib/b.c", "\nint moved (int n) { return n + 1; }\n")
        self.revisions = [first, repository.commit("Two")]
        self.locations = [f"{repository.folder}@{revision}" for revision in self.revisions]

    def test_text(self):
        before, after = (f"program@{revision[:12]}" for revision in self.revisions)
        self.assertEqual(self.fine("functions", *self.locations).out, f"""\
{before} to {after}: 1 added, 1 deleted, 1 modified, 1 renamed, 1 moved, 1 reformatted, 1 unmodified in the files that differ
1 file is equal

moved        moved     lib/b.c:2  from src/b.c:1
modified     edited    src/a.c:2
added        added     src/a.c:3
deleted      gone      src/a.c:3
renamed      new_name  src/a.c:4  from old_name  src/a.c:4
""")

    def test_all(self):
        self.assert_matches("*, 1 reformatted, 2 unmodified\n*reformatted  same  *unmodified   kept  *unmodified   untouched  *",
                            self.fine("functions", "--all", *self.locations).out)
        self.assert_matches("*: no function changed\n3 files are equal\n",
                            self.fine("functions", self.locations[0], self.locations[0]).out)

    def test_folder(self):
        """A folder is a location, too, with uncommitted changes."""
        self.repository.write("src/c.c", "int untouched (void) { return 7; }\n")
        self.assert_matches("*: 1 modified\n3 files are equal\n\nmodified     untouched  src/c.c:1\n",
                            self.fine("functions", self.locations[1], self.repository.folder).out)

    def test_csv(self):
        run = self.fine("functions", "-f", "csv", *self.locations)
        self.assert_matches(f"# functions; before *; after *\r\n{HEADER}\r\n*", run.out)
        self.assertEqual(len(run.rows), 5)
        renamed, edited, added = (row_of(run.rows, name) for name in ("new_name", "edited", "added"))
        self.assertEqual([renamed[column] for column in ("fate", "source", "before_name", "last_line")],
                         ["renamed", "unmodified", "old_name", "11"])
        self.assertEqual(renamed["body_hash"], renamed["before_body_hash"])
        self.assertEqual([edited["fate"], edited["source"], len(edited["body_hash"])], ["modified", "modified", 16])
        self.assertNotEqual(edited["body_hash"], edited["before_body_hash"])
        self.assertEqual([added[column] for column in ("source", "before_name", "before_line", "before_body_hash")],
                         [""] * 4)

    def test_json(self):
        told = self.fine("functions", "-f", "json", *self.locations).json
        functions = told["functions"]
        self.assertEqual([told[member] for member in ("reformatted", "unmodified", "equal_files", "unread")],
                         [1, 1, 1, []])
        self.assertEqual(len(functions), 5)
        self.assertEqual([functions[0][member] for member in ("fate", "file", "before_file", "line")],
                         ["moved", "lib/b.c", "src/b.c", 2])
        self.assertEqual([functions[3][member] for member in ("fate", "before_name", "name", "source", "body_hash")],
                         ["deleted", "gone", None, None, None])

    def test_output_file(self):
        self.assertEqual(self.fine("functions", *self.locations, "-o", "out.txt").out, "")
        self.assertEqual(read("out.txt"), self.cyan("functions", *self.locations).out)

    def test_39_hostile_names(self):
        """File names that a spreadsheet would execute or a terminal would obey."""
        for folder in "before", "after":
            write(f"{folder}/keep.c", "int keep;\n")
        for name in "=HYPERLINK(1).c", "a\033[31m\nb.c", "%s%n.c":
            write(f"after/{name}", "int f (void) { return 1; }\n")
        for form in "text", "csv", "json":
            out = self.works("functions", "-f", form, "before", "after").out
            self.assertNotIn("\033", out)
            self.assertIn("%s%n.c", out)
        self.assertIn(',"\'=HYPERLINK(1).c",', self.cyan("functions", "-f", "csv", "before", "after").out)
        self.assertIn(",=HYPERLINK(1).c,", self.cyan("functions", "-f", "csv", "--raw-cells", "before", "after").out)

    def test_46_unread(self):
        write("before/a.c", "int f (void) { return 1; }\n")
        write("before/b.c", "int g (void) { return 1; }\n")
        write("after/a.c", "int f (void) { return 2; }\n")
        write("after/b.c", "int g\0")
        self.assert_matches("*: 1 modified\n\nmodified     f  a.c:1\n\nnot read: *: b.c: *\n",
                            self.fine("functions", "before", "after").out)
        csv = self.works("functions", "-f", "csv", "before", "after")
        self.assert_matches("cyan: note: not read: *: b.c: *\n", csv.err)
        self.assertNotIn("b.c", csv.out)

    def test_errors(self):
        folder = self.repository.folder
        two = "functions needs two source locations: BEFORE and AFTER"
        for locations, message in (([], two), ([folder], two),
                                   (["nowhere", folder], "nowhere: *No such file or directory"),
                                   ([folder, "nowhere"], "nowhere: *No such file or directory"),
                                   ([folder, f"{folder}@nosuchbranch"], "*nosuchbranch*"),
                                   ([folder, f"{folder}@"], "*"),
                                   (["nowhere@main", folder], "*nowhere*")):
            self.fails(message, "functions", "--", *locations)
        self.fails('--format: no format "xml"; text, csv or json', "functions", "-f", "xml", ".", ".")
        self.fails("functions: *--nonsense*", "functions", "--nonsense", ".", ".")
        # "No function changed" would be wrong.
        self.assert_fails("*ctags*", self.run_program("env", "PATH=/nowhere", CYAN, "functions", *self.locations))


if __name__ == "__main__":
    unittest.main()
