# SPDX-License-Identifier: GPL-3.0-or-later
"""The XML of `xctrace export`: rows whose elements may refer to earlier ones by id."""
import re
import xml.etree.ElementTree as ElementTree

from truth import Damaged, Truth, add

NAME = 'xctrace'


def detect(name, data):
    return b'<trace-query-result' in data[:1000]


def decode(data):
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as reason:
        raise Damaged(str(reason)) from reason
    by_id = {element.get('id'): element for element in root.iter() if element.get('id')}

    def real(element):
        return by_id[element.get('ref')] if element is not None and element.get('ref') else element

    def name_of(frame):
        name = real(frame).get('name') or '[unknown]'
        return '[unknown]' if re.fullmatch('0x[0-9a-f]+', name) else name

    values = {}
    for row in root.iter('row'):
        backtrace = real(row.find('backtrace'))
        if backtrace is None:
            tagged = real(row.find('tagged-backtrace'))
            backtrace = real(tagged.find('backtrace')) if tagged is not None else None
        if backtrace is None:
            continue
        weight = real(row.find('weight'))
        process = real(row.find('process'))
        stack = [name_of(frame) for frame in backtrace.findall('frame')]
        if process is not None:
            stack.append(re.sub(r' \(\d+\)$', '', process.get('fmt')))
        add(values, stack[::-1], int(weight.text) if weight is not None else 1)
    return Truth({None: values}) if values else None
