"""Counts the words of notes."""
import re

WORD = re.compile(r"[a-z]+")


def tidy(line):
    return re.sub(r"\s+", " ", line).strip()


def words_of(line):
    return WORD.findall(line)


def count(lines):
    counts = {}
    for line in lines:
        for word in words_of(tidy(line)):
            counts[word] = counts.get(word, 0) + 1
    return counts


def make_notes(n):
    topics = ["parse", "match", "merge", "layout", "paint"]
    return ["  ".join(topics[(i * k) % 5] for k in range(8)) + "   " for i in range(n)]


def main():
    counts = count(make_notes(3000))
    print(sorted(counts.items()))


main()
