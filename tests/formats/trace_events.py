# SPDX-License-Identifier: GPL-3.0-or-later
"""The shortest form of each of Chrome's trace events, and the warnings about them."""


def B(name, at):
    return f'{{"ph":"B","name":"{name}","ts":{at}}}'


def E(name, at):
    return f'{{"ph":"E","name":"{name}","ts":{at}}}'


def X(name, at, length):
    return f'{{"ph":"X","name":"{name}","ts":{at},"dur":{length}}}'


def events(*texts):
    return "[" + ",".join(texts) + "]"


def unpaired(stray, cut, unfinished):
    """Numbers of calls and ends."""
    stray = "1 end without a call was" if stray == 1 else f"{stray} ends without a call were"
    cut = "1 call ended with the one around it" if cut == 1 else f"{cut} calls ended with the one around them"
    unfinished = "1 call without an end was" if unfinished == 1 else f"{unfinished} calls without an end were"
    return f"calls and ends that do not pair: {stray} ignored, {cut}, {unfinished} closed at the last time stamp"


def lengthless(n):
    return ("1 call has no length and ends with the one around it or with its thread" if n == 1 else
            f"{n} calls have no length and end with the one around them or with their thread")


def nameless(n):
    return f"{n} calls have no name and are called (anonymous)"
