# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a .cct file (docs/cct-format.md) into values by stack."""

ESCAPES = {'\\\\': '\\', '\\t': '\t', '\\n': '\n', '\\r': '\r'}


def unescape(text):
    if '\\' not in text:
        return text
    out, i = [], 0
    while i < len(text):
        if text[i] == '\\':
            out.append(ESCAPES[text[i:i + 2]])
            i += 2
        else:
            out.append(text[i])
            i += 1
    return ''.join(out)


class Tree:
    """`metrics`: name -> {stack: self value}, in the order of the file; `calls`: {stack: calls} of
    the nodes whose calls are known; a stack is a tuple of names of functions, the outermost
    first.  `recording` and `notes` are as in the file."""

    def __init__(self):
        self.recording = ''
        self.notes = []
        self.units = {}
        self.metrics = {}
        self.calls = {}


def read(lines):
    tree = Tree()
    functions = []
    stacks = [()]
    columns = []
    for line in lines:
        line = line.rstrip('\n').rstrip('\r')
        if not line or line.startswith('#'):
            continue
        fields = line.split('\t')
        if line[0].isdigit():
            stack = stacks[int(fields[0])] + (functions[int(fields[1]) - 1],)
            stacks.append(stack)
            if fields[2] != '-':
                tree.calls[stack] = tree.calls.get(stack, 0) + int(fields[2])
            for values, field in zip(columns, fields[3:]):
                values[stack] = values.get(stack, 0) + float(field)
        elif fields[0] == 'function':
            functions.append(unescape(fields[1]))
        elif fields[0] == 'metric':
            columns.append(tree.metrics.setdefault(unescape(fields[1]), {}))
            tree.units[unescape(fields[1])] = fields[2] if len(fields) > 2 else ''
        elif fields[0] == 'recording':
            tree.recording = fields[1]
        elif fields[0] == 'note':
            tree.notes.append(unescape(fields[1]))
    return tree
