# SPDX-License-Identifier: GPL-3.0-or-later
"""Cost-centre profiles of GHC, by "The .prof format" of its user's guide, in text and in JSON."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'ghc'


def detect(name, data):
    return (b'Time and Allocation Profiling Report' in data[:200]
            or (data.lstrip()[:1] == b'{' and b'"rts_arguments"' in data[:4096]))


def decode_json(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    labels = {centre['id']: centre['label'] for centre in file['cost_centres']}
    ticks, alloc, calls = {}, {}, {}

    def walk(node, above):
        stack = above + [labels[node['id']]]
        add(ticks, stack, node['ticks'])
        add(alloc, stack, node['alloc'])
        if node['entries'] > 0:
            add(calls, stack, node['entries'])
        for child in node['children']:
            walk(child, stack)

    walk(file['profile'], [])
    return Truth({'ticks': ticks, 'alloc': alloc}, calls)


def total(text, pattern):
    return float(re.search(pattern, text)[1].replace(',', ''))


def decode(data):
    if data.lstrip()[:1] == b'{':
        return decode_json(data)
    text = data.decode(errors='replace')
    heading = re.search(r'^COST CENTRE.* no\. .*$', text, re.M)
    if heading is None:
        raise Damaged('cut before the stacks')
    counted = heading[0].rstrip().endswith('bytes')
    module = heading[0].index('MODULE')
    ticks, alloc, calls = {}, {}, {}
    all_ticks = total(text, r'\((\d+) ticks')
    all_bytes = total(text, r'total alloc = *([\d,]+)')
    stack = []
    for line in text[heading.end():].split('\n')[2:]:
        if not line.strip():
            break
        del stack[len(line) - len(line.lstrip(' ')):]
        stack.append(line[:module].strip())
        numbers = [float(word) for word in line.split()[-8 if counted else -6:]]
        add(ticks, stack, numbers[6] if counted else numbers[2] / 100 * all_ticks)
        add(alloc, stack, numbers[7] if counted else numbers[3] / 100 * all_bytes)
        if numbers[1] > 0:
            add(calls, stack, numbers[1])
    return Truth({'ticks': ticks, 'alloc': alloc}, calls)
