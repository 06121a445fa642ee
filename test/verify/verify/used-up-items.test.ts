// Rejections whose cause is a deleted item or a duplicate: the case is sent again at a new item.

import { expect, onTestFinished, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';
import type { Callers } from '../../../src/verify/callers.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { replay } from '../../../src/verify/replay/replay.ts';
import { createReport } from '../../../src/verify/report/report.ts';
import type { VerifySettings } from '../../../src/verify/settings.ts';
import { createTarget } from '../../../src/verify/target.ts';
import type { OperationVerdict } from '../../../src/verify/verdict.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const statuses = (...all: readonly number[]) => Object.fromEntries(all.map((status) => [status, { description: '' }]));
const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const ISBN = { type: 'string', pattern: '^97[89]\\d{10}$' };
const NUMBER = parameter('id', { type: 'integer', minimum: 1 });
const book = {
  type: 'object',
  required: ['isbn', 'pages'],
  properties: { isbn: ISBN, pages: { type: 'integer', minimum: 1 } },
};
const ticket = {
  type: 'object',
  required: ['id', 'title', 'status'],
  properties: {
    id: { type: 'integer', readOnly: true },
    title: { type: 'string', minLength: 1 },
    status: { type: 'string', readOnly: true },
  },
};
const resource = (name: string, path: string, id: ReturnType<typeof parameter>, schema: object) => ({
  [`/${path}`]: {
    get: {
      operationId: `list${name}s`,
      responses: { 200: { description: '', ...content({ type: 'array', items: schema }) }, ...statuses(401) },
    },
    post: {
      operationId: `add${name}`,
      requestBody: { required: true, ...content(schema) },
      responses: { 201: { description: '', ...content(schema) }, ...statuses(400, 401, 409) },
    },
  },
  [`/${path}/{${id.name}}`]: {
    parameters: [id],
    get: {
      operationId: `get${name}`,
      responses: { 200: { description: '', ...content(schema) }, ...statuses(400, 401, 404) },
    },
    delete: { operationId: `remove${name}`, responses: statuses(204, 400, 401, 404) },
  },
});

const document = createDocument(
  documentSource({
    openapi: '3.0.3',
    info: { title: 'Library', version: '1' },
    security: [{ login: ['write'] }],
    paths: {
      ...resource('Book', 'books', parameter('isbn', ISBN), book),
      ...resource('Ticket', 'tickets', NUMBER, ticket),
      '/tickets/{id}/cancel': {
        post: {
          operationId: 'cancelTicket',
          parameters: [NUMBER],
          responses: { 200: { description: '', ...content(ticket) }, ...statuses(400, 401, 404, 409) },
        },
      },
    },
    components: {
      securitySchemes: {
        login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: { write: '' } } } },
      },
    },
  } as unknown as DocumentObject),
);

interface Faults {
  /** Requests without authentication: `DELETE books`. */
  readonly unguarded?: string;
  /** The same with a token that lacks the scope. */
  readonly unscoped?: string;
  /** Whether books may have less than a page. */
  readonly withoutMinimum?: boolean;
  /** Maximum number of create requests that are accepted. */
  readonly quota?: number;
  /** Whether items do not exist for unauthenticated callers. */
  readonly hidesItems?: boolean;
  /** Whether a deleted book keeps its id. */
  readonly keepsIds?: boolean;
}

/** A server whose items exist once: it rejects duplicates, and requests for deleted or cancelled ones. */
function library({
  unguarded,
  unscoped,
  withoutMinimum = false,
  quota = 1000,
  keepsIds = false,
  hidesItems = false,
}: Faults) {
  const books = new Map<string, { isbn: string; pages: number }>();
  const tickets = new Map<string, { id: number; title: string; status: string }>();
  const taken = new Set<string>();
  let last = 0;
  const json = (status: number, value?: unknown): WireResponse => ({
    status,
    headers: {
      ...(status === 401 && { 'www-authenticate': 'Bearer' }),
      ...(value !== undefined && { 'content-type': 'application/json' }),
    },
    body: value === undefined ? '' : JSON.stringify(value),
  });
  return ({ method, target, headers, body }: WireRequest): WireResponse => {
    const [, kind = '', id, action] = target.replace(/\?.*/, '').split('/');
    const deed = `${method} ${action ?? kind}`;
    if (deed !== unguarded) {
      if (!['Bearer t', 'Bearer unscoped'].includes(String(headers.authorization)))
        return json(hidesItems && id !== undefined ? 404 : 401);
      if (headers.authorization === 'Bearer unscoped' && deed !== unscoped) return json(403);
    }
    const items: Map<string, unknown> = kind === 'books' ? books : tickets;
    if (id === undefined && method === 'GET') return json(200, [...items.values()]);
    if (id !== undefined) {
      if (!(kind === 'books' ? /^97[89]\d{10}$/ : /^[1-9]\d*$/).test(id)) return json(400);
      if (!items.has(id)) return json(404);
      if (method === 'GET') return json(200, items.get(id));
      const found = tickets.get(id);
      if (action === 'cancel' && found?.status === 'cancelled') return json(409);
      if (action === 'cancel' && found) found.status = 'cancelled';
      if (action === 'cancel') return json(200, found);
      if (method !== 'DELETE') return json(405);
      items.delete(id);
      return json(204);
    }
    if (last === quota) return json(409, { message: 'the quota is used up' });
    if (headers['content-type'] !== 'application/json') return json(415);
    const sent = parse(body);
    if (kind === 'tickets') {
      if (typeof sent?.title !== 'string' || sent.title === '') return json(400);
      last += 1;
      tickets.set(`${last}`, { id: last, title: sent.title, status: 'open' });
      return json(201, tickets.get(`${last}`));
    }
    const { isbn, pages } = sent ?? {};
    if (typeof isbn !== 'string' || !/^97[89]\d{10}$/.test(isbn) || !Number.isInteger(pages)) return json(400);
    if (books.has(isbn) || (keepsIds && taken.has(isbn))) return json(409, { message: 'isbn is taken' });
    if (Number(pages) < 1 && !withoutMinimum) return json(400);
    last += 1;
    taken.add(isbn);
    books.set(isbn, { isbn, pages: Number(pages) });
    return json(201, books.get(isbn));
  };
}

function parse(body: Uint8Array): Record<string, unknown> | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

/** Verifies the server. */
async function verdictsOf(faults: Faults, callers: Callers = {}, operations?: readonly string[]) {
  const { url, requests } = await responding(library(faults));
  const target = createTarget(url);
  onTestFinished(() => target.close());
  const settings: VerifySettings = {
    document,
    target,
    sandboxes: await detectSandboxes(target),
    credentials: new Map([['login', 't']]),
    callers,
    ...(operations && { operations }),
    randomRequests: 0,
    checks: ['authentication-required', 'scope-required', 'invalid-input-rejected', 'missing-required-rejected'],
    allowWrites: true,
  };
  const verdict = await verify(settings);
  const find = (id: string) => verdict.operations.find(({ operation }) => operation.id === id) as OperationVerdict;
  const findings = verdict.operations.flatMap((one) =>
    one.findings
      .filter(({ severity }) => severity === 'error')
      .map(({ check, message }) => `${one.operation.id} ${check}: ${message}`),
  );
  return { find, findings, requests, verdict, settings };
}

test('a server without faults has no findings, and each operation is tested', async () => {
  const { findings, find } = await verdictsOf({}, { unscoped: new Map([['login', 'unscoped']]) });
  expect(findings).toEqual([]);
  for (const id of ['removeBook', 'removeTicket', 'cancelTicket', 'addBook']) {
    expect([id, find(id).outcome]).toEqual([id, 'passed']);
    expect(find(id).appliedChecks).toContain('authentication-required');
    expect(find(id).appliedChecks).toContain('scope-required');
    expect(find(id).untestedChecks.size).toBe(0);
  }
});

test.each([
  ['DELETE books', 'removeBook', 204],
  ['DELETE tickets', 'removeTicket', 204],
  ['POST cancel', 'cancelTicket', 200],
  ['POST books', 'addBook', 201],
])('%s without authentication is found', async (unguarded, id, status) => {
  const { findings, find } = await verdictsOf({ unguarded });
  expect(findings).toEqual([`${id} authentication-required: ${status} for a request without credentials`]);
  expect(find(id).findings[0]?.count).toBe(3);
});

test.each([
  ['DELETE books', 'removeBook', 204],
  ['POST cancel', 'cancelTicket', 200],
  ['POST books', 'addBook', 201],
])('%s with a token without the scope is found', async (unscoped, id, status) => {
  const { findings } = await verdictsOf({ unscoped }, { unscoped: new Map([['login', 'unscoped']]) });
  expect(findings).toEqual([`${id} scope-required: ${status} for a request with a token without the scope write`]);
});

test('a server that hides items from unauthenticated callers has warnings', async () => {
  const { find, findings } = await verdictsOf({ hidesItems: true });
  expect(findings).toEqual([]);
  for (const id of ['removeBook', 'removeTicket', 'cancelTicket', 'getBook'])
    expect([id, ...find(id).untestedChecks, ...find(id).findings.map(({ message }) => message)]).toEqual([
      id,
      '404 instead of 401 for a request without credentials',
    ]);
});

test('an expired token is sent to an item that exists', async () => {
  const token = { token: 'unscoped', description: 'with an expired token' };
  const { findings } = await verdictsOf({ unscoped: 'DELETE tickets' }, { rejected: new Map([['login', [token]]]) });
  expect(findings).toEqual(['removeTicket authentication-required: 204 for a request with an expired token']);
});

test('without another item, authentication is not tested', async () => {
  const { find } = await verdictsOf({ unguarded: 'DELETE tickets', quota: 1 }, {}, ['removeTicket']);
  expect([...find('removeTicket').untestedChecks]).toEqual([
    [
      'authentication-required',
      'its request got 404, and a valid one was rejected there, too; no new item could be created: addTicket was rejected with 409: the quota is used up',
    ],
  ]);
});

test('each invalid variant of a create request has a new id, unless the id is what is invalid', async () => {
  const { find, findings, requests } = await verdictsOf({ withoutMinimum: true });
  expect(findings).toEqual([
    'addBook invalid-input-rejected: accepted with 201, but invalid: body /pages just below minimum: body /pages must be at least 1',
  ]);
  expect(find('addBook').statuses.has(409)).toBe(false);
  expect(requests.map(({ body }) => parse(body)?.isbn)).toContain(' ');
});

test('409 rejects no invalid value where a valid request gets 409, too', async () => {
  const { find, findings } = await verdictsOf({ withoutMinimum: true, unguarded: 'POST books', quota: 1 }, {}, [
    'addBook',
  ]);
  expect(findings).toEqual([]);
  const reason = 'its request got 409, and a valid one was rejected there, too';
  expect(find('addBook').untestedChecks).toEqual(
    new Map([
      ['invalid-input-rejected', reason],
      ['missing-required-rejected', reason],
      ['authentication-required', reason],
    ]),
  );
});

test.each([
  ['deletes items', false, { addBook: 'happens', removeBook: 'happens' }],
  // The request with the finding has its id; that of the deleted item is free to be another one.
  ['keeps the ids of deleted items', true, { addBook: 'notReplayed', removeBook: 'happens' }],
])('a finding is replayed twice on a server that %s', async (_, keepsIds, outcomes) => {
  const { verdict, settings } = await verdictsOf({ withoutMinimum: true, unguarded: 'DELETE books', keepsIds });
  const credentials = settings.credentials ?? new Map();
  const displayPath = (path: string) => path;
  const report = await createReport(verdict, {
    source: document.source,
    displayPath,
    credentials,
    base: '',
    version: '1',
  });
  const findings = report.operations.flatMap((operation) =>
    [...operation.findings, ...structuredClone(operation.findings)].map((finding) => ({
      operation,
      finding,
      severity: 'error' as const,
    })),
  );
  const results = await replay(findings, { ...settings, report, secrets: credentials });
  expect(results.map(({ operation, outcome }) => [operation.operation, outcome])).toEqual(
    Object.entries(outcomes).flatMap((one) => [one, one]),
  );
});
