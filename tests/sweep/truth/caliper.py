# SPDX-License-Identifier: GPL-3.0-or-later
"""Caliper's json-split (LLNL/Caliper, JsonSplitFormatter.cpp): sums over the records of each node."""
import json

from truth import Damaged, Truth, add

NAME = 'caliper'
PATHS = ['source.function#callpath.address', 'path', 'function', 'region', 'annotation']


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'"column_metadata"' in data and b'"nodes"' in data


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    columns = file['columns']
    path = next((columns.index(p) for p in PATHS if p in columns), None)
    if path is None:
        return None
    stacks = []
    for node in file['nodes']:
        above = stacks[node['parent']] if 'parent' in node else ()
        stacks.append(above + ((node['label'],) if node['column'] == columns[path] else ()))
    metrics = {}
    for name in ('sum#time.duration', 'count', 'sum#sum#time.duration', 'sum#time.duration.ns'):
        if name in columns:
            values = metrics.setdefault(name, {})
            for record in file['data']:
                if record[path] is not None and record[columns.index(name)] is not None:
                    add(values, stacks[record[path]], record[columns.index(name)])
    return Truth(metrics)
