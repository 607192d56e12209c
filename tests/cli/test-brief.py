# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers in few bytes: what changed, where to start, what changed in the sources, and what to ask next."""

import json
import random
import shlex

from cli_test import DEMO, DEMO_SOURCES, CliTest, data, unittest, write

MAX = 16000


class Brief(CliTest):
    def brief(self, *arguments, command="explain"):
        text = self.fine(command, *arguments, "--brief").out
        document = self.fine(command, *arguments, "--brief=json").json
        self.assertLessEqual(len(text.encode()), MAX)
        self.assertLessEqual(len(json.dumps(document, ensure_ascii=False).encode()), MAX)
        return text, document

    def test_demo(self):
        text, document = self.brief(*DEMO, *DEMO_SOURCES)
        first = document["start_here"][0]
        self.assert_matches("before to after: 6.15 ms to 10.6 ms, +73.0 %\n*\n1. ID find_entry (index.c:29): +85.6 % *\n"
                            "*\n\ndiff of find_entry (index.c:29)\n@@ -40 +30 @@\n*\n-  while (index->slots[slot] != 0)\n*\n"
                            "+      return index->entries[i];\n*\n\nmore\n*", text.replace(f"[{first['id']}]", "ID"))
        self.assertIn(f"[{first['id']}] {first['function']}: {first['size']}", text)
        self.assertEqual((document["verdict"], first["confidence"], first["why"]),
                         ("6.15 ms to 10.6 ms, +73.0 %", "likely",
                          "its source changed; a call costs 1.11 µs instead of 172 ns"))
        self.assertIn(first["diff"], text)
        # The other command says the same, and so it does again.
        self.assertEqual(self.brief(*DEMO, *DEMO_SOURCES, command="compare")[1]["start_here"], document["start_here"])

    def test_ids(self):
        """An id is of the function, whatever is compared."""
        def ids(document):
            return {start["function"].split(" (")[0]: start["id"] for start in document["start_here"]}

        there = ids(self.brief(*DEMO, *DEMO_SOURCES)[1])
        folder = DEMO_SOURCES[0].split("=")[1].rsplit("/", 1)[0]
        back = ids(self.brief(*DEMO[::-1], f"--source-before={folder}/after", f"--source-after={folder}/before")[1])
        self.assertGreater(len(there.keys() & back.keys()), 3)
        self.assertEqual({name: there[name] for name in there.keys() & back.keys()},
                         {name: back[name] for name in there.keys() & back.keys()})
        self.assertEqual(len(set(there.values())), len(there))

    def test_commands(self):
        """What it offers to ask next can be asked."""
        write("it's before.folded", "main;parse;lex 30\nmain;eval 50\n")
        write("after.folded", "main;parse;lex 30\nmain;eval 150\n")
        for arguments in (*DEMO, *DEMO_SOURCES), ("it's before.folded", "after.folded", "--unit", "ms"):
            _, document = self.brief(*arguments)
            commands = [shlex.split(more["command"]) for more in document["more"] if more["command"]]
            self.assertGreater(len(commands), 3)
            for program, command, *others in commands:
                self.assertEqual(program, "cyan")
                if "--commits" not in others:  # Needs a repository.
                    self.works(command, *others)

    def test_bound(self):
        """However much there is to say, and however strange the names are."""
        generator = random.Random(3)
        names = [f"{i}\x1b[31m\"\\\u202e{generator.choice('aé漢') * generator.randrange(400)}" for i in range(300)]
        for name in "many-a.folded", "many-b.folded":
            write(name, "".join(f"main;{names[generator.randrange(300)]};{names[generator.randrange(300)]} "
                                f"{generator.randrange(1, 1000)}\n" for _ in range(3000)))
        self.brief("many-a.folded", "many-b.folded")
        for pair in (("lark-a.cct.zst", "lark-b.cct.zst"), ("jq-a.perf.txt.zst", "lua-a.perf.txt.zst")):
            self.brief(*map(data, pair))

    def test_nothing(self):
        """Nothing stands out in two equal recordings, and no function is named."""
        text, document = self.brief("good.folded", "good.folded", "--unit=ms")
        self.assertEqual((document["answers"], document["start_here"]), (False, []))
        self.assertNotIn("1. [", text)

    def test_function(self):
        """One function: its numbers, both its neighbours, what changed in it."""
        text, document = self.brief(*DEMO, "find_entry", *DEMO_SOURCES, command="callers")
        self.assert_matches("before to after: *\n[*] find_entry\ncalls 4.84 k to 5.51 k; own 831 µs to 6.39 ms; *\n"
                            "callers\n  [*] index_word: *\ncallees\n  [*] hash_word: calls 4.84 k to 0; *\n"
                            "diff\n@@ -40 +30 @@\n*\nmore\n*", text)
        self.assertIn(document["diff"], text)
        start = self.brief(*DEMO, *DEMO_SOURCES)[1]["start_here"][0]
        self.assertEqual((document["id"], document["change"]), (start["id"], start["contribution"]))
        rows = self.works("callers", *DEMO, "find_entry", "--format=csv").rows
        self.assertEqual([document["before_calls"], document["after_self"], document["callers"][0]["change"]],
                         [rows[0].number("before_calls"), rows[0].number("after_self"), rows[1].number("change")])
        # What it calls, calls it.
        callee = document["callees"][0]
        back = self.brief(*DEMO, callee["function"], command="callers")[1]
        self.assertIn("find_entry", [caller["function"] for caller in back["callers"]])
        for more in document["more"]:
            self.works(*shlex.split(more["command"])[1:])

    def test_refused(self):
        self.fails("--brief and --sequences do not go together", "callers", "good.folded", "--brief", "--sequences")
        self.fails("--brief: no format \"xml\"; text or json", "compare", "good.folded", "other.folded", "--brief=xml")
        for other in "--edits", "--commits":
            self.fails(f"--brief and {other} do not go together", "explain", "good.folded", "other.folded", "--brief",
                       other)


if __name__ == "__main__":
    unittest.main()
