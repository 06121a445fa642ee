// Pages on decisions: numbers, status, length, and their index.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));
/** About one printed page. */
const MOST_WORDS = 350;

const files = readdirSync(FOLDER)
  .filter((file) => file !== 'README.md')
  .sort();
const textOf = (file: string) => readFileSync(FOLDER + file, 'utf8');

test('decisions are numbered consecutively, in file name and title', () => {
  const numbers = files.map((file) => Number(/^\d{4}(?=-.+\.md$)/.exec(file)?.[0]));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
  const titled = files.map((file) => Number(/^# (\d+)\. /.exec(textOf(file))?.[1]));
  expect(titled).toEqual(numbers);
});

test.each(files)('%s has a status with a date, and is short', (file) => {
  expect(textOf(file)).toMatch(/^# .+\n\nStatus: (accepted|replaced by \d+), \d{4}-\d\d-\d\d\n/);
  expect(textOf(file).split(/\s+/).length).toBeLessThan(MOST_WORDS);
});

test('the index lists each decision with its title and date', () => {
  const expected = files.map((file, index) => {
    const [, title = '', date = ''] = /^# \d+\. (.+)\n\nStatus: [^,]+, (\S+)\n/.exec(textOf(file)) ?? [];
    return `| ${index + 1} | [${title}](${file}) | ${date} |`;
  });
  expect(textOf('README.md').match(/^\| \d+ \|.+$/gm)).toEqual(expected);
});
