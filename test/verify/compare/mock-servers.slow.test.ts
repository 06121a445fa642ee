// Two mock servers of the same document have no differences.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { identity } from '../../../src/identity/api.ts';
import { createMockServer, type MockServer, type MockServerSettings } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { compareServers, createSide, type ParitySettings } from '../../../src/verify/compare/compare-servers.ts';
import type { CredentialsByScheme } from '../../../src/verify/credentials.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { runs } from '../../support/runs.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

async function compared(
  path: string,
  apis: MockServerSettings['apis'],
  credentials: (mockServer: MockServer) => CredentialsByScheme,
  more: Partial<ParitySettings> = {},
  second: Partial<MockServerSettings> = {},
) {
  const mockServers = await Promise.all([createMockServer({ apis }), createMockServer({ apis, ...second })]);
  const [one, other] = await Promise.all(
    mockServers.map(async (mockServer) => {
      const target = createTarget((await mockServer.listen()).url);
      return createSide(target, await detectSandboxes(target), credentials(mockServer));
    }),
  );
  try {
    if (!one || !other) throw new Error('expected two sides');
    const document = createDocument(await openDocument(path));
    const { operations, score } = await compareServers({
      document,
      sides: [one, other],
      maxBoundaryRequests: 40,
      ...more,
    });
    const found = operations.flatMap((operation) =>
      operation.differences
        .filter(({ severity }) => severity === 'difference')
        .map(({ message }) => `${operation.operation.id} ${message}`),
    );
    return { found, score, scores: operations.map((operation) => operation.score) };
  } finally {
    one?.target.close();
    other?.target.close();
    await Promise.all(mockServers.map((mockServer) => mockServer.close()));
  }
}

const infer = (document: string): MockServerSettings['apis'] => [{ name: 'own', document, infer: true }];

/** All of them nightly, else the first. */
const seeded = <T>(all: readonly T[]): readonly T[] => all.slice(0, runs(all.length, 1));

test.each(seeded(['understudy', 'another']))('no differences in the identity API (seed %s)', async (seed) => {
  const token = (mockServer: MockServer) => mockServer.introductions()[0]?.introduction?.example?.token ?? '';
  const known = (mockServer: MockServer) => new Map([['oauth2', token(mockServer)]]);
  const { found, score, scores } = await compared(inRoot('spec/identity.yaml'), [identity], known, { seed });
  expect(found).toEqual([]);
  expect(score).toBe(100);
  expect(scores).toEqual(Object.keys(identity.handlers).map(() => 100));
});

test.each<[path: string, seed: string]>([
  ['examples/petstore/petstore.yaml', 'understudy'],
  ...seeded<[string, string]>([
    ['examples/shop/shop.yaml', 'understudy'],
    ['examples/petstore/petstore.yaml', 'another'],
    ['docs/reference/bookshop.yaml', 'another'],
    ['test/support/crew/crew.yaml', 'a third'],
  ]),
])('no differences in %s, without handlers (seed %s)', async (path, seed) => {
  const file = inRoot(path);
  const { found, score } = await compared(file, infer(file), () => new Map(), { seed });
  expect(found).toEqual([]);
  expect(score).toBe(100);
});

test.each(seeded(['examples/petstore/petstore.yaml', 'docs/reference/bookshop.yaml']))(
  'no differences in %s with other records, if only sent values count',
  async (path) => {
    const file = inRoot(path);
    const seed = { seed: 'other records' };
    expect((await compared(file, infer(file), () => new Map(), {}, seed)).found).not.toEqual([]);
    expect((await compared(file, infer(file), () => new Map(), { hasOtherData: true }, seed)).found).toEqual([]);
  },
);
