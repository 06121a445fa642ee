// The tables of features link to tests that exist.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'docs/reference/openapi-3.2.md');

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
      // The package has no tests: its pages link to the repository.
      const [, path = ''] = /^https:\/\/github\.com\/OWNER\/understudy\/blob\/main\/(test\/.+\.ts)$/.exec(link) ?? [];
      expect(path !== '' && existsSync(join(ROOT, path)), link).toBe(true);
    }
  }
});
