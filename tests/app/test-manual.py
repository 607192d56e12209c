#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The manual pages and the completion for bash have exactly the commands and options of the programs.
#
# usage: test-manual.py SOURCE_ROOT CYAN CYAN_PAGE

import os
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"""\{ "([a-z][a-z-]*)", ('.'|0), \w+, G_OPTION_ARG_""")
# Options of GOption and of main().
BUILT_IN = {"help": "h", "version": None}
# Options that share a letter, since they ask for the same: to do nothing, and to say what would be done.
SAME = {"n": {"dry-run", "plan"}, "m": {"match", "message"}}


def options_of(path):
    found = ENTRY.findall(path.read_text(encoding="utf-8"))
    return {name: None if letter == "0" else letter.strip("'") for name, letter in found}


def options_told(program, words):
    text = subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout
    return {name: letter or None for letter, name in re.findall(r"^  (?:-(\w), )?--([a-z][a-z-]*)", text, re.M)}


def check_page(path, options, problems):
    text = path.read_text(encoding="utf-8")
    told = set(re.findall(r"Fl Fl ([a-z][a-z-]*)", text))
    options = {**BUILT_IN, **options}
    for name in sorted(set(options) - told):
        problems.append(f"{path.name} does not tell --{name}")
    for name in sorted(told - set(options)):
        problems.append(f"{path.name} tells --{name}, which there is not")
    for name, letter in options.items():
        if letter and not re.search(rf"^\.It Fl {letter} , Fl Fl {name}\b", text, re.M):
            problems.append(f"{path.name} does not tell -{letter}, --{name}")


# With the program, which lists its options, in front of others of its name.
def complete(completion, *words):
    script = f'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _{words[0]}; printf "%s\\n" "${{COMPREPLY[@]}}"'
    arguments = ["bash", "--norc", "-c", script, "bash", str(completion), *words]
    return set(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split())


def main():
    root, program = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    os.environ["PATH"] = f"{program.parent}:{os.environ['PATH']}"
    cli = root / "src/cli"
    completion = root / "data/completions/cyan"
    page = pathlib.Path(sys.argv[3])
    problems = []

    table = re.search(r"\} commands\[\] = \{\n(.*?)\n\};", (cli / "cyan-cli.c").read_text(encoding="utf-8"), re.S)
    commands = re.findall(r'\{ "([a-z]+)", cyan_cli_', table.group(1))
    assert len(commands) >= 4, "the table of commands is not understood"
    every, letters = {}, {}

    told = re.search(r"^The commands are:\n(.*?)^\.El", page.read_text(encoding="utf-8"), re.M | re.S).group(1)
    if set(re.findall(r"^\.It Cm (\w+)", told, re.M)) != set(commands):
        problems.append(f"cyan.1 does not tell the commands {', '.join(commands)}")
    if complete(completion, "cyan", "") != {*commands, "--help", "--version"}:
        problems.append(f"the completion does not offer the commands {', '.join(commands)}")

    below = re.findall(r'\{ "([a-z]+)", (?:cyan_cli_)?history_', (cli / "cyan-cli-history.c").read_text(encoding="utf-8"))
    assert len(below) >= 4, "the table of commands of the history is not understood"
    for words in [*([command] for command in commands), *(["history", command] for command in below)]:
        options = options_told(program, words)
        if "output" in options and "force" not in options:
            problems.append(f"cyan {' '.join(words)} writes a file, but has no --force")
        assert "help" in options, f"cyan {' '.join(words)} has no options"
        every.update(options)
        for option, letter in options.items():
            if letter:
                letters.setdefault(letter, set()).add(option)
        offered = complete(completion, "cyan", *words, "--")
        wanted = {f"--{option}" for option in options}
        for option in sorted(wanted ^ offered):
            verb = "does not offer" if option in wanted else "offers"
            problems.append(f"the completion of cyan {' '.join(words)} {verb} {option}")

    values = {
        ("compare", "--match", "co"): {"context", "common-tree"},
        ("compare", "-f", "h"): {"html"},
        ("bisect", "--retry", "="): {"failed"},
        ("history", "c"): {"check", "copy"},
        ("history", "heat", "--sort", "=", "n"): {"newest", "name"},
    }
    for words, wanted in values.items():
        offered = complete(completion, "cyan", *words)
        if offered != wanted:
            problems.append(f"the completion of cyan {' '.join(words)} offers {offered}")

    for letter, names in sorted(letters.items()):
        if len(names) > 1 and names != SAME.get(letter):
            problems.append(f"-{letter} means --{', --'.join(sorted(names))}")

    check_page(page, every, problems)
    window_options = options_of(root / "src/app/shell/cyan-application.c")
    check_page(root / "docs/man/cyanotype.1", window_options, problems)
    offered = complete(root / "data/completions/cyanotype", "cyanotype", "--")
    for name in sorted({f"--{name}" for name in {*window_options, *BUILT_IN}} ^ offered):
        problems.append(f"the completion of cyanotype and its options differ in {name}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
