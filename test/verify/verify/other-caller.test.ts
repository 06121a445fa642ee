// Access control with two callers: neither can access items of the other.

import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, SecuritySchemeObject } from '../../../src/openapi/objects.ts';
import type { Callers } from '../../../src/verify/callers.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { createDiaryDocument, type DiarySettings, diaryDocument, startDiaries } from '../../support/diaries/diaries.ts';
import { documentSource } from '../../support/document-source.ts';

const ANNA = new Map([['key', 'anna']]);
const BEN = new Map([['key', 'ben']]);

/** Verifies the server as Anna, with Ben as the other caller. */
async function verified(
  settings: DiarySettings = {},
  {
    document = createDiaryDocument(),
    credentials = ANNA,
    callers = { other: BEN },
    headers = {},
  }: {
    document?: ReturnType<typeof createDiaryDocument>;
    credentials?: ReadonlyMap<string, string>;
    callers?: Callers;
    headers?: Record<string, string>;
  } = {},
) {
  const { url, requests, diaries } = await startDiaries(settings);
  const target = createTarget(url, { headers });
  const verdict = await verify({
    document,
    target,
    sandboxes: await detectSandboxes(target),
    credentials,
    callers,
    allowWrites: true,
    phases: ['scenarios'],
    checks: ['other-caller-rejected'],
    coverage: false,
  });
  target.close();
  const found = verdict.operations.flatMap(({ findings }) => findings);
  const left = [...diaries].map(([name, all]) => `${all.size} of ${name}`);
  return { verdict, requests, left, found: found.map((one) => `${one.severity} ${one.operation} ${one.message}`) };
}

test('a server that separates the callers has no finding, and all created items are removed', async () => {
  const { found, left, verdict, requests } = await verified();
  expect(found).toEqual([]);
  expect(left).toEqual(['0 of anna', '1 of ben']);
  expect(requests.filter((one) => /^ben (GET|PUT|DELETE|POST) \/diaries\/d-/.test(one)).length).toBeGreaterThan(3);
  const tested = verdict.operations.filter(({ appliedChecks }) => appliedChecks.has('other-caller-rejected'));
  expect(tested.map(({ operation }) => operation.id)).toEqual([
    'listDiaries',
    'getDiary',
    'replaceDiary',
    'removeDiary',
    'closeDiary',
  ]);
});

test.each<[what: string, settings: DiarySettings, found: readonly string[]]>([
  ['everybody reads', { fault: 'everybody reads' }, ['error getDiary another caller can read the item (200)']],
  [
    'others read a part',
    { fault: 'others read the title only' },
    ['warning getDiary 200 for another caller who reads the item, with other or fewer values'],
  ],
  [
    'everybody lists',
    { fault: 'everybody lists' },
    ['error listDiaries the list of another caller contains the item with its values, although reading it is rejected'],
  ],
  [
    'lists show all ids',
    { fault: 'lists show ids of all' },
    ['warning listDiaries the list of another caller contains the id of the item'],
  ],
  [
    'everybody changes',
    { fault: 'everybody changes' },
    ['error replaceDiary another caller can change the item (200)'],
  ],
  [
    'everybody changes, and reads are forbidden',
    { fault: 'everybody changes', hidden: 403 },
    ['error replaceDiary another caller can change the item (200)'],
  ],
  [
    'an action of everybody',
    { fault: 'everybody closes' },
    ['error closeDiary another caller can change the item (200)'],
  ],
  ['everybody deletes', { fault: 'everybody deletes' }, ['error removeDiary another caller can delete the item (204)']],
  ['an idempotent deletion', { fault: 'deletions of others are confirmed' }, []],
  ['403 for all of others', { hidden: 403 }, []],
  ['ids of each caller', { hasOwnIds: true }, []],
  ['a PUT that creates an item of the caller', { fault: 'everybody creates at any id' }, []],
])('of a server with the fault: %s', async (_, settings, expected) => {
  const { found, left } = await verified(settings);
  expect(found).toEqual(expected);
  expect(left).toEqual(['0 of anna', settings.hasOwnIds ? '50 of ben' : '1 of ben']);
});

test('an item that anyone may read is changed by the other caller, although its id is short', async () => {
  const open = diaryDocument();
  const { '/diaries': all, '/diaries/{id}': one } = open.paths as Record<
    string,
    { get: { security?: readonly object[] } }
  >;
  for (const path of [all, one]) if (path) path.get.security = [];
  const { found, verdict } = await verified(
    {
      fault: 'everybody deletes',
      callerOf: ({ method, headers }) => (method === 'GET' ? 'anna' : headers.authorization?.replace('Bearer ', '')),
    },
    { document: createDocument(documentSource(open as unknown as DocumentObject)) },
  );
  expect(found).toEqual(['error removeDiary another caller can delete the item (204)']);
  expect(verdict.operations.find(({ operation }) => operation.id === 'replaceDiary')?.appliedChecks).toContain(
    'other-caller-rejected',
  );
});

test.each<[what: string, settings: DiarySettings, found: readonly string[]]>([
  ['is correct', {}, []],
  ['lets everybody read', { fault: 'everybody reads' }, ['error getDiary another caller can read the item (200)']],
  [
    'lets everybody change',
    { fault: 'everybody changes' },
    ['error replaceDiary another caller can change the item (200)'],
  ],
  [
    'lets everybody delete',
    { fault: 'everybody deletes' },
    ['error removeDiary another caller can delete the item (204)'],
  ],
  ['has items of each caller at any id', { fault: 'everybody creates at any id' }, []],
])('items that only PUT creates are tested: a server that %s', async (_, settings, expected) => {
  const own = diaryDocument() as { paths: Record<string, Record<string, object>> };
  const { post: __, ...list } = own.paths['/diaries'] ?? {};
  const document = createDocument(documentSource({ ...own, paths: { ...own.paths, '/diaries': list } } as never));
  const { found, left, requests } = await verified({ ...settings, putCreates: true }, { document });
  expect(found).toEqual(expected);
  expect(requests).toContainEqual(expect.stringMatching(/^ben PUT /));
  expect(left).toEqual(['0 of anna', '1 of ben']);
});

test('with ids of each caller, no item of the other caller is changed', async () => {
  const { requests } = await verified({ hasOwnIds: true });
  expect(requests.filter((one) => /^ben (PUT|DELETE|POST)/.test(one))).toEqual([]);
});

test('without the other caller, only the first one sends requests', async () => {
  const { requests, found } = await verified({ fault: 'everybody reads' }, { callers: {} });
  expect(requests.some((one) => one.startsWith('ben'))).toBe(false);
  expect(found).toEqual([]);
});

test('items that are shared by the document are no finding', async () => {
  const own = diaryDocument() as { paths: Record<string, Record<string, object>> };
  Object.assign(own.paths['/diaries/{id}']?.get ?? {}, { 'x-understudy': { shared: true } });
  const document = createDocument(documentSource(own as never));
  expect((await verified({ fault: 'everybody reads' }, { document })).found).toEqual([]);
});

test.each([
  ['unknown credentials', {}, 'nobody', 'was rejected with 401'],
  ['no access at all', { reject: isBen }, 'ben', 'was rejected with 403'],
])('another caller with %s tests nothing, with a notice in the report', async (_, settings, token, reason) => {
  const { verdict } = await verified(settings, { callers: { other: new Map([['key', token]]) } });
  const read = verdict.operations.find(({ operation }) => operation.id === 'getDiary');
  expect(read?.untestedChecks.get('other-caller-rejected')).toContain(reason);
});

function isBen({ headers }: IncomingMessage): number | undefined {
  return headers.authorization === 'Bearer ben' ? 403 : undefined;
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const named = (text: string | null | undefined) => (text === 'anna' || text === 'ben' ? text : undefined);
test.each<[SecuritySchemeObject, { first: string; other: string }, (request: IncomingMessage) => string | undefined]>([
  [
    { type: 'http', scheme: 'basic' },
    { first: 'anna:one', other: 'ben:two' },
    ({ headers: { authorization } }) =>
      authorization === basic('anna:one') ? 'anna' : authorization === basic('ben:two') ? 'ben' : undefined,
  ],
  [
    { type: 'apiKey', in: 'header', name: 'X-Key' },
    { first: 'anna', other: 'ben' },
    ({ headers }) => named(String(headers['x-key'])),
  ],
  [
    { type: 'apiKey', in: 'query', name: 'key' },
    { first: 'anna', other: 'ben' },
    ({ url }) => named(new URL(url ?? '/', 'http://x').searchParams.get('key')),
  ],
  [
    { type: 'apiKey', in: 'cookie', name: 'session' },
    { first: 'anna', other: 'ben' },
    ({ headers }) => named(/session=(\w+)/.exec(headers.cookie ?? '')?.[1]),
  ],
])('works with the scheme %o', async (scheme, { first, other }, callerOf) => {
  const document = createDiaryDocument(scheme);
  const credentials = new Map([['key', first]]);
  const callers = { other: new Map([['key', other]]) };
  expect((await verified({ callerOf }, { document, credentials, callers })).found).toEqual([]);
  const { found } = await verified({ callerOf, fault: 'everybody reads' }, { document, credentials, callers });
  expect(found).toEqual(['error getDiary another caller can read the item (200)']);
});

test('a common header with the credentials of the first caller is not sent for the other', async () => {
  const scheme = { type: 'apiKey', in: 'header', name: 'X-Key' } as const;
  const callerOf = ({ headers }: IncomingMessage) => named(String(headers['x-key']));
  const { found } = await verified(
    { callerOf },
    { document: createDiaryDocument(scheme), headers: { 'X-Key': 'anna' } },
  );
  expect(found).toEqual([]);
});
