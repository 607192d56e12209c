#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `cyan compare --format html` in a headless Chromium, with real clicks and keys.

Speaks the DevTools protocol over a pipe: messages of JSON, each ended by a NUL.

usage: test-html-browser.py CYAN ROOT_OF_THE_PROJECT CHROMIUM
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import html_page

# Seconds for a condition, on a machine that is slow or busy.
PATIENCE = 60


class Browser:
    def __init__(self, program, folder):
        self.commands, theirs_in = os.pipe(), None
        read, self.write = self.commands
        self.read, theirs_out = os.pipe()
        # Chromium reads from 3 and writes to 4.
        arguments = ["/bin/sh", "-c", f'exec "$@" 3<&{read} 4>&{theirs_out}', "sh", program,
                     "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                     "--disable-dev-shm-usage", "--disable-background-networking",
                     "--remote-debugging-pipe", f"--user-data-dir={folder}/profile",
                     "--window-size=1360,900", "about:blank"]
        self.process = subprocess.Popen(arguments, pass_fds=(read, theirs_out),
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(read)
        os.close(theirs_out)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def message(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise EOFError("the browser ended")
            self.buffer += piece
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session is not None:
            request["sessionId"] = self.session
        os.write(self.write, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def open(self, page):
        self.events.clear()
        self.call("Page.navigate", url=page.as_uri())
        self.wait("Page.loadEventFired")

    def get(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, expression):
        """Until it is true: a fragment is followed after the click."""
        end = time.monotonic() + PATIENCE
        while not self.get(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.02)

    def click(self, expression):
        """Clicks in the middle of an element, as a mouse does."""
        x, y = self.get(f"""(() => {{ const e = {expression};
            e.scrollIntoView ({{ block: "center", behavior: "instant" }});
            const r = e.getBoundingClientRect ();
            return [r.left + r.width / 2, r.top + r.height / 2]; }}) ()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def enter(self):
        for kind in ("rawKeyDown", "char", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r",
                      windowsVirtualKeyCode=13)

    def problems(self):
        """What the browser wrote to its console, and what it asked the network for."""
        found = []
        for event in self.events:
            params = event.get("params", {})
            if event.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled",
                                       "Log.entryAdded"):
                found.append(params)
            if event.get("method") == "Network.requestWillBeSent" \
                    and not params["request"]["url"].startswith("file:"):
                found.append(params["request"]["url"])
        return found

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(PATIENCE)
        os.close(self.write)
        os.close(self.read)


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.browser = Browser(CHROMIUM, folder.name)
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.get, self.click = self.browser.get, self.browser.click

    def demo(self):
        self.browser.open(html_page.demo(CYAN, self.folder, ROOT))

    def is_shown(self, text):
        return self.get(f"""Array.from (document.querySelectorAll (".contexts code"))
            .some (e => e.textContent === {json.dumps(text)} && e.checkVisibility ())""")

    def click_box(self, name):
        """Clicks a box of the picture, and waits until the list shows its context."""
        self.click(f"""Array.from (document.querySelectorAll (".picture.light a"))
            .find (a => a.querySelector ("title").textContent.startsWith ("{name}"))""")
        self.browser.wait_for("""document.querySelector (":target") !== null
            && document.querySelector (":target").checkVisibility ()""")
        self.assertTrue(self.is_shown(name))

    def test_open_and_close(self):
        """A click on a context closes and opens what it calls; the buttons do so for all."""
        first = 'document.querySelector (".contexts summary.row")'
        self.demo()
        self.assertTrue(self.is_shown("find_entry"))
        self.click(first)
        self.assertFalse(self.is_shown("find_entry"))
        self.click(first)
        self.assertTrue(self.is_shown("find_entry"))
        self.click('document.getElementById ("close")')
        self.assertFalse(self.is_shown("find_entry"))
        self.click('document.getElementById ("open")')
        self.assertTrue(self.is_shown("find_entry"))
        self.assertEqual(self.browser.problems(), [])

    def test_from_picture_to_list(self):
        """A click on a box opens the list at its context, which was closed."""
        self.demo()
        self.click('document.getElementById ("close")')
        self.click_box("find_entry")
        self.assertTrue(self.get("""document.querySelector (":target").textContent
            .includes ("find_entry")"""))
        top, bottom = self.get("""(() => { const r = document.querySelector (":target")
            .getBoundingClientRect (); return [r.top, r.bottom]; }) ()""")
        self.assertGreaterEqual(top, 0)
        self.assertLess(bottom, self.get("innerHeight"))
        self.assertEqual(self.browser.problems(), [])

    def test_find(self):
        """What is typed filters the functions and finds contexts; Return steps through these."""
        self.demo()
        self.click('document.getElementById ("close")')
        self.click('document.getElementById ("find")')
        self.browser.type("SORT_in")
        shown = self.get("""Array.from (document.querySelectorAll (".functions tbody tr"))
            .filter (row => row.checkVisibility ())
            .map (row => row.querySelector ("code").textContent)""")
        self.assertEqual(shown, ["sort_index"])
        self.assertEqual(self.get('document.getElementById ("count").textContent'), "1")
        self.browser.enter()
        self.assertTrue(self.is_shown("sort_index"))
        self.assertEqual(self.get('document.querySelector (".found code").textContent'), "sort_index")
        self.assertEqual(self.browser.problems(), [])

    def test_sources(self):
        """The source to read is on the page without a click; others open with one."""
        second = 'document.querySelectorAll (".causes details")[1]'
        self.demo()
        self.assertTrue(self.get('document.querySelector (".causes .diff .new").checkVisibility ()'))
        self.assertFalse(self.get(f'{second}.querySelector (".diff").checkVisibility ()'))
        self.click(f'{second}.querySelector ("summary")')
        self.assertTrue(self.get(f'{second}.querySelector (".diff").checkVisibility ()'))

    def test_dark(self):
        """The page follows the desktop, and shows the picture of its colours."""
        visible = """["light", "dark"].filter (name =>
            getComputedStyle (document.querySelector (".picture." + name)).visibility === "visible")"""
        for scheme in ("light", "dark"):
            self.browser.call("Emulation.setEmulatedMedia",
                              features=[{"name": "prefers-color-scheme", "value": scheme}])
            self.demo()
            self.assertEqual(self.get(visible), [scheme])
        self.browser.call("Emulation.setEmulatedMedia", features=[])

    def test_without_script(self):
        """All is there without the script, but the tools that need it."""
        self.browser.call("Emulation.setScriptExecutionDisabled", value=True)
        self.demo()
        self.assertTrue(self.is_shown("find_entry"))
        self.assertFalse(self.get('document.querySelector (".tools").checkVisibility ()'))
        self.click('document.querySelector (".contexts summary.row")')
        self.assertFalse(self.is_shown("find_entry"))
        self.click_box("find_entry")
        self.browser.call("Emulation.setScriptExecutionDisabled", value=False)

    def test_hostile_names(self):
        """No name runs, and none asks for anything."""
        names = ["</script><script>document.title = 'run'</script>",
                 "<img src=https://example.org/x onerror=document.title='run'>",
                 "\"><svg onload=document.title='run'>", "]]><script>document.title = 'run'</script>"]
        stacks = "".join(f"main;{name} 10\n" for name in names)
        self.browser.open(html_page.compare(CYAN, self.folder, stacks, stacks + "main;x 50\n"))
        self.assertEqual(self.get("document.title"), "before → after")
        self.assertEqual(self.get('document.querySelectorAll ("img").length'), 0)
        for name in names:
            self.assertTrue(self.is_shown(name))
        self.assertEqual(self.browser.problems(), [])

    def test_policy(self):
        """The browser refuses what the page's policy does not name."""
        self.demo()
        self.get("""(() => { const e = document.createElement ("script");
            e.textContent = "document.title = 'run'"; document.body.append (e); }) ()""")
        self.assertEqual(self.get("document.title"), "before → after")


if __name__ == "__main__":
    CYAN, ROOT, CHROMIUM = sys.argv[1:4]
    unittest.main(argv=sys.argv[:1])
