// Findings of single checks.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import type { TestExchange } from '../../../src/verify/cases/test-case.ts';
import { authenticationRequired } from '../../../src/verify/checks/authentication-required.ts';
import { integer64AsString, LARGE_INTEGER } from '../../../src/verify/checks/integer64-as-string.ts';
import { linkedRequestAccepted } from '../../../src/verify/checks/scenario/linked-request-accepted.ts';
import { paginationComplete } from '../../../src/verify/checks/scenario/pagination-complete.ts';
import { sortApplied } from '../../../src/verify/checks/scenario/sort-applied.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { startNotebook, TOKEN } from '../../support/notebook/notebook.ts';
import { responding } from '../../support/wire-server.ts';

describe('a list is sorted', () => {
  test.each<[what: string, values: readonly unknown[], descending: boolean, isRight: boolean]>([
    ['numbers', [1, 2, 2, 10], false, true],
    ['numbers sorted as texts', [1, 10, 2], false, false],
    ['descending numbers', [10, 2, 2, 1], true, true],
    ['ascending numbers', [1, 2], true, false],
    ['texts', ['a', 'b', 'b', 'c'], false, true],
    ['texts by code points', ['B', 'a'], false, true],
    ['texts ignoring case', ['a', 'B'], false, true],
    ['texts by language rules', ['ä', 'b'], false, true],
    ['numeric texts by code points', ['10', '9'], false, true],
    ['numeric texts by value', ['9', '10'], false, true],
    ['unsorted texts', ['b', 'a', 'c'], false, false],
    ['descending texts', ['c', 'b'], true, true],
    ['times of several zones', ['2026-01-01T10:00:00+02:00', '2026-01-01T09:00:00Z'], false, true],
    ['times', ['2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'], false, false],
    ['flags', [false, true], false, true],
    ['descending booleans', [false, true], true, false],
    ['values without an order', [{ a: 2 }, { a: 1 }], false, true],
    ['nothing', [], false, true],
  ])('%s: %j', (_, values, descending, isRight) => {
    const reported = [...sortApplied.evaluate({ query: 'sort=x', descending, values, missing: [] })];
    expect(reported.length).toBe(isRight ? 0 : 1);
  });
});

test.each<[status: number, headers: Readonly<Record<string, string>>, said: readonly string[]]>([
  [200, {}, ['error']],
  [302, { location: '/login' }, ['error']],
  [401, { 'www-authenticate': 'Bearer' }, []],
  [401, {}, ['warning']],
  [403, {}, []],
  [404, {}, ['warning']],
  [500, {}, []],
])('status %i with headers %j for an unauthenticated request: %j', (status, headers, message) => {
  const exchange = {
    expectation: { kind: 'anonymous' },
    description: 'without credentials',
    response: { status, headers },
  };
  const reported = [...authenticationRequired.validate(exchange as unknown as TestExchange)];
  expect(reported.map(({ severity }) => severity)).toEqual(message);
});

test.each<[what: string, paged: readonly string[], total: number, longest: number, causes: readonly string[]]>([
  ['have all items', ['a', 'b', 'c'], 3, 2, []],
  ['are longer than requested', ['a', 'b', 'c'], 3, 3, ['longer']],
  ['repeat an item', ['a', 'b', 'b', 'c'], 3, 2, ['twice']],
  ['lack an item', ['a', 'c'], 2, 2, ['lost']],
  ['report another total', ['a', 'b', 'c'], 4, 2, ['total']],
])('pages that %s: %j, total %i, longest %i', (_, paged, total, longest, causes) => {
  const reported = [...paginationComplete.evaluate({ whole: ['a', 'b', 'c'], paged, total, size: 2, longest })];
  expect(reported.map(({ cause }) => cause)).toEqual(causes);
});

test.each<[status: number, madeUp: readonly string[], forbidden: string | undefined, said: readonly string[]]>([
  [200, [], undefined, []],
  [404, [], undefined, ['error']],
  [400, [], undefined, ['error']],
  [404, ['query size'], undefined, ['warning']],
  [401, [], undefined, []],
  [403, [], undefined, []],
  [409, [], undefined, []],
  [500, [], undefined, []],
  [400, [], 'path /id must be an integer', ['warning']],
])('a link whose request returns %j (generated: %j, invalid: %j): %j', (status, madeUp, forbidden, message) => {
  const facts = { name: 'next', from: 'add', pointer: '/x', status, madeUp, forbidden };
  expect([...linkedRequestAccepted.evaluate(facts)].map(({ severity }) => severity)).toEqual(message);
});

test.each<[shown: unknown, isRight: boolean]>([
  [LARGE_INTEGER, true],
  [undefined, true],
  ['9007199254740992', false],
  [9007199254740992, false],
  ['9.007199254740992e+15', false],
])('a large integer that is returned as %j is correct: %s', (shown, isRight) => {
  expect([...integer64AsString.evaluate({ pointer: '/a', sent: LARGE_INTEGER, returned: shown })].length).toBe(
    isRight ? 0 : 1,
  );
});

describe('the examples of a document', () => {
  const file = fileURLToPath(new URL('../../support/notebook/notebook.yaml', import.meta.url));

  /** Findings of the notebook with a changed document. */
  async function foundIn(change: (text: string) => string): Promise<readonly string[]> {
    const text = await readFile(file, 'utf8');
    const changed = change(text);
    const document = createDocument(documentSource(load(changed) as DocumentObject, file));
    const { url, close } = await startNotebook();
    const target = createTarget(url);
    const credentials = new Map([['key', TOKEN]]);
    const sandboxes = await detectSandboxes(target);
    const verdict = await verify({ document, target, sandboxes, credentials, phases: ['examples'] });
    target.close();
    await close();
    return listErrors(verdict).map(
      ({ check, operation, message, pointer }) => `${check} ${operation} ${message} ${pointer}`,
    );
  }

  test('match their schemas', async () => {
    expect(await foundIn((text) => text)).toEqual([]);
  });

  test.each<[what: string, from: string, to: string, found: string]>([
    [
      'of a body',
      'example: { title: Milk, colour: yellow }',
      'example: { title: Milk, colour: blue }',
      'examples-valid addNote example of the request body does not match its schema: /colour "blue" must be one of yellow, green, pink /paths/~1notes/post/requestBody/content/application~1json/example',
    ],
    [
      'of a named one',
      'example: { title: Milk, colour: yellow }',
      'examples: { right: { value: { title: Milk } }, wrong: { value: { title: 7 } } }',
      'examples-valid addNote example wrong of the request body does not match its schema: /title 7 must be a string /paths/~1notes/post/requestBody/content/application~1json/examples/wrong/value',
    ],
    [
      'of a parameter',
      'name: offset, in: query,',
      'name: offset, in: query, example: -1,',
      'examples-valid listNotes example of query parameter offset does not match its schema: -1 must be at least 0 /paths/~1notes/get/parameters/1/example',
    ],
    [
      'in a shared schema, reported once',
      'written: { type: string, format: date-time }',
      'written: { type: string, format: date-time, example: yesterday }',
      'examples-valid addNote example in the schema of response 201 does not match its schema: "yesterday" must be a date and time such as 2026-11-21T09:00:00Z /components/schemas/Note/properties/written/example',
    ],
  ])('%s do not', async (_, from, to, found) => {
    expect(await foundIn((text) => text.replace(from, to))).toEqual([found]);
  });

  test('may be JSON in a string', async () => {
    const text = `example: '{"title":"Milk"}'`;
    expect(await foundIn((all) => all.replace('example: { title: Milk, colour: yellow }', text))).toEqual([]);
  });
});

test('a check without a part of the document to test does not apply', async () => {
  const returns = (schema: object, example?: unknown) => ({
    responses: {
      200: {
        description: '',
        content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
      },
    },
  });
  const document = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Serials', version: '1' },
      paths: {
        '/plain': { get: { operationId: 'plain', ...returns({ type: 'integer', format: 'int64' }) } },
        '/inner': {
          get: {
            operationId: 'inner',
            ...returns({ type: 'array', items: { $ref: '#/components/schemas/Tree' } }, []),
          },
        },
        '/number': { get: { operationId: 'number', ...returns({ $ref: '#/components/schemas/Tree' }) } },
      },
      components: {
        schemas: {
          Tree: {
            type: 'object',
            properties: {
              serial: { type: 'string', format: 'uint64' },
              below: { allOf: [{ $ref: '#/components/schemas/Tree' }] },
            },
          },
        },
      },
    } as unknown as DocumentObject),
  );
  const { url } = await responding(({ target }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: target === '/plain' ? '7' : target === '/inner' ? '[]' : '{"below":{"serial":7}}',
  }));
  const target = createTarget(url);
  const { operations } = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    randomRequests: 0,
  });
  target.close();
  const applied = operations.map(({ operation, appliedChecks, findings }) => [
    operation.id,
    ...[...appliedChecks].filter((check) => check === 'integer64-as-string' || check === 'examples-valid'),
    ...findings.filter(({ check }) => check === 'integer64-as-string').map(({ cause }) => cause),
  ]);
  expect(applied).toEqual([
    ['plain'],
    ['inner', 'examples-valid', 'integer64-as-string'],
    ['number', 'integer64-as-string', '200 /below/serial'],
  ]);
});
