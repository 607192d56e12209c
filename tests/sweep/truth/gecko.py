# SPDX-License-Identifier: GPL-3.0-or-later
"""Raw profiles of Firefox, as its docs-developer/gecko-profile-format.md has them, and recordings of
its developer tools, which contain one as "profile".

Each sample of each thread of each process counts the interval of the recording."""
import json
import re

from truth import Damaged, Truth, add

NAME = 'gecko'

# What follows the name: the URL, after those of the loaders, and the line and the column.
LOCATION = re.compile(r'(?P<name>.+?) \(.*?:\d+(:\d+)?\)', re.DOTALL)


def detect(name, data):
    return (data.lstrip()[:1] == b'{' and b'"stackTable"' in data and b'"schema"' in data
            and b'"stringTable"' in data and b'"funcTable"' not in data)


def rows(table):
    """The rows as dictionaries; they may be cut after their last value."""
    places = {place: key for key, place in table['schema'].items()}
    return [{places[i]: value for i, value in enumerate(row)} for row in table['data']]


def name_of(location):
    match = LOCATION.fullmatch(location)
    return match['name'] if match else location


def stacks_of(thread):
    """[(names, category)] of all stacks, each of which comes after its prefix."""
    frames = rows(thread['frameTable'])
    stacks = []
    for stack in rows(thread['stackTable']):
        names, category = ((), None) if stack['prefix'] is None else stacks[stack['prefix']]
        frame = frames[stack['frame']]
        name = name_of(thread['stringTable'][frame['location']])
        own = frame.get('category')
        stacks.append((names + (name,), category if own is None else own))
    return stacks


def decode(data):
    try:
        file = json.loads(data)
    except ValueError as reason:
        raise Damaged(str(reason)) from reason
    profile = file.get('profile', file)
    categories = [category['name'] for category in profile['meta'].get('categories') or []]
    threads = profile['threads'] + [thread for process in profile.get('processes') or []
                                    for thread in process['threads']]
    if not all(isinstance(thread, dict) and 'schema' in thread.get('frameTable', {}) for thread in threads):
        raise Damaged('threads before version 3, which have no schema')
    values = {}
    for thread in threads:
        stacks = stacks_of(thread)
        for sample in rows(thread['samples']):
            if sample.get('stack') is None:
                continue
            names, category = stacks[sample['stack']]
            # Before categories had names, they were the bits of a mask.
            if category is not None and categories[category:category + 1] == ['Idle']:
                names += ('(idle)',)
            add(values, names, profile['meta'].get('interval') or 1)
    return Truth({None: values}) if values else None
