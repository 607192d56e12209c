# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles saved by profiler.firefox.com, in the layouts of its versions."""

import json

import profile_test
from profile_test import ProfileTest


# main > work > leaf, and main > wait; "work" at two addresses.
def stacks_of(prefixes):
    return f'"stackTable":{{"length":5,{prefixes},"frame":[0,1,2,3,4]}}'


def frames_of(more=',"category":[0,0,0,0,1]'):
    return ('"frameTable":{"length":5,"address":[-1,16,32,48,64],"func":[0,1,1,2,3],"line":[1,12,13,null,5]' + more
            + "}")


def funcs_of(more=',"resource":[0,0,-1,-1],"fileName":[5,null,6,null],"lineNumber":[null,null,7,null]'):
    return '"funcTable":{"length":4,"name":[0,1,2,3],"isJS":[false,false,true,false]' + more + "}"


def meta(version, more=""):
    return ('"meta":{"interval":0.5,"startTime":1000,"product":"Firefox","misc":"rv:134.0","preprocessedProfileVersion"'
            f':{version},"categories":[{{"name":"Other"}},{{"name":"Idle"}}]{more}}}')


STACKS = stacks_of('"prefix":[null,0,0,1,0]')
OFFSETS = stacks_of('"prefixOffset":[0,1,2,2,4]')
FRAMES, FUNCS = frames_of(), funcs_of()
RESOURCES = '"resourceTable":{"length":1,"lib":[0],"name":[4],"host":[null],"type":[1]}'
STRINGS = ('"stringArray":["main","work","leaf","wait","prog","hg:hg.mozilla.org/central:src/main.cpp:abc",'
           '"file:///x/leaf.js"]')
TABLES = ",".join([STACKS, FRAMES, FUNCS, RESOURCES, STRINGS])
SAMPLES = '"samples":{"length":6,"stack":[3,1,null,2,4,3],"time":[0,1,2,3,4,5]}'
LIBS = '"libs":[{"name":"prog","path":"/bin/prog"}]'
MARKERS = '"markers":{"data":[{"type":"x","type":1}],"name":[0]}'
SOURCES = '"sources":{"length":2,"filename":[5,6]}'
OLD = "{" + meta(47) + "," + LIBS + ',"threads":[{"name":"GeckoMain",' + f"{MARKERS},{SAMPLES},{TABLES}}}]}}"

RAW_STRINGS = ('"(root)","work (file:///x/work.js:7:14)","baseline","load (resource://a.js -> resource://b.js:12)",'
               '"wait (in libc)"')
RAW_FRAMES, RAW_STACKS, RAW_SAMPLES = "[0],[1,2,9,1],[3],[4,null,null,0]", "[null,0],[0,1],[1,2],[0,3]", \
    "[2,1.5],[1,2],[2,2.5],[null,3],[3,3.5]"


def raw(strings=RAW_STRINGS, frames=RAW_FRAMES, stacks=RAW_STACKS, samples=RAW_SAMPLES, end="}"):
    return ('{"meta":{"version":19,"interval":0.5,"processType":0,"product":"Firefox","categories":[{"name":"Idle"},'
            '{"name":"Other"}]},"libs":[],"threads":[{"name":"GeckoMain","samples":{"schema":{"stack":0,"time":1},'
            f'"data":[{samples}]}},"stackTable":{{"schema":{{"prefix":0,"frame":1}},"data":[{stacks}]}},"frameTable":'
            '{"schema":{"location":0,"implementation":1,"line":2,"category":3},"data":'
            f'[{frames}]}},"stringTable":[{strings}]}}]{end}')


def shared(stacks='"frame":[0,0],"prefix":[null,0]', frames='"func":[0]', funcs='"name":[0]', strings='"f"',
           samples='"stack":[1]'):
    return (f'{{"meta":{{"preprocessedProfileVersion":60}},"shared":{{"stackTable":{{{stacks}}},"frameTable":'
            f'{{{frames}}},"funcTable":{{{funcs}}},"stringArray":[{strings}]}},"threads":'
            f'[{{"samples":{{{samples}}}}}]}}')


class Firefox(ProfileTest):
    def test_layouts(self):
        new = '"threads":[{"name":"GeckoMain",' + SAMPLES + "}]}"
        for text in (
                OLD,
                # 56: one array of strings
                "{" + meta(56) + "," + LIBS + ',"shared":{' + STRINGS + '},"threads":[{"name":"GeckoMain",'
                + f"{STACKS},{FRAMES},{FUNCS},{RESOURCES},{SAMPLES}}}]}}",
                # 58: a table of sources
                '{"threads":[{' + funcs_of(',"resource":[0,0,-1,-1],"source":[0,null,1,null],'
                                           '"lineNumber":[null,null,7,null]')
                + f',{RESOURCES},{SAMPLES},{STACKS},{FRAMES},"name":"GeckoMain"}}],"shared":{{{SOURCES},{STRINGS}}},'
                + LIBS + "," + meta(58) + "}",
                # 60: all tables shared
                "{" + meta(60) + "," + LIBS + ',"shared":{' + TABLES + "}," + new,
                # 64 to 70: positions before compilation, offsets, libraries of frames
                "{" + meta(70) + "," + LIBS + ',"shared":{' + OFFSETS + ","
                + frames_of(',"category":[0,0,0,0,1],"lib":[0,0,0,-1,-1]') + ","
                + funcs_of(',"resource":[-1,-1,-1,-1],"source":[0,null,0,null],"lineNumber":[null,null,1,null],'
                           '"originalLocation":[null,null,0,null]')
                + ',"sourceLocationTable":{"length":1,"source":[1],"line":[7],"column":[1]},'
                + SOURCES + "," + STRINGS + "}," + new,
                # 75: flags instead of null
                "{" + meta(75) + "," + LIBS + ',"shared":{' + OFFSETS + ","
                + frames_of(',"category":[0,0,0,0,1],"lib":[0,0,0,0,0],"flags":[6,6,6,4,4]') + ","
                + funcs_of(',"resource":[0,0,0,0],"source":[0,0,1,0],"lineNumber":[0,0,7,0],'
                           '"originalLocation":[0,0,0,0],"flags":[12,4,25,0]')
                + "," + RESOURCES + ',"sourceLocationTable":{"length":0,"source":[],"line":[]},' + SOURCES + ","
                + STRINGS + "}," + new):
            with self.subTest(text):
                profile = self.check(text, "main:0(work:1(leaf:1) wait:0('(idle)':0.5))", meta={"threads": "GeckoMain"},
                                     warnings=["1 sample without a stack was left out"])
                self.assertEqual((profile.module[1], profile.file[1]), ("prog", "src/main.cpp"))
                self.assertEqual((profile.module[3], *profile.place(3)), ("", "/x/leaf.js", 7))

    def test_what_it_is(self):
        # Idle time is left out as in other formats.
        self.check(OLD, format="firefox", recording="sampled", period=0.5, unordered=True, has_calls=False, n_threads=1,
                   metric="time", unit="ms", busy=2,
                   meta={"producer": "Firefox 134.0", "recorded": "1970-01-01T00:00:01Z"})

    def test_metrics(self):
        """CPU time, weights, several threads with shared tables, and memory."""
        profile = self.check(
            "{" + meta(60, ',"sampleUnits":{"time":"ms","threadCPUDelta":"µs"}') + ',"shared":{' + TABLES
            + '},"threads":[{"name":"a","samples":{"stack":[3,1,3],"weight":[1,4,1],"weightType":"samples",'
            '"threadCPUDelta":[900,2000,null]}},{"name":"b","samples":{"stack":[2],"weight":null,"weightType":'
            '"samples"},"nativeAllocations":{"stack":[3,3,1],"weight":[64,-64,32],"weightType":"bytes"}},'
            '{"name":"c","samples":{"stack":[],"length":0}},'
            '{"name":"d","samples":{"stack":[1],"weight":[9],"weightType":"bytes"}}]}',
            "main:0(work:2.5(leaf:1))", n_threads=2, meta={"threads": "a, b"},
            warnings=["1 thread measures something else and was left out"])
        self.assertEqual(len(profile.metrics), 3)
        self.assertEqual((profile.of("cpu").unit, profile.of("cpu").total[0]), ("us", 2000))
        self.assertEqual(profile.of("allocated").self[2:4], [32, 64])

    def test_other_weights(self):
        for kind, interval, unit, recording, period in (
                ("samples", "", "samples", "sampled", 1), ("samples", ',"interval":1', "ms", "sampled", 1),
                ("tracing-ms", ',"interval":7', "ms", "exact", 0), ("bytes", ',"interval":7', "bytes", "exact", 0)):
            self.check('{"meta":{"preprocessedProfileVersion":60' + interval + '},"shared":{' + TABLES
                       + f'}},"threads":[{{"samples":{{"stack":[3,1],"weight":[2,3],"weightType":"{kind}"}}}}]}}',
                       "main:0(work:3(leaf:2))", unit=unit, recording=recording, period=period)

    def test_warnings(self):
        self.tree(
            '{"meta":{"interval":1,"preprocessedProfileVersion":99,"sampleUnits":{"threadCPUDelta":"ns"}},"shared":{'
            '"stackTable":{"frame":[0,1],"prefix":[null,0]},"frameTable":{"func":[0,1]},"funcTable":{"name":[0,1]},'
            '"stringArray":["0x12ab","0x7"]},"threads":[{"samples":{"stack":[1,0],"threadCPUDelta":[0,1000]}}]}',
            "0x12ab:1(0x7:1)",
            "less than half of the time is the processor's, the rest is waiting; the metric \"cpu\" has the former "
            "alone",
            'most functions have no names but addresses: open the file at profiler.firefox.com (with "samply load", '
            "say), and save it from there with its symbols",
            "version 99 of the format is newer than what this program knows (75)")

    def test_raw(self):
        """Raw profiles of Firefox itself, and those in recordings of its developer tools."""
        for text in raw(), ('{"label":"","duration":9,"markers":[],"memory":[],"profile":' + raw()
                            + ',"fileType":"recorded-performance-data","version":2}'):
            profile = self.check(text, "'(root)':0(work:0.5(load:1) 'wait (in libc)':0('(idle)':0.5))",
                                 format="firefox", unit="ms", period=0.5)
            self.assertEqual((profile.name[2], *profile.place(2)), ("work", "/x/work.js", 7))
            self.assertEqual(profile.place(3), ("resource://b.js", 12))

    def test_raw_processes(self):
        """Every process of a raw profile has threads."""
        profile = self.check(raw(end=(
            ',"processes":[{"threads":[{"name":"Worker","stringTable":["run"],"frameTable":{"schema":{"location":0},'
            '"data":[[0]]},"stackTable":{"schema":{"frame":0,"prefix":1},"data":[[0]]},"samples":{"schema":{"time":0,'
            '"stack":1},"data":[[1,0]]}}]}]}')), n_threads=2, meta={"threads": "GeckoMain, Worker"})
        self.assertEqual(profile.total[0], 2.5)

    def test_raw_texts(self):
        """Up to version 3, the profile of another process was a text among the threads."""
        inner = raw(end="}")
        text = raw(end="}").replace('"threads":[', '"threads":[' + json.dumps(inner) + ",")
        profile = self.check(text, "'(root)':0(work:1(load:2) 'wait (in libc)':0('(idle)':1))", n_threads=2)
        self.assertEqual(profile.total[0], 4)
        broken = raw(end="}").replace('"threads":[', '"threads":[' + json.dumps(inner[:-9]) + ",")
        self.fails(broken, "threads[0]: byte 573: the input ends within this string")

    def test_rows_first(self):
        """Where the members are in the order of the alphabet, rows come before their schema."""
        profile = self.load(raw())
        again = self.load(json.dumps(json.loads(raw()), sort_keys=True))
        self.assertEqual(again.texts, profile.texts)
        self.fails(json.dumps(json.loads(raw(samples="[7]")), sort_keys=True),
                   "threads[0]: sample 0: there is no stack 7")
        self.fails('{"meta":{"interval":1,"processType":0},"threads":[{"samples":{"data":[[1]],"schema":{"stack":16}}}]}',
                   "byte 93: threads[0].samples.schema.stack: out of range")

    def test_raw_errors(self):
        self.bad_json(
            ("17", raw(frames="[0],[1],[3],[5]"), "threads[0].frameTable.location[3]: 5 is not in 0...4"),
            ("17", raw(stacks="[null,4]", samples="[0]"), "threads[0].stackTable.frame[0]: 4 is not in 0...3"),
            ("25", raw(stacks="[0,0]", samples="[0]"), "threads[0].stackTable.prefix[0]: 0 is no stack ahead of it"),
            ("17", raw(samples="[7]"), "threads[0]: sample 0: there is no stack 7"),
            ("17", raw(samples="0"), "threads[0].samples.data[0]: not an array"),
            ("17", '{"meta":{"interval":1,"processType":0},"threads":[{"samples":{"schema":{"time":0},"data":[]}}]}',
             'threads[0].samples.schema: there is no "stack" in it'),
            ("15", '{"meta":{"interval":1,"processType":0},"threads":[{"samples":{"schema":{"stack":99},"data":[]}}]}',
             "threads[0].samples.schema.stack: out of range"))

    def test_errors(self):
        one = "{" + meta(60)
        self.bad_json(
            ("14", one + "," + meta(60) + "}", "the same key twice"),
            ("14", shared(samples='"stack":[1],"stack":[1]'), "threads[0].samples: the same key twice"),
            ("15", shared(samples='"stack":[2147483648]'), "threads[0].samples.stack[0]: out of range"),
            ("15", shared(samples='"stack":[0.5]'), "threads[0].samples.stack[0]: not a whole number"),
            ("15", shared(samples='"stack":[1],"weight":[1e999]'), "threads[0].samples.weight[0]: out of range"),
            ("15", '{"meta":{"interval":-1,"preprocessedProfileVersion":1},"threads":[]}',
             "meta.interval: out of range"),
            ("16", shared(strings='"\udcc0\udcaf"'), "bytes in a string that are not UTF-8"),
            ("17", one + "}", 'there is no "threads" in it'),
            ("17", '{"shared":{"stringArray":[]},"threads":[]}', 'there is no "meta" in it'),
            ("17", one + ',"threads":[]}', "threads: none of them has samples"),
            ("17", one + ',"threads":[{}]}', 'threads[0]: there is no "samples" in it'),
            ("17", one + ',"threads":[{"samples":[]}]}', "threads[0].samples: not an object"),
            ("17", shared(strings="5"), "shared.stringArray[0]: not a string"),
            ("17", shared(samples='"stack":[1],"weightType":"calls"'),
             "threads[0].samples.weightType: not a type of weight that we know"),
            ("17", shared(samples='"stack":[1],"weight":[1,2]'), "threads[0].samples: columns of different lengths"),
            ("17", shared(samples='"stack":[7]'), "threads[0]: sample 0: there is no stack 7"),
            ("17", shared('"frame":[0],"prefix":[]', samples='"stack":[0]'),
             "shared.stackTable.prefix: 0 values for 1 rows"),
            ("17", shared('"frame":[0]', samples='"stack":[0]'), 'shared.stackTable: there is no "prefix" in it'),
            ("17", shared('"prefix":[0]', samples='"stack":[0]'), 'shared.stackTable: there is no "frame" in it'),
            ("17", shared('"frame":[0,1],"prefix":[null,0]'), "shared.stackTable.frame[1]: 1 is not in 0...0"),
            ("17", shared('"frame":[null,0],"prefix":[null,0]'), "shared.stackTable.frame[0]: -1 is not in 0...0"),
            ("17", shared(frames='"func":[3]'), "shared.frameTable.func[0]: 3 is not in 0...0"),
            ("17", shared(funcs='"name":[1]'), "shared.funcTable.name[0]: 1 is not in 0...0"),
            ("17", shared(funcs='"name":[0],"resource":[0]'), "shared.funcTable.resource[0]: 0 is not in 0...-1"),
            ("17", shared(frames='"func":[0],"flags":[]'), "shared.frameTable.flags: 0 values for 1 rows"),
            ("25", shared('"frame":[0,0],"prefix":[1,0]'), "shared.stackTable.prefix[0]: 1 is no stack ahead of it"),
            ("25", shared('"frame":[0,0],"prefix":[null,1]'), "shared.stackTable.prefix[1]: 1 is no stack ahead of it"),
            ("25", shared('"frame":[0,0],"prefixOffset":[0,2]'),
             "shared.stackTable.prefixOffset[1]: 2 is no stack ahead of it"),
            ("25", shared('"frame":[0,0],"prefixOffset":[null,1]'),
             "shared.stackTable.prefixOffset[0]: -1 is no stack ahead of it"))

    def test_deep_json_13(self):
        self.deep_json("{" + meta(60) + ',"other":', "{" + meta(60) + ',"threads":[{"markers":{"data":')

    def test_node_limit(self):
        self.fails(OLD, "threads[0]: more than 3 nodes", "limit", "node limit", max_nodes=3)

    def test_deep_stacks_26(self):
        depth = 300000
        self.check('{"meta":{"preprocessedProfileVersion":66},"shared":{"stackTable":{"frame":[0' + (depth - 1) * ",0"
                   + '],"prefixOffset":[0' + (depth - 1) * ",1"
                   + ']},"frameTable":{"func":[0]},"funcTable":{"name":[0]},"stringArray":["f"]},'
                   f'"threads":[{{"samples":{{"stack":[{depth - 1}]}}}}]}}', depth=depth)

    def test_cut_everywhere_5(self):
        self.cut_fails(OLD)
        self.cut_fails(raw())


if __name__ == "__main__":
    profile_test.main()
