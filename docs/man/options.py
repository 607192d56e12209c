#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the lists of options and of columns of a manual page, from what the program says.  A line
#
#   .\" options of COMMAND, COMMAND: TITLE
#
# becomes a section with the options that all of these commands have in the same words.  An item behind
# it, ".It Fl Fl NAME", adds its text to the help of that option; an item of another form replaces it.
# What a list of "all, COMMAND" tells, no other list tells again, and what a list of several commands
# tells, theirs do not.
#
# usage: options.py TEMPLATE PAGE [CYAN]
#
# A line
#
#   .\" columns of COMMAND --OPTION
#
# becomes the list of the columns of its CSV, or of those of another report that the option asks for.
#
# Without the program, as when it cannot run where it is built, a list refers to the help instead.

import re
import subprocess
import sys

LIST = re.compile(r'^\.\\" options of ([^:\n]*)(?:: (.*))?\n((?:(?!\.(?:Ss|Sh|Pp|\\")).*\n)*)', re.M)
COLUMNS = re.compile(r'^\.\\" columns of ([a-z ]+?)(?: --([a-z]+))?\n', re.M)
ITEM = re.compile(r"^\.It (?:Fl \w , )?Fl Fl ([a-z-]+)(.*)\n")
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


def columns_of(program, command, option):
    if program is None:
        return ""
    text = subprocess.run([program, *command.split(), "--columns"], check=True, capture_output=True, text=True).stdout
    lines = [line.split("|", 2) for line in text.splitlines()]
    report = option or ("format" if any(line[0] == "format" for line in lines) else lines[0][0])
    items, names = [], []
    for _, columns, about in (line for line in lines if line[0] == report):
        names += columns.split(",")
        if about:
            items.append(f".It {' , '.join(names)} Ta \\&{about}\n")
            names = []
    return f'.Bl -column "before_calls, after_calls" "meaning"\n{"".join(items)}.El\n'


def item(name, letter, placeholder, description):
    head = f".It Fl {letter} , Fl Fl {name}" if letter else f".It Fl Fl {name}"
    if placeholder:
        # A word in lower case is the only value.
        head += f" Ns = Ns {'Cm' if placeholder.islower() else 'Ar'} {placeholder}"
    return f"{head}\n\\&{description.replace(chr(92), chr(92) + 'e')}.\n"


def section(title, commands, whole, told):
    title = title or " and ".join(", ".join(commands).rsplit(", ", 1))
    return f".Ss Options of {title}\n.Bl -tag -width Ds\n{''.join([*whole.values(), *told])}.El\n"


def main():
    program = sys.argv[3] if len(sys.argv) > 3 and runs(sys.argv[3]) else None
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    lists = [(found.start(), found[1].split(", "), found[2], found[3]) for found in LIST.finditer(text)]
    # What a command's lists have: names, whatever their help, and names with the words of it.
    known = {"all": {"help"}}
    made = {}
    for start, commands, title, own in sorted(lists, key=lambda entry: ("all" not in entry[1], -len(entry[1]))):
        helps = [help_of(program, command) for command in commands if command != "all"]
        options = {name: words for each in reversed(helps) for name, words in each.items()}
        options = {name: options[name] for name in dict.fromkeys([*helps[0], *options])}
        items = {ITEM.match(each)[1]: each for each in re.split(r"^(?=\.It )", own, flags=re.M)[1:]}
        whole = {name: each for name, each in items.items() if name not in options or ITEM.match(each)[2]}
        notes = {name: each.split("\n", 1)[1] for name, each in items.items() if name not in whole}
        above = set(whole).union(*(known.get(command, set()) for command in ["all", *commands]))
        told = {name: words for name, words in options.items()
                if name in notes or all(each.get(name) == words for each in helps) and not {name, (name, words)} & above}
        made[start] = section(title, commands, whole,
                              [item(name, *words) + notes.get(name, "") for name, words in told.items()]
                              if program else [".It Fl Fl help\nLists all options.\n"])
        for command in commands:
            known[command] = known.get(command, set()).union(whole, told.items())
    text = LIST.sub(lambda found: made[found.start()], text)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(COLUMNS.sub(lambda found: columns_of(program, found[1], found[2]), text))


main()
