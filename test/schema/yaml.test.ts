// Limits of YAML texts, and the places of mistakes.

import { expect, test } from 'vitest';
import { UsageError } from '../../src/schema/usage-error.ts';
import { parseYaml } from '../../src/schema/yaml.ts';

/** Nested maps, one per line, with a number in the innermost. */
function nested(levels: number): string {
  const lines = Array.from({ length: levels }, (_, level) => `${' '.repeat(level)}a:`);
  return [...lines, `${' '.repeat(levels)}1`].join('\n');
}

test('YAML may be nested 500 levels deep', () => {
  expect(parseYaml(nested(498))).toBeTypeOf('object');
  expect(() => parseYaml(nested(499))).toThrow('nesting exceeded maxDepth (500)');
});

/** A mistake, its text, its line and column, and what is reported. */
const MISTAKES: readonly (readonly [name: string, text: string, place: string, message: string])[] = [
  ['more indentation than its neighbours', 'a:\n  b: 1\n   c: 2\n', '3:4', 'bad indentation of a mapping entry'],
  ['less indentation than its neighbours', 'a:\n    b: 1\n  c: 2\n', '3:3', 'bad indentation of a mapping entry'],
  ['a list item out of line', 'a:\n  - b\n - c\n', '3:2', 'bad indentation of a mapping entry'],
  ['a tab', 'a:\n  b: 1\n\tc: 2\n', '3:1', 'tab characters must not be used in indentation'],
  ['a duplicate key', 'a:\n  b: 1\n  c: 2\n  b: 3\nd: 1\n', '4:3', 'duplicate key'],
  ['a duplicate quoted key', 'a:\n  b: 1\n  "b": 3\n', '3:3', 'duplicate key'],
  ['an unclosed quote', 'a:\n  b: "x\n  c: 2\n', '2:6', 'missing closing quote (")'],
  ['an unclosed apostrophe', "a: it's\nb: 'x\nc: 2\n", '2:4', "missing closing quote (')"],
  ['an unclosed quote of several lines', 'a:\n  b: "x\n    y\n  c: 2\n', '2:6', 'missing closing quote (")'],
  ['an unclosed quote after a closed one', 'a: "x\n  y"\nb: "z\nc: 2\n', '3:4', 'missing closing quote (")'],
  ['an unclosed quote at the end', 'a: 1\nb: "x', '2:4', 'missing closing quote (")'],
  ['an unclosed quote with CRLF', 'a:\r\n  b: "x\r\nc: 1\r\n', '2:6', 'missing closing quote (")'],
  ['an unclosed bracket', 'a:\n  b: [x, y\n  c: 2\n', '2:6', 'missing closing bracket'],
  ['an unclosed brace of several lines', 'a: {b: 1,\n  c: {d: 2\ne: 1\n', '1:4', 'missing closing bracket'],
  ['a key without a colon', 'a:\n  b\n    c: 1\n', '2:3', 'missing colon after b'],
  ['the first key of an item without a colon', 'a:\n  - b\n    c: 1\n', '2:5', 'missing colon after b'],
  ['a colon without a space', 'a:\n  b:x\n  c: 1\n', '2:3', 'missing space after the colon of b:x'],
  ['a second colon in a value', 'a: see: this\n', '1:7', 'a value that contains ": " must be quoted'],
  [
    'a second colon in a long value',
    'a: see\n  what\n  is: this\n',
    '3:5',
    'a value that contains ": " must be quoted',
  ],
  ['text after a quote', 'a: 1\nb: "x" y\n', '2:8', 'unexpected text after a closing quote'],
  ['a reserved character', 'a: @x\n', '1:4', 'a value cannot start with @; quote it'],
  ['a second document', 'a: 1\n---\nb: 2\n', '2:1', 'a second document starts here'],
  ['an unknown escape sequence', 'a: "b\\q"\n', '1:6', 'unknown escape sequence'],
];

test.each(MISTAKES)('%s is reported where it was made', (_, text, place, message) => {
  let reported: unknown;
  try {
    parseYaml(text);
  } catch (error) {
    reported = error;
  }
  if (!(reported instanceof UsageError)) throw new Error('no mistake was reported');
  expect(`${reported.position?.line}:${reported.position?.column} ${reported.message}`).toContain(
    `${place} ${message}`,
  );
});
