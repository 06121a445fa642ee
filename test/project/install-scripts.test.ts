// Install scripts of dependencies: installing the package runs none.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly dev?: boolean;
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
