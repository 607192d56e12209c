# SPDX-License-Identifier: GPL-3.0-or-later
"""Maps of stacks as bpftrace prints them: src/output of github.com/bpftrace/bpftrace."""
import json
import re

from truth import Truth, add

NAME = 'bpftrace'

ENTRY = re.compile(r'^(@\w*)\[(.*?)\]:[ ]?(-?\d+)?$', re.M | re.S)
KERNEL = re.compile(r'entry_|asm_|ret_|el[01]|system_call|secondary_startup')


def detect(name, data):
    head = data[:20000].decode(errors='replace')
    return (re.search(r'^@\w*\[(, ?)?\n( {4}|\t).*\n', head, re.M) is not None
            or re.search(r'^{"type": ?"map", ?"data": ?{"@\w*": ?{"[^"]*\\n', head, re.M) is not None)


def frame(text):
    text = re.sub(r'^[0-9a-f]{8,} (?=.)', '', text.strip())
    text = re.sub(r'^\[inlined\] | \([^()]*\)$|@[^@ ]+:\d+$', '', text)
    text = re.sub(r'\+\d+$', '', text)
    return '[unknown]' if re.fullmatch(r'0x[0-9a-f]+|[0-9a-f]{8,}', text) else text


def stack(key):
    texts, stacks = [], []
    while key:
        if key[0] == '\n':
            lines, comma, key = key[1:].partition('\n,') if '\n,' in key[1:] and key[1] != ',' else (
                ('', ',', key[2:]) if key[1:2] == ',' else (key[1:], '', ''))
            stacks.append([frame(line) for line in lines.split('\n') if line])
        else:
            text, _, key = key.partition(',')
            if text.strip() and not re.fullmatch(r'-?\d+', text.strip()):
                texts.append(text.strip())
        key = key.lstrip(' ')
    if len(stacks) == 2 and stacks[1] and KERNEL.match(stacks[1][-1]) and not (stacks[0] and KERNEL.match(stacks[0][-1])):
        stacks.reverse()
    return texts + [name for one in stacks[::-1] for name in one[::-1]], bool(stacks)


def decode(data):
    text, prints = data.decode(errors='replace'), {}
    for line in text.split('\n'):
        if line.startswith('{"type"'):
            record = json.loads(line)
            for name, entries in record['data'].items() if record['type'] == 'map' else ():
                if isinstance(entries, dict):
                    prints.setdefault(name, []).append([(key, float(value)) for key, value in entries.items()])
    for entry in ENTRY.finditer(text.replace('\r\n', '\n')):
        name, key, value = entry[1], entry[2], entry[3]
        if value is not None:
            of_map = prints.setdefault(name, [[]])
            if of_map[-1] and of_map[-1][-1][1] > float(value):
                of_map.append([])
            of_map[-1].append((key, float(value)))
    metrics = {}
    for name, of_map in prints.items():
        ranks = [sorted((value for _, value in one), reverse=True) for one in of_map]
        if all(len(a) <= len(b) and all(x <= y for x, y in zip(a, b)) for a, b in zip(ranks, ranks[1:])):
            of_map = of_map[-1:]
        values, has_stacks = {}, False
        for one in of_map:
            for key, value in one:
                path, is_stack = stack(key)
                has_stacks = has_stacks or is_stack
                add(values, path or ['[no stack]'], value)
        if has_stacks:
            metrics[name[1:] or None] = values
    return Truth(metrics)
