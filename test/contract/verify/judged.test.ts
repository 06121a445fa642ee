// What each check says of one answer, and of what several answers have shown: findings for what the document forbids, remarks for what it leaves open.

import { describe, expect, test } from 'vitest';
import { readAnswer } from '../../../src/contract/answer-body.ts';
import { goneAfterDelete } from '../../../src/contract/checks/gone-after-delete.ts';
import { listContainsCreated } from '../../../src/contract/checks/list-contains-created.ts';
import { pagingComplete } from '../../../src/contract/checks/paging-complete.ts';
import { putIdempotent } from '../../../src/contract/checks/put-idempotent.ts';
import { readAfterCreate } from '../../../src/contract/checks/read-after-create.ts';
import { updateIsKept } from '../../../src/contract/checks/update-is-kept.ts';
import { CHECKS } from '../../../src/contract/checks.ts';
import { writeCall } from '../../../src/contract/request/call.ts';
import type { Check, Complaint, Exchange, Meant } from '../../../src/contract/trial.ts';
import { Gathering } from '../../../src/contract/verdict.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { documentSource } from '../../support/document-source.ts';

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
      '/refusals': { get: { operationId: 'refusalsOnly', responses: { 400: { description: 'No.' } } } },
      '/session': {
        post: { operationId: 'switchesOnly', responses: { 101: { description: 'Now.' }, 400: { description: 'No.' } } },
      },
    },
  } as unknown as DocumentObject),
);

interface Came {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly meant?: Meant;
  readonly method?: string;
  readonly operation?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' };

/** A request for one of the operations, with its answer. */
async function exchangeWith(status: number, came: Came = {}): Promise<Exchange> {
  const { headers = {}, body = '', meant = { kind: 'open' }, method, operation: name = 'get' } = came;
  const operation = document.operations.get(name);
  if (!operation) throw new Error('There is no such operation.');
  const call = writeCall(operation, { path: {}, query: {}, header: {}, cookie: {}, body: undefined, type: undefined });
  const answer = { status, headers, body: Buffer.from(body) };
  return {
    operation,
    phase: 'examples',
    what: 'so',
    meant,
    call: { ...call, ...(method !== undefined && { method }) },
    answer,
    read: await readAnswer(operation, answer),
  };
}

/** What a check says of an answer: its severity and its sentence. */
async function saidOf(id: keyof typeof CHECKS, status: number, came: Came): Promise<readonly string[]> {
  const exchange = await exchangeWith(status, came);
  const check: Check = CHECKS[id];
  return check.concerns?.(exchange) === false ? [] : told(check.judge(exchange));
}

function told(complaints: Iterable<Complaint>): readonly string[] {
  return [...complaints].map(({ severity, message }) => `${severity}: ${message}`);
}

const anonymous: Meant = { kind: 'anonymous' };
const byOther: Meant = { kind: 'method', allowed: ['GET', 'PUT'] };
const head: Meant = { kind: 'head', get: { status: 200, headers: JSON_TYPE, body: new Uint8Array() } };

describe('of an answer', () => {
  test.each<[id: keyof typeof CHECKS, status: number, came: Came, said: readonly string[]]>([
    ['documented-media-type', 200, { headers: JSON_TYPE, body: '{"id":1}' }, []],
    ['documented-media-type', 200, {}, ['finding: the answer 200 has no body, and should be application/json']],
    ['documented-media-type', 200, { method: 'HEAD' }, []],
    ['documented-media-type', 204, {}, []],
    [
      'documented-media-type',
      200,
      { body: '{}' },
      ['finding: the answer 200 is of no named media type, and should be application/json'],
    ],
    [
      'documented-media-type',
      200,
      { headers: HTML_TYPE, body: '<p>' },
      ['finding: the answer 200 is text/html; charset=utf-8, and should be application/json'],
    ],
    [
      'documented-media-type',
      200,
      { headers: JSON_TYPE, body: '{' },
      [expect.stringMatching(/^finding: the answer 200 cannot be read as application\/json: /) as unknown as string],
    ],
    [
      'documented-media-type',
      404,
      { headers: HTML_TYPE, body: '<p>' },
      ['remark: the answer 404 has a body, and none is declared'],
    ],
    ['documented-status', 200, {}, []],
    ['documented-status', 201, {}, ['finding: the status 201 is not declared (there are 200, 204, 400, 404)']],
    ['documented-status', 418, {}, ['remark: the status 418 is not declared (there are 200, 204, 400, 404)']],
    ['documented-status', 500, {}, []],
    [
      'documented-status',
      200,
      { operation: 'refusalsOnly' },
      ['remark: the status 200 is not declared (there are 400)'],
    ],
    [
      'documented-status',
      204,
      { operation: 'switchesOnly' },
      ['remark: the status 204 is not declared (there are 101, 400)'],
    ],
    [
      'response-body',
      200,
      { headers: JSON_TYPE, body: '{}' },
      ["finding: in the answer 200, response must have required property 'id'"],
    ],
    ['response-body', 400, { headers: JSON_TYPE, body: '{}' }, []],
    ['error-body', 200, { headers: JSON_TYPE, body: '{}' }, []],
    ['error-body', 400, { headers: JSON_TYPE, body: '{"code":7}' }, []],
    [
      'error-body',
      400,
      { headers: JSON_TYPE, body: '{}' },
      ["finding: in the answer 400, response must have required property 'code'"],
    ],
    [
      'error-body',
      418,
      { headers: HTML_TYPE, body: '<p>' },
      ['remark: the refusal 418 is a page in HTML, and not declared'],
    ],
    ['error-body', 400, { headers: HTML_TYPE, body: '<p>' }, []],
    ['error-body', 418, { headers: { 'content-type': 'text/plain' }, body: 'no' }, []],
    ['no-server-error', 499, {}, []],
    ['no-server-error', 500, {}, ['finding: answered with 500 (so)']],
    ['no-server-error', 501, {}, ['remark: answered with 501']],
    ['no-server-error', 503, {}, ['remark: answered with 503']],
    ['valid-input-accepted', 404, { meant: { kind: 'valid' } }, []],
    ['valid-input-accepted', 400, {}, []],
    [
      'valid-input-accepted',
      422,
      { meant: { kind: 'valid' } },
      ['finding: refused with 422, though the document allows it: so'],
    ],
    ['valid-input-accepted', 400, { meant: { kind: 'valid' }, headers: JSON_TYPE, body: '{"code":9}' }, []],
    ['unsupported-method', 405, { meant: byOther, headers: { allow: 'get, put' } }, []],
    ['unsupported-method', 405, { meant: byOther }, ['finding: the answer 405 has no Allow']],
    [
      'unsupported-method',
      405,
      { meant: byOther, headers: { allow: 'GET' } },
      ['finding: the Allow of the answer 405 does not name PUT'],
    ],
    [
      'unsupported-method',
      404,
      { meant: byOther, method: 'PATCH' },
      ['remark: PATCH is refused with 404, not with 405'],
    ],
    [
      'unsupported-method',
      200,
      { meant: byOther, method: 'PATCH' },
      ['finding: PATCH is answered with 200, and the document has only GET, PUT'],
    ],
    ['unsupported-method', 500, { meant: byOther }, []],
    ['authentication-required', 401, { meant: anonymous, headers: { 'www-authenticate': 'Bearer' } }, []],
    [
      'authentication-required',
      401,
      { meant: anonymous },
      ['remark: the answer 401 has no WWW-Authenticate (RFC 9110, section 15.5.2)'],
    ],
    ['authentication-required', 403, { meant: anonymous }, []],
    ['authentication-required', 404, { meant: anonymous }, ['remark: refused a caller so with 404, not with 401']],
    ['authentication-required', 204, { meant: anonymous }, ['finding: answered with 204 to a caller so']],
    ['authentication-required', 500, { meant: anonymous }, []],
    ['head-as-get', 200, { meant: head, headers: JSON_TYPE }, []],
    ['head-as-get', 200, { meant: head }, ['finding: HEAD says no media type, and GET application/json']],
    ['head-as-get', 403, { meant: head }, ['finding: HEAD is answered with 403, and GET with 200']],
    ...[404, 405, 501].map((status): [keyof typeof CHECKS, number, Came, readonly string[]] => [
      'head-as-get',
      status,
      { meant: head },
      [`remark: HEAD is refused with ${status}`],
    ]),
    ['no-extra-bytes', 204, { headers: { 'content-length': '0' } }, []],
    [
      'no-extra-bytes',
      204,
      { headers: { 'content-length': '5' } },
      ['finding: the answer 204 announces 5 bytes of content'],
    ],
    ['no-extra-bytes', 204, { body: 'hi' }, ['finding: the answer 204 has 2 bytes of content']],
    ['no-extra-bytes', 304, { headers: { 'content-length': '5' } }, []],
  ])('%s: %i, %o', async (id, status, came, said) => {
    expect(await saidOf(id, status, came)).toEqual(said);
  });
});

test('findings come before remarks, and what was met often before what was met once', async () => {
  const exchange = await exchangeWith(200);
  const gathering = new Gathering();
  const add = (message: string, severity: Complaint['severity']) =>
    gathering.add('response-body', exchange, { message, severity, pointer: '', cause: message });
  for (const one of ['often', 'often', 'often']) add(`remarked ${one}`, 'remark');
  for (const one of ['once', 'twice', 'twice']) add(one, 'finding');
  expect(gathering.found.map(({ message, count }) => [message, count])).toEqual([
    ['twice', 2],
    ['once', 1],
    ['remarked often', 3],
  ]);
});

describe('of what was made', () => {
  const read = { status: 200, sent: { name: 'a' }, told: { name: 'a' }, shown: { name: 'a' }, isTaken: false };
  const changed = { status: 200, sent: { name: 'b' }, shown: { name: 'b' }, forgotten: [] };
  const twice = { status: 200, first: { name: 'b' }, second: { name: 'b' }, sent: { name: 'b' } };
  const pages = { whole: ['1', '2', '3'], paged: ['1', '2', '3'], total: 3, size: 2, longest: 2 };
  test.each<[what: string, complaints: Iterable<Complaint>, said: readonly RegExp[]]>([
    ['is read as it was sent', readAfterCreate.tell(read), []],
    ['is read as something else', readAfterCreate.tell({ ...read, shown: { name: 'c' } }), [/\/name was "a".*"c"/]],
    ['is not there', readAfterCreate.tell({ ...read, status: 410 }), [/it is read with 410/]],
    ['has the id of another', readAfterCreate.tell({ ...read, isTaken: true }), [/the id of something/]],
    ['is shown in part', readAfterCreate.tell({ ...read, shown: {} }), [/^name was sent and acknowledged/]],
    ['was never shown', readAfterCreate.tell({ ...read, told: {}, shown: {} }), []],
    [
      'is not listed',
      listContainsCreated.tell({ isListed: false, pages: 2, isElsewhere: false }),
      [/not in the list \(2 pages\)/],
    ],
    ['may be listed', listContainsCreated.tell({ isListed: undefined, pages: 20, isElsewhere: false }), []],
    [
      'is listed elsewhere',
      listContainsCreated.tell({ isListed: true, pages: 1, isElsewhere: true }),
      [/below another thing/],
    ],
    ['is changed', updateIsKept.tell(changed), []],
    ['is changed otherwise', updateIsKept.tell({ ...changed, shown: { name: 'a' } }), [/the change is not kept/]],
    ['is gone with its change', updateIsKept.tell({ ...changed, status: 404 }), [/not found any more/]],
    ['is forgotten in part', updateIsKept.tell({ ...changed, forgotten: ['kind'] }), [/^kind was not named/]],
    ['is put twice', putIdempotent.tell(twice), []],
    ['may not be put twice', putIdempotent.tell({ ...twice, status: 409 }), [/refused with 409/]],
    ['is put twice, with too many requests', putIdempotent.tell({ ...twice, status: 429 }), []],
    [
      'is another one when it is put twice',
      putIdempotent.tell({ ...twice, second: { name: 'a' } }),
      [/the same PUT again changes/],
    ],
    ['is as wrong as before when it is put twice', putIdempotent.tell({ ...twice, first: {}, second: {} }), []],
    [
      'was wrong before it is put twice',
      putIdempotent.tell({ ...twice, first: { name: 'a' }, second: { name: 'c' } }),
      [],
    ],
    ['is gone', goneAfterDelete.tell({ status: 404, isListed: false, others: [] }), []],
    ['is not looked at again', goneAfterDelete.tell({ status: undefined, isListed: undefined, others: [] }), []],
    ['is still read', goneAfterDelete.tell({ status: 200, isListed: false, others: [] }), [/still read with 200/]],
    ['is still listed', goneAfterDelete.tell({ status: 404, isListed: true, others: [] }), [/still in the list/]],
    ['takes another with it', goneAfterDelete.tell({ status: 404, isListed: false, others: ['7'] }), [/^7 is gone/]],
    ['is on its pages', pagingComplete.tell(pages), []],
    ['is on longer pages', pagingComplete.tell({ ...pages, longest: 3 }), [/asked for 2 items, a page has 3/]],
    ['is on no page', pagingComplete.tell({ ...pages, paged: ['1', '2'], total: 2 }), [/1 of 3 items are on no page/]],
    ['is on two pages', pagingComplete.tell({ ...pages, paged: ['1', '2', '3', '3'] }), [/^3 is on two pages/]],
    ['is counted twice', pagingComplete.tell({ ...pages, total: 4 }), [/a total of 4 is told, and there are 3/]],
  ])('%s', (_, complaints, said) => {
    const all = [...complaints];
    expect(all.map(({ severity }) => severity)).toEqual(said.map(() => 'finding'));
    expect(all.map(({ message }) => message)).toEqual(said.map((one) => expect.stringMatching(one)));
  });
});
