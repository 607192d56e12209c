#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures what a person has to do in the window, and how long it takes, with real clicks and keys: from
the start of the program until the diff of a function that was really changed is shown, until the next
function's diff is shown, until the picture is saved.

usage: tests/driver/with-display bench/tasks.py BUILD_DIR FOLDER CASE...

FOLDER has recordings of commits, before and after, as for culprits.py; a CASE is "c01:callgrind"."""

import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests/driver"))
import culprits  # noqa: E402
from accessible import Atspi, find, find_all, find_window, is_in_state, wait_for  # noqa: E402

PATIENCE = 20


def key(*keys):
    subprocess.run(["xdotool", "key", *keys], check=True)


def click(x, y):
    subprocess.run(["xdotool", "mousemove", str(x), str(y), "click", "1"], check=True)


def open_tab(window):
    """The words of the tab of the sources that is open: "find_entry, modified", or None."""
    tabs = [tab for tab in (find_all(window, "page tab") if window else ()) if is_in_state(tab, Atspi.StateType.SELECTED)]
    return tabs[0].get_name() if tabs else None


def is_of(words, case):
    """Whether a tab is that of a function that was changed."""
    name = (words or "").split(", ")[0].split(":")[-1].split(".")[-1].strip()
    return any(true_name.split(".")[-1] == name for _, true_name in case.truth)


def seconds_until(what, look, act=lambda: None):
    """Seconds from act() until look() finds something; None if it does not."""
    start = time.monotonic()
    act()
    try:
        wait_for(what, look, PATIENCE)
    except AssertionError:
        return None
    return time.monotonic() - start


@contextlib.contextmanager
def started(program, arguments, folder):
    """The process of a window."""
    process = subprocess.Popen([program, *arguments], env=dict(os.environ, GTK_A11Y="atspi"), cwd=folder,
                               stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def click_on(node):
    box = node.get_extents(Atspi.CoordType.WINDOW)
    click(box.x + box.width // 2, box.y + box.height // 2)


def button(window, name):
    return wait_for(name, lambda: find(window, "button", name) or find(window, "toggle button", name), PATIENCE)


def rows_of(window):
    """Those of "Start Here" as they are now."""
    ranking = find(window, "list", "Start Here")
    return list(find_all(ranking, "list item")) if ranking else []


def add_runs(window):
    """A click on what is known of noise, and Return on "Add Runs" there."""
    click_on(wait_for("noise", lambda: find(window, "button", " runs, "), PATIENCE))
    wait_for("the popover", lambda: is_in_state(button(window, "Add Runs…"), Atspi.StateType.FOCUSED), PATIENCE)
    key("Return")


def measure(program, arguments, case, folder):
    """The words of the tab that is open at last, and the seconds until a culprit's diff is shown, until the
    next function is selected, from the name of the picture to its file, and from the words about noise to the
    dialog that takes another run; None where that does not happen."""
    with started(program, arguments, folder) as process:
        diff = seconds_until("the diff", lambda: is_of(open_tab(find_window(process.pid, "→")), case))
        window = find_window(process.pid, "→")
        words = open_tab(window) or "none"
        following = seconds_until(
            "the next function", lambda: is_in_state(rows_of(window)[1], Atspi.StateType.SELECTED),
            lambda: click_on(rows_of(window)[1])) if len(rows_of(window)) > 1 else None
        key("ctrl+shift+e")
        wait_for("the dialog", lambda: find_window(process.pid, "Export"), PATIENCE)
        saved = seconds_until("the file", lambda: any(folder.iterdir()), lambda: key("Return"))
        wait_for("the window alone", lambda: find_window(process.pid, "Export") is None, PATIENCE)
        runs = seconds_until("the dialog", lambda: find_window(process.pid, "Open"), lambda: add_runs(window))
        return words, (diff, following, saved, runs)


def measure_store(program, store, folder):
    """Seconds from the click on "Open the Blueprint" of the revision that is shown at first to it."""
    with started(program, [store], folder) as process:
        window = wait_for("the history", lambda: find_window(process.pid, store.stem), PATIENCE)
        opens = button(window, "Open the Blueprint")
        return seconds_until("the blueprint", lambda: find_window(process.pid, "→"), lambda: click_on(opens))


def main():
    build, folder = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
    wanted = sys.argv[3:]
    program = build / "src/app/cyanotype"
    store = pathlib.Path(__file__).resolve().parents[1] / "data/demo/history/keeper.db"
    print(f"{'case':<16}{'0 actions: the tab':<40}{'s':>6}{'1 click':>9}{'2 keys':>9}{'click, key':>12}")
    with tempfile.TemporaryDirectory() as scratch:
        sources = culprits.Sources(folder, pathlib.Path(scratch))
        for case in culprits.read_cases(folder):
            name = f"{case.name}:{case.recorder}"
            options = sources.options("exact", case.name)
            if name not in wanted or options is None:
                continue
            with tempfile.TemporaryDirectory() as saved:
                arguments = [case.files["before"][0], case.files["after"][0], *options]
                words, seconds = measure(program, arguments, case, pathlib.Path(saved))
            texts = ["-" if one is None else f"{one:.2f}" for one in seconds]
            print(f"{name:<16}{words[:38]:<40}{texts[0]:>6}{texts[1]:>9}{texts[2]:>9}{texts[3]:>12}", flush=True)
        seconds = measure_store(program, store, scratch)
        print(f"{'a store':<16}{'1 click: a blueprint of it':<40}" + ("     -" if seconds is None else f"{seconds:>6.2f}"))


main()
