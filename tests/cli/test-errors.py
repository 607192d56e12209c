# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors not caused by one file: wrong options, two sides that do not fit, full disks, closed pipes, odd
environments."""

from cli_test import CYAN, DEMO, CliTest, count, os, read, row_of, unittest, write

TWO = "good.folded other.folded"
# Arguments, separated by blanks, and the message.
WRONG = [
    ("bogus", 'no such command: bogus; see "cyan --help"'),
    ("compare", "compare needs two profiles*"),
    ("compare good.folded", "compare needs two profiles*"),
    ("compare good.folded other.folded good.folded", "compare needs two profiles*"),
    ("compare good.folded other.folded --bogus", "compare: *--bogus"),
    ("compare good.folded other.folded --top -1", '--top: "-1" is not a number from 0 to *'),
    ("compare good.folded other.folded --top x", '--top: "x" is not a number from 0 to *'),
    ("compare good.folded other.folded --top 99999999999", '--top: "99999999999" is not a number from 0 to *'),
    ("compare good.folded other.folded --format xml", '--format: no format "xml"*'),
    ("compare good.folded other.folded --match nearest", '--match: no method "nearest"*'),
    ("compare good.folded other.folded --strict", "--strict goes with --match=common-tree"),
    ("compare good.folded --before other.folded --after good.folded",
     'compare: "good.folded" stands beside --before and --after*'),
    ("compare --before good.folded", "compare: --before and --after go together: --after is missing"),
    ("compare --before good.folded --after nowhere.folded", "nowhere.folded: *"),
    ("compare --before - --after -", "only one profile can be standard input"),
    ("compare good.folded other.folded --alpha 0", '--alpha: "0" is not a share above 0 and below 1'),
    ("compare good.folded other.folded --alpha 100%", '--alpha: "100%" is not a share above 0 and below 1'),
    ("compare good.folded other.folded --alpha few", '--alpha: "few" is not a share*'),
    ("compare good.folded other.folded --sample-period 0", '--sample-period: "0" is no number*'),
    ("compare good.folded other.folded --sample-period x", '--sample-period: "x" is no number*'),
    ("compare good.folded other.folded --hot-path cold", '--hot-path: no method "cold"; mass, slower, faster or delta'),
    ("compare good.folded other.folded --rename-file nowhere", "nowhere: *"),
    ("compare good.folded other.folded --metric bytes", '*no metric "bytes"*'),
    ("compare good.folded other.folded --threshold x", '--threshold: "x" is not a share*'),
    ("compare good.folded other.folded --threshold -1", '--threshold: "-1" is not a share*'),
    ("compare good.folded other.folded --threshold nan", '--threshold: "nan" is not a share*'),
    ("compare good.folded other.folded --source-before nowhere --source-after .",
     "nowhere: *No such file or directory"),
    ("compare good.folded other.folded --source-before . --source-after good.folded", "good.folded: *Not a directory"),
    ("compare good.folded other.folded --source-before .",
     "--source-before and --source-after go together: --source-after is missing"),
    ("compare good.folded other.folded --source-after .",
     "--source-before and --source-after go together: --source-before is missing"),
    ("bisect", "bisect needs a definition file and two revisions"),
    ("bisect nowhere.ini v1 v2", "nowhere.ini: *"),
    ("bisect good.folded v1 v2", "good.folded:1: *"),
    ("bisect track.ini v1 v2 --confidence x", '--confidence: "x" is not a share*'),
    ("risk", "risk needs one store"),
    ("risk nowhere.db", "nowhere.db: *"),
    ("risk good.folded", "good.folded: *"),
    ("risk a.db --threshold x", '--threshold: "x" is not a share*'),
    ("risk a.db --range v1", '--range: "v1" is not two revisions such as v1.0..main'),
    ("risk a.db --risk high", '--risk: "high" is not a number from 0 on'),
    ("render good.folded other.folded", "render needs two profiles, BEFORE and AFTER, and -o FILE"),
    ("render good.folded other.folded -o x.svg --open sesame", '--open: "sesame"*'),
    ("render good.folded other.folded -o x.svg --open top:-1", '--open: "top:-1"*'),
    ("render good.folded other.folded -o x.svg --palette blue", '--palette: no palette "blue"*'),
    ("render good.folded other.folded -o x.svg --view pie", '--view: no view "pie"*'),
    ("render good.folded other.folded -o x.svg --view rings --sizes huge", '--sizes: no sizes "huge"*'),
    ("render good.folded other.folded -o x.svg --view rings --thickness thin", '--thickness: no thickness "thin"*'),
    ("render good.folded -o x.svg", "render needs two profiles: BEFORE and AFTER"),
    ("render good.folded -o x.svg --view side-by-side", "render needs two profiles: BEFORE and AFTER"),
    ("render good.folded other.folded -o x.svg --view side-by-side --sizes after", "--sizes goes with --view icicle or rings"),
    ("render good.folded -o x.svg --view rings --sizes change", "--sizes change needs two profiles: BEFORE and AFTER"),
    ("render good.folded other.folded -o x.svg --sizes change", "--sizes goes with --view icicle or rings"),
    ("render good.folded other.folded -o x.svg --view icicle --thickness equal", "--thickness goes with --view rings"),
    ("render good.folded other.folded -o x.svg --view icicle --unfold", "--unfold goes with --view blueprint or rings"),
    ("render --view heat -o x.svg", "--view: no view \"heat\"*"),
    ("render good.folded other.folded -o x.svg --flames", "--flames goes with --view icicle or side-by-side"),
    ("render good.folded other.folded -o x.svg --view icicle --open all", "--open goes with --view blueprint"),
    ("render good.folded other.folded -o x.svg --px-per-height -5",
     '--px-per-height: "-5" is not a number from 0 to 100000'),
    ("render good.folded other.folded -o x.svg --px-per-width nan",
     '--px-per-width: "nan" is not a number from 0 to 100000'),
    ("render good.folded other.folded -o x.svg --px-per-width inf",
     '--px-per-width: "inf" is not a number from 0 to 100000'),
    ("info", "info needs one profile"),
    ("info good.folded --memory-limit x", '--memory-limit: "x" is not a size such as 2G'),
    ("info good.folded --memory-limit 1K", "good.folded: *needs more than 1 KiB of memory*"),
    ("convert good.folded -o x.cct --memory-limit 1K", "good.folded: *needs more than 1 KiB*"),
    ("compare good.folded other.folded --memory-limit 1K", "*needs more than 1 KiB of memory*"),
    ("info good.folded --node-limit 0", '--node-limit: "0" is not a number from 1 to *'),
    ("info good.folded --unit hours", '--unit: no unit "hours"; ns, us, ms, s, samples, bytes or count'),
    ("info good.folded --node-limit 2",
     "good.folded: line *: more than 2 nodes; --hot keeps only what matters, --node-limit sets another limit"),
    ("compare good.folded other.folded --node-limit 2", "*: line *: more than 2 nodes; --hot *"),
    ("info good.folded --time-limit -1", '--time-limit: "-1" is not a number from 0 to *'),
    ("info good.folded --format csv", '--format: no format "csv"; text or json'),
    ("convert good.folded", "convert needs one profile and -o OUT"),
    ("convert good.folded -o", "convert: *-o"),
]


class Errors(CliTest):
    def line(self, arguments):
        return self.shell(f'exec "$0" {arguments}')

    def test_options(self):
        for arguments, message in WRONG:
            with self.subTest(arguments), self.no_new_files():
                self.assert_fails(message, self.line(arguments))

    def test_help(self):
        usage = self.fine("--help").out
        self.assertRegex(self.fine("--version").out, r"^cyan .*\..*\..*\n$")
        nothing = self.cyan()
        self.assertEqual((nothing.status, nothing.err), (2, usage))
        for command in ("compare", "explain", "render", "check", "info", "functions", "convert", "merge", "track",
                        "bisect", "risk"):
            out = self.fine(command, "--help").out
            self.assertIn(command, usage)
            self.assertTrue(out.startswith("Usage:\n  cyan "))
            self.assertIn(command, out)

    def test_operands(self):
        """After "--" a name that begins with a minus is a file."""
        write("--top", "main;a 3\n")
        self.assert_matches("format     folded\n*", self.fine("info", "--", "--top").out)

    def test_32_two_sides(self):
        """The same file twice, nothing in common, one empty side, different units."""
        write("stranger.folded", "start;read 60\nstart;write 40\n")
        write("empty.cct", "cct 1\nmetric\tsamples\tsamples\nend\t0\n")
        write("time.cct", "cct 1\nmetric\ttime\tns\nfunction\tmain\n0\t1\t1\t100\nend\t1\n")
        for other, pattern in (
                ("good.folded", "*4 contexts matched*note: both sides are the same recording*"),
                ("stranger.folded", "*0 contexts matched, 0 renamed, 3 added, 4 removed\n"
                                    "*note: no function of one recording is in the other\n*"),
                ("empty.cct", "*note: after: the recording is empty\n*"),
                ("time.cct", "*note: the units differ (before: an unknown unit, after: ns): only shares can be compared\n*")):
            self.assert_matches(pattern, self.fine("compare", "good.folded", other).out)
        self.assertEqual(count(self.compare("empty.cct", "good.folded"), "status", "added"), 4)
        self.fails("--basis absolute: before is in an unknown unit and after in ns; only shares can be compared",
                   "compare", "good.folded", "time.cct", "--absolute")
        with self.no_new_files():
            self.fails("--basis absolute: before is in an unknown unit*",
                       "render", "good.folded", "time.cct", "--absolute", "-o", "units.svg")

    def test_32_unknown_calls(self):
        """Calls unknown on one side are empty, and so are widths that need them."""
        write("calls.cct", "cct 1\nmetric\tsamples\tsamples\nfunction\tmain\n0\t1\t5\t100\nend\t1\n")
        write("none.folded", "main 100\n")
        row = self.compare("calls.cct", "none.folded")[1]
        self.assertEqual([row[column] for column in ("before_calls", "after_calls", "width", "height")],
                         ["5", "", "", "0"])
        row = self.fine("compare", "calls.cct", "none.folded", "--format=json").json["nodes"][1]
        self.assertEqual([row[member] for member in ("after_calls", "width", "line")], [None] * 3)

    def test_54_lost_output(self):
        """A full disk and a closed pipe."""
        for arguments in (f"compare {TWO}", f"compare {TWO} --format csv", f"compare {TWO} --format json",
                          "info good.folded",
                          "info good.folded --format json", "convert good.folded -o -", "--help", "--version",
                          "info --help"):
            # The reader closes the pipe before the first byte.
            unread = self.shell(f'mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; rm pipe; "$0" {arguments} >&4')
            for reason, run in (("No space left on device", self.line(f"{arguments} >/dev/full")),
                                ("Bad file descriptor", self.line(f"{arguments} >&-")), ("Broken pipe", unread)):
                self.assert_fails(f"standard output: cannot be written: {reason}", run)
        self.assertEqual(len(os.listdir()), 2)
        self.assert_fails("/dev/full: cannot be written: No space left on device",
                          self.line(f"compare {TWO} -o /dev/full"))

    def test_54_full_disk(self):
        """A file size limit acts like a full disk: no new file remains, and the old one is unchanged."""
        write("many.folded", "".join(f"main;function_number_{i} {i + 1}\n" for i in range(3000)))
        write("few.folded", "main;x 1\n")
        # Fontconfig writes its cache on first use.
        self.works("render", "few.folded", "many.folded", "-o", "first.svg")
        picture = "render few.folded many.folded --open top:60"
        for name, command in (("big.cct", "convert many.folded"), ("big.svg", picture), ("big.png", picture),
                              ("big.pdf", picture),
                              ("big.csv", "compare few.folded many.folded --format csv")):
            write(name, "the old one")
            with self.no_new_files():
                # Blocks of 1024 bytes.  Writing beyond the limit is an error and must not raise a signal.
                run = self.shell(f"trap '' XFSZ; ulimit -f 4; exec \"$0\" {command} -o {name}")
            self.assertEqual(run.status, 2)
            self.assertRegex(run.err, f"^cyan: .*{name}.*File too large.*\n$")
            self.assertEqual(read(name), "the old one")

    def test_time_limit(self):
        """A reader that receives nothing stops at the time limit."""
        for script in ('mkfifo silent; exec "$0" info - --time-limit 1 <>silent',
                       'exec "$0" info silent --time-limit 1'):  # nobody writes to it
            self.assert_fails("took longer than 1 s; --time-limit sets another limit", self.shell(script))

    def test_53_surroundings(self):
        """The environment changes neither numbers nor pictures."""
        def outputs(surroundings):
            script = f'''{surroundings} "$0" compare "$1" "$2" && {surroundings} "$0" compare "$1" "$2" --format csv &&
                {surroundings} "$0" info "$1" --format json && {surroundings} "$0" render "$1" "$2" -o picture.svg'''
            return self.assert_fine(self.shell(script, *DEMO)).out, read("picture.svg")

        usual = outputs("env")
        for surroundings in ("-u DISPLAY -u WAYLAND_DISPLAY", "-u HOME -u XDG_CACHE_HOME -u XDG_CONFIG_HOME",
                             "HOME=/nonexistent XDG_CACHE_HOME=/nonexistent", "LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8",
                             "LC_ALL=tr_TR.UTF-8 LANG=tr_TR.UTF-8", "LC_ALL=C LANG=C", "TZ=Pacific/Chatham",
                             "G_DEBUG=fatal-warnings"):
            os.remove("picture.svg")
            self.assertEqual(outputs(f"env {surroundings}"), usual)

    def test_library(self):
        """Only what opens a store in PostgreSQL needs its library."""
        write("libpq.so.5", "")
        self.assert_fine(self.run_program("env", "LD_LIBRARY_PATH=.", CYAN, "--version"))
        self.assert_fails("*PostgreSQL*", self.run_program("env", "LD_LIBRARY_PATH=.", CYAN, "history",
                                                           "postgresql://nobody@localhost/none?schema=none"))


if __name__ == "__main__":
    unittest.main()
