// The repository has one owner, in package.json; each other place that names it has the same.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listingsOf } from '../support/listing.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const manifest = JSON.parse(read('package.json'));
const [, owner = ''] = /^git\+https:\/\/github\.com\/([\w-]+)\/understudy\.git$/.exec(manifest.repository.url) ?? [];
const [major = ''] = manifest.version.split('.');

/** What names the owner: pages, downloads, images, the action, and the tap of Homebrew. */
const NAMED = [
  /\bgithub\.com\/(?:sponsors\/)?([\w-]+)\/?(?=understudy|"|$)/g,
  /\b([\w-]+)\.github\.io\/understudy/g,
  /\bghcr\.io\/([\w-]+)\/understudy/g,
  /\buses: ([\w-]+)\/understudy@/g,
  /\bbrew install ([\w-]+)\/tap\/understudy/g,
];

const named = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((path) => /(?:\.(?:md|ya?ml|json|ts|sh|rb)|Containerfile)$/.test(path) && path !== 'package-lock.json')
  .filter((path) => !path.startsWith('test/') && !path.startsWith('bench/'))
  .flatMap((path) => {
    const text = read(path);
    return NAMED.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => [path, name] as const));
  });

test('the package names its repository, page, issues, author and funding', () => {
  expect(owner).not.toBe('');
  expect(manifest).toMatchObject({
    homepage: `https://${owner}.github.io/understudy/`,
    bugs: `https://github.com/${owner}/understudy/issues`,
    author: expect.stringMatching(/./),
    funding: `https://github.com/sponsors/${owner}`,
  });
});

test('each place that names an owner of Understudy names that of package.json', () => {
  expect([...new Set(named.map(([path]) => path))]).toEqual(
    expect.arrayContaining([
      'Containerfile',
      'deploy/compose.yaml',
      'deploy/kubernetes/mock-server.yaml',
      'docs/guides/team.md',
      'docs/guides/verify-in-ci.md',
      'docs/start/install.md',
      'package.json',
    ]),
  );
  expect(named.filter(([, name]) => name !== owner)).toEqual([]);
});

test('the action and the image of the guides have the major version of the package', () => {
  const versions = [
    'docs/guides/team.md',
    'docs/guides/verify-in-ci.md',
    'deploy/compose.yaml',
    'deploy/kubernetes/mock-server.yaml',
  ].flatMap((path) =>
    [...read(path).matchAll(/(?:understudy@v|\/understudy:)([\w.]+)/g)].map(([, version]) => version),
  );
  expect(versions.length).toBeGreaterThan(3);
  expect(new Set(versions)).toEqual(new Set([major]));
});

describe('the guide to install', () => {
  const commands = listingsOf(read('docs/start/install.md'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text)
    .join('\n');

  test('downloads what a release has', () => {
    const { strategy } = parse(read('.github/workflows/release.yml')).jobs.executable;
    const assets = strategy.matrix.include.map(({ name }: { readonly name: string }) => `understudy-${name}.tar.gz`);
    const [, asset] = /\/releases\/latest\/download\/(\S+)/.exec(commands) ?? [];
    expect(assets).toContain(asset);
    expect(commands).toContain('tar -xz understudy\n');
  });
});
