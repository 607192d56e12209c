#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The window of keyboard shortcuts lists exactly the keys of the window.
# Reads the tables in the C sources and the .ui file; needs no display.
#
# usage: test-shortcuts.py SOURCE_ROOT

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# Keys bound by GTK: the button of the main menu, and the window of shortcuts.
GTK_ACTIONS = {"win.show-help-overlay"}
GTK_KEYS = {"F10"}

# No keys: actions of a button in a bar or a page, which Tab reaches; those of a menu of things that
# differ, which F10 opens; and one that only the program itself uses.
OF_BUTTONS = {"choose-missing", "open-demo", "without-sources", "cancel", "open-sample"}
OF_MENUS = {"about", "compare-with", "copy-answer", "open-alone", "same-scale"}
INTERNAL = {"toast"}

MODIFIERS = {"GDK_CONTROL_MASK": "<Control>", "GDK_SHIFT_MASK": "<Shift>", "GDK_ALT_MASK": "<Alt>"}
# Keys of the number pad with the same meaning as others.
KEYPAD = {"KP_Add": "plus", "KP_Subtract": "minus", "KP_Enter": "Return", "KP_Multiply": "asterisk"}


def plain(key):
    return KEYPAD.get(key, key.removeprefix("KP_"))


def actions_with_keys(source):
    """The actions of the table for set_keys(), each with its accelerators."""
    table = re.search(r"\} keys\[\] = \{\n(.*?)\n\};", source, re.S).group(1)
    rows = re.findall(r'\{ "([^"]+)", \{ ("[^}]+) \} \}', table)
    assert len(rows) == table.count(', { "') >= 20, "set_keys() is not understood"
    return {action: re.findall(r'"([^"]+)"', keys) for action, keys in rows}


def entries(source):
    """The names of all actions of a table of GActionEntry, and of one of commands, if there is one."""
    tables = re.findall(r"(?:GActionEntry entries|\} commands)\[\] = \{\n(.*?)\n *\};", source, re.S)
    return set(re.findall(r'^ +\{ "([^"]+)"', "\n".join(tables), re.M))


def view_keys(source):
    """Accelerators of the table actions[] of a view, of a switch over keys, and of a table of moves."""
    table = re.search(r"\} actions\[\] = \{\n(.*?)\n *\};", source, re.S).group(1)
    keys = set()
    for key, modifiers in re.findall(r"GDK_KEY_(\w+), ([\w| ]+) \}", table):
        names = [name.strip() for name in modifiers.split("|")]
        keys.add("".join(MODIFIERS[name] for name in names if name != "0") + plain(key))
    for key in re.findall(r"case GDK_KEY_(\w+):|\{ GDK_KEY_(\w+), CYAN_PICTURE_\w+ \}", source):
        keys.add(plain("".join(key)))
    return keys


def bound_actions(source):
    """The actions of a table actions[]."""
    table = re.search(r"\} actions\[\] = \{\n(.*?)\n *\};", source, re.S).group(1)
    return set(re.findall(r'\{ "([^"]+)"', table))


def overlay(path):
    """Actions, keys in the drawn tree, keys in the table, and keys in the history."""
    actions, keys, of_groups = [], [], {"Table": [], "History": []}
    for group in ElementTree.parse(path).iter("object"):
        if group.get("class") != "GtkShortcutsGroup":
            continue
        group_keys = of_groups.get(group.find("property[@name='title']").text, keys)
        for shortcut in group.iter("object"):
            if shortcut.get("class") != "GtkShortcutsShortcut":
                continue
            properties = {p.get("name"): p.text for p in shortcut.findall("property")}
            assert properties.get("title"), "a shortcut without a title"
            assert ("action-name" in properties) != ("accelerator" in properties), properties["title"]
            if "action-name" in properties:
                actions.append(properties["action-name"])
            else:
                group_keys.extend(properties["accelerator"].split())
    return actions, keys, of_groups["Table"], of_groups["History"]


def main():
    root = pathlib.Path(sys.argv[1])
    application = (root / "src/app/shell/cyan-application.c").read_text(encoding="utf-8")
    of_window = (root / "src/app/shell/cyan-window-actions.c").read_text(encoding="utf-8")
    canvas = (root / "src/app/tree/cyan-canvas-input.c").read_text(encoding="utf-8")
    canvas += (root / "src/app/picture/cyan-picture-input.c").read_text(encoding="utf-8")
    table = (root / "src/app/table/cyan-table-actions.c").read_text(encoding="utf-8")
    history = (root / "src/app/history-page/cyan-history-page-actions.c").read_text(encoding="utf-8")
    window = ElementTree.parse(root / "ui/window.ui")
    shown_actions, shown_keys, shown_table_keys, shown_history_keys = overlay(root / "ui/gtk/help-overlay.ui")
    problems = []

    accelerators = actions_with_keys(application)
    actions = set(accelerators)
    keys = view_keys(canvas)
    table_keys = view_keys(table)
    history_keys = view_keys(history)
    assert len(keys) >= 20, "the tables of the canvas are not understood"
    assert len(table_keys) >= 8, "the keys of the table are not understood"
    assert len(history_keys) >= 15, "the keys of the history are not understood"

    plain_actions = {name.split("::")[0] for name in actions}
    for group, source in (("app", application), ("win", of_window)):
        for name in sorted(entries(source) - OF_BUTTONS - OF_MENUS - INTERNAL):
            if f"{group}.{name}" not in plain_actions:
                problems.append(f"{group}.{name} has no key")
    for name in sorted((actions | GTK_ACTIONS) - set(shown_actions)):
        problems.append(f"{name} has keys, but is not in help-overlay.ui")
    for name in sorted(set(shown_actions) - actions - GTK_ACTIONS):
        problems.append(f"help-overlay.ui shows {name}, which has no keys")
    for key in sorted((keys | GTK_KEYS) - set(shown_keys)):
        problems.append(f"the canvas knows {key}, but help-overlay.ui does not")
    for key in sorted(set(shown_keys) - keys - GTK_KEYS):
        problems.append(f"help-overlay.ui shows {key}, which the canvas does not know")
    for key in sorted(table_keys ^ set(shown_table_keys)):
        problems.append(f"either the table or help-overlay.ui does not know {key}")
    for key in sorted(history_keys ^ set(shown_history_keys)):
        problems.append(f"either the history or help-overlay.ui does not know {key}")
    for name in sorted({f"history.{name}" for name in entries(history) - OF_MENUS} - bound_actions(history)):
        problems.append(f"{name} has no key")
    for names in (shown_actions, shown_keys, shown_table_keys, shown_history_keys):
        for name in sorted({name for name in names if names.count(name) > 1}):
            problems.append(f"help-overlay.ui shows {name} twice")

    # F10 opens the menu of the window's primary menu button.
    if not any(p.get("name") == "primary" and p.text == "True" for p in window.iter("property")):
        problems.append("window.ui has no primary menu button, so F10 does nothing")

    # Keys bound in other files are not in these tables and would be missed.
    shown = set(shown_keys + shown_table_keys + shown_history_keys).union(*accelerators.values())
    shown = {name.split(">")[-1] for name in shown}
    for path in sorted((root / "src/app").rglob("*.c")):
        for key in re.findall(r"\bGDK_KEY_(\w+)", path.read_text(encoding="utf-8")):
            if plain(key) not in shown:
                problems.append(f"{path.name} uses {key}, but help-overlay.ui does not show it")

    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
