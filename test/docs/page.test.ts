// Parsing of guide listings, and comparison with the printed output.

import { describe, expect, test } from 'vitest';
import { readPage } from './page.ts';
import { hasShown, isShown } from './shown-output.ts';

const fence = (info: string, ...lines: readonly string[]) => [`\`\`\`${info}`, ...lines, '```'].join('\n');

describe('a page', () => {
  test('has files, changes of files, copies and checked listings as steps', () => {
    const text = [
      '# Title',
      fence('ts{2} [handlers/addPet.ts]', 'export {};'),
      `  ${fence('diff [openapi.yaml]', '-a', '+b')}`,
      '<!-- files: examples/shop -->',
      '<!-- checked: test/project/action.test.ts -->',
      fence('yaml', 'on: push'),
      fence('text', 'Reloaded.'),
    ].join('\n');
    expect(readPage('a.md', text)).toEqual([
      { kind: 'file', line: 2, name: 'handlers/addPet.ts', text: 'export {};\n' },
      { kind: 'change', line: 5, name: 'openapi.yaml', text: '-a\n+b\n' },
      { kind: 'copy', line: 9, path: 'examples/shop' },
      { kind: 'checked', line: 10, test: 'test/project/action.test.ts' },
      { kind: 'printed', line: 14, output: 'Reloaded.' },
    ]);
  });

  test('has commands with their output, their exit code and all their lines', () => {
    const session = [
      'meanwhile',
      '$ one',
      'a',
      '',
      'b',
      '$ two',
      '# exits with 2',
      "$ three '{",
      "> }' \\",
      '  x',
      'c',
    ];
    expect(readPage('a.md', fence('console', ...session))).toEqual([
      { kind: 'printed', line: 1, output: 'meanwhile' },
      { kind: 'command', line: 3, command: 'one', output: 'a\n\nb', outputLines: [4, 3], exitCode: 0 },
      { kind: 'command', line: 7, command: 'two', output: '', outputLines: [9, 0], exitCode: 2 },
      { kind: 'command', line: 9, command: "three '{\n}' \\\n  x", output: 'c', outputLines: [12, 1], exitCode: 0 },
    ]);
  });

  test.each([
    ['a listing without a file name', fence('yaml', 'a: 1'), 'a.md:1: a listing in yaml needs the name of its file'],
    ['a file elsewhere', fence('ts [../a.ts]', ''), 'a.md:1: [../a.ts] is not the name of a file'],
    ['a listing without an end', '\n```sh [a.sh]', 'a.md:2: the listing has no end'],
    ['a command without an end', fence('console', "$ echo 'a"), 'a.md:2: the command has no end'],
    ['an unknown start', fence('ts title="a.ts"', ''), 'a.md:1: a listing begins with ```language [file]'],
  ])('that has %s is rejected with its line', (_, text, message) => {
    expect(() => readPage('a.md', text)).toThrow(message);
  });
});

describe('an output', () => {
  test.each([
    ['a\nb', 'a\nb\n', true],
    ['a\nb', 'a\nb\nc', false],
    ['a\n…', 'a\nb\nc', true],
    ['…\nc', 'a\nb\nc', true],
    ['a\n…\nb', 'a\nb', true],
    ['a\n…\nb', 'a\nc', false],
    ['in … s (1.5)', 'in 2.5 s (1.5)', true],
    ['in … s', 'in 2.5\n s', false],
    ['(1.5)', '(1x5)', false],
  ])('shown as %j is %j: %s', (shown, printed, expected) => {
    expect(isShown(shown, printed)).toBe(expected);
  });

  test('of a server has the shown lines anywhere', () => {
    expect(hasShown('b\n…\nd', 'a\nb\nc\nd\ne')).toBe(true);
    expect(hasShown('b\nd', 'a\nb\nc\nd\ne')).toBe(false);
    expect(hasShown('b', 'a\nbb')).toBe(false);
  });
});
