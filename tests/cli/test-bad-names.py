# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad inputs 40 to 42: names that look like statements, formats, options or paths.

test-names.py tests 36 to 39, names with markup or control characters, in every output.
"""

import shutil

from cli_test import CliTest, data, os, read, unittest, write


class BadNames(CliTest):
    def names_in(self, file):
        """The names of the functions of a file, in preorder."""
        return [node["name"] for node in self.fine("compare", "--format=json", file, file).json["nodes"]]

    def test_40_statements(self):
        """Quotes in names have no effect, and a name of a megabyte is cut once."""
        write("statements.folded",
              "main;'; DROP TABLE runs; -- 3\nmain;\"); DELETE FROM runs\\ 4\nmain;%27%20OR%201=1 5\n"
                                   f"main;{'x' * (1 << 20)} 6\n")
        before = self.names_in("statements.folded")
        self.assertLessEqual({"'", " DROP TABLE runs", " DELETE FROM runs\\", "%27%20OR%201=1"}, set(before))
        self.assertLess(sum(map(len, before)), 65536 + 1000)
        for form in "out.cct.gz", "out.pb.gz", "out.folded":
            self.works("convert", "statements.folded", "-o", form)
            self.assertEqual(self.names_in(form), before)

    def test_41_formats(self):
        """In names of functions, files, metrics and units."""
        two = "%s%n.cct", "%n%1000000d.cct"
        for side, name in enumerate(two):
            write(name, "cct 1\nmeta\t%s%n\t%s%n\nmetric\t%s%n\t%s%n\nfunction\t%s%n%1000000d\n"
                        f"0\t1\t1\t5\n1\t1\t1\t{side * 100}\nend\t2\n")
        for command in (["compare", *two], ["compare", "--format=json", *two], ["compare", "--format=csv", *two],
                        ["explain", *two],
                        ["info", two[0]], ["info", "--format=json", two[0]], ["convert", "-o", "-", two[0]]):
            out = self.works(*command).out
            self.assertLess(len(out), 100000)
            self.assertIn("%s%n", out)
        self.works("render", *two, "-o", "%s%n.svg", "--open=all")
        self.assertIn("%s%n%1000000d", read("%s%n.svg"))
        self.fails("%s%n%n.missing: No such file or directory", "info", "%s%n%n.missing")
        self.fails("*%n%n%s*", "compare", two[0], two[0], "--metric=%n%n%s")

    def test_42_options(self):
        """Files named like options; perf and uftrace do not read them as options, either."""
        write("-o", "main;a 1\n")
        write("--help", "main;a 2\n")
        shutil.copy(data("sh.perf.data"), "-i")
        shutil.copytree(data("threads.uftrace"), "--libcall")
        for name in "-o", "--help", "-i", "--libcall":
            run = self.fine("info", "--", name)
            self.assertNotIn("Usage", run.out)
        self.assertTrue(self.fine("compare", "--", "-o", "--help").out.startswith("-o to --help: "))
        self.fine("render", "-o", "--x.svg", "--", "-o", "--help")
        self.fine("convert", "--output=-y.cct", "--", "-o")
        self.assertTrue(os.path.exists("--x.svg") and os.path.exists("-y.cct"))

    def test_42_paths(self):
        """A name in a profile never opens a file."""
        write("paths.cct", "cct 1\nmeta\tversion\t../../up\nmetric\t/tmp/x\tns\n"
                           "function\t../../../tmp/up\t/etc/passwd\t../../etc/shadow\t1\nfunction\tnew\\nline\nfunction\t-rf\n"
                           "0\t1\t1\t5\n1\t2\t1\t5\n1\t3\t1\t5\nend\t3\n")
        before = set(os.listdir())
        for out in "path.cct", "path.folded", "path.pb.gz":
            self.works("convert", "paths.cct", "-o", out)
        self.works("render", "paths.cct", "paths.cct", "-o", "path.svg", "--open=all")
        self.assertEqual(set(os.listdir()) - before, {"path.cct", "path.folded", "path.pb.gz", "path.svg"})


if __name__ == "__main__":
    unittest.main()
