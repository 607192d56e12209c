# SPDX-License-Identifier: GPL-3.0-or-later
"""JSON of XHProf and Tideways, by "Core XHProf" of its documentation: the own costs and the calls of
each function."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'xhprof'
METRICS = {'wt': 'time', 'cpu': 'cpu', 'pmu': 'peak memory'}


def detect(name, data):
    return data.lstrip()[:1] == b'{' and b'==>' in data[:65536] and re.search(
        rb'"(ct|wt)"\s*:', data[:65536]) is not None


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    file = file.get('profile', file)
    own, calls = {}, {}
    for arc, costs in file.items():
        caller, _, callee = arc.rpartition('==>')
        add(calls, (re.sub(r'@\d+$', '', callee),), costs['ct'])
        for key, metric in METRICS.items():
            if key in costs:
                values = own.setdefault(metric, {})
                values[callee] = values.get(callee, 0) + costs[key]
                if caller:
                    values[caller] = values.get(caller, 0) - costs[key]
    metrics = {}
    for metric, values in own.items():
        for name, value in values.items():
            add(metrics.setdefault(metric, {}), (re.sub(r'@\d+$', '', name),), max(value, 0))
    return Truth(metrics, calls, flat=True)
