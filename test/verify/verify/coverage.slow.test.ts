// Coverage of a verify run, and of a document with 502 operations.

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createCoverageCounter } from '../../../src/verify/coverage/coverage.ts';
import { serializeRequest } from '../../../src/verify/requests/serialize-request.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';
import { requireValue } from '../../support/require-value.ts';

const NOTEBOOK = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));

test('the total number of names is limited, and the rest is counted per operation', async () => {
  const schema = {
    properties: Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`p${at}`, { maxLength: 5 }])),
  };
  const operation = (id: string) => ({
    operationId: id,
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Wide' } } } },
    responses: { 200: { description: 'Fine.' } },
  });
  const paths = Object.fromEntries(
    Array.from({ length: 502 }, (_, at) => [`/things${at}`, { post: operation(`ask${at}`) }]),
  );
  const document = createDocument(
    documentSource({
      openapi: '3.1.0',
      info: { title: 'Many things', version: '1' },
      paths,
      components: { schemas: { Wide: schema } },
    }),
  );
  const operations = [...document.operations.values()];
  const count = createCoverageCounter(document);
  for (const one of operations) {
    const type = one.body?.mediaTypes[0];
    const input = { path: {}, query: {}, header: {}, cookie: {}, body: {}, type };
    const call = requireValue(serializeRequest(one, input));
    await count.count({
      operation: one,
      request: call,
      response: { status: 200, headers: {}, body: new Uint8Array() },
      decoded: undefined,
    });
  }
  const reported = count.report(operations).operations;
  const named = reported.map(({ missing }) => Object.values(missing).flat().length);
  expect(named.reduce((sum, one) => sum + one, 0)).toBe(100_000);
  const beyond = named.findIndex((one) => one < (named[0] ?? 0));
  // The first operations have the maximum, one has the rest, and the others have none.
  expect(new Set(named.slice(0, beyond)).size).toBe(1);
  expect(new Set(named.slice(beyond + 1))).toEqual(new Set([0]));
  expect(new Set(reported.map(({ omitted }, at) => omitted + (named[at] ?? 0))).size).toBe(1);
});

test('a run reports the coverage of all its requests', async () => {
  const { url, close } = await startNotebook();
  const target = createTarget(url);
  const document = createDocument(await openDocument(NOTEBOOK));
  const settings = {
    document,
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map([['key', TOKEN]]),
  };
  const { coverage } = await verify({ ...settings, allowWrites: true });
  const read = await verify(settings);
  const none = await verify({ ...settings, coverage: false });
  target.close();
  await close();
  expect(coverage?.totals).toMatchObject({
    operations: { covered: 5, total: 5 },
    security: { covered: 5, total: 5 },
  });
  // Existing items are neither changed nor deleted.
  const missed = coverage?.operations.flatMap(
    ({ operation, missing }) => missing.keywords?.map((one) => `${operation} ${one}`) ?? [],
  );
  expect(missed?.filter((one) => !/^(replaceNote|removeNote) path id: /.test(one))).toEqual([]);
  expect(coverage?.totals.all.percent).toBeGreaterThan(90);
  // Without writes, mutating operations have no requests.
  expect(read.coverage?.totals.operations).toMatchObject({ covered: 2, total: 5 });
  expect(none.coverage).toBeUndefined();
});
