# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds widgets of another program through AT-SPI."""

import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = 300


def wait_for(what, look, patience=PATIENCE):
    """Waits until look() finds something."""
    end = time.monotonic() + patience
    context = GLib.MainContext.default()
    while time.monotonic() < end:
        while context.iteration(False):
            pass
        try:
            found = look()
        except GLib.Error:
            found = None
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def children(node):
    for i in range(node.get_child_count()):
        child = node.get_child_at_index(i)
        if child is not None:
            yield child


def walk(node):
    yield node
    for child in children(node):
        yield from walk(child)


def is_in_state(node, state):
    node.clear_cache()
    return node.get_state_set().contains(state)


def is_showing(node):
    return is_in_state(node, Atspi.StateType.SHOWING)


def role_of(node):
    """The name of the role; at-spi before 2.55 calls a button a push button."""
    name = node.get_role_name()
    return "button" if name == "push button" else name


def find_all(root, role, part=""):
    return (node for node in walk(root) if role_of(node) == role and part in (node.get_name() or ""))


def find(root, role, part=""):
    return next(find_all(root, role, part), None)


def find_window(pid, part):
    """A window of a program, by a part of its title, or None."""
    for application in children(Atspi.get_desktop(0)):
        if application.get_process_id() == pid:
            for window in children(application):
                if part in (window.get_name() or ""):
                    return window
    return None
