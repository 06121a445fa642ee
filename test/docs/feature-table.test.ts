// The tables of features link to tests that exist.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PAGE = fileURLToPath(new URL('../../docs/reference/openapi-3.2.md', import.meta.url));

/** The rows of all tables, without their heads. */
async function rows(): Promise<readonly (readonly string[])[]> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.map((line) => line.slice(2, -2).split(' | '));
  return cells.filter(([feature]) => feature !== 'feature');
}

test('each feature of OpenAPI 3.2, Overlay and Arazzo links to tests that exist', async () => {
  const all = await rows();
  expect(all.length).toBeGreaterThan(25);
  for (const [feature = '', , tests = ''] of all) {
    const links = [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links, feature).not.toEqual([]);
    for (const link of links) {
      expect(link, feature).toMatch(/^\.\.\/\.\.\/test\/.+\.ts$/);
      expect(existsSync(join(dirname(PAGE), link)), link).toBe(true);
    }
  }
});
