# SPDX-License-Identifier: GPL-3.0-or-later
"""simpleperf's report-sample --protobuf, by cmd_report_sample.proto of AOSP."""
import struct

from truth import Damaged, Truth, add

NAME = 'simpleperf'
MAGIC = b'SIMPLEPERF'


def detect(name, data):
    return data.startswith(MAGIC)


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def message(data):
    """{field: [numbers or bytes]}"""
    fields, at = {}, 0
    while at < len(data):
        tag, at = varint(data, at)
        value, at = varint(data, at)
        if tag & 7 == 2:
            value, at = data[at:at + value], at + value
        elif tag & 7 != 0:
            raise Damaged('a field of another type')
        fields.setdefault(tag >> 3, []).append(value)
    return fields


def first(fields, number, default=0):
    return fields.get(number, [default])[0]


def records(data):
    at = len(MAGIC) + 2
    while True:
        if at + 4 > len(data):
            raise Damaged('cut')
        size, = struct.unpack_from('<I', data, at)
        if size == 0:
            return
        if at + 4 + size > len(data):
            raise Damaged('cut')
        yield message(data[at + 4:at + 4 + size])
        at += 4 + size


def decode(data):
    samples, files, threads, events = [], {}, {}, []
    for record in records(data):
        for field, values in record.items():
            body = message(values[0])
            if field == 1:
                samples.append(body)
            elif field == 3:
                files[first(body, 1)] = [s.decode() for s in body.get(3, [])]
            elif field == 4:
                threads[first(body, 1)] = first(body, 3, b'').decode()
            elif field == 5:
                events = [name.decode() for name in body.get(1, [])]
    metrics = {}
    for sample in samples:
        stack = []
        for entry in map(message, sample.get(3, [])):
            symbols = files[first(entry, 2)]
            symbol = first(entry, 3, -1) & 0xffffffff
            stack.append(symbols[symbol] if symbol < len(symbols) else '[unknown]')
        stack.append(threads.get(first(sample, 2)) or '[unknown]')
        add(metrics.setdefault(events[first(sample, 5)], {}), stack[::-1], first(sample, 4))
    return Truth(metrics)
