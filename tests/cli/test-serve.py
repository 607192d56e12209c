# SPDX-License-Identifier: GPL-3.0-or-later
"""`cyan serve --mcp`, with clients that mean no good: what is no message, files elsewhere, too much of everything."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import uuid

from cli_test import CYAN, CliTest, Repository, unittest, write

BOUND = 16000
NO_JSON, NO_REQUEST, NO_METHOD, NO_PARAMS, NO_RESOURCE = -32700, -32600, -32601, -32602, -32002
NOT_HERE = "cyan: {}: there is no such file below the folders of this server"
PAIR = {"before": "good.folded", "after": "other.folded", "unit": "ms"}


class Server:
    """Reads and writes lines."""

    def __init__(self, *arguments, revision="2025-06-18", environment=None):
        self.process = subprocess.Popen([CYAN, "serve", "--mcp", *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        self.n = 0
        if revision is not None:
            self.revision = self.ask("initialize", protocolVersion=revision, capabilities={},
                                     clientInfo={"name": "test", "version": "1"})["result"]["protocolVersion"]
            self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        message = json.loads(line)
        for result in message if isinstance(message, list) else [message]:
            assert len(json.dumps(result.get("result"), ensure_ascii=False, separators=(",", ":")).encode()) <= BOUND
        return message

    def answer(self):
        """The next message that is no notification."""
        while "id" not in (message := self.read()):
            pass
        return message

    def send(self, method, **params):
        self.n += 1
        self.write({"jsonrpc": "2.0", "id": self.n, "method": method, "params": params})
        return self.n

    def ask(self, method, **params):
        number = self.send(method, **params)
        answer = self.answer()
        assert answer["id"] == number, answer
        return answer

    def call(self, name, **arguments):
        """Whether a tool failed, and what it says."""
        result = self.ask("tools/call", name=name, arguments=arguments)["result"]
        return result["isError"], result["content"][0]["text"]

    def end(self):
        """The exit status, and what was still said."""
        self.process.stdin.close()
        self.process.stdin = None
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, [json.loads(line) for line in out.splitlines()], err.decode()


# Freed memory is not overwritten: most of the time would go there.
FAST = {name: value for name, value in os.environ.items() if name != "MALLOC_PERTURB_"}


class Serve(CliTest):
    def serve(self, *arguments, **options):
        server = Server(*arguments, **options)
        self.addCleanup(self.kill, server.process)
        return server

    @staticmethod
    def kill(process):
        process.kill()
        process.wait()
        for stream in process.stdin, process.stdout, process.stderr:
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def assert_code(self, answer, code, number=None):
        self.assertEqual((answer["error"]["code"], answer["id"]), (code, number), answer)

    # ---- the protocol

    def test_revisions(self):
        """What is asked for if it is known, else the newest."""
        for asked, given in (("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"), ("2024-11-05", "2024-11-05"),
                             ("2099-01-01", "2025-06-18"), ("", "2025-06-18")):
            self.assertEqual(self.serve(revision=asked).revision, given)

    def test_order(self):
        server = self.serve(revision=None)
        self.assert_code(server.ask("tools/list"), NO_REQUEST, 1)
        self.assertEqual(server.ask("ping")["result"], {})
        self.assert_code(server.ask("initialize"), NO_PARAMS, 3)
        self.assert_code(server.ask("initialize", protocolVersion=7), NO_PARAMS, 4)
        server.ask("initialize", protocolVersion="2025-06-18")
        self.assert_code(server.ask("initialize", protocolVersion="2025-06-18"), NO_REQUEST, 6)

    def test_no_messages(self):
        """Each is refused with the right code, and the next one is answered."""
        server = self.serve()
        for line, code, number in (
                (b"nonsense", NO_JSON, None), (b"{", NO_JSON, None), (b'{"a":1}x', NO_JSON, None),
                (b'{"id":1,"method":"\xff"}', NO_JSON, None), (b"\x1f\x8b\x08\x00", NO_JSON, None),
                (b"\xff\xfe{\x00}\x00", NO_JSON, None), (b"1", NO_JSON, None), (b"\x00", NO_JSON, None),
                (b"[" * 100000, NO_JSON, None), (b"{}", NO_REQUEST, None),
                (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', NO_REQUEST, 1),
                (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', NO_REQUEST, None),
                (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', NO_REQUEST, None),
                (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', NO_REQUEST, None),
                (b'{"jsonrpc":"2.0","id":7,"method":8}', NO_REQUEST, 7),
                (b'{"jsonrpc":"2.0","id":7}', NO_REQUEST, 7),
                (b'{"jsonrpc":"2.0","id":7,"id":8,"method":"ping"}', NO_REQUEST, 7),
                (b'{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', NO_REQUEST, 7),
                (b'{"jsonrpc":"2.0","id":7,"method":"nothing"}', NO_METHOD, 7),
                (b'{"jsonrpc":"2.0","id":"\\n\\"\\u0001","method":"nothing"}', NO_METHOD, '\n"\x01'),
                (b'[{"jsonrpc":"2.0","id":7,"method":"ping"}]', NO_REQUEST, None), (b"[]", NO_REQUEST, None)):
            server.write(line)
            self.assert_code(server.answer(), code, number)
        # These have no answer.
        for line in (b"", b"  ", b'{"jsonrpc":"2.0","method":"nothing"}', b'{"jsonrpc":"2.0","id":1,"result":{}}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":[]}}',
                     b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}'):
            server.write(line)
        self.assertEqual(server.ask("ping")["result"], {})

    def test_long_line(self):
        """The one after it is answered, and what it held was not kept."""
        server = self.serve()
        server.write(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"' + b"x" * (64 << 20) + b'"}}')
        self.assert_code(server.answer(), NO_REQUEST)
        self.assertEqual(server.ask("ping")["result"], {})
        self.assertLess(self.most_memory(server), 64 << 10)

    def test_batch(self):
        """In the only revision that has them: all answers in one array."""
        server = self.serve(revision="2025-03-26")
        server.write([{"jsonrpc": "2.0", "id": "a", "method": "ping"}, {"jsonrpc": "2.0", "method": "nothing"}, 7,
                      {"jsonrpc": "2.0", "id": "b", "method": "tools/call",
                       "params": {"name": "explain", "arguments": PAIR}}])
        # The list of reports is longer now.
        self.assertIn("list_changed", server.read()["method"])
        answers = server.read()
        self.assertEqual([answer["id"] for answer in answers], ["a", None, "b"])
        self.assert_code(answers[1], NO_REQUEST)
        self.assertIn("eval", answers[2]["result"]["content"][0]["text"])
        # One whose answers are all cancelled has none.
        server.write([{"jsonrpc": "2.0", "method": "nothing"}])
        server.write([])
        self.assert_code(server.answer(), NO_REQUEST)
        server.write([{"jsonrpc": "2.0", "id": i, "method": "ping"} for i in range(101)])
        self.assert_code(server.answer(), NO_REQUEST)

    def test_types(self):
        server = self.serve()
        for arguments in ({}, {"before": "good.folded"}, {**PAIR, "unit": 1}, {**PAIR, "before": {}},
                          {**PAIR, "before": []}, {**PAIR, "before": [1]}, {**PAIR, "before": None},
                          {**PAIR, "before": "x" * 5000}, {**PAIR, "before": ["good.folded"] * 101},
                          {**PAIR, "output": "x"}, []):
            self.assert_code(server.ask("tools/call", name="explain", arguments=arguments), NO_PARAMS, server.n)
        for top in "3", 0, 1.5, 1e99, -1:
            self.assert_code(server.ask("tools/call", name="compare", arguments={**PAIR, "top": top}), NO_PARAMS,
                             server.n)
        for params in ({"name": "nothing"}, {"name": 3}, {}):
            self.assert_code(server.ask("tools/call", **params), NO_PARAMS, server.n)
        self.assert_code(server.ask("tools/list", cursor="x"), NO_PARAMS, server.n)
        self.assert_code(server.ask("resources/read", uri="file:///etc/passwd"), NO_RESOURCE, server.n)
        self.assertEqual(server.call("compare", **PAIR, top=1)[0], False)

    # ---- what it opens

    def test_elsewhere(self):
        """A path elsewhere, by any way, gives the answer for what is not there."""
        write("root/good.folded", "main;eval 50\n")
        write("root/other.folded", "main;eval 150\n")
        write("outside/secret.folded", "main;secret 1\n")
        os.symlink("../outside", "root/folder")
        os.symlink("../outside/secret.folded", "root/link.folded")
        os.symlink("/dev/stdin", "root/stdin")
        here = os.getcwd()
        server = self.serve("--root", "root")
        for path in ("../outside/secret.folded", f"{here}/outside/secret.folded", "folder/secret.folded", "link.folded",
                     "stdin", "/dev/stdin", "-", "/etc/passwd", "", "nothing", "root", f"{here}/root2", "good.folded/",
                     "folder/nothing", "/proc/self/fd/0", "x" * 4000):
            self.assertEqual(server.call("explain", before=path, after="other.folded"), (True, NOT_HERE.format(path)))
            self.assertEqual(server.call("explain", before="good.folded", after="other.folded", source_before=path,
                                         source_after=path), (True, NOT_HERE.format(path)))
            for tool, name in ("history", "store"), ("slices", "file"):
                self.assertEqual(server.call(tool, **{name: path}), (True, NOT_HERE.format(path)))
        for path in "../root/good.folded", f"{here}/root/good.folded", "./good.folded":
            self.assertEqual(server.call("explain", before=path, after="other.folded", unit="ms")[0], False)

    def test_smuggled(self):
        """No argument becomes an option, a revision, a slice, a URL or another kind of file."""
        os.mkfifo("pipe")
        write("a@b/c.folded", "main 1\n")
        server = self.serve()
        self.assertEqual(server.call("explain", **{**PAIR, "before": "pipe"}), (True, "cyan: pipe: is no plain file"))
        for path in "a@b/c.folded", "a@b":
            self.assertEqual(server.call("explain", **{**PAIR, "before": path}),
                             (True, f"cyan: {path}: has an \"@\" in its name"))
        for path in "good.folded@thread=1", "good.folded@HEAD", "https://example.org/store", "postgresql://localhost/x":
            self.assertEqual(server.call("explain", **{**PAIR, "before": path}), (True, NOT_HERE.format(path)))
            self.assertEqual(server.call("history", store=path), (True, NOT_HERE.format(path)))
        for name in "--output=x", "-o", "":
            self.assertEqual(server.call("function", **PAIR, function=name),
                             (True, f"cyan: \"{name}\": begins like an option, or is empty"))
        write("s.db", "")
        self.assertEqual(server.call("explain", before="--output=x", after="y", store="s.db")[0], True)
        failed, text = server.call("explain", **{**PAIR, "unit": "ms --output=x"})
        self.assertTrue(failed)
        self.assertEqual(text.count("\n"), 0)
        self.assertEqual(sorted(os.listdir()), ["a@b", "good.folded", "other.folded", "pipe", "s.db"])

    def test_named_by_files(self):
        """Files that a file names, or that stand for others, are not opened elsewhere."""
        write("root/before.folded", "main (a.c) 1000\nmain;parse 50\n")
        source = "int parse (void)\n{\n  return %d; /* secret */\n}\n"
        for side in "before", "after":
            write(f"outside/{side}/a.c", source % len(side))
            os.makedirs(f"root/{side}")
            os.symlink(f"{os.getcwd()}/outside/{side}/a.c", f"root/{side}/a.c")
            write(f"root/{side}.cct", "cct 1\nmetric\ttime\tms\nfunction\tparse\t\ta.c\t1\n"
                  f"0\t1\t1\t{100 * len(side)}\nend\t1\n")
        server = self.serve("--root", "root")
        for folders in ({"source_before": "before", "source_after": "after"}, {}):
            failed, text = server.call("explain", before="before.cct", after="after.cct", **folders)
            self.assertEqual((failed, "secret" in text), (False, False), text)
        # The same with the files themselves.
        for side in "before", "after":
            os.remove(f"root/{side}/a.c")
            shutil.copy(f"outside/{side}/a.c", f"root/{side}")
        failed, text = server.call("explain", before="before.cct", after="after.cct", source_before="before",
                                   source_after="after")
        self.assertIn("secret", text)

    def test_store(self):
        """Its repository may be anywhere: no source comes out of it, unless that is below the roots."""
        repository = Repository("outside")
        revisions = []
        for value in 50, 90:
            repository.write("a.c", f"int parse (void)\n{{\n  return {value}; /* secret */\n}}\n")
            revisions.append(repository.commit(str(value)))
        os.mkdir("root")
        for revision, value in zip(revisions, (50, 90)):
            write("run.cct", "cct 1\nmetric\ttime\tms\nfunction\tparse\t\ta.c\t1\n"
                  f"0\t1\t1\t{value}\nend\t1\n")
            self.works("history", "add", "root/s.db", "run.cct", "-r", revision, "-b", "b", "--machine=m", "--create",
                       f"--repo={repository.folder}")
        arguments = {"store": "s.db", "before": revisions[0][:9], "after": revisions[1][:9]}
        self.assertIn("secret", self.works("explain", "--store=root/s.db", *revisions, "--brief").out)
        server = self.serve("--root", "root")
        failed, text = server.call("explain", **arguments)
        self.assertEqual((failed, "secret" in text, "parse" in text), (False, False, True), text)
        self.assertEqual(server.call("explain", **arguments, repository=repository.folder),
                         (True, NOT_HERE.format(repository.folder)))
        self.assertIn("2 measured revisions are too few", server.call("history", store="s.db")[1])
        failed, text = self.serve().call("explain", **{**arguments, "store": "root/s.db"}, repository="outside")
        self.assertEqual((failed, "secret" in text), (False, True), text)

    def test_kernel(self):
        """What a repository names elsewhere is not opened, where the kernel has rules for it; where it has not,
        the server says so."""
        outside = Repository("outside")
        revisions = []
        for value in 50, 90:
            outside.write("a.c", f"int parse (void)\n{{\n  return {value}; /* secret */\n}}\n")
            revisions.append(outside.commit(str(value)))
            write(f"root/{value}.cct", "cct 1\nmetric\ttime\tms\nfunction\tparse\t\ta.c\t1\n"
                  f"0\t1\t1\t{value}\nend\t1\n")
        outside.git("clone", "-q", "--shared", outside.folder, os.path.abspath("root/clone"))
        sources = [f"--revision-{side}={revision}" for side, revision in zip(("before", "after"), revisions)]
        self.assertIn("secret", self.works("explain", "root/50.cct", "root/90.cct", "--repo=root/clone", *sources,
                                           "--brief").out)
        server = self.serve("--root", "root")
        _, text = server.call("explain", before="50.cct", after="90.cct", repository="clone",
                              revision_before=revisions[0], revision_after=revisions[1])
        status, _, err = server.end()
        self.assertEqual(("secret" in text, status), ("Landlock" in err, 0), text)

    # ---- too much

    @staticmethod
    def most_memory(server):
        """KiB."""
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
        return int(status.split("VmHWM:")[1].split()[0])

    @staticmethod
    def children(server):
        """Processes that it has started."""
        path = pathlib.Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        return path.read_text(encoding="utf-8").split()

    def test_thousand(self):
        """In flight, with a client that reads only afterwards: a few programs at a time, and it reads on meanwhile."""
        server = self.serve(environment=FAST)
        for _ in range(1000):
            server.send("tools/call", name="explain", arguments=PAIR)
        self.assertLessEqual(len(self.children(server)), max(4, os.cpu_count()))
        ping = server.send("ping")
        answers = [server.answer() for _ in range(200)]
        answers.remove({"jsonrpc": "2.0", "id": ping, "result": {}})
        self.assertEqual(len({answer["id"] for answer in answers}), 199)
        self.assertEqual({answer["result"]["content"][0]["text"].split("\n")[0] for answer in answers},
                         {"good to other: 100 ms to 200 ms, +100 %"})
        for number in range(2, 1002):
            server.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
        last = server.send("ping")
        while server.answer()["id"] != last:
            pass
        self.assertEqual(self.children(server), [])
        self.assertLess(self.most_memory(server), 100 << 10)
        self.assertEqual(server.call("explain", **PAIR)[0], False)

    def test_too_many(self):
        """Beyond some thousand that wait, the others are told so at once."""
        server = self.serve(environment=FAST)
        server.process.stdin.write(b"".join(
            json.dumps({"jsonrpc": "2.0", "id": i, "method": "tools/call",
                        "params": {"name": "explain", "arguments": PAIR}}).encode() + b"\n" for i in range(6000)))
        server.process.stdin.flush()
        while "error" not in (answer := server.answer()):
            pass
        self.assert_code(answer, -32000, answer["id"])
        self.assertGreater(answer["id"], 1000)

    def test_bound(self):
        """An answer that is long ends with a note."""
        for side in "ab":
            write(f"{side}.folded", "".join(f"main;outer{i};inner{i} {100 + i * 50 * (side == 'b')}\n"
                                            for i in range(300)))
        failed, text = self.serve().call("compare", before="a.folded", after="b.folded", unit="ms", top=1000)
        self.assertEqual((failed, text.split("\n")[-2][:8]), (False, "... cut:"))
        self.assertGreater(len(text.encode()), BOUND // 2)

    # ---- the end

    def make_repository(self, script):
        repository = Repository("repository")
        repository.write("bench", f"#!/bin/sh\n{script}\n")
        os.chmod("repository/bench", 0o755)
        self.first = repository.commit("one")
        self.second = repository.commit("two")
        return {"repository": "repository", "before": self.first, "after": self.second, "recorder": "none",
                "command": ["./bench"]}

    def test_not_allowed(self):
        arguments = self.make_repository("touch ../ran")
        server = self.serve()
        self.assertEqual(server.call("try", **arguments),
                         (True, "cyan: it runs commands, and this server was started without --allow-run"))
        self.assertNotIn("try", [tool["name"] for tool in server.ask("tools/list")["result"]["tools"]])
        allowed = self.serve("--allow-run")
        self.assertEqual(allowed.call("try", **{**arguments, "repository": "/"}), (True, NOT_HERE.format("/")))
        self.assertEqual(allowed.call("try", **{**arguments, "before": "--store=x"})[0], True)
        self.assertFalse(os.path.exists("ran"))

    def wait_until(self, condition):
        for _ in range(600):
            if condition():
                return
            time.sleep(0.05)
        self.fail("it takes too long")

    def test_cancelled(self):
        """What works on the answer is killed, with all that it has started; others go on."""
        mark = f"/tmp/cyan-{uuid.uuid4()}"
        server = self.serve("--allow-run")
        arguments = self.make_repository(f"exec sh -c 'sleep 1000' {mark}")

        def runs():
            return any(mark in line for line in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True,
                                                               check=True).stdout.splitlines() if "ps -eo" not in line)

        number = server.send("tools/call", name="try", arguments=arguments)
        self.wait_until(runs)
        server.write({"jsonrpc": "2.0", "method": "notifications/cancelled",
                      "params": {"requestId": number, "reason": "enough"}})
        self.wait_until(lambda: not runs())
        self.assertEqual(self.children(server), [])
        # It has no answer, and one that waits can be cancelled, too.
        waiting = [server.send("tools/call", name="explain", arguments=PAIR) for _ in range(50)]
        for other in waiting[1:]:
            server.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": other}})
        server.send("ping")
        status, said, _ = server.end()
        answered = [message["id"] for message in said if "id" in message]
        self.assertIn(waiting[0], answered)
        self.assertNotIn(waiting[-1], answered)
        self.assertNotIn(number, answered)
        self.assertEqual(status, 0)

    def test_end(self):
        """What is asked is answered, and the last line needs no end."""
        server = self.serve()
        for _ in range(20):
            server.send("tools/call", name="explain", arguments=PAIR)
        server.process.stdin.write(b'{"jsonrpc":"2.0","id":"last","method":"ping"}')
        status, said, _ = server.end()
        self.assertEqual((status, len([message for message in said if "id" in message])), (0, 21))

    def test_gone(self):
        """Nobody reads: it ends, and leaves nothing behind."""
        os.mkdir("temporary")
        server = self.serve_in("temporary")
        server.process.stdout.close()
        server.send("ping")
        self.assertEqual(server.process.wait(timeout=60), 2)
        self.assertEqual(server.process.stderr.read().decode().splitlines()[-1],
                         "cyan: standard output: Broken pipe")
        other = self.serve_in("temporary")
        other.process.send_signal(signal.SIGTERM)
        self.assertEqual((other.process.wait(timeout=60), other.process.stderr.read()), (0, b""))
        self.assertEqual(os.listdir("temporary"), [])

    def serve_in(self, folder):
        os.environ["TMPDIR"] = os.path.abspath(folder)
        try:
            return self.serve()
        finally:
            del os.environ["TMPDIR"]

    def test_options(self):
        self.fails("serve needs --mcp", "serve")
        self.fails("serve takes no operand: give folders by --root", "serve", "--mcp", "x")
        self.fails("nothing: is no folder", "serve", "--mcp", "--root=nothing")
        self.fails("good.folded: is no folder", "serve", "--mcp", "--root=good.folded")

    def test_time(self):
        """An answer that takes too long is one line."""
        write("big.folded", "".join(f"main;a{i % 977};b{i % 7919};c{i} {i + 1}\n" for i in range(1200000)))
        server = self.serve("--time-limit=1")
        self.assertEqual(server.call("explain", before="big.folded", after="big.folded", unit="ms"),
                         (True, "cyan: took longer than 1 s"))
        self.assertEqual((server.ask("ping")["result"], self.children(server)), ({}, []))


if __name__ == "__main__":
    unittest.main()
