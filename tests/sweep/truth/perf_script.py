# SPDX-License-Identifier: GPL-3.0-or-later
"""The text of `perf script`, as perf's builtin-script.c prints samples: a header, a line for each
frame from the leaf on, a blank line."""
import re

from truth import Truth, add

NAME = 'perf script'

HEADER = re.compile(r'^ *(?P<command>\S.*?\s)??\s*(?P<thread>\d+(?:/\d+)?)\s+(?:\[\d+\]\s+)?'
                    r'(?:(?P<time>\d+\.\d+):\s+)?(?:(?P<period>\d+)\s+)?'
                    r'(?P<event>[a-zA-Z]\S*?):(?P<rest>\s.*|$)')
FRAME = re.compile(r'^\s*[0-9a-f]{1,16}\s(?P<what>.*)$')
ONE_FRAME = re.compile(r'^(?:.*\s)?[0-9a-f]{8,16} (?P<what>\S.* \(.*\))$')


def lines_of(data):
    return data.decode('utf-8', errors='replace').replace('\r\n', '\n').split('\n')


def detect(name, data):
    if b'\0' in data[:4096]:
        return False
    lines = [line for line in lines_of(data[:65536])[:1000]
             if line.strip() and not line.startswith('#')]
    head = HEADER.match(lines[0]) if lines else None
    if head is None:
        return False
    return bool(head['time']) or (len(lines) > 1 and FRAME.match(lines[1]) is not None
                                  and lines[1].endswith(')'))


def names_of(what):
    """The functions of a frame, the innermost first."""
    if what.endswith(' (inlined)'):
        what = what.removesuffix(' (inlined)') + ' ()'
    at = what.rfind(' (', 0, -len(' (deleted))') if what.endswith(' (deleted))') else None)
    symbol, module = (what[:at], what[at + 2:-1]) if at >= 0 else (what, '')
    symbol = re.sub(r'\+0x[0-9a-f]+$', '', symbol.strip()) or '[unknown]'
    pieces = symbol.split('->')
    if module.endswith('.map') and all('::' in piece for piece in pieces):
        return pieces[::-1]
    return [symbol]


def decode(data):
    metrics = {}
    values, weight, stack, command = None, 0, [], ''

    def end():
        if values is not None:
            add(values, ([command] if command else []) + stack[::-1], weight)

    for line in lines_of(data):
        if line.startswith('#') or not line.strip():
            continue
        head = HEADER.match(line)
        frame = FRAME.match(line)
        if head and (head['time'] or not (frame and line.endswith(')'))):
            end()
            if head['event'].startswith('branches') and ' => ' in head['rest']:
                return None
            command = (head['command'] or '').strip()
            if re.fullmatch(r':-?\d+', command):
                command = '[unknown]'
            values = metrics.setdefault(head['event'], {})
            weight = int(head['period'] or 1)
            stack = []
            one = ONE_FRAME.match(head['rest'])
            if one:
                stack = names_of(one['what'])
        elif frame and values is not None:
            stack += names_of(frame['what'])
    end()
    return Truth(metrics)
