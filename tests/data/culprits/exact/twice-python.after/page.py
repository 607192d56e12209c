"""Renders pages of texts, tables and images."""


class Text:
    def __init__(self, words):
        self.words = words

    def render(self):
        lines, line = [], ""
        for word in self.words:
            if len(line) + len(word) > 40:
                lines.append(line)
                line = ""
            line += word + " "
        return lines + [line]


class Table:
    def __init__(self, rows):
        self.rows = rows

    def render(self):
        lines = []
        for row in self.rows:
            line = ""
            for cell in row:
                line += str(cell) + "|"
            lines.append(line)
        return lines


class Image:
    def __init__(self, width, height):
        self.width = width
        self.height = height

    def render(self):
        lines = []
        for y in range(self.height):
            line = ""
            for x in range(self.width):
                line += "#" if (x + y) % 3 else "."
            lines.append(line)
        return lines


class Page:
    def __init__(self, parts):
        self.parts = parts

    def render(self):
        lines = []
        for part in self.parts:
            lines += part.render()
        return lines


def make_page(n):
    words = ["word" + str(i % 13) for i in range(60)]
    rows = [[i * k for k in range(6)] for i in range(10)]
    return Page([Text(words), Table(rows), Image(24, 8 + n % 3)])


def main():
    n_lines = 0
    for n in range(300):
        n_lines += len(make_page(n).render())
    print(n_lines)


main()
