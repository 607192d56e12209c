# SPDX-License-Identifier: GPL-3.0-or-later
"""Austin's MOJO (austin's src/mojo.h, austin-python's format/mojo.py), versions 1 to 4."""
from truth import Damaged, Truth, add

NAME = 'austin'


def detect(name, data):
    return data[:3] == b'MOJ'


class File:
    def __init__(self, data):
        self.data, self.at = data, 3

    def integer(self):
        byte = self.data[self.at]
        self.at += 1
        value, shift, negative = byte & 63, 6, byte & 64
        while byte & 128:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
        return -value if negative else value

    def text(self):
        end = self.data.index(0, self.at)
        text, self.at = self.data[self.at:end].decode(errors='replace'), end + 1
        return text


def is_native(frame):
    return not frame[0].endswith('.py') and not frame[0].startswith('<')


def samples(file, mode):
    """Yields the stack, time, idle and memory of each sample."""
    version = file.integer()
    strings, frames, last = {}, {}, {}
    sample = pid = None
    while file.at < len(file.data):
        event = file.data[file.at]
        file.at += 1
        if event == 1:
            key, value = file.text(), file.text()
            mode[key] = value
        elif event == 2:
            if sample:
                yield sample
            first, pid = pid is None, file.integer()
            if first:  # What was defined before the first sample is of its process.
                strings = {(pid, key): text for (_, key), text in strings.items()}
                frames = {(pid, key): frame for (_, key), frame in frames.items()}
            if version >= 3:
                file.integer()
            thread = (pid, file.text())
            sample = {'stack': [], 'time': 0, 'idle': False, 'memory': 0}
            old, last[thread] = last.get(thread, []), sample['stack']
        elif event == 3:
            key, path, name = file.integer(), file.integer(), file.integer()
            for _ in range(4 if version >= 2 else 1):
                file.integer()
            known = {0: '', 1: '<unknown>'}
            frames[pid, key] = tuple(known[s] if s in known else strings[pid, s]
                                     for s in (path, name))
        elif event == 4:
            sample['stack'].append(('', ':INVALID:'))
        elif event == 5:
            sample['stack'].append(frames[pid, file.integer()])
        elif event == 6:
            sample['stack'].append(('kernel', file.text()))
        elif event == 7:
            sample['stack'].append(('', ':GC:'))
        elif event == 8:
            sample['idle'] = True
        elif event == 9:
            sample['time'] = file.integer()
        elif event == 10:
            sample['memory'] = file.integer()
        elif event == 11:
            key = file.integer()
            strings[pid, key] = file.text()
        elif event == 12:
            file.integer()
        elif event == 13:
            below = list(old)
            while below and is_native(below[-1]):
                below.pop()
            sample['stack'][:0] = below
        else:
            raise Damaged(f'event {event}')
    if sample:
        yield sample


def decode(data):
    meta, times, cpu, memory = {}, {}, {}, {}
    try:
        for sample in samples(File(data), meta):
            stack = [name for _, name in sample['stack']]
            if stack:
                add(times, stack, sample['time'])
                add(cpu, stack, 0 if sample['idle'] else sample['time'])
                add(memory, stack, sample['memory'])
    except (ValueError, IndexError, KeyError) as reason:
        raise Damaged(str(reason)) from reason
    mode = meta.get('mode')
    if mode == 'full':
        return Truth({'time': times, 'cpu': cpu, 'memory': memory})
    return Truth({'memory': memory} if mode == 'memory' else {'time': times})
