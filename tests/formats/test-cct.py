# SPDX-License-Identifier: GPL-3.0-or-later
"""The .cct format: what is written is read back, errors have a position, and nothing is lost silently.  Its
documentation is correct: its example and the output of its exporters can be loaded."""

import gzip
import os
import pathlib
import re
import subprocess
import sys

import profile_test
from profile_test import FULL, SITES, TESTS, ProfileTest, data

HEAD = "cct 1\nmetric\ttime\tns\nfunction\tmain\nfunction\tparse\n"
ALL = FULL | SITES
DOCS = TESTS.parent / "docs"
# A small tree with every property that a profile can have.
RICH = r"""cct 1
recording	inferred
period	0.25
siblings	unordered
threads	12
meta	version	1.5 — of\ttoday
meta	end	metric
meta	7 days	
metric	time	ms
metric	written\there	bytes
function	main	lib\\x.so	C:\\src\\new.c	76	fedcba9876543210
function	two\nlines\tand \\n \r
function	
function	std::map<int, ä>::operator[] (int) const	lib\\x.so	C:\\src\\new.c	0	7
function	unused			12
function	(all)
function	#end				1
0	1	0	0.1	0
1	2	10	1e300	1000	4294967294
2	3	20	5e-324	2000
1	4	-	9007199254740993	3000	4294967292
0	6	18446744073709551613	-3.5	4000
5	7	50	0	5000	4294967290
1	2	60	123456789	6000
end	7
"""


class Cct(ProfileTest):
    FLAGS = ALL

    def written(self, content, name="p.cct", command="load"):
        """The bytes of the file NAME with the profile; no other file is left."""
        path = pathlib.Path(self.path(name))
        self.load(content, command, save=path)
        self.assertEqual(os.listdir(path.parent), [name])
        content = path.read_bytes()
        path.unlink()
        return content

    def test_round_trip(self):
        rich = self.load(RICH)
        self.assertEqual(rich.name[1:], ["main", "two\nlines\tand \\n \r", "",
                                         "std::map<int, ä>::operator[] (int) const",
                                         "two\nlines\tand \\n \r", "(all)", "#end"])
        self.assertEqual((rich.meta, rich.body_hash[1]),
                         ({"version": "1.5 — of\ttoday", "end": "metric", "7 days": ""}, 0xfedcba9876543210))
        for content, command in ((RICH, "load"), ("main", "text"), ("a(b(c d) e) f(g)", "text"),
                                 ("a:0.125*7(b:3@9 b:4@10 b:5)", "text"), ("a*0(a*1(a*2(a*3)))", "text")):
            profile = self.load(content, command)
            for name in "p.cct", "p.cct.gz":
                again = self.check(self.written(content, name, command), format="cct")
                self.assert_same(again, profile)

    def test_order_and_threads(self):
        """Default values are not written, so such a file is reproduced exactly."""
        start, end = "cct 1\nrecording\tsampled\n", "metric\ttime\tns\nfunction\ta\n0\t1\t1\t5\nend\t1\n"
        for head, unordered, n_threads, written in (
                ("", False, 0, None), ("siblings\tunordered\n", True, 0, None), ("threads\t3\n", False, 3, None),
                ("siblings\tunordered\nthreads\t4294967295\n", True, 4294967295, None),
                ("siblings\tordered\nthreads\t0\n", False, 0, ""),
                ("siblings\tunordered\nsiblings\tordered\tmore\nthreads\t2\nthreads\t1\n", False, 1, "threads\t1\n")):
            text = start + head + end
            self.check(text, unordered=unordered, n_threads=n_threads, warnings=[])
            self.assertEqual(self.written(text).decode(), start + (head if written is None else written) + end)

    def test_converted(self):
        """Unordered siblings of folded stacks and threads of a trace survive."""
        self.check(self.written("main;b 1\nmain;a 2\n"), format="cct", unordered=True, n_threads=0)
        self.check(self.written('[{"ph":"X","name":"f","ts":0,"dur":1,"tid":1},'
                                '{"ph":"X","name":"f","ts":0,"dur":1,"tid":2}]'), unordered=False, n_threads=2)

    def reads(self, content, tree):
        self.assertEqual(self.load(content).texts[ALL], tree)

    def test_reading(self):
        self.reads(HEAD + "0\t1\t1\t5\n1\t2\t-\t7\t81\nend\t2\n", "main:5*1(parse:7@81)")
        # CR LF, a byte order mark, comments and empty lines.
        self.reads("\ufeffcct 1\r\n\r\n# hello\r\nmetric\ttime\r\nfunction\tmain\r\n0\t1\t1\t5\r\nend\t1\r\n\n#",
                   "main:5*1")
        # Several roots; a function defined just before its use; parents first, but not in preorder.
        self.reads("cct 1\nmetric\ttime\tns\nfunction\ta\n0\t1\t1\t1\n0\t1\t2\t2\nfunction\tb\n1\t2\t3\t3\n2\t2\t4\t4\n"
                   "1\t1\t5\t5\nend\t5\n", "a:1*1(b:3*3 a:5*5) a:2*2(b:4*4)")
        # Numbers in all their forms; an empty and a zero call site.
        self.reads(HEAD + "0\t1\t18446744073709551613\t-1.5e3\t\n1\t2\t0\t+.5\t0\nend\t2\n",
                   "main:-1500*18446744073709551613(parse:0.5*0)")
        # Additions of later versions.
        self.reads("cct 1\nmetric\ttime\tns\tkind\nThread\t7\nfunction\tmain\t\t\t\t\tmore\nthread\n"
                   "0\t1\t1\t5\t0\tmore\tand more\nend\t1\tmore\n", "main:5*1")

    def test_head(self):
        profile = self.check(
            "cct 1\nrecording\tsampled\nperiod\t2.5\nmeta\tversion\t1.0\nmeta\tmy key\ta\\tb\nmeta\tversion\t2.0\n"
            "metric\ttime\tms\nmetric\twritten\nfunction\tf\tm\tsrc/f.c\t12\tFf\n0\t1\t1\t2\t3\nend\t1\n", warnings=[],
            recording="sampled", period=2.5, meta={"version": "2.0", "my key": "a\tb"},
            all_metrics=["time ms", "written"])
        self.assertEqual(profile.metrics[1].total[0], 3)
        self.assertEqual((profile.module[1], *profile.place(1), profile.body_hash[1]), ("m", "src/f.c", 12, 0xff))

    def test_errors(self):
        # Line numbers continue after the four lines of HEAD.
        self.bad(*((HEAD + record, f"line {line}: {message}") for record, line, message in (
            ("1\t1\t1\t5\n", 5, "parent 1 of node 1 has not come yet"),
            ("0\t1\t1\t5\n7\t1\t1\t5\n", 6, "parent 7 of node 2 has not come yet"),
            ("-1\t1\t1\t5\n", 5,
             '"-1\\t1\\t1\\t5" is not a record: it begins with neither a digit nor a letter'),
            ("0x\t1\t1\t5\n", 5, '"0x" is not the number of a parent'),
            ("99999999999999999999\t1\t1\t5\n", 5, '"99999999999999999999" is not the number of a parent'),
            ("0\n", 5, "a node without the number of a function"),
            ("0\t3\t1\t5\n", 5, "function 3, but there are 2 so far"),
            ("0\t0\t1\t5\n", 5, "function 0, but there are 2 so far"),
            ("0\tmain\t1\t5\n", 5, '"main" is not the number of a function'),
            ("0\t1\n", 5, "a node without calls"),
            ("0\t1\t-3\t5\n", 5, '"-3" is not a number of calls'),
            ("0\t1\t1.5\t5\n", 5, '"1.5" is not a number of calls'),
            ("0\t1\t\t5\n", 5, '"" is not a number of calls'),
            ("0\t1\t18446744073709551616\t5\n", 5, '"18446744073709551616" is not a number of calls'),
            ("0\t1\t1\n", 5, "a node without a value of time"),
            ("0\t1\t1\tnan\n", 5, '"nan" is not a number'),
            ("0\t1\t1\t-inf\n", 5, '"-inf" is not a number'),
            ("0\t1\t1\t1e400\n", 5, '"1e400" is not a number'),
            ("0\t1\t1\t1,5\n", 5, '"1,5" is not a number'),
            ("0\t1\t1\t0x10\n", 5, '"0x10" is not a number'),
            ("0\t1\t1\t5 \n", 5, '"5 " is not a number'),
            ("0\t1\t1\t5\tx\n", 5, '"x" is not a call site'),
            ("0\t1\t1\t5\t4294967296\n", 5, "call site 4294967296 is too large"),
            ("0\t1\t1\t\udcff\x1b[31m\n", 5, '"\\357\\277\\275\\033[31m" is not a number'),
            ("metric\ttime\ts\n", 5, "a second metric of the same name"),
            ("metric\n", 5, "a metric without a name"),
            ("0\t1\t1\t5\nmetric\tbytes\n", 6, "a metric behind the first node"),
            ("function\n", 5, "a function without a name"),
            ("function\tf\tm\tf.c\t-1\n", 5, '"-1" is not a line number'),
            ("function\tf\tm\tf.c\t4294967296\n", 5, '"4294967296" is not a line number'),
            ("function\tf\tm\tf.c\t1\txyz\n", 5, '"xyz" is not a hash of at most 16 hexadecimal digits'),
            ("function\tC:\\foo\n", 5, "a backslash that is not part of \\\\, \\t, \\n or \\r"),
            ("function\tfoo\\\n", 5, "a backslash that is not part of \\\\, \\t, \\n or \\r"),
            ("meta\n", 5, "meta data without a key"),
            ("recording\tguessed\n", 5, '"guessed" is not exact, sampled or inferred'),
            ("period\t-1\n", 5, '"-1" is not a period'),
            ("siblings\tmixed\n", 5, '"mixed" is not ordered or unordered'),
            ("threads\t-1\n", 5, '"-1" is not a number of threads'),
            ("threads\t4294967296\n", 5, '"4294967296" is not a number of threads'),
            ("end\n", 5, '"" is not a number of nodes'),
            ("end\t1\n", 5, "the end of 1 nodes, but there are 0"),
            ("end\t0\nend\t0\n", 6, "a record behind the end"))))
        self.bad(("cct 1\nfunction\tf\n0\t1\t1\n", "line 3: a node before the first metric"),
                 ("cct 1.5\n", 'line 1: "1.5" is not a version of the format'),
                 ("cct 0\n", 'line 1: "0" is not a version of the format'),
                 # A flat profile has the metrics of the tree, so these come first.
                 ("cct 1\nhot\t0.1\t0.1\t0\nmetric\tm\nfunction\tf\nflat\t1\t-\t5\nmetric\tn\n",
                  "line 6: a metric behind the first node"),
                 ("cct 1\nhot\t0.1\t0.1\t0\nfunction\tf\nflat\t1\t-\n", "line 4: a node before the first metric"))
        self.fails("cct 2\n", "version 2 of the .cct format; only version 1 is read", "unsupported")
        self.fails(HEAD + "0\t1\t1\t1e308\n0\t1\t1\t1e308\nend\t2\n", "the sum of all time is too large a number",
                   "limit")

    def test_warnings(self):
        cut = "the file is cut: it stops after 1 node, without its end record"
        repaired = "names were repaired 1 time, where they were not valid UTF-8 or longer than 65536 bytes"
        for text, warning in (
                (HEAD + "0\t1\t1\t5\n", cut), (HEAD + "0\t1\t1\t5\n0\t1\t1\t7", cut),
                (HEAD + "0\t1\t1\t0\nend\t1\n", "the total time is 0, so that there are no shares"),
                (HEAD + "end\t0\n", "the profile is empty"),
                (HEAD + "0\t1\t1\t-5\nend\t1\n",
                 "some values of time are negative: is this the difference of two profiles?"),
                (HEAD + "0\t1\t18446744073709551615\t5\nend\t1\n", "some calls are too many to count"),
                ("cct 1\nmetric\ttime\nfunction\ta\udcffb\n0\t1\t1\t5\nend\t1\n", repaired),
                ("cct 1\nmetric\ttime\nfunction\t" + 100000 * "n" + "\n0\t1\t1\t5\nend\t1\n", repaired),
                ("cct 1\n" + "".join(f"meta\tk{i}\tv\n" for i in range(1010)) + "end\t0\n",
                 "only the first 1000 meta data were kept, 10 more were not")):
            self.assertEqual(self.load(text).warnings[0], warning)

    def test_cut_everywhere(self):
        """A cut file is never taken for a complete one."""
        content, rich = RICH.encode(), self.load(RICH)
        for length, profile in self.cuts(content):
            if profile and length == len(content) - 1:  # only the last line break is missing
                self.assert_same(profile, rich)
            elif profile:
                self.assertTrue(profile.warnings[0].startswith("the file is cut: "), profile.warnings)
        self.cut_fails(gzip.compress(content))

    def test_changed_bytes(self):
        """With any byte changed to any other there is an error or a valid tree."""
        content = RICH.encode()
        for at in range(len(content)):
            for change in b"\0\t\n\\09-#e\xff":
                self.survives(content[:at] + bytes([change]) + content[at + 1:])

    def test_limit_of_nodes(self):
        self.fails(HEAD + "0\t1\t1\t5\n1\t1\t1\t5\n2\t1\t1\t5\nend\t3\n", "line 7: more than 3 nodes", "limit",
                   "node limit", max_nodes=3)

    def test_deep_chain(self):
        depth = 1000000
        path = self.path("p.cct")
        profile = self.check(HEAD + "".join(f"{i}\t{i % 2 + 1}\t1\t2\n" for i in range(depth)) + f"end\t{depth}\n",
                             depth=depth, options={"save": path})
        self.assertEqual(profile.total[1], 2 * depth)
        self.check(path, command="open", depth=depth)

    def exported(self, script, text):
        return subprocess.run([sys.executable, DOCS / "examples" / script], input=text, capture_output=True,
                              check=True).stdout

    def test_exporter(self):
        """The exporter of the documentation on real recordings: the result has its rows."""
        for name, n_rows in ("cmark-a.cct.tsv.gz", 515), ("cmark-b.cct.tsv.gz", 508):
            with gzip.open(data(name)) as file:
                table = file.read()
            profile = self.check(self.exported("tsv2cct.py", table), warnings=[], n_nodes=n_rows + 1)
            rows = [row.split("\t") for row in table.decode().split("\n")[2:] if row[:1].isdigit()]
            self.assertEqual(len(rows), n_rows)
            # Rows are numbered from 1, parents first; nodes are in preorder.
            children = {}
            for number, row in enumerate(rows, 1):
                children.setdefault(int(row[1]), []).append(number)
            order, left = [], [0]
            while left:
                order.append(left.pop())
                left += reversed(children.get(order[-1], []))
            for node, number in list(enumerate(order))[1:]:
                row = rows[number - 1]
                self.assertEqual(
                    [str(order[profile.parent[node]]), profile.name[node], "%s:%d" % profile.place(node),
                     str(profile.calls[node]), profile.self[node]], [*row[1:5], float(row[5])])
            self.assertEqual(profile.total[0], sum(float(row[5]) for row in rows))

    def test_writes(self):
        """Text of `perf script`: bytes and the number of writes of each stack; a write that failed counts as a call of
        0 bytes, and what has no name is left out."""
        self.check(self.exported("writes2cct.py", b"""\
store 10844 [001] 48120.698522: syscalls:sys_exit_pwrite64: 0x200
\t           f6483 __libc_pwrite64+0x13 (inlined)
\t           aa355 [unknown] (/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6)
\t            1227 insert+0x3e (/home/me/store)
\t            1379 main+0x15 (/home/me/store)

store 10844 [001] 48120.708068: syscalls:sys_exit_pwrite64: 0x1000
\t           f6483 __libc_pwrite64+0x13 (inlined)
\t            1231 insert+0x48 (/home/me/store)
\t            1379 main+0x15 (/home/me/store)

store 10844 [001] 48120.709556: syscalls:sys_exit_write: 0xfffffffffffffff7
\t           f8350 operator<<(std::ostream&, int)+0x10 (/usr/lib/libc++.so.1)
\t            1379 main+0x15 (/home/me/store)

"""), "main:0(insert:0(__libc_pwrite64:4608*2) 'operator<<(std::ostream&, int)':0*1)", FULL, unit="bytes", warnings=[])

    def test_example(self):
        """The example of the documentation, with wide gaps replaced by tabs."""
        example = re.search(r"```\n(cct 1\n.*?)```", (DOCS / "cct-format.md").read_text("utf-8"), re.DOTALL)[1]
        profile = self.check(re.sub(" {2,}", "\t", example),
                             "main:163284*1(parse:3736*12@81(fwrite:9120*30) fwrite:77@95)", warnings=[],
                             meta={"command": "cmark notes.md"})
        self.assertEqual(profile.metrics[1].total[0], 4672)


if __name__ == "__main__":
    profile_test.main()
