# SPDX-License-Identifier: GPL-3.0-or-later
"""Bad inputs 25 to 35: trees that are invalid, too deep, too wide, or have odd numbers and names; broken callgrind,
perf and folded files."""

from bad_cases import CCT, LONG_NAMES, BadCases
from cli_test import read, unittest, write

CALLGRIND = "# callgrind format\npositions: line\nevents: Ir\n"
PERF = "prog 12 1.000001:        500 cpu-clock: \n"
FRAME = "\t            "
EMPTY_FRAMES = "frames without a name on 1 line"


def nodes(text, sample):
    """A .cpuprofile with one sample."""
    return f'{{"nodes":[{text}],"startTime":0,"endTime":1,"samples":[{sample}],"timeDeltas":[1]}}'


def node(number, child):
    return (f'{{"id":{number},"callFrame":{{"functionName":"f{number}","scriptId":"0","url":"","lineNumber":-1,'
            f'"columnNumber":-1}},"children":[{child}]}}')


def left_out(found):
    return f'1 line was left out: line 2: expected a count after the stack, found "{found}"'


def deep_stack():
    """A chain of a million frames."""
    return "a;" * 999999 + "a 7\n"


def wide_tree():
    return "".join(f"main;f{i} 1\n" for i in range(99999))


def chain():
    return CCT + "".join(f"{i}\t1\t1\t1\n" for i in range(100000)) + "end\t100000\n"


def mangled():
    """200 names of about a hundred bytes that would be demangled to gigabytes; two that crashed other demanglers."""
    names = "".join(f"main;_Z1{chr(ord('a') + i % 26)}{'St4pairIS_S_E' * 40}{i} 1\n" for i in range(200))
    return names + "main;_RNvB_1a 1\nmain;_ZN 1\nmain 1\n"


REFUSED = [
    ('25-self-parent', 'self.cct', CCT + '1\t1\t1\t5\nend\t1\n', 'line 5: parent 1 of node 1 has not come yet'),
    ('25-forward', 'forward.cct', CCT + '2\t1\t1\t5\n0\t1\t1\t5\nend\t2\n',
     'line 5: parent 2 of node 1 has not come yet'),
    ('25-circle', 'circle.cpuprofile', nodes(node('1', '2') + ',' + node('2', '3') + ',' + node('3', '2'), '2'),
     'nodes: two of them have the node 2 as a child'),
    ('25-own-child', 'own.cpuprofile', nodes(node('1', '') + ',' + node('2', '2'), '2'),
     'nodes: 1 of them are in a circle and not below the root'),
    ('25-no-parent', 'parents.cpuprofile', nodes(node('1', '') + ',' + node('2', ''), '2'),
     'nodes[1]: a second node without a parent'),
    ('25-without-a-root', 'root.cpuprofile', nodes(node('2', '3') + ',' + node('3', '2'), '2'),
     'nodes: a circle, as none of them is without a parent'),
    ('25-dangling', 'dangling.cpuprofile', nodes(node('1', '9'), '1'), 'nodes[0]: no node has the id 9 of its child'),
    ('25-same-id', 'same.cpuprofile', nodes(node('1', '') + ',' + node('1', ''), '1'),
     'nodes[1].id: another node has this id'),
    ('28-calls', 'calls.cct', CCT + '0\t1\t18446744073709551616\t5\nend\t1\n',
     'line 5: "18446744073709551616" is not a number of calls'),
    ('29-minus-infinite', 'minus.cct', CCT + '0\t1\t1\t-inf\nend\t1\n', 'line 5: "-inf" is not a number'),
    ('29-negative-calls', 'calls.cct', CCT + '0\t1\t-1\t5\nend\t1\n', 'line 5: "-1" is not a number of calls'),
    ('29-nan', 'nan.cct', CCT + '0\t1\t1\tnan\nend\t1\n', 'line 5: "nan" is not a number'),
    ('29-infinite', 'inf.cct', CCT + '0\t1\t1\t1e999\nend\t1\n', 'line 5: "1e999" is not a number'),
    ('29-sum', 'sum.cct', CCT + '0\t1\t1\t1e308\n0\t2\t1\t1e308\nend\t2\n',
     'the sum of all time is too large a number'),
    ('30-cct-version', 'version.cct', 'cct 2\n', 'version 2 of the .cct format; only version 1 is read'),
    ('33-number-without-name', 'number.out', CALLGRIND + 'fn=(7)\n1 1\n', 'line 4: "(7)": this number has no name yet'),
    ('33-line-overflow', 'line.out', CALLGRIND + 'fn=main\n18446744073709551616 1\n',
     'line 5: "18446744073709551616": not a position'),
    ('33-position-overflow', 'overflow.out', CALLGRIND + 'fn=main\n18446744073709551615 1\n+1 1\n',
     'line 6: "+1": a position that is too large'),
    ('33-position-below-0', 'below.out', CALLGRIND + 'fn=main\n5 1\n-6 1\n', 'line 6: "-6": a position below 0'),
    ('33-events', 'events.out', "# callgrind format\nevents:" + "".join(f" e{i}" for i in range(1000))
     + "\nfn=main\n1 1\n", 'line 2: more than 32 events'),
    ('33-cost', 'cost.out', CALLGRIND + 'fn=main\n1 nan\n', 'line 5: "nan": not a cost'),
    ('34-garbage', 'garbage.txt', PERF + FRAME + '1111 f (/p)\nwhat is this\n',
     'line 3: expected a sample, a frame or a blank line, found "what is this"'),
    ('34-missing-period', 'period.txt',
     PERF + FRAME + '1111 f (/p)\n\nprog 12 1.0002: cpu-clock: \n' + FRAME + '1111 f (/p)\n\n',
     'line 4: no period before "cpu-clock", which had one before'),
    ('34-large-period', 'large.txt',
     PERF + FRAME + '1111 f (/p)\n\nprog 12 1.0002: 99999999999999999999 cpu-clock: \n' + FRAME + '1111 f (/p)\n\n',
     'line 4: expected a period, found "99999999999999999999"'),
    ('35-nothing-but-names', 'names.folded', 'main;parse\nmain;eval\n',
     'line 1: expected a count after the stack, found "main;parse"'),
]
ACCEPTED = [
    ('25-two-roots', 'roots.cct', CCT + '0\t1\t1\t3\n0\t2\t1\t4\nend\t2\n', 2, 7, None),
    ('25-no-root', 'none.cct', CCT + 'end\t0\n', 0, 0, 'the profile is empty'),
    ('25-recursion', 'recursion.out',
     CALLGRIND + 'fn=a\n1 1\ncfn=b\ncalls=1 1\n1 5\n\nfn=b\n1 5\ncfn=a\ncalls=1 1\n1 3\ntotals: 6\n', 2, 6,
     'recursion was folded: the calls of a function below itself are counted where it stands above'),
    ('26-deep-cct', 'chain.cct', chain, 100000, 100000, None),
    ('28-many-calls', 'calls.cct', CCT + '0\t1\t18446744073709551615\t5\nend\t1\n', 1, 5,
     'some calls are too many to count'),
    ('29-no-calls', 'none.cct', CCT + '0\t1\t0\t7\nend\t1\n', 1, 7, None),
    ('29-zero-calls', 'zero.out', CALLGRIND + 'fn=a\n1 1\ncfn=b\ncalls=0 1\n1 5\n\nfn=b\n1 5\ntotals: 6\n', 2, 6,
     'the tree was inferred from a call graph: *'),
    ('29-negative-length', 'length.json', '{"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":-5,"pid":1,"tid":1}]}', 1,
     0, '1 call of negative length was taken as 0'),
    ('29-callee-longer', 'longer.json',
     '{"traceEvents":[{"name":"a","ph":"X","ts":1,"dur":5,"pid":1,"tid":1},{"name":"b","ph":"X","ts":2,"dur":9,"pid":1,"tid":1}]}',
     2, 5000, '*'),
    ('29-callee-costs-more', 'more.out', CALLGRIND + 'fn=a\n1 1\ncfn=b\ncalls=1 1\n1 500\n\nfn=b\n1 5\ntotals: 6\n', 2,
     6, '*'),
    ('33-no-name', 'noname.out', CALLGRIND + 'ob=\nfl=\nfn=\n1 7\ntotals: 7\n', 1, 7,
     'the file knows no calls: all functions stand side by side'),
    ('33-no-totals', 'totals.out', CALLGRIND + 'fn=main\n1 7\n', 1, 7,
     'there are no totals: nothing tells whether the file was cut'),
    ('33-other-totals', 'other.out', CALLGRIND + 'fn=main\n1 7\ntotals: 99\n', 1, 7,
     "the file's total of Ir is 99, but its costs sum up to 7: it may have been cut"),
    ('34-unknown', 'unknown.txt', PERF + FRAME + '1111 [unknown] (/p)\n' + FRAME + '2222 [unknown] ([unknown])\n\n', 3,
     500, None),
    ('34-address-only', 'address.txt', PERF + FRAME + '1111\n\n', 2, 500, None),
    ('34-long-line', 'line.txt', lambda: f"{PERF}{FRAME}1111 {'x' * 100000000} (/p)\n\n", 2, 500,
     LONG_NAMES),
    ('34-cut', 'cut.txt', PERF + FRAME + '1111 f (/p)\n', 2, 500,
     'the last stack is not followed by a blank line: the file may have been cut'),
    ('34-no-line-break', 'break.txt', PERF + FRAME + '1111 f (/p)', 2, 500,
     'line 2 ends without a line break: the file may have been cut'),
    ('35-empty-frames', 'frames.folded', ';main;;parse; 7\n', 5, 7, EMPTY_FRAMES),
    ('35-nothing-but-a-count', 'nothing.folded', 'main 4\n 3\n', 2, 7, EMPTY_FRAMES),
    ('35-negative-count', 'minus.folded', 'main 10\nmain -3\n', 1, 7, 'negative counts on 1 line'),
    ('26-deep', 'deep.folded', deep_stack, 1000000, 7, None),
    ('27-wide', 'wide.folded', wide_tree, 100000, 99999, None),
    ('28-large-sums', 'sums.cct', CCT + '0\t1\t1\t9223372036854775807\n1\t2\t1\t9223372036854775807\nend\t2\n', 2,
     18446744073709551614, None),
    ('29-negative', 'negative.cct', CCT + '0\t1\t1\t-5\nend\t1\n', 1, -5,
     'some values of time are negative: is this the difference of two profiles?'),
    ('29-zero-total', 'zero.cct', CCT + '0\t1\t0\t0\n1\t2\t0\t0\nend\t2\n', 2, 0,
     'the total time is 0, so that there are no shares'),
    ('30-long-name', 'long.folded', f"main;{'x' * 100000} 7\n", 2, 7,
     LONG_NAMES),
    ('30-huge-name', 'huge.folded', lambda: f"main;{'x' * 100000000} 7\n", 2, 7,
     LONG_NAMES),
    ('30-blank-name', 'blank.cct', 'cct 1\nmetric\ttime\tns\nfunction\t  \n0\t1\t1\t5\nend\t1\n', 1, 5, None),
    ('30-combining', 'combining.folded', 'main;́́ 5\n', 2, 5, None),
    ('31-mangled', 'mangled.folded', mangled, 203, 203, None),
    ('30-empty-name', 'noname.folded', 'main;;parse 7\n', 3, 7, EMPTY_FRAMES),
    ('35-word-for-count', 'word.folded', 'main;parse 3\nmain;eval x\n', 2, 3,
     left_out('x')),
    ('35-infinite-count', 'infinite.folded', 'main;parse 3\nmain;eval 1e309\n', 2, 3,
     left_out('1e309')),
    ('35-percent', 'percent.folded', 'main;parse 3\nmain;eval 5%\n', 2, 3,
     left_out('5%')),
    ('35-no-count', 'count.folded', 'main;parse 3\nmain;eval\nmain;eval 4\n', 3, 7,
     left_out('main;eval')),
    ('35-fraction', 'fraction.folded', 'main;parse 3.5\nmain;eval 3.5\n', 3, 7, None),
    ('35-huge-count', 'huge.folded', 'main 1e30\n', 1, 1e30, None),
    ('35-blanks', 'blanks.folded', 'main;parse 3  \nmain;eval\t4\n', 3, 7, None),
]


class Trees(BadCases):
    def test_refused(self):
        self.check_refused(REFUSED)

    def test_accepted(self):
        self.check_accepted(ACCEPTED)

    def test_26_deep_outputs(self):
        """Deep trees can be written and read again."""
        write("deep.folded", deep_stack())
        self.fine("convert", "deep.folded", "-o", "deep.cct.gz")
        self.fine("convert", "deep.folded", "-o", "deep.pb.gz")
        self.fine("convert", "deep.pb.gz", "-o", "again.folded")
        self.assertTrue(read("again.folded") == read("deep.folded"))
        self.fine("explain", "deep.folded", "deep.cct.gz")

    def test_27_node_limit(self):
        """The maximum number of nodes, and one more, through a pipe."""
        self.assert_fails("standard input: line 20000003: more than 20000000 nodes", self.shell(r"""{
            printf 'cct 1\nmetric\ttime\tns\nfunction\ta\n0\t1\t1\t1\n'
            yes "$(printf '1\t1\t1\t1')" | head -n 20000000; } | "$0" info - --memory-limit 4G"""))

    def test_30_unseen_names(self):
        """Invisible names are replaced by readable ones."""
        for name in "", "  ", "\u0301\u0301":
            write("unseen.cct", f"cct 1\nmetric\ttime\tns\nfunction\t{name}\n0\t1\t1\t5\nend\t1\n")
            self.assertIn("(no name)", self.fine("compare", "good.folded", "unseen.cct").out)


if __name__ == "__main__":
    unittest.main()
