// The built-in rules of lint, as reports and the docs describe them.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { OWN_TITLES } from '../../src/lint/own-rules.ts';

const SOURCES = fileURLToPath(new URL('../../src/openapi/', import.meta.url));

test('each rule of a document finding has a description', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const texts = files.map((name) => readFileSync(SOURCES + name, 'utf8')).join('\n');
  const named = [...texts.matchAll(/\brule(?:: | =|.*[?:]) '([\w-]+)'/g)].map(([, id = '']) => id);
  expect(named).toEqual(expect.arrayContaining(['reference', 'security-scheme', 'not-enforced', 'document']));
  expect(named.filter((id) => !Object.hasOwn(OWN_TITLES, id))).toEqual([]);
});
