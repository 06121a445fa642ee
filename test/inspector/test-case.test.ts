// A recorded request as an example of the document and as a test.

import { stripTypeScriptTypes } from 'node:module';
import { describe, expect, test } from 'vitest';
import { overlayOf, testOf } from '../../src/inspector/requests/test-case.ts';
import type { Exchange } from '../../src/inspector/rows.ts';
import { applyOverlay } from '../../src/openapi/read/overlay/apply-overlay.ts';
import { Provenance } from '../../src/openapi/read/overlay/provenance.ts';
import { readOverlay } from '../../src/openapi/read/overlay/read-overlay.ts';

const EXCHANGE: Exchange = {
  number: 17,
  at: '2026-11-21T09:00:00.000Z',
  operation: "add'Pet",
  api: 'pets',
  method: 'POST',
  target: '/pets?kind=hen',
  status: 201,
  caller: 'Resi',
  requestHeaders: { 'content-type': 'application/json' },
  responseHeaders: { 'content-type': 'application/json' },
  requestBody: '{"name":"Berta"}',
  responseBody: '{"id":"4","name":"Berta"}',
  findings: [],
  warnings: [],
};

describe('a request as an example of its document', () => {
  const operation = (operationId: string) => ({
    operationId,
    requestBody: { content: { 'application/json': { schema: {}, examples: { first: { value: 1 } } } } },
    responses: { '201': { description: 'made' } },
  });
  const document = {
    openapi: '3.0.3',
    info: {},
    paths: { '/pets': { post: operation("add'Pet"), put: operation('other') } },
  };

  test('is added to the request and the response of its operation only', () => {
    const changed = structuredClone(document);
    const overlaid = applyOverlay(changed, readOverlay(overlayOf(EXCHANGE)), 'case.json', new Provenance('pets.json'));
    expect(overlaid.ineffective).toEqual([]);
    expect(changed).toMatchObject({
      paths: {
        '/pets': {
          post: {
            requestBody: {
              content: {
                'application/json': { examples: { first: { value: 1 }, request17: { value: { name: 'Berta' } } } },
              },
            },
            responses: {
              '201': {
                content: { 'application/json': { examples: { request17: { value: { id: '4', name: 'Berta' } } } } },
              },
            },
          },
        },
      },
    });
    expect(changed).toMatchObject({ paths: { '/pets': { put: operation('other') } } });
  });
});

describe('a request as a test', () => {
  /** Runs the test with this response. @returns the sent request */
  async function run(text: string, response: Response) {
    const sent: { url?: unknown; init?: RequestInit } = {};
    const sandbox = {
      url: 'http://blue.localhost',
      token: async (user: string) => `token of ${user}`,
      expectFindings: () => undefined,
    };
    const code = stripTypeScriptTypes(text.replace(/^import .*$/m, ''));
    let body: (given: object) => Promise<void> = async () => undefined;
    const define = (_: string, work: typeof body) => {
      body = work;
    };
    const fetched = async (url: unknown, init?: RequestInit) => {
      Object.assign(sent, { url, init });
      return response;
    };
    new Function('test', 'fetch', code)(define, fetched);
    await body({ sandbox, expect });
    return sent;
  }

  test('sends the request and expects the response', async () => {
    const sent = await run(testOf(EXCHANGE), Response.json({ id: '4', name: 'Berta', more: 1 }, { status: 201 }));
    expect(sent).toEqual({
      url: 'http://blue.localhost/pets?kind=hen',
      init: {
        method: 'POST',
        headers: { authorization: 'Bearer token of Resi', 'content-type': 'application/json' },
        body: EXCHANGE.requestBody,
      },
    });
    await expect(run(testOf(EXCHANGE), Response.json({ id: '4' }, { status: 201 }))).rejects.toThrow('Berta');
    await expect(run(testOf(EXCHANGE), Response.json({}, { status: 200 }))).rejects.toThrow('201');
  });

  test('is as short as its request', async () => {
    const { requestBody: _, responseBody: __, caller: ___, ...bare } = EXCHANGE;
    const text = testOf({ ...bare, method: 'GET', operation: 'listPets', status: 200, target: "/pets/'`$1" });
    expect(await run(text, new Response(null))).toEqual({ url: "http://blue.localhost/pets/'`$1", init: undefined });
  });
});
