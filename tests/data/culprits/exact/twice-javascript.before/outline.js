// Makes an outline of documents.
'use strict';

function makeDocument(n) {
  const lines = [];
  for (let i = 0; i < 400; i++)
    lines.push((i % 7 === 0 ? '# ' : '- ') + 'item ' + (i * n) % 97 + ' of *many*');
  return lines.join('\n');
}

function levelOf(line) {
  let level = 0;
  while (line.charCodeAt(level) === 35) level++;
  return level;
}

function plainText(line) {
  let text = '';
  for (let i = 0; i < line.length; i++)
    if (line[i] !== '*' && line[i] !== '#') text += line[i];
  return text.trim();
}

function splitLines(text) {
  return text.split('\n');
}

function wordsOf(text) {
  return text.split(/\s+/);
}

function outline(text) {
  const entries = [];
  for (const line of splitLines(text))
    entries.push({ level: levelOf(line), words: wordsOf(plainText(line)).length });
  return entries;
}

let n = 0;
for (let i = 0; i < 700; i++)
  n += outline(makeDocument(i)).length;
console.log(n);
