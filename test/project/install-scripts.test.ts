// What npm installs with the package: few packages, without install scripts.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const packages = Object.entries<Locked>(lock.packages).filter(([path]) => path !== '');
const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);

test('no dependency of the package has an install script', () => {
  expect(scripted.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual([]);
  // Some development dependencies have one, so the lock file lists them.
  expect(scripted.length).toBeGreaterThan(0);
});

test('npm installs at most 120 packages, with this one', () => {
  const installed = packages.filter(
    ([path, { dev, devOptional, peer }]) => path !== 'docs' && !dev && !devOptional && !peer,
  );
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.length).toBeLessThan(120);
});

test('libraries that the build bundles are no dependencies', () => {
  const { dependencies } = lock.packages[''];
  expect(Object.keys(dependencies)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(swagger2openapi|pg|express|prom-client|swagger-ui-dist)$/)]),
  );
});
