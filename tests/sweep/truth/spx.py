# SPDX-License-Identifier: GPL-3.0-or-later
"""Full reports of php-spx, as its web interface reads them (reportReader.js): calls with wall times."""
from truth import Damaged, Truth, add

NAME = 'spx'


def detect(name, data):
    return data.startswith(b'[events]\n')


def events(lines):
    """Function, whether it begins, and the time of each event."""
    recent, time = [], 0
    for line in lines:
        if ' ' in line:
            words = line.split(' ')
            yield int(words[0]), words[1] == '1', float(words[2])
            continue
        begins = not line.startswith('-')
        fields = line.split('|')[1:] if begins else line[1:].split('|')
        function = recent[-int(fields[0][1:])] if fields[0][0] == 'r' else int(fields[0])
        recent.append(function)
        if fields[1].startswith('a'):
            time = float(fields[1][1:])
        else:
            time += float(fields[1] or 0)
        yield function, begins, time


def name_of(line):
    fields = line.split(':', 2)
    return fields[2] if len(fields) == 3 and fields[1].isdigit() else line


def decode(data):
    head, found, tail = data.decode(errors='replace').partition('[functions]\n')
    if not found:
        raise Damaged('cut before the names')
    names = [name_of(line) for line in tail.splitlines()]
    values, calls, stack, last = {}, {}, [], 0
    for function, begins, time in events(head.splitlines()[1:]):
        if stack:
            add(values, stack, time - last)
        last = time
        if begins:
            stack.append(names[function])
            add(calls, stack, 1)
        elif not stack or stack.pop() != names[function]:
            raise Damaged('not the innermost call')
    return Truth({'time': values}, calls)
