// Runs every listing of the guides and skills. UPDATE_LISTINGS=1 writes the current output into the pages.

import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const pages = globSync(['docs/{start,guides}/**/*.md', 'skills/*/SKILL.md'], { cwd: ROOT }).sort();

test('there are guides', () => {
  expect(pages.length).toBeGreaterThan(0);
});

test.each(pages)('%s runs as it is shown', (page) => runPage(page));
