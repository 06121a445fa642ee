// Unusual responses do not end the run.

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { createTarget } from '../../../src/verify/target.ts';
import type { Verdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { checkProperty, runs } from '../../support/runs.ts';

const PATH = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));
const notebook = createDocument(await openDocument(PATH));
/** The document with any text as id. */
const things = createDocument(
  documentSource(
    JSON.parse(
      JSON.stringify(notebook.source.bundled).replaceAll('{"type":"integer","minimum":1}', '{"type":"string"}'),
    ) as DocumentObject,
  ),
);
const WORLD = {
  areIsolated: false,
  withSandbox: <T>(work: (sandbox: Readonly<Record<string, string>>) => Promise<T>) => work({}),
};

async function verdictOf(answer: RequestListener, most: number, document = things): Promise<Verdict> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  try {
    const credentials = new Map([['key', 'token']]);
    return await verify({
      document,
      target,
      sandboxes: WORLD,
      credentials,
      allowWrites: true,
      maxBoundaryRequests: most,
      randomRequests: runs(40, 10),
    });
  } finally {
    target.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  }
}

test('a finding has at most as many occurrences as requests', async () => {
  const paths = { '/now': { get: { operationId: 'now', responses: { 200: { description: '' } } } } };
  const document = createDocument(
    documentSource({ openapi: '3.0.3', info: { title: 'Now', version: '1' }, paths } as DocumentObject),
  );
  const verdict = await verdictOf((_, response) => response.writeHead(302).end(), 5, document);
  const [now] = verdict.operations;
  expect(now?.findings.map(({ check, count }) => [check, count])).toEqual([['documented-status', now?.requests]]);
});

test.each(['..', '.', '', 'a/b', '\u0000', '\ud800', 'x'.repeat(5000), '%zz'])('an id such as %j', async (id) => {
  const note = { id, title: 'A', written: '2026-01-01T00:00:00Z' };
  const verdict = await verdictOf((request, response) => {
    const isList = request.method === 'GET' && /^\/notes(\?|$)/.test(request.url ?? '');
    const value = isList ? { total: 1, items: [note] } : note;
    response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify(value));
  }, 5);
  expect(verdict.operations.find(({ operation }) => operation.id === 'listNotes')?.outcome).not.toBe('notTested');
});

test('random responses', async () => {
  const type = fc.constantFrom(
    'application/json',
    'text/html',
    'application/xml',
    'text/plain; charset=nothing',
    'x',
    '',
  );
  const body = fc.oneof(fc.json(), fc.string(), fc.constant('['.repeat(20_000)), fc.constant('1e999'));
  const answer = fc.record({ status: fc.integer({ min: 200, max: 599 }), type, body, location: fc.webPath() });
  await checkProperty(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 5 }), async (responses) => {
      let turn = 0;
      const verdict = await verdictOf((request, response) => {
        const one = responses[turn % responses.length];
        turn += 1;
        const isBare = one?.status === 204 || one?.status === 304 || request.method === 'HEAD';
        response.writeHead(one?.status ?? 200, { 'content-type': one?.type, location: encodeURI(one?.location ?? '') });
        response.end(isBare ? undefined : one?.body);
      }, 3);
      expect(verdict.operations).toHaveLength(5);
    }),
    { numRuns: 15 },
  );
});

/** Findings of `listNotes` for a response with these bytes. */
async function foundOf(type: string, bytes: Uint8Array, status = 200): Promise<readonly string[]> {
  const verdict = await verdictOf((request, response) => {
    response.writeHead(status, { 'content-type': type, location: '/notes' });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }, 3);
  const list = verdict.operations.find(({ operation }) => operation.id === 'listNotes');
  return (list?.findings ?? []).map(({ message }) => message);
}

const PAGE = JSON.stringify({ total: 1, items: [{ id: '1', title: 'Süß', written: '2026-01-01T00:00:00Z' }] });

test.each<[what: string, type: string, bytes: Uint8Array, message: string]>([
  ['UTF-16', 'application/json; charset=utf-16', Buffer.from(`\ufeff${PAGE}`, 'utf16le'), 'it is in UTF-16'],
  ['undeclared UTF-16', 'application/json', Buffer.from(PAGE, 'utf16le'), 'it is in UTF-16'],
  ['Latin-1', 'application/json; charset=iso-8859-1', Buffer.from(PAGE, 'latin1'), 'it is in iso-8859-1'],
  ['Latin-1 declared as UTF-8', 'application/json;charset=UTF-8', Buffer.from(PAGE, 'latin1'), 'it is not UTF-8'],
])('reports JSON in %s', async (_, type, bytes, message) => {
  expect(await foundOf(type, bytes)).toContain(
    `response 200 cannot be decoded as ${type}: ${message}, but JSON must be UTF-8`,
  );
});

test('decodes JSON in UTF-8 with a byte order mark', async () => {
  expect(await foundOf('application/json', Buffer.from(`\ufeff${PAGE}`))).not.toContainEqual(
    expect.stringContaining('cannot be read'),
  );
});

test('redirects are undeclared responses, and not followed', async () => {
  const requested: string[] = [];
  const verdict = await verdictOf((request, response) => {
    requested.push(request.url ?? '');
    response.writeHead(302, { location: request.url === '/notes' ? '/notes/' : '/notes' }).end();
  }, 3);
  const messages = verdict.operations.flatMap(({ findings: found }) => found.map(({ message }) => message));
  expect(messages).toContainEqual(expect.stringContaining('302'));
  expect(requested).not.toContain('/notes/');
  // They accept no request.
  const checks = verdict.operations.flatMap(({ findings: found }) => found.map(({ check }) => check));
  expect(checks).toContain('documented-status');
  expect(checks).not.toContain('invalid-input-rejected');
  expect(checks).not.toContain('missing-required-rejected');
});

test('a finding has a truncated response body, and its full size', async () => {
  const text = JSON.stringify({ nonsense: 'x'.repeat(200_000) });
  const verdict = await verdictOf((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(text);
  }, 5);
  const exchanges = verdict.operations
    .flatMap(({ findings: found }) => found)
    .filter(({ check }) => check === 'response-body')
    .map(({ exchange }) => exchange);
  expect(exchanges).not.toEqual([]);
  for (const { response: answer, length } of exchanges) {
    expect(length).toBe(text.length);
    expect(Buffer.from(answer.body).toString()).toBe(text.slice(0, 32 * 1024));
    // A view would retain the whole body in memory.
    expect(answer.body.buffer.byteLength).toBe(32 * 1024);
  }
});
