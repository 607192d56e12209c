# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports of macOS' sample(1): the call graph, whose lines have the samples below them, too."""
import re

from truth import Damaged, Truth, add

NAME = 'apple sample'

LINE = re.compile(r'^    ([ +!:|]*)(\d+) (.*)$')


def detect(name, data):
    return data.startswith(b'Analysis of sampling ')


def function(text):
    found = re.match(r'(.*)  \(in .*?\)', text)
    name = (found[1] if found else re.sub(r'\s*\[.*', '', text)).strip()
    return '[unknown]' if re.fullmatch('0x[0-9a-f]+', name) else name


def thread(text):
    text = re.sub(r'^Thread_[0-9a-fx]+:?\s*', '', text)
    text = re.sub(r'^DispatchQueue_\d+: ', '', text)
    return re.sub(r'\s*\((serial|concurrent)\)$', '', text).strip() or 'Thread'


def decode(data):
    lines = data.decode('utf-8', errors='replace').splitlines()
    if 'Call graph:' not in lines:
        return None
    values, stack = {}, []
    for line in lines[lines.index('Call graph:') + 1:]:
        if line.startswith('Total number in stack'):
            break
        if not line.strip():
            continue
        found = LINE.match(line)
        if not found or len(found[1]) % 2 or len(found[1]) // 2 > len(stack):
            raise Damaged(line)
        del stack[len(found[1]) // 2:]
        stack.append(function(found[3]) if stack else thread(found[3]))
        add(values, stack, int(found[2]))
        if len(stack) > 1:
            add(values, stack[:-1], -int(found[2]))
    return Truth({'samples': values})
