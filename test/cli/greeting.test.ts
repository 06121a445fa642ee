// The start-up output, and errors in the terminal.

import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findingLines, greeting } from '../../src/cli/serve/greeting.ts';
import { identity } from '../../src/identity/api.ts';
import { defineClient } from '../../src/index.ts';
import { respondersSentence } from '../../src/server/pages/overview/responders-sentence.ts';
import type { AnyApi } from '../../src/server/pipeline/api/api.ts';
import type { DocumentReport } from '../../src/server/pipeline/api/document-report.ts';
import { identityMockServer, send } from '../support/mock-server.ts';

const CONTROLLING = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const hostile = fc.string({
  unit: fc.constantFrom('\u001b', '\u009b', '\r', '\n', '\u202e', '\u2066', '\u200f', '\u2028', '[2J', 'x'),
});

/** What the server prints, line by line. */
function linesOf(
  introduced: Parameters<typeof greeting>[0],
  documents: readonly Partial<DocumentReport>[] = [],
  notes: readonly string[] = ['State is saved.'],
): string[] {
  const about = {
    api: 'pets',
    title: 'Pets',
    version: '1',
    openapi: '3.0.3',
    file: 'api.yaml',
    operations: 1,
    findings: [],
  };
  const reports = documents.map((document) => ({ ...about, ...document }));
  return greeting(introduced, { url: 'http://127.0.0.1:8080', issuer: undefined, documents: reports, notes }).split(
    '\n',
  );
}

test('names from outside add no line to the greeting and do not control the terminal', () => {
  const linesWith = (text: string) => {
    const word = `x${text}`;
    const introduction = {
      callers: [{ token: word, who: word }],
      example: { method: 'GET', path: `/${word}`, token: word, body: { word } },
    };
    const applications = [defineClient({ id: word, name: word, redirectUris: [word] })];
    return linesOf(
      [{ title: word, introduction, applications, loginPath: word, services: [word] }],
      [{ version: word }],
    );
  };
  fc.assert(
    fc.property(hostile, (text) => {
      // The command is in one line or in several, and blank lines are left out of more than 12.
      const lines = linesWith(text).filter((line) => !/^( {4}|$)/.test(line));
      expect(lines).toHaveLength(8);
      expect(lines.join('')).not.toMatch(CONTROLLING);
    }),
  );
});

/** An application of the project Pets. */
const application = (id: string, devMode = false) =>
  defineClient({
    id,
    name: id,
    project: { id: 'pets', name: 'Pets' },
    redirectUris: [`https://${id}.example`],
    devMode,
  });

const counts = { operations: 8, handlers: 0, resources: 7, webhooks: 0 };
const none = { introduction: undefined, applications: [], loginPath: '', services: [] };

test('the greeting shows name, version, operations, a request, tokens, login, gRPC, pages and state', () => {
  const introduction = {
    callers: [
      { token: 'ann', who: 'Ann, who may do all' },
      { token: 'bo-token', who: 'Bo' },
    ],
    example: { method: 'POST', path: '/pets', token: 'ann', body: { name: 'Rex' } },
    after: { method: 'GET', path: '/pets', token: 'ann', body: undefined },
  };
  const applications = [application('live'), application('local', true)];
  const pets = {
    title: 'Pets',
    responders: counts,
    introduction,
    applications,
    loginPath: '/login',
    services: ['Pets'],
  };
  expect(linesOf([pets], [{ version: '1.2.0' }])).toEqual([
    'Mocking Pets 1.2.0 at http://127.0.0.1:8080',
    '8 operations: 7 stateful, 1 static (from an example or generated)',
    '',
    "  curl http://127.0.0.1:8080/pets -H 'Authorization: Bearer ann'",
    '',
    'Test token: ann (Ann, who may do all); 1 more at http://127.0.0.1:8080/',
    'Login (OpenID Connect): issuer http://localhost:8080/login, client local; 1 more at http://127.0.0.1:8080/',
    'gRPC, gRPC-Web and Connect: 127.0.0.1:8080, with server reflection',
    'Overview: http://127.0.0.1:8080/  Inspector: http://127.0.0.1:8080/inspector',
    'State is saved. Stop with Ctrl-C.',
    '',
  ]);
});

test('the greeting shows the first request that fits in 99 columns, else the first one in several lines', () => {
  const request = (path: string, body?: unknown) => ({ method: body ? 'POST' : 'GET', path, token: '', body });
  const commandOf = (example: ReturnType<typeof request>, after: ReturnType<typeof request>) =>
    linesOf([{ ...none, title: 'Pets', introduction: { callers: [], example, after } }]).filter((line) =>
      line.startsWith('  '),
    );
  const long = `/${'x'.repeat(80)}`;
  expect(commandOf(request('/a'), request('/b'))).toEqual(['  curl http://127.0.0.1:8080/a']);
  expect(commandOf(request(long), request('/b'))).toEqual(['  curl http://127.0.0.1:8080/b']);
  expect(commandOf(request(long, { a: 1 }), request(long))).toEqual([
    `  curl -X POST http://127.0.0.1:8080${long} \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d '{"a":1}'`,
  ]);
});

test('the greeting shows the second request if the first has a long line', () => {
  const example = { method: 'POST', path: '/pets', token: '', body: { about: 'x'.repeat(1400) } };
  const after = { method: 'GET', path: '/pets', token: 'x'.repeat(60), body: undefined };
  const lines = linesOf([{ ...none, title: 'Pets', introduction: { callers: [], example, after } }]);
  expect(lines.filter((line) => line.startsWith('  '))).toEqual([
    '  curl http://127.0.0.1:8080/pets \\',
    `    -H 'Authorization: Bearer ${'x'.repeat(60)}'`,
  ]);
});

test('the greeting of the identity API has at most 12 lines', async () => {
  const server = await identityMockServer();
  const { length } = linesOf(server.introductions(), server.documents(), ['Serving.', 'State is saved.']);
  expect(length - 1).toBeLessThanOrEqual(12);
});

test('the greeting lists up to five APIs, a line each', () => {
  const apis = (count: number) =>
    linesOf(
      Array.from({ length: count }, (_, index) => ({ ...none, title: `API ${index}`, responders: counts })),
      Array.from({ length: count }, () => ({ version: '1.0' })),
    );
  const lines = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => `  API ${index} 1.0: 8 operations: 7 stateful, 1 static (from an example or generated)`,
    );
  expect(apis(2).slice(0, 3)).toEqual(['Mocking 2 APIs at http://127.0.0.1:8080', ...lines(2)]);
  expect(apis(7).slice(0, 7)).toEqual(['Mocking 7 APIs at http://127.0.0.1:8080', ...lines(5), '  … and 2 more']);
});

test('errors of handlers are printed without control characters', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => reported.mockRestore());
  const searchProjects = () => {
    throw new Error('no \u001b[2J \u202e project');
  };
  const api: AnyApi = { ...(identity as AnyApi), handlers: { ...identity.handlers, searchProjects } };
  const mockServer = await identityMockServer({ apis: [api] });
  expect((await send(mockServer, 'POST', '/management/v1/projects/_search', { body: {} })).status).toBe(500);
  const [[text] = []] = reported.mock.calls;
  expect(text).toContain('project');
  expect(String(text).split('\n').join('')).not.toMatch(CONTROLLING);
});

test('problems of documents are counted and listed, the worst ten first, with the command that lists all', () => {
  const place = { file: `${process.cwd()}/api.yaml`, column: 1, pointer: '/a', message: 'is wrong' };
  const finding = (line: number, severity: 'error' | 'info', rule: string, message = place.message) => ({
    ...place,
    line,
    severity,
    rule,
    message,
  });
  const about = { api: 'pets', title: 'Pets', version: '1', openapi: '3.0.3', file: 'api.yaml', operations: 1 };
  const lines = (...findings: readonly ReturnType<typeof finding>[]) =>
    findingLines([{ ...about, findings }], 'http://localhost:8080');
  const linesFor = (file: string) =>
    findingLines([{ ...about, file, findings: [...errors, finding(11, 'error', 'reference', 'is last')] }], '');
  const errors = Array.from({ length: 10 }, (_, index) => finding(index + 1, 'error', 'reference', `is ${index}`));
  const details = 'details: http://localhost:8080/_understudy/documents';
  expect(lines()).toEqual([]);
  expect(lines(finding(1, 'info', 'not-enforced'))).toEqual([
    `1 constraint not enforced; ${details}`,
    '  api.yaml:1:1  info  not-enforced  is wrong (/a)',
  ]);
  const many = Array.from({ length: 8 }, (_, index) => finding(index + 1, 'info', 'not-enforced'));
  expect(lines(...many, finding(9, 'error', 'reference'))).toEqual([
    `1 problem in the document, 8 constraints not enforced; ${details}`,
    '  api.yaml:9:1  error  reference  is wrong (/a)',
    '  api.yaml:1:1  info  not-enforced  is wrong (8 places, first shown)',
  ]);
  expect(lines(...errors).slice(1)).toEqual(
    errors.map(({ line, message }) => `  api.yaml:${line}:1  error  reference  ${message} (/a)`),
  );
  expect(linesFor('api.yaml').slice(10)).toEqual([
    '  api.yaml:10:1  error  reference  is 9 (/a)',
    '  … and 1 more: understudy lint api.yaml',
  ]);
  expect(linesFor(`${process.cwd()}/my api.yaml`).at(-1)).toBe("  … and 1 more: understudy lint 'my api.yaml'");
  expect(linesFor('standard input').at(-1)).toBe('  … and 1 more: understudy lint -');
  expect(lines(finding(1, 'error', 'reference', 'x'.repeat(1000))).join('\n').length).toBeLessThan(300);
});

test.each([
  [
    { operations: 19, handlers: 2, resources: 12 },
    '19 operations: 2 with handlers, 12 stateful, 5 static (from an example or generated)',
  ],
  [
    { operations: 3, handlers: 1, resources: 1 },
    '3 operations: 1 with a handler, 1 stateful, 1 static (from an example or generated)',
  ],
  [
    { operations: 0, handlers: 0, resources: 0, webhooks: 2 },
    '2 webhooks (send with POST /_understudy/webhooks/{name})',
  ],
  [
    { operations: 1, handlers: 0, resources: 1, webhooks: 1 },
    '1 operation: 1 stateful; 1 webhook (send with POST /_understudy/webhooks/{name})',
  ],
  [{ operations: 0, handlers: 0, resources: 0 }, '0 operations'],
])('the counts %j are printed as: %s', (responders, printed) => {
  expect(respondersSentence({ webhooks: 0, ...responders })).toBe(printed);
});
