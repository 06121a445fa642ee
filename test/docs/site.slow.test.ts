// The docs site: it builds, dead links are errors, and it has the files for browsers and language models.

import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** TypeDoc compiles everything. */
const PATIENCE = 600_000;

test('npm run docs:build builds every page with its Markdown', { timeout: PATIENCE }, async () => {
  const folder = await temporaryFolder();
  await promisify(execFile)('npm', ['run', 'docs:build', '--', '--outDir', folder], { cwd: ROOT });
  const pages = globSync('{start,guides,reference,explanation,decisions}/**/*.md', { cwd: join(ROOT, 'docs') });
  expect(pages).toEqual(expect.arrayContaining(['reference/cli.md', 'reference/typescript/understudy-api/client.md']));
  const built = pages.map((page) => page.replace(/README\.md$/, 'index.md'));
  expect(globSync('**/*.{html,md}', { cwd: folder })).toEqual(
    expect.arrayContaining(built.flatMap((page) => [page, page.replace(/\.md$/, '.html')])),
  );
  const list = await readFile(join(folder, 'llms.txt'), 'utf8');
  const listed = [...list.matchAll(/\]\(\/([^)]+)\)/g)].map(([, path]) => path);
  expect(listed.length).toBeGreaterThan(40);
  expect(built).toEqual(expect.arrayContaining(listed));
  // Fonts, scripts and images come from the site itself.
  for (const file of globSync('**/*.{html,css}', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    expect([file, text.match(/<(?:script|img)[^>]* src="https?:|<link[^>]* href="https?:|url\(["']?https?:/)]).toEqual([
      file,
      null,
    ]);
  }
});
