// A server that ends during a run is reported once, with the last request before.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { githubReport } from '../../../src/verify/report/github.ts';
import { htmlReport } from '../../../src/verify/report/html/page.ts';
import { junitReport } from '../../../src/verify/report/junit.ts';
import { createReport } from '../../../src/verify/report/report.ts';
import { sarifReport } from '../../../src/verify/report/sarif.ts';
import { terminalReport } from '../../../src/verify/report/terminal.ts';
import { createTarget, SERVER_ENDED } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { type VerifySettings, verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';

const document = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Shout', version: '1' },
    paths: {
      '/shout': {
        get: {
          operationId: 'shout',
          parameters: [{ name: 'text', in: 'query', schema: { type: 'string', minLength: 1 } }],
          responses: { 200: { description: '' }, 400: { description: '' } },
        },
      },
    },
  } as unknown as DocumentObject),
);

/**
 * Findings of a server that ends when it receives a text, and the received texts.
 *
 * @param isAnswered - whether this request gets a response
 */
async function run(isLast: (text: string) => boolean, isAnswered: boolean, settings: Partial<VerifySettings> = {}) {
  const texts: string[] = [];
  const server = createServer((request, response) => {
    const text = new URL(request.url ?? '/', 'http://localhost').searchParams.get('text') ?? '';
    texts.push(text);
    const isEnd = isLast(text);
    if (isEnd) server.close();
    if (isEnd && !isAnswered) return void server.closeAllConnections();
    response.writeHead(text === '' ? 400 : 200, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const verdict = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    randomRequests: 200,
    ...settings,
  });
  target.close();
  server.close();
  const found = listErrors(verdict).map(({ check, message, count, exchange: { request: call, response: answer } }) => {
    const text = new URL(call.target, 'http://localhost').searchParams.get('text');
    return { check, message, count, text, status: answer.status };
  });
  return { found, texts, outage: verdict.outage };
}

test('a request without a response after which it has ended is reported as it was sent, not a smaller one', async () => {
  const { found, texts } = await run((text) => text.includes('0'), false, { phases: ['random'] });
  const message =
    'no valid response: connection closed before the response was complete (random request; after it, the server does not respond any more)';
  expect(found).toEqual([{ check: 'response-received', message, count: 1, text: texts.at(-1), status: 0 }]);
});

test.each(['random', 'boundaries'] as const)(
  'the last request with a response is reported instead of the next one (%s)',
  async (phase) => {
    const { found, texts, outage } = await run((text) => [...text].length > 2, true, { phases: [phase] });
    const message = 'since this request, the server accepts no connections';
    expect(found).toEqual([{ check: 'response-received', message, count: 1, text: texts.at(-1), status: 200 }]);
    expect(outage).toMatchObject({ status: 0, after: { operation: { id: 'shout' } } });
  },
);

const duplexDocument = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Two', version: '1' },
    paths: {
      '/say': { get: { operationId: 'say', responses: { 200: { description: '' } } } },
      '/hear': { get: { operationId: 'hear', responses: { 200: { description: '' } } } },
      '/rest': { get: { operationId: 'rest', responses: { 200: { description: '' } } } },
    },
  }),
);

/** A run against a server that ends at a known request. @param isEnd - whether the server ends with a request */
async function runUntilEnd(isEnd: (waiting: readonly string[]) => boolean, concurrency: number) {
  const aborting = new AbortController();
  const waiting: string[] = [];
  const server = createServer((request, response) => {
    waiting.push(request.url ?? '');
    if (!isEnd(waiting)) return void (request.url === '/rest' && response.end());
    server.close();
    server.closeAllConnections();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    onFailedConnection: async () => aborting.abort(SERVER_ENDED),
  });
  const sandboxes = { areIsolated: true, withSandbox: <T>(work: (headers: object) => Promise<T>) => work({}) };
  const { operations } = await verify({
    document: duplexDocument,
    target,
    sandboxes: sandboxes as unknown as VerifySettings['sandboxes'],
    signal: aborting.signal,
    concurrency,
  });
  target.close();
  return operations.map(({ operation, outcome, reason, findings }) => [
    operation.id,
    outcome,
    findings[0]?.message ?? reason,
  ]);
}

test('an operation whose request ended the server has failed, and the others were not tested', async () => {
  expect(await runUntilEnd((urls) => urls.length === 1, 1)).toEqual([
    ['say', 'failed', 'no valid response: the server ended before it responded'],
    ['hear', 'notTested', 'the server ended before'],
    ['rest', 'notTested', 'the server ended before'],
  ]);
});

test('of several requests under way, each finding names the others', async () => {
  const all = await runUntilEnd((urls) => ['/say', '/hear'].every((url) => urls.includes(url)), 2);
  const message =
    'no valid response: the server ended before it responded; requests of other operations were under way, too';
  expect(all).toEqual([
    ['say', 'failed', `${message}: hear`],
    ['hear', 'failed', `${message}: say`],
    ['rest', 'notTested', 'the server ended before'],
  ]);
});

/** A server of notes that ends with the first change after the tests of all operations. */
async function runUntilScenarios() {
  const note = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } };
  const returns = (status: number) => ({
    [status]: { description: '', content: { 'application/json': { schema: note } } },
  });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const source = documentSource({
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/about': { get: { operationId: 'about', responses: { 200: { description: '' } } } },
      '/notes': { post: { operationId: 'addNote', responses: returns(201) } },
      '/notes/{id}': {
        parameters: [id],
        get: { operationId: 'getNote', responses: { ...returns(200), 400: { description: '' } } },
        delete: { operationId: 'removeNote', responses: { 204: { description: '' }, 400: { description: '' } } },
      },
    },
  } as unknown as DocumentObject);
  let areTested = false;
  const server = createServer(({ method, url = '/' }, response) => {
    const isUnknown = /^\/notes\/.*\D/.test(url);
    const status = isUnknown ? 400 : method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200;
    response.writeHead(status, { connection: 'close', ...(status < 204 && { 'content-type': 'application/json' }) });
    response.end(status < 204 && url !== '/about' ? '{"id":1}' : '');
    if (areTested) server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = createTarget(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const verdict = await verify({
    document: createDocument(source),
    target,
    sandboxes: { areIsolated: true, withSandbox: (work) => work({}) },
    phases: ['examples', 'scenarios'],
    onProgress({ operations }) {
      areTested = operations?.done === operations?.of;
    },
  });
  target.close();
  server.close();
  const settings = { source, credentials: new Map(), base: '', version: '1.0.0', displayPath: (path: string) => path };
  return createReport(verdict, settings);
}

test('an operation whose scenarios were not finished is not passed without a word', async () => {
  const report = await runUntilScenarios();
  const reason = 'the server accepted no connections before its scenarios were finished';
  expect(report.operations.map(({ operation, outcome, reason: why }) => [operation, outcome, why])).toEqual([
    ['about', 'passed', undefined],
    ['addNote', 'failed', reason],
    ['getNote', 'passed', reason],
    ['removeNote', 'passed', reason],
  ]);
  const note = `not completely tested: ${reason}`;
  expect(terminalReport(report, false)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^passed {6}about {2}1 request$/),
      expect.stringMatching(`^failed {6}addNote  \\d+ requests?, 1 finding; ${note}$`),
      expect.stringMatching(`^passed {6}removeNote  \\d+ requests?; ${note}$`),
    ]),
  );
  expect(junitReport([report], 'verify').split(note)).toHaveLength(4);
  expect(htmlReport([report])).toContain('<h2 id="incomplete">Not completely tested</h2>');
  expect(JSON.stringify(sarifReport([report], 'verify'))).toContain(`removeNote: ${note}`);
  expect(githubReport([report], false).join('\n')).toContain('title=not completely tested%3A removeNote');
});
