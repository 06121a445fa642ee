// Findings and warnings of each check.

import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { Check, CheckFinding, Expectation, TestExchange } from '../../../src/verify/cases/test-case.ts';
import { listContainsCreated } from '../../../src/verify/checks/scenario/list-contains-created.ts';
import { notFoundAfterDelete } from '../../../src/verify/checks/scenario/not-found-after-delete.ts';
import { paginationComplete } from '../../../src/verify/checks/scenario/pagination-complete.ts';
import { putIdempotent } from '../../../src/verify/checks/scenario/put-idempotent.ts';
import { readAfterCreate } from '../../../src/verify/checks/scenario/read-after-create.ts';
import { readAfterUpdate } from '../../../src/verify/checks/scenario/read-after-update.ts';
import { CHECKS } from '../../../src/verify/checks.ts';
import { FindingGroups } from '../../../src/verify/finding-groups.ts';
import { serializeRequest } from '../../../src/verify/requests/serialize-request.ts';
import { decodeResponseBody } from '../../../src/verify/responses/decode-response-body.ts';
import { documentSource } from '../../support/document-source.ts';
import { requireValue } from '../../support/require-value.ts';

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const document = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: {
      '/things': {
        get: {
          operationId: 'get',
          responses: {
            200: json({ type: 'object', required: ['id'] }),
            204: json({ type: 'object' }),
            400: json({ type: 'object', required: ['code'] }),
            404: { description: 'Gone.' },
          },
        },
      },
      '/missing': {
        get: { operationId: 'missingOnly', responses: { 200: { description: 'Yes.' }, 404: { description: 'No.' } } },
      },
      '/successes': { get: { operationId: 'successOnly', responses: { 200: { description: 'Yes.' } } } },
      '/refusals': { get: { operationId: 'refusalsOnly', responses: { 400: { description: 'No.' } } } },
      '/shown': {
        get: {
          operationId: 'shown',
          responses: {
            200: {
              description: '',
              content: {
                'application/json': {
                  examples: {
                    long: { value: { id: 1, name: 'a', tags: [{ key: 'b' }] } },
                    short: { value: { id: 2, tags: [{ key: 'c', note: 'd' }] } },
                  },
                },
              },
            },
          },
        },
      },
      '/session': {
        post: { operationId: 'switchesOnly', responses: { 101: { description: 'Now.' }, 400: { description: 'No.' } } },
      },
    },
  } as unknown as DocumentObject),
);

interface Came {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly meant?: Expectation;
  readonly method?: string;
  readonly operation?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

/** A request for one of the operations, with its response. */
async function exchangeWith(status: number, came: Came = {}): Promise<TestExchange> {
  const { headers = {}, body = '', meant = { kind: 'open' }, method, operation: name = 'get' } = came;
  const operation = document.operations.get(name);
  if (!operation) throw new Error('There is no such operation.');
  const call = requireValue(
    serializeRequest(operation, { path: {}, query: {}, header: {}, cookie: {}, body: undefined, type: undefined }),
  );
  const response = { status, headers, body: Buffer.from(body) };
  return {
    operation,
    phase: 'examples',
    description: 'so',
    expectation: meant,
    request: { ...call, ...(method !== undefined && { method }) },
    response,
    decoded: await decodeResponseBody(operation, response),
  };
}

/** Findings of a check: severity and message. */
async function messagesOf(id: keyof typeof CHECKS, status: number, came: Came): Promise<readonly string[]> {
  const exchange = await exchangeWith(status, came);
  const check: Check = CHECKS[id];
  return check.appliesTo?.(exchange) === false ? [] : reported(check.validate(exchange));
}

function reported(complaints: Iterable<CheckFinding>): readonly string[] {
  return [...complaints].map(({ severity, message }) => `${severity}: ${message}`);
}

const anonymous: Expectation = { kind: 'anonymous' };
const byOther: Expectation = { kind: 'method', allowed: ['GET', 'PUT'] };
const head: Expectation = { kind: 'head', get: { status: 200, headers: JSON_TYPE, body: new Uint8Array() } };

describe('a check of one response', () => {
  test.each<[id: keyof typeof CHECKS, status: number, came: Came, said: readonly string[]]>([
    ['documented-media-type', 200, { headers: JSON_TYPE, body: '{"id":1}' }, []],
    ['documented-media-type', 200, {}, ['error: response 200 has no body, expected application/json']],
    ['documented-media-type', 200, { method: 'HEAD' }, []],
    ['documented-media-type', 204, {}, []],
    [
      'documented-media-type',
      200,
      { body: '{}' },
      ['error: response 200 has no Content-Type, expected application/json'],
    ],
    [
      'documented-media-type',
      200,
      { headers: HTML_TYPE, body: '<p>' },
      ['error: response 200 is text/html; charset=utf-8, expected application/json'],
    ],
    [
      'documented-media-type',
      200,
      { headers: JSON_TYPE, body: '{' },
      [expect.stringMatching(/^error: response 200 cannot be decoded as application\/json: /) as unknown as string],
    ],
    [
      'documented-media-type',
      404,
      { headers: HTML_TYPE, body: '<p>' },
      ['warning: response 404 has a body, but none is declared'],
    ],
    ['documented-status', 200, {}, []],
    ['documented-status', 201, {}, ['error: status 201 is not declared (declared: 200, 204, 400, 404)']],
    ['documented-status', 418, {}, ['error: status 418 is not declared (declared: 200, 204, 400, 404)']],
    ['documented-status', 410, {}, ['error: status 410 is not declared (declared: 200, 204, 400, 404)']],
    ['documented-status', 422, {}, ['error: status 422 is not declared (declared: 200, 204, 400, 404)']],
    ['documented-status', 415, {}, ['warning: status 415 is not declared (declared: 200, 204, 400, 404)']],
    ['documented-status', 404, { operation: 'refusalsOnly' }, ['error: status 404 is not declared (declared: 400)']],
    [
      'documented-status',
      400,
      { operation: 'missingOnly' },
      ['error: status 400 is not declared (declared: 200, 404)'],
    ],
    [
      'documented-status',
      429,
      { operation: 'missingOnly' },
      ['warning: status 429 is not declared (declared: 200, 404)'],
    ],
    [
      'documented-status',
      400,
      { operation: 'missingOnly', headers: { 'x-understudy-undeclared': 'true' } },
      ['warning: status 400 is not declared (declared: 200, 404)'],
    ],
    ['documented-status', 400, { operation: 'successOnly' }, ['warning: status 400 is not declared (declared: 200)']],
    ['documented-status', 410, { operation: 'successOnly' }, ['warning: status 410 is not declared (declared: 200)']],
    ['documented-status', 409, { operation: 'refusalsOnly' }, ['error: status 409 is not declared (declared: 400)']],
    ['documented-status', 500, {}, []],
    ['documented-status', 200, { operation: 'refusalsOnly' }, ['warning: status 200 is not declared (declared: 400)']],
    [
      'documented-status',
      204,
      { operation: 'switchesOnly' },
      ['warning: status 204 is not declared (declared: 101, 400)'],
    ],
    ['response-body', 200, { headers: JSON_TYPE, body: '{}' }, ['error: response 200 /id is required']],
    ['response-body', 400, { headers: JSON_TYPE, body: '{}' }, []],
    ['error-body', 200, { headers: JSON_TYPE, body: '{}' }, []],
    ['error-body', 400, { headers: JSON_TYPE, body: '{"code":7}' }, []],
    ['error-body', 400, { headers: JSON_TYPE, body: '{}' }, ['error: response 400 /code is required']],
    [
      'error-body',
      418,
      { headers: HTML_TYPE, body: '<p>' },
      ['warning: error response 418 is an undeclared HTML page'],
    ],
    ['error-body', 400, { headers: HTML_TYPE, body: '<p>' }, []],
    ['error-body', 418, { headers: { 'content-type': 'text/plain' }, body: 'no' }, []],
    ['no-server-error', 499, {}, []],
    ['no-server-error', 500, {}, ['error: returned 500 (so)']],
    ['no-server-error', 501, {}, ['warning: returned 501']],
    ['no-server-error', 503, {}, ['warning: returned 503']],
    ['valid-input-accepted', 404, { meant: { kind: 'valid' } }, []],
    ['valid-input-accepted', 400, {}, []],
    ['valid-input-accepted', 422, { meant: { kind: 'valid' } }, ['error: rejected with 422, but valid: so']],
    ['valid-input-accepted', 400, { meant: { kind: 'valid' }, headers: JSON_TYPE, body: '{"code":9}' }, []],
    ['unsupported-method', 405, { meant: byOther, headers: { allow: 'get, put' } }, []],
    ['unsupported-method', 405, { meant: byOther }, ['error: response 405 has no Allow header']],
    [
      'unsupported-method',
      405,
      { meant: byOther, headers: { allow: 'GET' } },
      ['error: the Allow header of response 405 does not list PUT'],
    ],
    ['unsupported-method', 404, { meant: byOther, method: 'PATCH' }, ['warning: PATCH returned 404 instead of 405']],
    [
      'unsupported-method',
      200,
      { meant: byOther, method: 'PATCH' },
      ['error: PATCH returned 200, but the document declares only GET, PUT'],
    ],
    ['unsupported-method', 500, { meant: byOther }, []],
    ['authentication-required', 401, { meant: anonymous, headers: { 'www-authenticate': 'Bearer' } }, []],
    [
      'authentication-required',
      401,
      { meant: anonymous },
      ['warning: response 401 has no WWW-Authenticate header (RFC 9110, section 15.5.2)'],
    ],
    ['authentication-required', 403, { meant: anonymous }, []],
    ['authentication-required', 404, { meant: anonymous }, ['warning: 404 instead of 401 for a request so']],
    ['authentication-required', 204, { meant: anonymous }, ['error: 204 for a request so']],
    ['authentication-required', 500, { meant: anonymous }, []],
    ['head-matches-get', 200, { meant: head, headers: JSON_TYPE }, []],
    [
      'head-matches-get',
      200,
      { meant: head },
      ['error: HEAD returned Content-Type (none), GET returned application/json'],
    ],
    ['head-matches-get', 403, { meant: head }, ['error: HEAD returned 403, GET returned 200']],
    ...[404, 405, 501].map((status): [keyof typeof CHECKS, number, Came, readonly string[]] => [
      'head-matches-get',
      status,
      { meant: head },
      [`warning: HEAD is rejected with ${status}`],
    ]),
    ['no-unexpected-body', 204, { headers: { 'content-length': '0' } }, []],
    [
      'no-unexpected-body',
      204,
      { headers: { 'content-length': '5' } },
      ['error: response 204 announces 5 bytes of content'],
    ],
    ['no-unexpected-body', 204, { body: 'hi' }, ['error: response 204 has 2 bytes of content']],
    ['no-unexpected-body', 304, { headers: { 'content-length': '5' } }, []],
  ])('%s: %i, %o', async (id, status, came, message) => {
    expect(await messagesOf(id, status, came)).toEqual(message);
  });
});

test('errors precede warnings, and frequent findings precede others', async () => {
  const exchange = await exchangeWith(200);
  const gathering = new FindingGroups();
  const add = (message: string, severity: CheckFinding['severity']) =>
    gathering.add('response-body', exchange, [{ message, severity, pointer: '', cause: message }]);
  for (const one of ['often', 'often', 'often']) add(`warned ${one}`, 'warning');
  for (const one of ['once', 'twice', 'twice']) add(one, 'error');
  expect(gathering.list().map(({ message, count }) => [message, count])).toEqual([
    ['twice', 2],
    ['once', 1],
    ['warned often', 3],
  ]);
});

describe('a check of a scenario: the created item', () => {
  const read = { status: 200, sent: { name: 'a' }, confirmed: { name: 'a' }, returned: { name: 'a' }, isTaken: false };
  const changed = { status: 200, sent: { name: 'b' }, returned: { name: 'b' }, lostProperties: [] };
  const twice = { status: 200, first: { name: 'b' }, second: { name: 'b' }, sent: { name: 'b' } };
  const pages = { whole: ['1', '2', '3'], paged: ['1', '2', '3'], total: 3, size: 2, longest: 2 };
  test.each<[what: string, complaints: Iterable<CheckFinding>, said: readonly RegExp[]]>([
    ['is returned as sent', readAfterCreate.evaluate(read), []],
    [
      'is returned with another value',
      readAfterCreate.evaluate({ ...read, returned: { name: 'c' } }),
      [/\/name was "a".*"c"/],
    ],
    ['is not found', readAfterCreate.evaluate({ ...read, status: 410 }), [/reading it returned 410/]],
    ['has an existing id', readAfterCreate.evaluate({ ...read, isTaken: true }), [/the id of an existing item/]],
    ['is returned in part', readAfterCreate.evaluate({ ...read, returned: {} }), [/^name was sent and confirmed/]],
    ['was never returned', readAfterCreate.evaluate({ ...read, confirmed: {}, returned: {} }), []],
    [
      'is not listed',
      listContainsCreated.evaluate({ isListed: false, pages: 2, isElsewhere: false }),
      [/not in the list \(2 pages\)/],
    ],
    [
      'may be on a later page',
      listContainsCreated.evaluate({ isListed: undefined, pages: 20, isElsewhere: false }),
      [],
    ],
    [
      'is in the list of another parent',
      listContainsCreated.evaluate({ isListed: true, pages: 1, isElsewhere: true }),
      [/the list of another parent/],
    ],
    ['is updated', readAfterUpdate.evaluate(changed), []],
    [
      'has other values after the update',
      readAfterUpdate.evaluate({ ...changed, returned: { name: 'a' } }),
      [/update not stored/],
    ],
    [
      'is not found after the update',
      readAfterUpdate.evaluate({ ...changed, status: 404 }),
      [/updated item not found/],
    ],
    [
      'loses a property by the update',
      readAfterUpdate.evaluate({ ...changed, lostProperties: ['kind'] }),
      [/^kind was not in the request/],
    ],
    ['accepts a repeated PUT', putIdempotent.evaluate(twice), []],
    ['rejects a repeated PUT', putIdempotent.evaluate({ ...twice, status: 409 }), [/rejected with 409/]],
    ['rate-limits a repeated PUT', putIdempotent.evaluate({ ...twice, status: 429 }), []],
    [
      'changes by a repeated PUT',
      putIdempotent.evaluate({ ...twice, second: { name: 'a' } }),
      [/repeated PUT changes/],
    ],
    ['has the same wrong values after a repeated PUT', putIdempotent.evaluate({ ...twice, first: {}, second: {} }), []],
    [
      'had wrong values before a repeated PUT',
      putIdempotent.evaluate({ ...twice, first: { name: 'a' }, second: { name: 'c' } }),
      [],
    ],
    ['is not found after deletion', notFoundAfterDelete.evaluate({ status: 404, isListed: false, others: [] }), []],
    [
      'is not read after deletion',
      notFoundAfterDelete.evaluate({ status: undefined, isListed: undefined, others: [] }),
      [],
    ],
    [
      'is still readable',
      notFoundAfterDelete.evaluate({ status: 200, isListed: false, others: [] }),
      [/still readable \(200\)/],
    ],
    [
      'is still listed',
      notFoundAfterDelete.evaluate({ status: 404, isListed: true, others: [] }),
      [/still in the list/],
    ],
    [
      'disappears with another item',
      notFoundAfterDelete.evaluate({ status: 404, isListed: false, others: ['7'] }),
      [/^7 is missing/],
    ],
    ['is on a page', paginationComplete.evaluate(pages), []],
    [
      'is on a page that is too long',
      paginationComplete.evaluate({ ...pages, longest: 3 }),
      [/requested 2 items, but a page has 3/],
    ],
    [
      'is on no page',
      paginationComplete.evaluate({ ...pages, paged: ['1', '2'], total: 2 }),
      [/1 of 3 items are on no page/],
    ],
    ['is on two pages', paginationComplete.evaluate({ ...pages, paged: ['1', '2', '3', '3'] }), [/^3 is on two pages/]],
    [
      'is counted twice',
      paginationComplete.evaluate({ ...pages, total: 4 }),
      [/the reported total is 4, the number of items is 3/],
    ],
  ])('%s', (_, complaints, said) => {
    const all = [...complaints];
    expect(all.map(({ severity }) => severity)).toEqual(said.map(() => 'error'));
    expect(all.map(({ message }) => message)).toEqual(said.map((one) => expect.stringMatching(one)));
  });
});

describe('a response that lacks what all examples of it have', () => {
  test.each<[body: unknown, lacks: readonly string[]]>([
    [{ id: 3, tags: [{ key: 'e' }] }, []],
    [{ id: 3, tags: [] }, []],
    [{ tags: [{ key: 'e' }] }, ['/id']],
    [{ id: 3, tags: [{ key: 'e' }, {}] }, []],
    [{ id: 3, tags: [{}, {}] }, ['/tags/*/key']],
    [[{}], []],
  ])('%j is a warning for %j', async (body, lacks) => {
    const came = { headers: JSON_TYPE, body: JSON.stringify(body), operation: 'shown' };
    expect(await messagesOf('example-resembled', 200, came)).toEqual(
      lacks.map((at) => `warning: response 200 lacks ${at}, which its example in the document has`),
    );
  });
});
