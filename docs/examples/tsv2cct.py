#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tsv2cct.py < IN.cct.tsv > OUT.cct: id, parent, name, file:line, calls, self_ns, incl_ns."""
import sys

escape = str.maketrans({'\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r'})
functions, nodes = {}, {'0': 0}
print('cct 1\nrecording\texact\nmeta\tproducer\ttsv2cct.py\nmetric\ttime\tns')
for row in sys.stdin:
    if row.startswith(('#', 'id\t')):
        continue
    node, parent, name, place, calls, self_ns, _ = row.rstrip('\n').split('\t')
    if (name, place) not in functions:
        functions[name, place] = len(functions) + 1
        file, _, line = place.rpartition(':') if ':' in place else ('', '', '')
        print('function', name.translate(escape), '', file.translate(escape), line, sep='\t')
    print(nodes[parent], functions[name, place], calls, self_ns, sep='\t')
    nodes[node] = len(nodes)
print('end', len(nodes) - 1, sep='\t')
