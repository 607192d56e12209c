# SPDX-License-Identifier: GPL-3.0-or-later
"""The XML that Sysprof 1 saves: objects, and the nodes of a tree that refer to them."""
import xml.etree.ElementTree as tree

from truth import Damaged, Truth, add

NAME = 'sysprof-xml'


def detect(name, data):
    return data.startswith(b'<profile>') and b'<objects>' in data[:1000]


def decode(data):
    try:
        root = tree.fromstring(data)
    except tree.ParseError as reason:
        raise Damaged(str(reason)) from reason
    names = {int(o.get('id')): o.findtext('name')[1:-1] for o in root.findall('objects/object')}
    nodes = {int(n.get('id')): (int(n.findtext('parent')), names[int(n.findtext('object'))],
                                int(n.findtext('self'))) for n in root.findall('nodes/node')}
    values = {}
    for node, (_, _, own) in nodes.items():
        stack = []
        while node != 0:
            node, name, _ = nodes[node]
            stack.append(name)
        add(values, stack[::-1], own)
    return Truth({None: values})
