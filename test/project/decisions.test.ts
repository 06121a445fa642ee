// The pages on decisions are counted: others refer to them by number.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));

test('decisions are numbered one after the other, in the name of the file as in its title', () => {
  const files = readdirSync(FOLDER).sort();
  const numbers = files.map((file) => Number(/^\d{4}(?=-.+\.md$)/.exec(file)?.[0]));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
  const titled = files.map((file) => Number(/^# (\d+)\. /.exec(readFileSync(FOLDER + file, 'utf8'))?.[1]));
  expect(titled).toEqual(numbers);
});
