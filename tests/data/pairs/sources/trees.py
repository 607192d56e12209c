# SPDX-License-Identifier: GPL-3.0-or-later
import re


class Tree:
    def __init__(self, n):
        self.items = [str(i) for i in range(n)]

    def visit(self):
        return sum(self.leaf(item) for item in self.items)

    def leaf(self, item):
        total = 0
        for character in item * 10:
            total += ord(character)
        return total

    @staticmethod
    def words(text):
        return len(re.split(r'\s+', text))


class Other(Tree):
    def visit(self):
        total = 0
        for item in self.items:
            total += self.leaf(item) * 2
        return total


def run(rounds):
    total = 0
    for _ in range(rounds):
        total += Tree(200).visit() + Other(150).visit() + Tree.words('a b c ' * 200)
        total += len(sorted([str(k) for k in range(1000)], key=lambda text: text[::-1]))
    return total
