// Install scripts of dependencies: none runs where the package is installed.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const packages = Object.entries<Locked>(lock.packages).filter(([path]) => path !== '');
const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript);

test('no package that users of this one install has an install script', () => {
  expect(scripted.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual([]);
  // Packages of development have some, so the lock file tells of them.
  expect(scripted.length).toBeGreaterThan(0);
});
