// SPDX-License-Identifier: GPL-3.0-or-later
const fib = n => (n < 2 ? n : fib(n - 1) + fib(n - 2));

class Parser {
  constructor(text) {
    this.text = text;
  }

  parse() {
    let n = 0;
    for (const word of this.text.split(' '))
      n += this.word(word);
    return n;
  }

  word(text) {
    let sum = 0;
    for (let i = 0; i < text.length; i++)
      sum += text.charCodeAt(i);
    return sum;
  }
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0);
}

function main(rounds) {
  const text = 'lorem ipsum dolor '.repeat(500);
  let total = 0;
  for (let i = 0; i < rounds; i++) {
    total += fib(16) + new Parser(text).parse();
    total += sum(Array.from({ length: 2000 }, (_, k) => k));
    total += [5, 3, 1].concat(Array(300).fill(2)).sort((a, b) => a - b).length;
  }
  return total;
}

console.log(main(Number(process.argv[2])));
