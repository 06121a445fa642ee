// The stand-in, as it is: whatever it serves, nothing is found, and what it cannot be asked is said.

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { understudy } from '../../../src/client/client.ts';
import type { Credentials } from '../../../src/contract/credentials.ts';
import { createTarget } from '../../../src/contract/target.ts';
import { findingsOf, type Verdict } from '../../../src/contract/verdict.ts';
import { verify } from '../../../src/contract/verify.ts';
import { worldsOf } from '../../../src/contract/worlds.ts';
import { identity } from '../../../src/identity/api.ts';
import { createStandIn, type StandIn, type StandInSettings } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';

/** What is said of a stand-in; `look` sees it afterwards. */
async function verdictOf(
  path: string,
  apis: StandInSettings['apis'],
  credentials: (standIn: StandIn) => Credentials,
  look: (url: string) => Promise<void> = async () => undefined,
): Promise<Verdict> {
  const standIn = await createStandIn({ apis });
  const { url } = await standIn.listen();
  const target = createTarget(url);
  try {
    const document = createDocument(await openDocument(path));
    const worlds = await worldsOf(target);
    expect(worlds.areApart).toBe(true);
    const verdict = await verify({ document, target, worlds, credentials: credentials(standIn) });
    await look(url);
    return verdict;
  } finally {
    target.close();
    await standIn.close();
  }
}

function told(verdict: Verdict): readonly string[] {
  return findingsOf(verdict).map(({ check, operation, message }) => `${check} ${operation} ${message}`);
}

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

describe('of the identity API', () => {
  test('every operation is reached and kept, and each request had a world of its own that is gone', async () => {
    const verdict = await verdictOf(
      inRoot('spec/identity.yaml'),
      [identity],
      (standIn) => new Map([['oauth2', standIn.introductions()[0]?.introduction?.example?.token ?? '']]),
      async (url) => {
        const standIn = understudy(url);
        expect((await standIn.sandboxes()).map(({ sandbox }) => sandbox)).toEqual(['main']);
        expect(await standIn.changes()).toEqual([]);
      },
    );
    expect(told(verdict)).toEqual([]);
    expect(verdict.operations.map(({ outcome }) => outcome)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept']);
    expect(verdict.requests).toBeGreaterThan(150);
  });

  test('an operation that nothing was given for is not reached, and never green', async () => {
    const verdict = await verdictOf(inRoot('spec/identity.yaml'), [identity], () => new Map());
    const search = verdict.operations.find(({ operation }) => operation.id === 'searchProjects');
    expect(search).toMatchObject({
      outcome: 'not reached',
      requests: 0,
      reason: expect.stringContaining('--auth oauth2='),
    });
  });
});

describe('of documents without a handler', () => {
  test.each(['examples/petstore/petstore.yaml', 'test/support/pets/pets.yaml'])(
    'every operation of %s is kept',
    async (path) => {
      const file = inRoot(path);
      const apis: StandInSettings['apis'] = [{ name: 'own', document: file, infer: true }];
      const verdict = await verdictOf(file, apis, () => new Map([['', 'token']]));
      expect(told(verdict)).toEqual([]);
      expect(new Set(verdict.operations.map(({ outcome }) => outcome))).toEqual(new Set(['kept']));
    },
  );
});
