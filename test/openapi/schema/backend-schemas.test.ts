// Cached schemas of openapi-backend.

import { createRequire } from 'node:module';
import { expect, test, vi } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';

const IDENTITY = new URL('../../../spec/identity.yaml', import.meta.url);
// Loaded like the source does.
const { OpenAPIValidator }: typeof import('openapi-backend') = createRequire(import.meta.url)('openapi-backend');

/** Counts the calls of openapi-backend during compilation. */
async function countCalls(outlines: 'brought' | 'not brought'): Promise<number> {
  const { backendSchemas: known, ...source } = await openDocument(IDENTITY);
  const document = createDocument(outlines === 'brought' && known ? { ...source, backendSchemas: known } : source);
  const requests = vi.spyOn(OpenAPIValidator.prototype, 'buildRequestValidatorsForOperation');
  const responses = vi.spyOn(OpenAPIValidator.prototype, 'buildStatusBasedResponseValidatorForOperation');
  const steps = document.compile();
  while (!steps.next().done);
  for (const operation of document.operations.values()) {
    for (const { key } of operation.responses.all) operation.validateHeaders(Number(key), {});
  }
  return requests.mock.calls.length + responses.mock.calls.length;
}

test('a cached document contains all schemas of its validators', async () => {
  expect(await countCalls('brought')).toBe(0);
  vi.restoreAllMocks();
  expect(await countCalls('not brought')).toBeGreaterThan(20);
});

test('a document with cached schemas reports the same findings', async () => {
  const { backendSchemas: outlines, ...source } = await openDocument(IDENTITY);
  const [withSchemas, withoutSchemas] = [
    createDocument(structuredClone({ outlines, ...source, locate: undefined, excerpts: undefined }) as never),
    createDocument(source),
  ];
  const parts = {
    path: { id: '' },
    query: { limit: 'x' },
    header: {},
    cookie: {},
    body: { query: { limit: -1 }, name: 3 },
  };
  const found = [withSchemas, withoutSchemas].map(({ operations }) =>
    [...operations.values()].map((operation) => [
      operation.validateRequest(parts),
      operation.validateRequest({ ...parts, body: undefined }),
      operation.validateResponse(200, { details: 'none' }),
      operation.validateResponse(204, undefined),
    ]),
  );
  expect(found[0]).toEqual(found[1]);
  expect(found[0]?.flat(2).length).toBeGreaterThan(40);
});
