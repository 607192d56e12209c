# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading speedscope's JSON."""

import profile_test
from profile_test import FULL, SELF, ProfileTest, data

SCHEMA = '"$schema":"https://www.speedscope.app/file-format-schema.json",'
FRAMES = '"shared":{"frames":[{"name":"f"},{"name":"g"},{"name":"h"}]}'


def file_of(*profiles):
    return "{" + SCHEMA + FRAMES + ',"profiles":[' + ",".join(profiles) + "]}"


def evented(unit, *events):
    return (f'{{"type":"evented","name":"","unit":"{unit}","startValue":0,"endValue":9,'
            f'"events":[{",".join(events)}]}}')


def sampled(unit, samples, weights):
    return (f'{{"type":"sampled","name":"","unit":"{unit}","startValue":0,"endValue":9,'
            f'"samples":[{samples}],"weights":[{weights}]}}')


def O(frame, at):
    return f'{{"type":"O","frame":{frame},"at":{at}}}'


def C(frame, at):
    return f'{{"type":"C","frame":{frame},"at":{at}}}'


def of_events(unit, *events):
    return file_of(evented(unit, *events))


def of_samples(unit, samples, weights):
    return file_of(sampled(unit, samples, weights))


class Speedscope(ProfileTest):
    FLAGS = FULL

    def test_evented(self):
        self.tree(of_events("milliseconds", O(0, 0), O(1, 1), O(2, 1.5), C(2, 2), C(1, 4), O(1, 5), C(1, 6), C(0, 7)),
                  "f:3*1(g:3.5*2(h:0.5*1))")
        # The gap between two outer calls belongs to no function.
        self.tree(of_events("nanoseconds", O(0, 1), C(0, 2), O(0, 5), C(0, 8)), "f:4*2")

    def test_what_it_is(self):
        exact = self.check(
            "{" + SCHEMA + '"name":"a run","exporter":"mine 1","version":"0.0.1","other":[{}],"shared":{"frames":['
            '{"name":"f","file":"x/f.c","line":7,"col":3},{"name":"f","file":"y/f.c","line":null}]},"profiles":['
            + evented("microseconds", O(0, 0), O(1, 1), C(1, 2), C(0, 3)) + "]}",
            format="speedscope", recording="exact", unordered=False, n_threads=1, metric="time", unit="us",
            meta={"producer": "mine 1", "name": "a run"})
        self.assertEqual(exact.place(1), ("x/f.c", 7))
        self.assertEqual(exact.line[2], 0)
        self.check(of_samples("seconds", "[0,1],[0],[0,1]", "1,1,2"), "f:1(g:3)", SELF, has_calls=False,
                   recording="sampled", unordered=True, period=1.5, unit="s")  # (1 + 1 + 4) / 4

    def test_added_up_before(self):
        """If no stack repeats, a weight may be that of many samples."""
        self.check(of_samples("none", "[0,1],[0],[2]", "7,12,30"), "f:12(g:7) h:30", SELF, period=0, metric="value",
                   unit="")

    def test_unit_of_samples(self):
        self.check(of_samples("samples", "[0,1],[0],[0,1]", "1,1,2"), "f:1(g:3)", SELF, metric="samples",
                   unit="samples")
        # It is not added to values without a unit.
        mixed = self.check(file_of(sampled("samples", "[0]", "2"), sampled("none", "[0]", "5"),
                                   sampled("samples", "[0,1]", "3")))
        self.assertEqual([(m.name, m.unit, m.total[0]) for m in mixed.metrics],
                         [("samples", "samples", 5), ("value", "", 5)])

    def test_any_order(self):
        """Members in the order of speedscope, and in any other."""
        self.tree('{"exporter":"speedscope@1.13.0","name":"x","activeProfileIndex":0,"profiles":['
                  + evented("microseconds", O(0, 0), C(0, 2)) + "]," + FRAMES + "," + SCHEMA + '"version":"0.0.1"}',
                  "f:2*1", "speedscope saved this from another file: if that was sampled, its calls are none and a "
                  "node that is not there may have run")
        self.tree('{"profiles":[{"weights":[1,2],"samples":[[0],[0,1]],"unit":"bytes","type":"sampled"}],' + FRAMES
                  + "}", "f:1(g:2)", flags=SELF)
        self.tree('{"profiles":[{"events":[{"at":1,"frame":1,"type":"O"},{"at":4,"frame":1,"type":"C"}],'
                  '"unit":"seconds","type":"evented"}],' + FRAMES + "}", "g:3*1")

    def test_several(self):
        self.check(file_of(evented("milliseconds", O(0, 0), C(0, 2)),
                           evented("microseconds", O(0, 0), O(1, 500), C(1, 1500), C(0, 2000))),
                   "f:3*2(g:1*1)", unit="ms", n_threads=2,
                   warnings=["2 profiles in it, as of threads, are added up"])
        kinds = self.check("{" + SCHEMA + FRAMES + ',"activeProfileIndex":1,"profiles":['
                           + sampled("none", "[0],[0]", "1,1") + "," + sampled("bytes", "[0,1],[0,1]", "64,32") + "]}",
                           period=(64 * 64 + 32 * 32) / 96, n_threads=1, warnings=[
                               "the 2 profiles in it measure different things, which became metrics of one tree"])
        self.assertEqual([(metric.name, metric.total[0]) for metric in kinds.metrics], [("bytes", 96), ("value", 2)])
        self.check(file_of(evented("seconds", O(0, 0), C(0, 2)), sampled("seconds", "[0],[0]", "1,1")),
                   has_calls=False, recording="sampled", warnings=[
                       "2 profiles in it, as of threads, are added up",
                       "some of the profiles in it are sampled, so that the calls of the others are left out"])

    def test_precision(self):
        """Nanoseconds since 1970; doubles represent only every 256th."""
        self.tree(of_events("nanoseconds", O(0, "1700000000000000001"), O(1, "1700000000000000003.25"),
                            C(1, "1700000000000000006.5"), C(0, "1700000000000000011")), "f:6.75*1(g:3.25*1)")
        self.tree(of_events("nanoseconds", O(0, "-5.5"), O(1, "-0"), C(1, "1e1"), C(0, "2.5E1")),
                  "f:20.5*1(g:10*1)")

    def test_unbalanced_29(self):
        self.tree(of_events("seconds", C(0, 0), O(0, 1), O(1, 2), O(2, 3), C(0, 5), O(2, 6)),
                  "f:1*1(g:1*1(h:2*1)) h:3*1",
                  "calls and ends that do not pair: 1 end without a call was ignored, 2 calls ended with the one "
                  "around them, 1 call without an end was closed at the end")
        # Time that goes backwards.
        self.tree(of_events("seconds", O(0, 5), O(1, 3), C(1, 7), C(0, 6)), "f:0*1(g:2*1)",
                  "2 time stamps lie before the one ahead of them and were moved up to it")

    def test_odd_samples_29(self):
        for content, tree, warning in (
                (of_samples("seconds", "[],[0],[0]", "5,1,2"), "f:3", "1 sample without a stack was left out"),
                (of_samples("seconds", "[1],[0]", "-1,2"), "g:-1 f:2",
                 "some values of time are negative: is this the difference of two profiles?"),
                (of_samples("seconds", "", ""), "", "the profile is empty")):
            self.tree(content, tree, warning, flags=SELF)

    def test_large_numbers_28(self):
        self.tree(of_samples("none", "[0],[0,1]", "4611686018427387904,4611686018427387904"),
                  "f:4611686018427387904(g:4611686018427387904)", flags=SELF)
        self.fails(of_samples("none", "[0],[0,1]", "1e308,1e308"), "the sum of all value is too large a number",
                   "limit")

    def test_errors(self):
        self.bad_json(
            ("14", file_of('{"type":"evented","type":"evented"}'), "profiles[0]: the same key twice"),
            ("14", "{" + SCHEMA + FRAMES + ',"z":1,"z":2}', "the same key twice"),
            ("14", "{" + SCHEMA + FRAMES + "," + FRAMES + "}", "the same key twice"),
            ("15", of_samples("none", "[18446744073709551615]", "1"), "profiles[0].samples[0][0]: out of range"),
            ("15", of_samples("none", "[0]", "1e400"), "profiles[0].weights[0]: out of range"),
            ("15", of_samples("none", "[0]", "NaN"), "expected a value"),
            ("15", of_events("none", O(0, "9e18")), "profiles[0].events[0].at: out of range"),
            ("16", "{" + SCHEMA + '"shared":{"frames":[{"name":"\udcff"}]}}', "bytes in a string that are not UTF-8"),
            ("16", "{" + SCHEMA + '"shared":{"frames":[{"name":"\\ud800"}]}}', "half a surrogate pair in a string"),
            ("17", "{" + SCHEMA + '"shared":[]}', "shared: not an object"),
            ("17", "{" + SCHEMA + '"shared":{}}', 'shared: there is no "frames" in it'),
            ("17", "{" + SCHEMA + '"shared":{"frames":[{}]}}', 'shared.frames[0]: there is no "name" in it'),
            ("17", "{" + SCHEMA + '"shared":{"frames":[{"name":5}]}}', "shared.frames[0].name: not a string"),
            ("17", "{" + SCHEMA + FRAMES + "}", 'there is no "profiles" in it'),
            ("17", "{" + SCHEMA + FRAMES + ',"profiles":{}}', "profiles: not an array"),
            ("17", file_of(), "profiles: there are none"),
            ("17", file_of('{"type":"evented","events":[]}'), 'profiles[0]: there is no "unit" in it'),
            ("17", file_of('{"type":"evented","unit":"none"}'), 'profiles[0]: there is no "events" in it'),
            ("17", file_of('{"type":"sampled","unit":"none","samples":[]}'),
             'profiles[0]: there is no "weights" in it'),
            ("17", file_of('{"type":"other","unit":"none"}'),
             'profiles[0]: "type" is neither "evented" nor "sampled"'),
            ("17", file_of('{"type":"evented","unit":"none","events":[],"samples":[]}'),
             "profiles[0]: events as well as samples"),
            ("17", of_events("weeks"), "profiles[0].unit: not a unit that we know"),
            ("17", of_events("none", "7"), "profiles[0].events[0]: not an object"),
            ("17", of_events("none", '{"type":"O","at":1}'), 'profiles[0].events[0]: there is no "frame" in it'),
            ("17", of_events("none", '{"type":"X","at":1}'), 'profiles[0].events[0].type: neither "O" nor "C"'),
            ("17", of_events("none", O(0, '"1"')), "profiles[0].events[0].at: not a number"),
            ("17", of_events("none", O(0.5, 1)), "profiles[0].events[0].frame: not a whole number"),
            ("17", of_events("none", O(-1, 1)), "profiles[0].events[0].frame: out of range"),
            ("17", of_events("none", O(3, 1)), "profiles[0].events[0]: there are only 3 frames"),
            ("17", '{"profiles":[' + sampled("none", "[7]", "1") + "]," + FRAMES + "}",
             "profiles: frame 7 is named, but there are only 3 frames"),
            ("17", of_samples("none", "[0],[1]", "1"), "profiles[0]: 1 weights for 2 samples"),
            ("17", file_of() + " x", "expected nothing more after the end of the JSON value"))

    def test_deep_json_13(self):
        self.deep_json("{" + SCHEMA + FRAMES + ',"other":',
                       "{" + SCHEMA + FRAMES + ',"profiles":[{"type":"sampled","other":')

    def test_node_limit(self):
        self.fails(of_samples("none", "[0,1,2]", "1"), "profiles[0].samples[0][2]: more than 3 nodes", "limit",
                   "node limit", max_nodes=3)

    def test_deep_calls_26(self):
        """A million nested calls, and as many ends without a call."""
        depth = 1000000
        events = depth * (O(0, 0) + ",") + depth * (C(1, 0) + ",") + C(0, 1)
        profile = self.check(file_of('{"type":"evented","unit":"seconds","events":[' + events + "]}"), depth=depth)
        self.assertEqual(profile.total[1], 1)

    def test_cut_everywhere_5(self):
        self.cut_fails('{"exporter":"m\\u00e9",' + SCHEMA + '"profiles":['
                       + evented("milliseconds", O(0, 0.125), C(0, "1e1")) + ","
                       + sampled("none", "[0,1],[0]", "-2.5E-3,1") + "]," + FRAMES + "}")

    def test_recordings(self):
        """Another writer's file gives the same tree with all nodes and times."""
        for name in "cmark-a", "lua-a":
            tree = self.load(data(f"{name}.cct.tsv.gz"), "tsv")
            profile = self.check_file(f"{name}.speedscope.json.zst", format="speedscope", recording="exact",
                                      warnings=[], n_nodes=tree.n_nodes)
            self.assertEqual(profile.texts[SELF], tree.texts[SELF])

    def test_recorded_numbers(self):
        cmark = self.check_file("cmark-a.speedscope.json.zst", n_nodes=1 + 515, n_functions=163, depth=20)
        self.assertEqual((cmark.total[0], cmark.name[1], cmark.line[1]), (551829213, "main", 76))


if __name__ == "__main__":
    profile_test.main()
