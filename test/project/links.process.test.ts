// Links of the package's pages: their targets are in the package.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The paths in the package, from `npm pack`; without build output, which no page links to. */
async function packedFiles(): Promise<readonly string[]> {
  const cache = await mkdtemp(join(tmpdir(), 'understudy-npm-'));
  const env = { ...process.env, npm_config_cache: cache, npm_config_offline: 'true' };
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: ROOT, env });
  await rm(cache, { recursive: true, force: true });
  const packages: object = JSON.parse(stdout);
  const [{ files }] = Object.values(packages) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
}

const packed = await packedFiles();
const pages = packed.filter((path) => path.endsWith('.md'));
const textOf = (path: string) => readFile(ROOT + path, 'utf8');

/** The anchors of headings, as on GitHub and npm. */
function anchorsIn(page: string): string[] {
  const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-'));
}

/** Broken links of a page. */
async function brokenLinks(path: string): Promise<string[]> {
  const text = (await textOf(path)).replace(/^```[\s\S]*?^```$/gm, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken: string[] = [];
  for (const target of targets.filter((one) => !/^[a-z]+:/.test(one))) {
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : posix.join(posix.dirname(path), file);
    const isThere = packed.some((one) => one === found || one.startsWith(`${found.replace(/\/$/, '')}/`));
    const isAnchor = anchor === undefined || (isThere && anchorsIn(await textOf(found)).includes(anchor));
    if (!isThere || !isAnchor) broken.push(target);
  }
  return broken;
}

describe('the package', () => {
  test('has pages', () => {
    expect(pages).toEqual(
      expect.arrayContaining([
        'README.md',
        'CONTRIBUTING.md',
        'CHANGELOG.md',
        'bench/README.md',
        'docs/guides/login.md',
      ]),
    );
  });

  test.each(pages)('has all link targets of %s', async (path) => {
    expect(await brokenLinks(path)).toEqual([]);
  });
});
