// Runs chains of functions on words. A line is a chain, a tab, and words; the answer has an output for each word.
'use strict';
const text = (hex) => hex === '-' ? '' : String.fromCharCode(...hex.match(/.{4}/g).map((unit) => parseInt(unit, 16)));
const hex = (word) => word === '' ? '-' : Array.from({ length: word.length }, (_, at) => word.charCodeAt(at).toString(16).padStart(4, '0')).join('');

function one(name, [a, b], flags) {
  switch (name) {
    case 'lower': return (s) => s.toLowerCase();
    case 'upper': return (s) => s.toUpperCase();
    case 'trim': return (s) => s.trim();
    case 'rev': return (s) => s.split('').reverse().join('');
    case 'urldecode': return (s) => decodeURIComponent(s);
    case 'unescape-json': return (s) => JSON.parse('"' + s + '"');
    case 'replace': return (s) => s.replaceAll(text(a), () => text(b));
    case 'first': return (s) => s.replace(text(a), () => text(b));
    case 'match': { const pattern = new RegExp(text(a), 'g' + flags); return (s) => s.replace(pattern, text(b)); }
  }
  throw new Error(name);
}

function chain(items, flags) {
  const functions = [];
  while (items.length && items[0] !== ')') {
    const item = items.shift();
    if (item === '(') {
      const inner = chain(items, flags);
      items.shift();
      functions.push((s) => {
        for (let round = 0; round < 100 && s.length <= 2000; round++) {
          const next = inner(s);
          if (next === s) return s;
          s = next;
        }
        throw new Error('no end');
      });
    } else {
      const [name, ...rest] = item.split(':');
      functions.push(one(name, rest, flags));
    }
  }
  return (s) => functions.reduce((word, run) => run(word), s);
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const [flags, functions, forbidden, words] = line.split('\t');
  let run, bad;
  try {
    run = chain(functions.split(' ').filter(Boolean), flags);
    bad = new RegExp(text(forbidden), flags);
  } catch (error) {
    console.log('error ' + error.message.replace(/\s+/g, ' '));
    return;
  }
  console.log(words.split(' ').map((word) => {
    try {
      const output = run(text(word));
      return hex(output) + (bad.test(output) ? '+' : '');
    } catch (error) {
      return '!';
    }
  }).join(' '));
});
