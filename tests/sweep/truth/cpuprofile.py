# SPDX-License-Identifier: GPL-3.0-or-later
"""V8's .cpuprofile, by Profiler.Profile of the DevTools protocol, and its older form with "head".

Times are those of the developer tools of Chrome: samples in the order of their times, each lasting
until the next."""
import json

from truth import Damaged, Truth, add

NAME = 'cpuprofile'


def detect(name, data):
    head = data.lstrip()[:1]
    return head == b'{' and (b'"callFrame"' in data and b'"nodes"' in data
                             or b'"head"' in data and b'"hitCount"' in data) \
        and b'"traceEvents"' not in data and b'"selfSize"' not in data


def stacks_of(nodes):
    """{id: stack} of a flat list of nodes."""
    parents, names = {}, {}
    for node in nodes:
        names[node['id']] = node['callFrame']['functionName'] or '(anonymous)'
        if node.get('parent') is not None:
            parents[node['id']] = node['parent']
        for child in node.get('children') or []:
            parents[child] = node['id']
    stacks = {}
    for start in names:
        path, at = [], start
        while at in names and at not in stacks:
            path.append(at)
            at = parents.get(at)
        stack = stacks.get(at, ())
        for at in reversed(path):
            stack += (names[at],)
            stacks[at] = stack
    return stacks


def flat(head):
    """The nodes of a tree of nested nodes."""
    nodes, waiting = [], [(head, None)]
    while waiting:
        node, parent = waiting.pop()
        nodes.append({'id': node['id'], 'parent': parent, 'hitCount': node['hitCount'],
                      'callFrame': {'functionName': node['functionName']}})
        waiting += [(child, node['id']) for child in node['children']]
    return nodes


def times_of(samples, stamps, stacks, values):
    timed = sorted(zip(stamps, samples), key=lambda pair: pair[0])
    for (start, sample), (end, _) in zip(timed, timed[1:]):
        if sample in stacks:
            add(values, stacks[sample], end - start)


def running_sums(deltas):
    sums, now = [], 0
    for delta in deltas:
        now += delta
        sums.append(now)
    return sums


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    nodes = file['nodes'] if 'nodes' in file else flat(file['head'])
    stacks = stacks_of(nodes)
    counts, times = {}, {}
    samples = file.get('samples') or []
    for sample in samples:
        add(counts, stacks[sample], 1)
    if not samples:
        for node in nodes:
            add(counts, stacks[node['id']], node.get('hitCount', 0))
    stamps = file.get('timestamps') or running_sums(file.get('timeDeltas') or [])
    times_of(samples, stamps, stacks, times)
    return Truth({'time': times, 'samples': counts} if times else {'samples': counts})
