// The mock server has no findings, and untested operations have a reason.

import { describe, expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import type { MockServerSettings } from '../../../src/index.ts';
import { inRoot, reported, verdictOf } from '../../support/verdicts.ts';

describe('the identity API', () => {
  test('an operation without credentials is not tested', async () => {
    const verdict = await verdictOf(inRoot('spec/identity.yaml'), [identity], () => new Map());
    const search = verdict.operations.find(({ operation }) => operation.id === 'searchProjects');
    expect(search).toMatchObject({
      outcome: 'notTested',
      requests: 0,
      reason: expect.stringContaining('--auth oauth2='),
    });
  });
});

describe('documents without handlers', () => {
  test('every operation passes', async () => {
    const path = 'test/support/pets/pets.yaml';
    const file = inRoot(path);
    const apis: MockServerSettings['apis'] = [{ name: 'own', document: file, infer: true }];
    const verdict = await verdictOf(file, apis, () => new Map([['', 'token']]));
    expect(reported(verdict)).toEqual([]);
    expect(new Set(verdict.operations.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
  });
});
