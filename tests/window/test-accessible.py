#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# What a screen reader gets from the real program through AT-SPI.
#
# usage: test-accessible.py CYANOTYPE SOURCE_ROOT

import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "driver"))
from accessible import (Atspi, PATIENCE, find, find_all, is_showing, role_of,  # noqa: E402
                        wait_for, walk)


def find_row(window, name):
    for node in walk(window):
        if role_of(node) == "tree item" and (node.get_name() or "").startswith(name + ","):
            return node
    return None


def is_expanded(row):
    states = row.get_state_set()
    assert states.contains(Atspi.StateType.EXPANDABLE)
    return states.contains(Atspi.StateType.EXPANDED)


def test_table(window):
    """Rows are tree items that tell their numbers, where they stand, and whether they are open."""
    subprocess.run(["xdotool", "key", "alt+3"], check=True)
    wait_for("the focus", lambda: find_row(window, "main").get_state_set().contains(
        Atspi.StateType.FOCUSED))
    assert not is_expanded(find_row(window, "run_phase"))
    subprocess.run(["xdotool", "key", "asterisk"], check=True)
    row = wait_for("all rows", lambda: find_row(window, "find_entry"))
    name = row.get_name()
    assert ", Change +85.6 %, slower, modified, Share before 19.2 %, Share after 60.6 %" in name, name
    assert name.endswith(", level 6, 1 of 2"), name
    assert is_expanded(row)
    leaf = find_row(window, "flush_rows")
    assert not leaf.get_state_set().contains(Atspi.StateType.EXPANDABLE)
    subprocess.run(["xdotool", "key", "Left"], check=True)
    wait_for("a closed row", lambda: not is_expanded(find_row(window, "main")))


def test_filters(window):
    """Filters have names, and a chip tells what it hides and what a click does."""
    subprocess.run(["xdotool", "key", "ctrl+shift+f"], check=True)
    box = wait_for("the filters", lambda: find(window, "check box", "Modified"))
    wait_for("the focus", lambda: find(window, "check box", "Changed").get_state_set().contains(
        Atspi.StateType.FOCUSED))
    subprocess.run(["xdotool", "key", "Down", "Down", "space"], check=True)
    wait_for("a check mark", lambda: box.get_state_set().contains(Atspi.StateType.CHECKED))
    chip = wait_for("a chip", lambda: find(window, "button", "Modified only: hides"))
    assert chip.get_name().endswith(" contexts. Remove this filter"), chip.get_name()
    subprocess.run(["xdotool", "key", "Escape"], check=True)
    # A closed popover leaves the tree (GTK 4.18), or stays there unseen (4.8).
    wait_for("the end of the filters", lambda: not any(map(is_showing, find_all(window, "check box", "Modified"))))
    subprocess.run(["xdotool", "key", "ctrl+shift+d"], check=True)
    wait_for("no chip", lambda: find(window, "button", "Modified only: hides") is None)


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    demo = source / "data/demo"
    environment = dict(os.environ, GTK_A11Y="atspi")
    environment.pop("NO_AT_BRIDGE", None)
    process = subprocess.Popen(
        [program, demo / "before.json.gz", demo / "after.json.gz",
         "--source-before", demo / "before", "--source-after", demo / "after"],
        env=environment, stderr=subprocess.PIPE, text=True)
    try:
        desktop = Atspi.get_desktop(0)
        window = wait_for("the window", lambda: find(desktop, "frame", "before → after"))
        canvas = wait_for("the blueprint", lambda: find(window, "tree", "find_entry"))
        assert "slower" in canvas.get_name(), canvas.get_name()

        nameless = [node for node in walk(window)
                    if role_of(node) in ("button", "toggle button") and is_showing(node)
                    and node.get_name() in ("", "image", "GtkImage", None)]
        assert not nameless, [node.get_parent().get_name() for node in nameless]
        for name in ("Open…", "Back", "Find a function", "Blueprint", "Main menu", "Zoom in",
                     "1 + 1 runs, noise unknown", "Slower", "Faster"):
            button = find(window, "button", name) or find(window, "toggle button", name)
            assert button is not None, name
        assert find(window, "label", "6.45 ms") is not None

        # The label follows the selection.
        windows = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "before"],
                                 capture_output=True, text=True, check=True).stdout.split()
        subprocess.run(["xdotool", "windowfocus", "--sync", windows[-1]], check=True)
        subprocess.run(["xdotool", "key", "Up"], check=True)
        wait_for("index_word", lambda: "index_word" in canvas.get_name())
        subprocess.run(["xdotool", "key", "Home"], check=True)
        wait_for("main", lambda: canvas.get_name().startswith("main"))

        test_table(window)
        test_filters(window)

        subprocess.run(["xdotool", "key", "ctrl+q"], check=True)
        assert process.wait(PATIENCE) == 0
        warnings = [line for line in process.stderr.read().splitlines() if "WARNING" in line or "CRITICAL" in line]
        assert not warnings, warnings
    finally:
        if process.poll() is None:
            process.kill()
    return 0


sys.exit(main())
