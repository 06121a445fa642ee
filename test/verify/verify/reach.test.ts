// Operations are tested on servers with undocumented rules.

import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

type Item = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const json = (status: number, value?: unknown): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: value === undefined ? '' : JSON.stringify(value),
});
const bodyOf = ({ body }: Pick<WireRequest, 'body'>): Item => JSON.parse(Buffer.from(body).toString());

/** A document with the operations `addFlag`, `listFlags` and `readFlag`. */
function flags(properties: object, post: object = {}, required: readonly string[] = ['name']): object {
  const flag = { type: 'object', required, properties };
  const found = { type: 'object', properties: { id: { type: 'integer', readOnly: true }, ...properties } };
  return {
    '/flags': {
      get: {
        operationId: 'listFlags',
        responses: { 200: { description: '', ...content({ type: 'array', items: found }) } },
      },
      post: {
        operationId: 'addFlag',
        requestBody: { required: true, ...content(flag) },
        responses: { 201: { description: '', ...content(found) }, '4XX': { description: '' } },
        ...post,
      },
    },
    '/flags/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        operationId: 'readFlag',
        responses: { 200: { description: '', ...content(found) }, 404: { description: '' } },
      },
      delete: { operationId: 'removeFlag', responses: { 204: { description: '' }, 404: { description: '' } } },
    },
  };
}

/** A server of flags. @param check - a rejection of a new flag; undefined if it is right */
function flagServer(check: (flag: Item, all: readonly Item[], request: WireRequest) => WireResponse | undefined) {
  const all = new Map<number, Item>();
  let last = 0;
  return (request: WireRequest): WireResponse => {
    const { method, target } = request;
    const [, path, id] = /^\/(flags)(?:\/(\d+))?(?:\?.*)?$/.exec(target) ?? [];
    if (path === undefined) return json(404, {});
    const flag = all.get(Number(id));
    if (id !== undefined && !flag) return json(404, {});
    if (method === 'DELETE') return all.delete(Number(id)) ? json(204) : json(404, {});
    if (method === 'POST') {
      let sent: Item;
      try {
        sent = bodyOf(request);
      } catch {
        return json(400, { message: 'bad JSON' });
      }
      const rejection = check(sent, [...all.values()], request);
      if (rejection) return rejection;
      last += 1;
      all.set(last, { ...sent, id: last });
      return json(201, all.get(last));
    }
    return json(200, id === undefined ? [...all.values()] : flag);
  };
}

async function run(paths: object, response: (request: WireRequest) => WireResponse, settings: object = {}) {
  const { url, requests } = await responding(response);
  const target = createTarget(url);
  const info = { title: 'Flags', version: '1' };
  const document = createDocument(documentSource({ openapi: '3.1.0', info, paths } as unknown as DocumentObject));
  const sandboxes = await detectSandboxes(target);
  requests.length = 0;
  const verdict = await verify({ document, target, sandboxes, allowWrites: true, phases: ['examples'], ...settings });
  target.close();
  const outcomes = verdict.operations.map(({ operation, outcome }) => `${operation.id} ${outcome}`);
  const reasons = Object.fromEntries(verdict.operations.map(({ operation, reason }) => [operation.id, reason]));
  const sent = requests
    .filter(({ method }) => method === 'POST')
    .flatMap((one) => (one.body.length > 0 ? [bodyOf(one)] : []));
  return { verdict, outcomes, reasons, requests, sent };
}

/** Whether a flag has the types of its schema. */
const isTyped = (flag: Item) => flag !== null && Object.values(flag).every((one) => typeof one === 'string');

test('the first request has all examples of the document, together', async () => {
  const parameters = [
    { name: 'mode', in: 'query', schema: { type: 'string', example: 'strict' } },
    { name: 'size', in: 'query', schema: { type: 'integer' } },
    { name: 'X-Region', in: 'header', schema: text, example: 'eu' },
    { name: 'theme', in: 'cookie', schema: text, examples: { dark: { value: 'black' } } },
  ];
  const properties = {
    name: { type: 'string', example: 'disable-comments' },
    kind: { ...text, examples: ['release'] },
    note: text,
  };
  const { requests } = await run(
    flags(properties, { parameters }),
    flagServer(() => undefined),
    {
      operations: ['addFlag'],
    },
  );
  const [first] = requests.filter(({ method }) => method === 'POST');
  expect(first?.target).toBe('/flags?mode=strict');
  expect(first?.headers).toMatchObject({ 'x-region': 'eu', cookie: 'theme=black' });
  expect(bodyOf(first as WireRequest)).toEqual({ name: 'disable-comments', kind: 'release' });
});

test('all named examples of parameters, headers and cookies are sent, those of one name together', async () => {
  const named = (...values: readonly string[]) => ({
    schema: text,
    examples: Object.fromEntries(values.map((value) => [value.slice(0, 1), { value }])),
  });
  const get = {
    operationId: 'search',
    parameters: [
      { name: 'sort', in: 'query', ...named('a1', 'b1', 'c1') },
      { name: 'X-Sort', in: 'header', ...named('a2', 'b2') },
      { name: 'mood', in: 'cookie', ...named('d3', 'b3') },
    ],
    responses: { 200: { description: '' } },
  };
  const { requests } = await run({ '/search': { get } }, () => json(200));
  const sent = requests.map(({ target, headers }) =>
    [target.slice(8), headers['x-sort'] ?? '', headers.cookie ?? ''].join(' '),
  );
  expect(sent).toEqual(
    expect.arrayContaining(
      ['sort=a1 a2 ', 'sort=b1 b2 mood=b3', 'sort=c1  ', '  mood=d3'].map((one) => expect.stringContaining(one.trim())),
    ),
  );
});

test('an accepted example is enough, even if the server rejects others', async () => {
  const { outcomes } = await run(
    flags({ name: { type: 'string', example: 'Disable Comments' } }),
    flagServer(({ name }) => (/^Disable Comments/.test(String(name)) ? undefined : json(400, { error: 'odd name' }))),
  );
  expect(outcomes).toEqual(['listFlags passed', 'addFlag passed', 'readFlag passed', 'removeFlag passed']);
});

test('names and keys are URL-friendly', async () => {
  const { sent } = await run(
    flags({ name: text, featureKey: text, displayName: text }, {}, ['name', 'featureKey']),
    flagServer(() => undefined),
  );
  expect(sent.length).toBeGreaterThan(0);
  for (const { name, featureKey } of sent)
    expect([name, featureKey]).toEqual([expect.stringMatching(/^[a-z\d-]+$/), expect.stringMatching(/^[\w-]+$/)]);
});

test('times are in the future if a server requires it, and a start precedes its end', async () => {
  const time = { type: 'string', format: 'date-time' };
  const properties = {
    name: text,
    starts_at: time,
    ends_at: time,
    expiresAt: time,
    due: { type: 'string', format: 'date' },
    valid_to: time,
    until: time,
  };
  const { sent } = await run(
    flags(properties, {}, Object.keys(properties)),
    flagServer(() => undefined),
  );
  const now = new Date().toISOString();
  for (const { starts_at: starts, name: _, ...others } of sent) {
    for (const one of Object.values(others)) expect(String(one) > now).toBe(true);
    expect(String(starts) < String(others.ends_at)).toBe(true);
  }
  expect(sent.length).toBeGreaterThan(0);
});

test.each<[rule: string, isRight: (value: string) => boolean, rejection: unknown]>([
  ['a list of values', (value) => value === 'eu' || value === 'us', { error: 'region must be one of: eu, us' }],
  [
    'values in a list',
    (value) => value === 'eu',
    { errors: [{ field: 'region', message: 'Allowed values are ["eu"]' }] },
  ],
  ['a pattern', (value) => /^r-\d{3}$/.test(value), { message: '"region" fails to match ^r-\\d{3}$' }],
  ['a length', (value) => value.length === 11, { detail: [{ loc: ['body', 'region'], msg: 'needs 11 characters' }] }],
  ['letters only', (value) => /^[a-z]+$/.test(value), { errors: { region: ['only letters'] } }],
  ['no value', () => false, { message: 'region is not supported yet' }],
])('a rejected request is changed according to the reason: %s', async (_, isRight, rejection) => {
  const { outcomes } = await run(
    flags({ name: text, region: text }),
    flagServer(({ region }) => (region === undefined || isRight(String(region)) ? undefined : json(422, rejection))),
  );
  expect(outcomes).toEqual(['listFlags passed', 'addFlag passed', 'readFlag passed', 'removeFlag passed']);
});

test('a missing property that the reason names is added', async () => {
  const properties = { name: { ...text, example: 'x' }, owner: { type: 'string', minLength: 2 } };
  const { outcomes } = await run(
    flags(properties),
    flagServer(({ owner }) => (owner === undefined ? json(400, { message: 'owner is required' }) : undefined)),
  );
  expect(outcomes).toContain('addFlag passed');
});

test.each<[kind: string, properties: object, unique: string, status: number, message: string]>([
  ['a unique property', { name: text, email: text }, 'email', 400, 'taken'],
  ['a property that the reason names', { name: text, note: text }, 'note', 422, 'this note exists already'],
  ['a name, by an unclear reason', { name: text, note: text }, 'name', 400, 'duplicate'],
])('each request has a new value of %s', async (_, properties, unique, status, message) => {
  const { verdict, outcomes } = await run(
    flags(properties, {}, Object.keys(properties)),
    flagServer((flag, all) => {
      if (!isTyped(flag) || Object.keys(properties).some((name) => flag[name] === undefined)) return json(400, {});
      return all.some((one) => one[unique] === flag[unique]) ? json(status, { message }) : undefined;
    }),
    { phases: ['examples', 'boundaries', 'random', 'scenarios'] },
  );
  expect(listErrors(verdict).map((one) => one.message)).toEqual([]);
  expect(outcomes).toEqual(['listFlags passed', 'addFlag passed', 'readFlag passed', 'removeFlag passed']);
});

test('each request has a new Idempotency-Key', async () => {
  const keys = new Set<unknown>();
  const parameters = [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: true,
      schema: { type: 'string', format: 'uuid' },
      example: '0e4b2f4c-93a1-4f6e-8a39-3d6b0a4f1c11',
    },
  ];
  const { verdict } = await run(
    flags({ name: text }, { parameters }),
    flagServer((flag, _, { headers }) => {
      const key = headers['idempotency-key'];
      if (!isTyped(flag) || flag.name === undefined || typeof key !== 'string') return json(400, {});
      if (!/^[\da-f-]{36}$/i.test(key)) return json(400, {});
      if (keys.has(key)) return json(422, { title: 'this key was used with another request' });
      keys.add(key);
      return undefined;
    }),
    { phases: ['examples', 'boundaries', 'random'], operations: ['addFlag'] },
  );
  expect(listErrors(verdict).map((one) => one.message)).toEqual([]);
});

test('an operation that was not tested has the reason of the server, and the value to give', async () => {
  const { reasons } = await run(
    flags({ name: text, plan: text }, {}, ['name', 'plan']),
    flagServer(() => json(400, { errors: [{ title: 'Invalid', detail: 'no plan is like that\n' }] })),
  );
  expect(reasons.addFlag).toMatch(
    / was rejected with 400: no plan is like that; give a valid value with --value addFlag.plan=…$/,
  );
  expect(reasons.readFlag).toMatch(/ was rejected with 404: .*; give a valid value with --value readFlag.id=…$/);
  expect(reasons.removeFlag).toMatch(
    /no item could be created for it: addFlag was rejected with 400: no plan is like that; give a valid value with --value addFlag.plan=…$/,
  );
});
