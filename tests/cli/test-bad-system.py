# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad inputs 51, 53 and 54: too little memory, odd environments, and outputs that cannot be written.

test-errors.py has more cases of closed pipes and full disks.
"""

import subprocess

from cli_test import CYAN, CliTest, os, pathlib, read, unittest, write

# The sanitizers' own memory exceeds the limits of some tests.
SANITIZED = b"__asan_init" in pathlib.Path(CYAN).read_bytes()


class BadSystem(CliTest):
    def setUp(self):
        """large.cct takes about 20 MB to read."""
        super().setUp()
        write("large.cct", "cct 1\nmetric\ttime\tns\nfunction\tmain\n"
              + "".join(f"{i}\t1\t1\t1\n" for i in range(300000))
              + "end\t300000\n")

    def test_51_memory_limit(self):
        """With decreasing memory limits the result is either complete or one error line."""
        whole = self.fine("compare", "large.cct", "good.folded").out
        refused = False
        for kib in (100000 >> i for i in range(17)):
            run = self.cyan("compare", "large.cct", "good.folded", f"--memory-limit={kib}K")
            if run.status == 0:
                self.assertEqual((self.assert_fine(run).out, refused), (whole, False))
            else:
                self.assert_fails("*of memory*--memory-limit*", run)
                refused = True
        self.assertTrue(refused)

    if not SANITIZED:
        def test_51_address_space(self):
            """malloc() fails.  Where GLib allocates, it ends the program with a message."""
            subprocess.run("gzip -k large.cct; zstd -q -k large.cct", shell=True, check=True)
            for name in "large.cct", "large.cct.gz", "large.cct.zst":
                refused, kib = False, 400000
                while True:
                    before = set(os.listdir())
                    run = self.shell(f'ulimit -c 0; ulimit -v {kib}; exec "$0" convert {name} -o out.cct')
                    if "shared librar" in run.err or run.status in (126, 127):
                        break  # it cannot even start
                    self.assertEqual(set(os.listdir()) - before, {"out.cct"} if run.status == 0 else set())
                    if run.status == 0:
                        self.assert_fine(run)
                        os.remove("out.cct")
                    else:
                        refused = True
                        self.assertEqual(run.out, "")
                        if run.status == 2:
                            self.assert_fails("*: *memory*", run)
                        else:
                            self.assertIn("failed to allocate", run.err)
                    kib = kib * 4 // 5
                self.assertTrue(refused)

        def test_53_small_system(self):
            """One gigabyte of memory and a stack of half a megabyte are enough for any input."""
            def within(arguments):
                return self.shell(f'ulimit -v 1048576; ulimit -s 512; exec "$0" {arguments}')

            write("deep.folded", "a;" * 999999 + "a 7\n")
            write("nested.json", '{"traceEvents":[{"name":"a","args":' + "[" * 1000000)
            for arguments in ("compare deep.folded good.folded", "compare good.folded deep.folded --match=common-tree",
                              "compare good.folded deep.folded --match=path", "explain good.folded deep.folded",
                              "info deep.folded",
                              "convert deep.folded -o deep.pb.gz", "convert deep.pb.gz -o deep.cct",
                              "render good.folded large.cct --open depth:100 -o deep.svg",
                              "render good.folded large.cct --open depth:100 -o deep.png",
                              "info deep.cct --format json"):
                run = within(arguments)
                self.assertEqual(run.status, 0, (arguments, run.err))
            self.assert_fails("nested.json: byte 20032: event 1: nested more than 20000 deep",
                              within("info nested.json"))

    def test_53_language(self):
        """A locale in which i and I are different letters, and a read-only home."""
        # Uses the Turkish locale if its sources are installed; otherwise only the name.
        subprocess.run("localedef -i tr_TR -f UTF-8 ./tr_TR.UTF-8", shell=True, check=False, capture_output=True)
        write("init.cct", "cct 1\nmetric\tTIME\tns\nfunction\tINIT\nfunction\tinitİı\n"
                          "0\t1\t1\t1234.5\n1\t2\t1\t0.25\nend\t2\n")
        compare = '"$0" compare --format=csv --match=common-tree init.cct init.cct'
        turkish = self.run_program("sh", "-c",
                                   f"""export LOCPATH=$PWD HOME=/proc/1 XDG_CACHE_HOME=/proc/1 XDG_CONFIG_HOME=/proc/1
            export LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8; unset LANGUAGE
            "$0" info init.cct && "$0" compare --match=COMMON-TREE init.cct init.cct
            exec {compare}""", CYAN)
        usual = self.shell(f'export LOCPATH=; "$0" info init.cct && exec {compare}')
        self.assertEqual((turkish.status, turkish.out), (0, usual.out))
        self.assertTrue(turkish.err.startswith('cyan: --match: no method "COMMON-TREE"'))

    def test_54_no_place(self):
        """Every command that writes a file fails on a directory, on a full device, and below a file."""
        for ending in "cct", "svg", "png", "pdf":
            os.mkdir(f"folder.{ending}")
        for ending in "cct", "pb.gz", "svg", "png", "pdf":
            os.symlink("/dev/full", f"full.{ending}")
        full = "cannot be written: No space left on device"
        pictures = "svg", "png", "pdf"
        for command, *cases in (
                ("convert good.folded", ("folder.cct", "cannot be written: Is a directory"), ("full.cct", full),
                 ("full.pb.gz", full), ("good.folded/x.cct", "cannot be written: Not a directory")),
                ("compare good.folded other.folded --format csv",
                 ("folder.cct", "cannot be written: Is a directory")),
                ("compare good.folded other.folded --format json", ("/dev/full", full)),
                ("explain good.folded other.folded", ("/dev/full", full)),
                ("render good.folded other.folded", ("nowhere/x.svg", "*No such file or directory"),
                 *((f"folder.{ending}", "*s a directory") for ending in pictures),
                 *((f"full.{ending}", "*No space left on device") for ending in pictures))):
            for name, reason in cases:
                with self.no_new_files():
                    self.fails(f"{name}: {reason}", *command.split(), "-o", name)

    def test_54_kept(self):
        """An existing file stays unchanged after any failure."""
        write("bad.folded", "main;a 1e308\nmain;a 1e308\n")
        for arguments, name in (
                ("convert bad.folded", "kept.cct"), ("convert good.folded --node-limit 2", "kept.cct"),
                ("convert good.folded --memory-limit 1K", "kept.pb.gz"),
                ("compare bad.folded good.folded --format csv", "kept.csv"),
                ("compare good.folded other.folded --metric bytes --format json", "kept.json"),
                ("render good.folded bad.folded", "kept.svg"),
                ("render good.folded other.folded --palette blue", "kept.png")):
            write(name, "the old one")
            with self.no_new_files():
                self.fails("*", *arguments.split(), "-o", name)
            self.assertEqual(read(name), "the old one")

    def test_54_closed_pipe(self):
        """A reader takes the first line and closes the pipe."""
        run = self.shell('{ "$0" convert large.cct -o -; echo "status $?" >&2; } | head -n 1')
        self.assertEqual((run.out, run.err),
                         ("cct 1\n", "cyan: standard output: cannot be written: Broken pipe\nstatus 2\n"))


if __name__ == "__main__":
    unittest.main()
