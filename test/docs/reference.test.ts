// The generated reference pages are up to date.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { REFERENCE_PAGES } from '../../docs/.vitepress/reference/generate.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

test.each(Object.entries(REFERENCE_PAGES))('%s equals the output of npm run docs:reference', async (path, page) => {
  expect(await readFile(join(DOCS, path), 'utf8')).toBe(page());
});
