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
GTK_KEYS = {"F10", "<Control>question"}

# A person reads the window of shortcuts in one look.
MOST_ROWS = 60

MODIFIERS = {"GDK_CONTROL_MASK": "<Control>", "GDK_SHIFT_MASK": "<Shift>", "GDK_ALT_MASK": "<Alt>"}
# Keys of the number pad with the same meaning as others.
KEYPAD = {"KP_Add": "plus", "KP_Subtract": "minus", "KP_Enter": "Return", "KP_Multiply": "asterisk"}


def expanded(accelerators):
    """The keys of a row; those of "<Alt>1...<Alt>4" are four."""
    for accelerator in accelerators.split():
        ends = re.fullmatch(r"(.*)(\d)\.\.\.\1(\d)", accelerator)
        if ends is None:
            yield accelerator
        else:
            yield from (f"{ends[1]}{i}" for i in range(int(ends[2]), int(ends[3]) + 1))


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
    """The actions of rows, the keys of rows without one by group, and the number of rows."""
    actions, keys, rows = [], {}, 0
    for group in ElementTree.parse(path).iter("object"):
        if group.get("class") != "GtkShortcutsGroup":
            continue
        of_group = keys.setdefault(group.find("property[@name='title']").text, [])
        for shortcut in group.iter("object"):
            if shortcut.get("class") != "GtkShortcutsShortcut":
                continue
            rows += 1
            properties = {p.get("name"): p.text for p in shortcut.findall("property")}
            assert properties.get("title"), "a shortcut without a title"
            assert ("action-name" in properties) != ("accelerator" in properties), properties["title"]
            if "action-name" in properties:
                actions.append(properties["action-name"])
            else:
                of_group.extend(expanded(properties["accelerator"]))
    return actions, keys, rows


def reached(root):
    """All actions that a widget, a menu or the code of a widget names."""
    found = set()
    for path in [*root.glob("ui/**/*.ui"), *root.glob("src/app/**/*.c")]:
        if path.name not in ("help-overlay.ui", "cyan-application.c"):
            found |= set(re.findall(r'[">]((?:app|win|page)\.[\w-]+)', path.read_text(encoding="utf-8")))
    return found


def main():
    root = pathlib.Path(sys.argv[1])

    def read(path):
        return (root / "src/app" / path).read_text(encoding="utf-8")

    application = read("shell/cyan-application.c")
    history = read("history-page/cyan-history-page-actions.c")
    canvas = read("tree/cyan-canvas-input.c") + read("picture/cyan-picture-input.c")
    views = {
        "Picture": view_keys(canvas),
        "Table": view_keys(read("table/cyan-table-actions.c")),
        "Many Revisions": view_keys(history),
    }
    window = ElementTree.parse(root / "ui/window.ui")
    actions, keys, rows = overlay(root / "ui/gtk/help-overlay.ui")
    problems = []

    accelerators = actions_with_keys(application)
    for name, least in (("Picture", 20), ("Table", 8), ("Many Revisions", 15)):
        assert len(views[name]) >= least, f"the keys of {name} are not understood"
    if rows > MOST_ROWS:
        problems.append(f"help-overlay.ui has {rows} rows, more than {MOST_ROWS}")

    # Without a key of its own, an action is in a menu, a popover or a bar.
    plain_actions = {name.split("::")[0] for name in accelerators} | reached(root)
    tables = {
        "app": application,
        "win": read("shell/cyan-window-actions.c"),
        "page": read("comparison/cyan-comparison-actions.c"),
    }
    for group, source in tables.items():
        for name in sorted(entries(source)):
            if f"{group}.{name}" not in plain_actions:
                problems.append(f"{group}.{name} has no key and is in no menu")
    for name in sorted({f"page.{name}" for name in entries(history)} - bound_actions(history) - reached(root)):
        problems.append(f"{name} has no key and is in no menu")

    # Each key is shown once where it works: by its action, or in a row that names it.
    named = [key for group in keys for key in keys[group] if group not in views]
    for name in sorted(set(actions) - set(accelerators) - GTK_ACTIONS):
        problems.append(f"help-overlay.ui shows {name}, which has no keys")
    for name in sorted(set(accelerators) - set(actions)):
        if not set(accelerators[name]) & {key for of_group in keys.values() for key in of_group}:
            problems.append(f"{name} has keys, but is not in help-overlay.ui")
    of_actions = set().union(*accelerators.values())
    for key in sorted(set(named) - of_actions - GTK_KEYS):
        problems.append(f"help-overlay.ui shows {key}, which does nothing")
    for group, known in views.items():
        for key in sorted(known - set(keys[group])):
            problems.append(f"{group} knows {key}, but help-overlay.ui does not")
        for key in sorted(set(keys[group]) - known - of_actions):
            problems.append(f"help-overlay.ui shows {key}, which {group} does not know")
    for names in (actions, named, *(keys[group] for group in views)):
        for name in sorted({name for name in names if names.count(name) > 1}):
            problems.append(f"help-overlay.ui shows {name} twice")

    # F10 opens the menu of the window's primary menu button.
    if not any(p.get("name") == "primary" and p.text == "True" for p in window.iter("property")):
        problems.append("window.ui has no primary menu button, so F10 does nothing")

    # Keys bound in other files are not in these tables and would be missed.
    shown = of_actions.union(*keys.values())
    shown = {name.split(">")[-1] for name in shown}
    for path in sorted((root / "src/app").rglob("*.c")):
        for key in re.findall(r"\bGDK_KEY_(\w+)", path.read_text(encoding="utf-8")):
            if plain(key) not in shown:
                problems.append(f"{path.name} uses {key}, but help-overlay.ui does not show it")

    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
