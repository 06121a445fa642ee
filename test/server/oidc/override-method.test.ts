// Overrides of methods of oidc-provider, which each new version may break.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { overrideGetter, overrideMethod, TRIED_WITH } from '../../../src/server/oidc/override-method.ts';

test('the overrides were tested with the installed version', () => {
  let folder = dirname(createRequire(import.meta.url).resolve('oidc-provider'));
  while (!folder.endsWith('oidc-provider')) folder = dirname(folder);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(version).toBe(TRIED_WITH);
});

test('a missing method is reported, and not created', () => {
  const prototype: { save?: () => string } = {};
  expect(() => overrideMethod(prototype, 'save', () => () => 'ours')).toThrow(
    'oidc-provider no longer has the method save',
  );
  expect(() => overrideGetter(prototype, 'scopes', () => [])).toThrow('oidc-provider no longer has the getter scopes');
  expect(Object.keys(prototype)).toEqual([]);
});

test('a method is replaced by one that wraps it', () => {
  const prototype = { save: () => 'theirs' };
  overrideMethod(prototype, 'save', (before) => () => `${before()} and ours`);
  expect(prototype.save()).toBe('theirs and ours');
});
