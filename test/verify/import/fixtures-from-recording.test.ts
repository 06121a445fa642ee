// Fixtures from a recording: a mock server with them responds like the recorded server.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { openDocument } from '../../../src/openapi/read/open-document.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { compareRecorded } from '../../../src/verify/compare/compare-recorded.ts';
import { compareServers, createSide } from '../../../src/verify/compare/compare-servers.ts';
import { matchRecording } from '../../../src/verify/import/match-recording.ts';
import { readHar } from '../../../src/verify/import/read-har.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { fixturesIn, readFixturesCase } from '../../support/cases/read-fixtures.cases.ts';
import { CREW, crew, differences } from '../../support/crew/compared.ts';
import { startCrew } from '../../support/crew/crew.ts';
import { aDay, recorder } from '../../support/crew/record.ts';
import { documentSource } from '../../support/document-source.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** A HAR with these exchanges. */
function harOf(
  ...exchanges: readonly (readonly [
    request: string,
    status: number,
    answer?: unknown,
    sent?: unknown,
    headers?: object,
  ])[]
) {
  const json = (value: unknown) => ({ mimeType: 'application/json', text: JSON.stringify(value) });
  const entries = exchanges.map(([request, status, response, sent, headers = {}]) => {
    const [method = '', url = ''] = request.split(' ');
    const fields = Object.entries(headers).map(([name, value]) => ({ name, value }));
    return {
      request: {
        method,
        url: `https://api.example.com${url}`,
        headers: fields,
        ...(sent !== undefined && { postData: json(sent) }),
      },
      response: { status, headers: [], content: response === undefined ? {} : json(response) },
    };
  });
  return JSON.stringify({ log: { version: '1.2', entries } });
}

const ANN = { id: 'p1', name: 'Ann', joinedAt: '2026-01-01T10:00:00Z' };
const BEN = { id: 'p2', name: 'Ben', joinedAt: '2026-01-02T10:00:00Z' };
const task = (more: object) => ({
  id: 't1',
  title: 'Wash',
  state: 'open',
  createdAt: '2026-01-01T10:00:00Z',
  version: 1,
  self: 'https://api.example.com/tasks/t1',
  ...more,
});

readFixturesCase('docs/reference/bookshop.yaml');

describe('fixtures of a recording', () => {
  test('give a mock server the items and lists of the recorded server', async () => {
    const server = await startCrew({ ids: 'drawn' });
    const recording = recorder(server.url);
    await aDay(recording);
    for (const target of ['/people', '/tasks']) await recording.send('GET', target);
    const { collections, notices: remarks } = await fixturesIn(crew, recording.har());
    expect(remarks).toEqual([]);
    const folder = join(await temporaryFolder(), 'fixtures');
    await mkdir(folder);
    for (const [name, items] of collections) await writeFile(join(folder, `${name}.json`), JSON.stringify(items));
    expect(collections.get('people')).toHaveLength(4);
    expect(collections.get('tasks')).toHaveLength(6);

    const mockServer = await createMockServer({
      apis: [{ name: 'crew', document: CREW, infer: true, fixtures: folder }],
    });
    const targets = [createTarget(server.url), createTarget((await mockServer.listen()).url)] as const;
    const [one, other] = await Promise.all(
      targets.map(async (target) => createSide(target, await detectSandboxes(target), new Map())),
    );
    if (!one || !other) throw new Error('expected two sides');
    const reads = ['listPeople', 'getPerson', 'listTasks', 'getTask'];
    const ignore = [
      '* /body/code',
      '* /body/tasks/*/self',
      '* /body/self',
      '* /body/message',
      '* /headers/etag',
      '* /body/tasks/*/person',
      '* /body/person',
    ];
    const comparison = await compareServers({
      document: crew,
      sides: [one, other],
      operations: reads,
      maxBoundaryRequests: 20,
      ignore,
      phases: ['examples', 'scenarios'],
    });
    expect(differences(comparison)).toEqual([]);
    expect(comparison.score).toBe(100);
    const recordedReads = recording.entries.slice(-2);
    const { recorded } = await matchRecording(crew, readHar(JSON.stringify(recordedReads), 'reads'));
    const replayed = await compareRecorded({ document: crew, sides: [one, other], ignore }, recorded);
    expect(differences(replayed)).toEqual([]);
    for (const target of targets) target.close();
    await mockServer.close();
    await server.close();
  });

  test('have the final state: items as last changed, without deleted ones', async () => {
    const { collections } = await fixturesIn(
      crew,
      harOf(
        ['GET /people', 200, [ANN, BEN]],
        ['POST /tasks', 201, task({ labels: ['a'] }), { title: 'Wash', labels: ['a'] }],
        ['PATCH /tasks/t1', 200, task({ state: 'done', version: 2 }), { state: 'done' }],
        ['DELETE /people/p2', 204],
        ['POST /people', 201, { ...BEN, id: 'p3' }, { name: 'Ben' }],
        ['GET /people/p3', 404, { code: 'not_found', message: 'no' }],
        ['POST /people', 201, { ...BEN, id: 'p4' }, { name: 'Ben' }],
        ['GET /people/p4', 410, { code: 'gone', message: 'no' }],
        ['GET /people/p5', 300, { ...BEN, id: 'p5' }],
        ['GET /tasks/t9', 500, { message: 'oh' }],
      ),
    );
    expect(collections.get('people')).toEqual([ANN]);
    expect(collections.get('tasks')).toEqual([task({ state: 'done', version: 2 })]);
  });

  test.each<[what: string, request: string, status: number, tasks: readonly unknown[] | undefined]>([
    ['an empty collection, if its list was empty', 'GET /tasks', 200, []],
    ['no collection, if only a page was empty', 'GET /tasks?limit=2&cursor=x', 200, undefined],
    ['no collection, if the list was rejected', 'GET /tasks', 401, undefined],
  ])('have %s', async (_, request, status, tasks) => {
    const { collections } = await fixturesIn(crew, harOf([request, status, { total: 0, tasks: [] }]));
    expect(collections.get('tasks')).toEqual(tasks);
  });

  test('are in the order of unsorted lists', async () => {
    const tasks = ['t1', 't2', 't3', 't4'].map((id) => task({ id }));
    const page = (...at: readonly number[]) => ({ total: 4, tasks: at.map((one) => tasks[one]) });
    const { collections } = await fixturesIn(
      crew,
      harOf(
        ['GET /tasks?sort=-title', 200, page(3, 1)],
        ['GET /tasks?limit=2', 200, page(0, 1)],
        ['GET /tasks?limit=2&cursor=x', 200, page(2, 3)],
      ),
    );
    expect(collections.get('tasks')?.map((one) => (one as { readonly id: string }).id)).toEqual([
      't1',
      't2',
      't3',
      't4',
    ]);
  });

  test('have no invalid items, which are reported', async () => {
    const { collections, notices: remarks } = await fixturesIn(
      crew,
      harOf(['GET /people', 200, [ANN, { id: 'p2', name: 7 }]], ['GET /tasks', 200, { total: 0, tasks: [] }]),
    );
    expect(collections.get('people')).toEqual([ANN]);
    expect(collections.get('tasks')).toEqual([]);
    expect(remarks).toEqual([expect.stringContaining('people p2: ')]);
  });

  test('have no secrets: values never returned, values of secret names, and credentials', async () => {
    const token = 'eyJhbGciOi.J9.c3VwZXJzZWNyZXQ';
    const { collections } = await fixturesIn(
      crew,
      harOf(
        ['POST /people', 201, ANN, { name: 'Ann', password: 'correct horse' }, { Authorization: `Bearer ${token}` }],
        ['GET /people/p2', 200, { ...BEN, name: `Ben ${token}`, apiKey: 'k-123456' }],
      ),
    );
    const text = JSON.stringify([...collections]);
    for (const secret of [token, 'correct horse', 'k-123456']) expect(text).not.toContain(secret);
    expect(collections.get('people')).toHaveLength(2);
  });

  test('have no deeply nested secrets', async () => {
    const deep = (levels: number): object =>
      levels === 0 ? { password: 'correct horse' } : { more: deep(levels - 1) };
    const { collections } = await fixturesIn(
      crew,
      harOf(['GET /people/p1', 200, { ...ANN, ...deep(20) }], ['GET /people/p2', 200, { ...BEN, ...deep(200) }]),
    );
    expect(collections.get('people')).toHaveLength(2);
    expect(JSON.stringify([...collections])).not.toContain('correct horse');
  });

  test('have items with unusual ids', async () => {
    const odd = ['__proto__', 'constructor', 'a/b', '%2F', '🐾'];
    const people = odd.map((id) => ({ ...ANN, id }));
    const { collections } = await fixturesIn(crew, harOf(['GET /people', 200, people], ['DELETE /people/a%2Fb', 204]));
    expect(collections.get('people')).toEqual(people.filter(({ id }) => id !== 'a/b'));
  });
});

test('an item after PUT with 204 is as sent, and a deleted part is removed from its item', async () => {
  const text = { type: 'string' };
  const note = { type: 'object', properties: { text } };
  const properties = { id: text, title: text, note };
  const json = (schema: object) => ({ content: { 'application/json': { schema } } });
  const book = { $ref: '#/components/schemas/Book' };
  const id = [{ name: 'bookId', in: 'path', required: true, schema: text }];
  const done = { responses: { 204: { description: '' } } };
  const shelf = createDocument(
    documentSource({
      openapi: '3.0.3',
      info: { title: 'Shelf', version: '1' },
      paths: {
        '/books': {
          get: { responses: { 200: { description: '', ...json({ type: 'array', items: book }) } } },
          post: { requestBody: json(book), responses: { 201: { description: '', ...json(book) } } },
        },
        '/books/{bookId}': {
          parameters: id,
          get: { responses: { 200: { description: '', ...json(book) } } },
          put: { requestBody: json(book), ...done },
        },
        '/books/{bookId}/note': {
          parameters: id,
          get: { responses: { 200: { description: '', ...json(note) } } },
          put: { requestBody: json(note), ...done },
          delete: done,
        },
      },
      components: { schemas: { Book: { type: 'object', required: ['id', 'title'], properties } } },
    } as unknown as DocumentObject),
  );
  const { collections } = await fixturesIn(
    shelf,
    harOf(
      [
        'GET /books',
        200,
        [
          { id: 'a', title: 'Emma', note: { text: 'torn' } },
          { id: 'b', title: 'Ema', note: { text: 'new' } },
        ],
      ],
      ['DELETE /books/a/note', 204],
      ['PUT /books/c/note', 204, undefined, { text: 'of nothing' }],
      ['PUT /books/b', 204, undefined, { id: 'b', title: 'Emma', note: { text: 'old' } }],
    ),
  );
  expect(collections.get('books')).toEqual([
    { id: 'a', title: 'Emma' },
    { id: 'b', title: 'Emma', note: { text: 'old' } },
  ]);
});

test('nested items are written with their parents, and removed with them', async () => {
  const petstore = createDocument(
    await openDocument(join(import.meta.dirname, '../../../examples/petstore/petstore.yaml')),
  );
  const visit = { id: 1, date: '2026-01-01', reason: 'vaccination' };
  const { collections } = await fixturesIn(
    petstore,
    harOf(
      [
        'GET /pets',
        200,
        [
          { id: 7, name: 'Mia', kind: 'cat' },
          { id: 8, name: 'Rex', kind: 'dog' },
        ],
      ],
      ['GET /pets/7/visits', 200, [visit]],
      ['GET /pets/8/visits', 200, [{ ...visit, id: 2 }]],
      ['DELETE /pets/8', 204],
    ),
  );
  expect(Object.fromEntries(collections)).toEqual({
    pets: [{ id: 7, name: 'Mia', kind: 'cat' }],
    visits: [{ parents: { petId: '7' }, item: visit }],
  });
});
