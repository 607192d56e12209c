# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading V8's .cpuprofile."""

import profile_test
from profile_test import ProfileTest

COUNTED = "there are no times in it, so that samples are counted"
CIRCLE = "nodes: a circle, as none of them is without a parent"


def node(number, name, rest=""):
    """A node followed by the members after its call frame."""
    return (f'{{"id":{number},"callFrame":{{"functionName":"{name}","scriptId":"0","url":"","lineNumber":-1,'
            f'"columnNumber":-1}}{rest}}}')


def nodes(*texts, end="}"):
    return '{"nodes":[' + ",".join(texts) + "]" + end


def times(samples, deltas):
    return f',"startTime":100,"endTime":200,"samples":[{samples}],"timeDeltas":[{deltas}]}}'


TREE = ",".join([
    node(1, "(root)", ',"hitCount":0,"children":[2,5]'), node(2, "main", ',"hitCount":1,"children":[3,4]'),
    node(3, "f", ',"hitCount":2'), node(4, "", ',"hitCount":0'),
    node(5, "(idle)", ',"hitCount":7,"positionTicks":[{"line":1,"ticks":1}],"deoptReason":"why"')])


class CpuProfile(ProfileTest):
    def test_times(self):
        """The time between two samples belongs to the earlier one."""
        self.tree(nodes(TREE, end=times("2,3,3,5,2", "10,20,30,7,5")),
                  "'(root)':0(main:20(f:37 '(anonymous)':0) '(idle)':5)")
        # One sample has no time.
        self.tree(nodes(TREE, end=times("2", "10")), "'(root)':0(main:1(f:0 '(anonymous)':0) '(idle)':0)", COUNTED)

    def test_line_as_text(self):
        frames = ",".join(f'{{"id":{i},"callFrame":{{"functionName":"f","url":"a.js","lineNumber":"{line}"}}'
                          + (',"children":[2,3]}' if i == 1 else "}") for i, line in ((1, "-1"), (2, "0"), (3, "41")))
        profile = self.check(nodes(frames, end=times("2,3,2", "9,1,3")))
        self.assertEqual([profile.place(i)[1] for i in range(1, 4)], [0, 1, 42])
        for bad in "", "-2", "x", "1.5":
            text = nodes(frames.replace('"41"', f'"{bad}"'))
            at = text.index(f':"{bad}"}}') + 1
            self.fails(text, f"byte {at}: nodes[2].callFrame.lineNumber: not a number")

    def test_what_it_is(self):
        profile = self.check(
            nodes('{"id":1,"callFrame":{"functionName":"(root)","url":"","lineNumber":-1},"children":[2,3,4]}',
                  '{"id":2,"callFrame":{"functionName":"f","lineNumber":0,"url":"file:///home/me/a%20b.mjs"}}',
                  '{"id":3,"callFrame":{"functionName":"g","lineNumber":41,"url":"node:internal/util"}}',
                  '{"id":4,"callFrame":{"functionName":"h","url":"file://%00"}}', end=times("2,3,2", "9,1,3")),
            format="cpuprofile", recording="sampled", period=2.5, unordered=True, n_threads=1,  # (1 + 9) / 4
            has_calls=False, metric="time", unit="us")
        self.assertEqual(profile.of("samples").total[0], 3)
        self.assertEqual([profile.place(i) for i in range(1, 5)],
                         [("", 0), ("/home/me/a b.mjs", 1), ("node:internal/util", 42), ("file://%00", 0)])

    def test_without_times(self):
        hits = "'(root)':0(main:1(f:2 '(anonymous)':0) '(idle)':7)"
        self.check(nodes(TREE), hits, period=1, unit="samples")
        self.tree(nodes(node(1, "f", ',"hitCount":3')), "f:3", COUNTED)
        self.tree(nodes(TREE, end=',"samples":[2,3,3]}'), "'(root)':0(main:1(f:2 '(anonymous)':0) '(idle)':0)", COUNTED)
        self.tree(nodes(TREE, end=',"samples":[],"timeDeltas":[]}'), hits, COUNTED)

    def test_forms_of_tree(self):
        """Parents instead of children, both, and members in another order."""
        tree = "a:1(b:2(c:3) b:4)"  # us
        self.tree(nodes(node(7, "a"), node(-1, "b", ',"parent":7'), node(9007199254740993, "c", ',"parent":-1'),
                        node(9007199254740992, "b", ',"parent":7'),
                        end=times("7,-1,9007199254740993,9007199254740992,7", "9,1,2,3,4")), tree)
        self.tree('{"timeDeltas":[9,1,2,3,4],"endTime":3.5,"samples":[1,2,3,4,1],"nodes":['
                  + ",".join([node(3, "c", ',"parent":2'), node(1, "a", ',"children":[2,4]'),
                              node(2, "b", ',"parent":1,"children":[3]'), node(4, "b")]) + "]}", tree)
        self.tree('{"nodes":[],"samples":[],"timeDeltas":[]}', "", "the profile is empty")

    def test_nested(self):
        """The older form: nested nodes, and absolute times."""
        def head(number, name, line, hits, *children):
            return (f'{{"functionName":"{name}","url":"file:///a.js","lineNumber":{line},"callUID":7,"hitCount":{hits},'
                    f'"id":{number},"children":[{",".join(children)}]}}')

        text = '{"typeId":"CPU","head":' + head(
            1, "(root)", 0, 0, head(2, "main", 3, 1, head(3, "", 8, 2)), head(4, "(idle)", 0, 7))
        timed = text + ',"startTime":5,"samples":[2,3,4,2],"timestamps":[50,60,80,85]}'
        profile = self.check(timed, "'(root)':0(main:10('(anonymous)':20) '(idle)':5)", format="cpuprofile")
        self.assertEqual(profile.place(3), ("/a.js", 8))
        self.tree(text + "}", "'(root)':0(main:1('(anonymous)':2) '(idle)':7)", COUNTED)
        self.cut_fails(timed)

    def test_backwards_29(self):
        """Samples that were written in another order than they were taken."""
        self.tree(nodes(TREE, end=times("2,3,2", "10,-2,30")),
                  "'(root)':0(main:28(f:2 '(anonymous)':0) '(idle)':0)",
                  "1 sample stands behind later ones, and all were put in the order of their times")

    def test_errors(self):
        self.bad_json(
            ("14", '{"nodes":[{"id":1,"callFrame":{},"id":2}]}',
             'nodes[0].callFrame: there is no "functionName" in it'),
            ("14", nodes(node(1, "f", ',"z":1,"z":1')), "nodes[0]: the same key twice"),
            ("14", nodes(node(1, "f"), end=',"nodes":[]}'), "the same key twice"),
            ("15", nodes(node(9223372036854775808, "f")), "nodes[0].id: out of range"),
            ("15", nodes(node(1, "f", ',"hitCount":-1')), "nodes[0].hitCount: out of range"),
            ("15", nodes(TREE, end=times("2", "1e400")), "timeDeltas[0]: out of range"),
            ("15", nodes(TREE, end=times("2", "-Infinity")), "not a number as JSON writes them"),
            ("17", '{"nodes":{"callFrame":1},"timeDeltas":[]}', "nodes: not an array"),
            ("17", '{"samples":[],"timeDeltas":[]}', 'there is no "nodes" in it'),
            ("17", '{"nodes":[{"callFrame":{"functionName":"f"}}]}', 'nodes[0]: there is no "id" in it'),
            ("17", '{"nodes":[{"id":1}],"timeDeltas":[]}', 'nodes[0]: there is no "callFrame" in it'),
            ("17", '{"nodes":[{"id":"1"}],"timeDeltas":[]}', "nodes[0].id: not a number"),
            ("17", nodes(node(1.5, "f")), "nodes[0].id: not a whole number"),
            ("17", nodes(node(1, "f", ',"children":2')), "nodes[0].children: not an array"),
            ("17", nodes(TREE, end=times("2,3", "1")), "timeDeltas: 1 values for 2 samples"),
            ("17", nodes(TREE, end=times("9", "1")), "samples[0]: no node has the id 9"),
            ("25", nodes(node(1, "f"), node(1, "g")), "nodes[1].id: another node has this id"),
            ("25", nodes(node(1, "f", ',"children":[2]')), "nodes[0]: no node has the id 2 of its child"),
            ("25", nodes(node(1, "f", ',"parent":2')), "nodes[0]: no node has the id 2 of its parent"),
            ("25", nodes(node(1, "f", ',"children":[1]')), CIRCLE),
            ("25", nodes(node(1, "f", ',"children":[2]'), node(2, "f", ',"children":[1]')), CIRCLE),
            ("25", nodes(node(1, "r"), node(2, "f", ',"parent":3'), node(3, "f", ',"parent":2')),
             "nodes: 2 of them are in a circle and not below the root"),
            ("25", nodes(node(1, "f"), node(2, "g")), "nodes[1]: a second node without a parent"),
            ("25", nodes(node(1, "f", ',"children":[2,3]'), node(2, "g", ',"children":[3]'), node(3, "h")),
             "nodes: two of them have the node 3 as a child"))

    def test_deep_json_13(self):
        self.deep_json(nodes(TREE, end=',"other":'), '{"nodes":[' + node(1, "f") + ',{"other":')

    def test_node_limit(self):
        self.fails(nodes(TREE), "nodes[2]: more than 3 nodes", "limit", "node limit", max_nodes=3)

    def test_deep_tree_26(self):
        """With ids that are equal in their lower halves."""
        depth = 300000
        others = (f'{{"id":{i << 32},"parent":{(i - 1) << 32},"callFrame":{{"functionName":"f"}}}}'
                  for i in range(1, depth))
        self.check(nodes(node(0, "f"), *others), depth=depth)

    def test_cut_everywhere_5(self):
        self.cut_fails(nodes(TREE, end=times("2,3,3", "1.5e1,-2,3")))

    def test_recordings(self):
        a1, a2, b1 = (self.check_file(f"marked-{name}.cpuprofile.zst", n_nodes=1 + n_nodes)
                      for name, n_nodes in (("a1", 272), ("a2", 238), ("b1", 241)))
        self.assertEqual((a1.metrics[1].total[0], b1.metrics[1].total[0]), (2683, 635))
        # The time from the first to the last sample.
        self.assertEqual((a1.total[0], b1.total[0]), (2849587, 992343))
        self.assertAlmostEqual(b1.total[0] / a1.total[0], 0.35, delta=0.005)
        self.assertAlmostEqual(a1.self_of("inlineTokens"), 2.03e6, delta=0.005e6)
        self.assertAlmostEqual(b1.self_of("inlineTokens"), 0.26e6, delta=0.005e6)
        collector = "(garbage collector)"
        self.assertAlmostEqual(b1.self_of(collector) / a1.self_of(collector), 0.39, delta=0.005)
        self.assertTrue(1300 < a1.period < 3000 and a2.period > 1300 and b1.period < 3000)
        self.assertEqual(a1.name[1], "(root)")

    def test_idle(self):
        """The pseudo frame for idle time is one of those that are left out."""
        self.check_file("marked-a1.cpuprofile.zst", busy=2849587 - 10031)


if __name__ == "__main__":
    profile_test.main()
