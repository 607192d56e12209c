"""An index of words, made from a stream of them."""

STOP = frozenset(["of", "and", "the"])


def stem(word):
    return word[:-1] if word.endswith("s") else word


def stems(words):
    return (stem(word) for word in words if word not in STOP)


def numbered(stream):
    number = 0
    for word in stream:
        number += 1
        yield number, word


def add(index, number, word):
    index.setdefault(word, []).append(number)


def build(stream):
    index = {}
    for number, word in numbered(stream):
        add(index, number, word)
    return index


def make_words(n):
    names = ["trees", "and", "nodes", "of", "callers", "the", "calls", "paths"]
    return [names[(i * i + i // 3) % 8] for i in range(n)]


def main():
    n = 0
    for _ in range(10):
        n += len(build(stems(make_words(800))))
    print(n)


main()
