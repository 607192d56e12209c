#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Completes the lists of options of a manual page.  A list that ends with
#
#   .\" options of COMMAND, COMMAND
#
# gets, in that place, the options that all of these commands have in the same words of their help, and
# for which the page has no item of its own.  What a list of "all, COMMAND" tells, no other list tells
# again, and what a list of several commands tells, theirs do not.
#
# usage: options.py TEMPLATE PAGE [CYAN]
#
# Without the program, as when it cannot run where it is built, a list refers to the help instead.

import re
import subprocess
import sys

MARK = re.compile(r'^\.\\" options of (.*)\n', re.M)
ITEM = re.compile(r"Fl Fl ([a-z][a-z-]*)")
# "  -f, --format=FORMAT    text (default), csv or json"
HELP = re.compile(r"^  (?:-(\w), )?--([a-z-]+)(?:=(\S+))?\s+(.*)", re.M)


def runs(program):
    try:
        return subprocess.run([program, "--version"], stdout=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def help_of(program, command):
    """Its options: name -> (letter, placeholder, description)."""
    if program is None:
        return {}
    text = subprocess.run([program, *command.split(), "--help"], check=True, capture_output=True, text=True).stdout
    return {name: (letter, placeholder, description) for letter, name, placeholder, description in HELP.findall(text)}


def item(name, letter, placeholder, description):
    head = f".It Fl {letter} , Fl Fl {name}" if letter else f".It Fl Fl {name}"
    if placeholder:
        # A word in lower case is the only value.
        head += f" Ns = Ns {'Cm' if placeholder.islower() else 'Ar'} {placeholder.lower()}"
    return f"{head}\n\\&{description.replace(chr(92), chr(92) + 'e')}.\n"


def items_before(text, end):
    """The names in the list that ends at @end."""
    begin = text.rindex("\n.Bl ", 0, end)
    return {name for line in text[begin:end].split("\n") if line.startswith(".It ") for name in ITEM.findall(line)}


def main():
    program = sys.argv[3] if len(sys.argv) > 3 and runs(sys.argv[3]) else None
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    lists = [(mark, mark.group(1).split(", "), items_before(text, mark.start())) for mark in MARK.finditer(text)]
    told = {"all": set()}
    made = {}
    for mark, commands, own in sorted(lists, key=lambda entry: ("all" not in entry[1], -len(entry[1]))):
        helps = [help_of(program, command) for command in commands if command != "all"]
        known = own.union(told["all"], *(told.get(command, set()) for command in commands))
        common = [name for name in helps[0] if all(other.get(name) == helps[0][name] for other in helps)]
        missing = [name for name in common if name not in known and name != "help"]
        items = [item(name, *helps[0][name]) for name in missing]
        made[mark.start()] = "".join(items) if program else ".It Fl Fl help\nLists all options.\n"
        for command in commands:
            told[command] = told.get(command, set()).union(own, missing)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(MARK.sub(lambda mark: made[mark.start()], text))


main()
