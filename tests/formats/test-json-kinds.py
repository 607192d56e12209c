# SPDX-License-Identifier: GPL-3.0-or-later
"""Distinguishes kinds of JSON by their beginning."""

import profile_test
from profile_test import ProfileTest


class JsonKinds(ProfileTest):
    def test_kinds(self):
        for head, name in (
                ('{"traceEvents":[{"ph":"X"', "trace-event"),
                ('[{"name":"nodes","ph":"X","args":{"callFrame":1}', "trace-event"),
                ('{"$schema":"https://www.speedscope.app/file-format-schema.json",', "speedscope"),
                ('{"shared":{"frames":[{"name":"traceEvents"', "speedscope"),
                ('{"exporter":"speedscope@1.2","profiles":[{"type":"evented","name":"x","unit":"none"', "speedscope"),
                ('{"nodes":[{"id":1,"callFrame":{"functionName":"(root)"', "cpuprofile"),
                ('{"startTime":1,"endTime":2,"nodes":[{"id":1', "cpuprofile"),
                ('{"timeDeltas":[1,2', "cpuprofile"),
                ('{"meta":{"interval":1,"preprocessedProfileVersion":50', "firefox"),
                ('{"meta":{"interval":1,"startTime":0,"processType":0', "firefox"),
                ('{"threads":[{"name":"x","stackTable":{', "firefox"),
                ('{"libs":[],"shared":{"stringArray":["nodes","$schema","profiles"', "firefox"),
                # Other JSON that contains words of our formats.
                ('{"$schema":"https://json-schema.org/draft","nodes":', None),
                ('{"nodes":[{"id":1,"label":"callFrame"}],"edges":[]', None),
                ('{"shared":1,"profiles":[{"name":"x"}]', None),
                ('{"meta":{"version":1},"threads":4', None)):
            self.assertEqual(self.surest(head), name, head)

    def test_recordings(self):
        """However little of a recording is seen, it is not taken for another kind."""
        for name, expected, enough in (  # number of bytes that suffice to recognise it
                ("cmark-a.uftrace.json.zst", "trace-event", 400), ("cmark-a.speedscope.json.zst", "speedscope", 100),
                ("lua-a.speedscope.json.zst", "speedscope", 100), ("marked-a1.cpuprofile.zst", "cpuprofile", 40),
                ("marked-b1.cpuprofile.zst", "cpuprofile", 40)):
            head = self.head(name)
            for cut in (*range(1, min(1000, len(head))), *range(1000, len(head), 997)):
                found = self.surest(head[:cut])
                if found or cut >= enough:
                    self.assertEqual(found, expected, cut)


if __name__ == "__main__":
    profile_test.main()
