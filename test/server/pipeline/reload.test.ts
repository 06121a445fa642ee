// Reloading: document, fixtures and handlers change while the server runs.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMockServer, type MockServer, type MockServerSettings } from '../../../src/index.ts';
import { loadApi } from '../../../src/server/pipeline/api/load-api.ts';
import { createFileStamp } from '../../../src/server/pipeline/api/shared-loads.ts';
import { documentOf, jsonAnswers, type OwnApi } from '../../support/own-api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const BROWSER = 'text/html,application/xhtml+xml';

interface Thing {
  readonly id: string;
  readonly name?: string;
}

const list = jsonAnswers({ 200: { type: 'array' } });
const one = jsonAnswers({ 200: { type: 'object' } });
const body = { content: { 'application/json': { schema: { type: 'object' } } } };
const things = (more: object = {}) =>
  documentOf({
    '/things': {
      get: { operationId: 'listThings', responses: list },
      post: { operationId: 'addThing', requestBody: body, responses: one },
    },
    ...more,
  });
const schema = (names: readonly string[], thing: object = {}) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'array', items: thing }])),
});

// biome-ignore lint/suspicious/noExplicitAny: handlers of an API without types
type AnyCall = any;
const handlers = {
  listThings: ({ store }: AnyCall) => [...store.collections.things.values()],
  addThing: ({ input, store }: AnyCall) =>
    store.change(({ things: all }: AnyCall) => {
      all.add(input);
      return input;
    }),
};

/** A mock server whose files a test rewrites. */
async function running(more: Partial<MockServerSettings> = {}) {
  const folder = await temporaryFolder();
  const write = (name: string, content: unknown) => writeFile(join(folder, name), JSON.stringify(content));
  await mkdir(join(folder, 'fixtures'));
  await write('api.json', things());
  await write('fixtures/schema.json', schema(['things']));
  await write('fixtures/things.json', [{ id: '1' }]);
  const api = {
    name: 'own',
    document: join(folder, 'api.json'),
    fixtures: join(folder, 'fixtures'),
    handlers,
    infer: true,
  } as unknown as OwnApi;
  const mockServer = await createMockServer({ apis: [api], ...more });
  onTestFinished(() => mockServer.close());
  return { mockServer, folder, write, api };
}

async function send(mockServer: MockServer, path: string, given?: unknown, sandbox = 'main'): Promise<unknown> {
  const headers = { 'content-type': 'application/json', 'x-understudy-sandbox': sandbox };
  const init = given === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(given) };
  const response = await mockServer.fetch(new Request(`http://localhost${path}`, init));
  return response.status === 200 ? response.json() : response.status;
}

const add = (mockServer: MockServer, thing: Thing, sandbox?: string) => send(mockServer, '/things', thing, sandbox);
const list1 = [{ id: '1' }];

describe('after a reload, a mock server', () => {
  test('uses the new document, with the existing records, in all sandboxes', async () => {
    const { mockServer, write } = await running();
    await add(mockServer, { id: '2' });
    await add(mockServer, { id: '3' }, 'blue');
    expect(await send(mockServer, '/others')).toBe(404);
    await write('api.json', things({ '/others': { get: { operationId: 'listOthers', responses: list } } }));
    expect(await mockServer.reload()).toEqual([]);
    expect(await send(mockServer, '/others')).toEqual(expect.any(Array));
    expect(await send(mockServer, '/things')).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await send(mockServer, '/things', undefined, 'blue')).toEqual([{ id: '1' }, { id: '3' }]);
    expect(mockServer.documents()).toMatchObject([{ operations: 3 }]);
    expect(await send(mockServer, '/_understudy/undo', {})).toMatchObject({ undone: 1 });
    expect(await send(mockServer, '/things')).toEqual(list1);
  });

  test('uses the new handlers, and finishes open requests with the old ones', async () => {
    const { mockServer, api } = await running();
    let go: (name: string) => void = () => undefined;
    let isUnderWay: () => void = () => undefined;
    const underWay = new Promise<void>((resolve) => {
      isUnderWay = resolve;
    });
    const waiting = (): Promise<unknown> => {
      isUnderWay();
      return new Promise((resolve) => {
        go = (name) => resolve([{ name }]);
      });
    };
    const apiWith = (listThings: unknown) => ({ ...api, handlers: { ...handlers, listThings } }) as unknown as OwnApi;
    await mockServer.reload(async () => [apiWith(waiting)]);
    const early = send(mockServer, '/things');
    await underWay;
    await mockServer.reload(async () => [apiWith(() => [{ name: 'new' }])]);
    expect(await send(mockServer, '/things')).toEqual([{ name: 'new' }]);
    go('old');
    expect(await early).toEqual([{ name: 'old' }]);
  });

  test('uses the new fixture of an unchanged collection, and resets to it', async () => {
    const { mockServer, write } = await running();
    await add(mockServer, { id: '2' }, 'blue');
    await write('fixtures/things.json', [{ id: '9' }]);
    await mockServer.reload();
    expect(await send(mockServer, '/things')).toEqual([{ id: '9' }]);
    expect(await send(mockServer, '/things', undefined, 'blue')).toEqual([{ id: '1' }, { id: '2' }]);
    await send(mockServer, '/_understudy/reset', {}, 'blue');
    expect(await send(mockServer, '/things', undefined, 'blue')).toEqual([{ id: '9' }]);
    expect(await send(mockServer, '/things', undefined, 'green')).toEqual([{ id: '9' }]);
  });

  test('has the collections of the new fixtures', async () => {
    const { mockServer, write } = await running();
    await write('fixtures/schema.json', schema(['things', 'others']));
    await write('fixtures/others.json', [{ id: 'o' }]);
    await mockServer.reload();
    await add(mockServer, { id: '2' });
    expect(await send(mockServer, '/_understudy/state')).toMatchObject({
      apis: { own: { things: [{ id: '1' }, { id: '2' }], others: [{ id: 'o' }] } },
    });
  });

  test('restores snapshots from before', async () => {
    const { mockServer, write } = await running();
    await send(mockServer, '/_understudy/snapshots', { name: 'then' });
    await add(mockServer, { id: '2' });
    await write('fixtures/schema.json', schema(['things', 'others']));
    await mockServer.reload();
    await send(mockServer, '/_understudy/snapshots/then/restore', {});
    expect(await send(mockServer, '/things')).toEqual(list1);
  });
});

describe('records that are no longer valid', () => {
  test('are reported and quarantined on disk before they are removed, and return when they are valid again', async () => {
    const data = join(await temporaryFolder(), 'data');
    const { mockServer, write } = await running({ data });
    await add(mockServer, { id: '2', name: 'two' });
    const named = schema(['things'], { type: 'object', required: ['name'] });
    await write('fixtures/things.json', [{ id: '1', name: 'one' }]);
    await write('fixtures/schema.json', named);
    const aside = join(data, 'own.aside.json');
    expect(await mockServer.reload()).toEqual([
      `1 record of own is no longer valid and was moved to ${aside}; it returns when valid.`,
    ]);
    expect(await send(mockServer, '/things')).toEqual([{ id: '2', name: 'two' }]);
    expect(JSON.parse(await readFile(aside, 'utf8'))).toEqual({ things: [{ id: '1' }] });

    await write('fixtures/schema.json', schema(['things']));
    expect(await mockServer.reload()).toEqual(['All records of own are valid again.']);
    expect(await send(mockServer, '/things')).toEqual([{ id: '2', name: 'two' }, { id: '1' }]);
    expect(await readdir(data)).not.toContain('own.aside.json');
  });

  test('include those of a removed collection', async () => {
    const { mockServer, write, folder } = await running();
    await add(mockServer, { id: '2' });
    await add(mockServer, { id: '3' }, 'blue');
    const moved = async (from: string, to: string) => {
      await write('fixtures/schema.json', schema([to]));
      await rename(join(folder, `fixtures/${from}.json`), join(folder, `fixtures/${to}.json`));
    };
    await moved('things', 'items');
    expect(await mockServer.reload()).toEqual([
      '2 records of own are no longer valid and were moved to memory; they return when valid.',
      '2 records of own in sandbox blue are no longer valid and were moved to memory; they return when valid.',
    ]);
    await moved('items', 'things');
    await mockServer.reload();
    expect(await send(mockServer, '/things')).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await send(mockServer, '/things', undefined, 'blue')).toEqual([{ id: '1' }, { id: '3' }]);
  });

  test('are the same on disk as in memory', async () => {
    const data = join(await temporaryFolder(), 'data');
    const { mockServer, write, api } = await running({ data });
    await add(mockServer, { id: '2', name: 'two' });
    await write('fixtures/schema.json', schema(['things', 'others'], { type: 'object', required: ['name'] }));
    await write('fixtures/things.json', []);
    await mockServer.reload();
    await add(mockServer, { id: '3', name: 'three' });
    await mockServer.close();
    const next = await createMockServer({ apis: [api], data });
    onTestFinished(() => next.close());
    expect(await send(next, '/things')).toEqual([
      { id: '2', name: 'two' },
      { id: '3', name: 'three' },
    ]);
    // Records that an earlier process quarantined stay there.
    await write('fixtures/schema.json', schema(['things', 'others'], { type: 'object', required: ['size'] }));
    await next.reload();
    const { things } = JSON.parse(await readFile(join(data, 'own.aside.json'), 'utf8'));
    expect(things.map(({ id }: { id: string }) => id).toSorted()).toEqual(['1', '2', '3']);
    expect(existsSync(join(data, 'own.aside-2.json'))).toBe(false);
    await write('fixtures/schema.json', schema(['things', 'others']));
    expect(await next.reload()).toEqual(['All records of own are valid again.']);
    expect(await send(next, '/things')).toHaveLength(3);
  });
});

test('records that cannot be quarantined stay in their collection, and the reload is rejected', async () => {
  const data = join(await temporaryFolder(), 'data');
  const { mockServer, write } = await running({ data });
  await add(mockServer, { id: '2' });
  await mkdir(join(data, 'own.aside.json.new'));
  await write('fixtures/schema.json', schema(['others']));
  await rm(join(mockServer.files()[1] ?? '', 'things.json'));
  await expect(mockServer.reload()).rejects.toThrow(/EISDIR/);
  expect(await send(mockServer, '/things')).toEqual([{ id: '1' }, { id: '2' }]);
  await add(mockServer, { id: '3' });
  expect(await send(mockServer, '/things')).toHaveLength(3);
});

describe('a reload that cannot be served', () => {
  test('is rejected and reported on the start page, and the previous version is still served', async () => {
    const { mockServer, write } = await running();
    const page = async (accept: string) =>
      (await mockServer.fetch(new Request('http://localhost/', { headers: { accept } }))).text();
    await add(mockServer, { id: '2' });
    await write('api.json', { openapi: '3.0.3' });
    await expect(mockServer.reload()).rejects.toThrow(/no paths, no webhooks/);
    expect(await send(mockServer, '/things')).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await page(BROWSER)).toMatch(/role="alert"[\s\S]*no paths, no webhooks/);
    expect(await page('*/*')).toMatch(/Reload failed, still serving the previous version:[\s\S]*no paths, no webhooks/);
    await expect(mockServer.reload(() => Promise.reject(new Error('no <config>')))).rejects.toThrow('no <config>');
    expect(await page(BROWSER)).toContain('no &lt;config&gt;');
    await write('api.json', things());
    await mockServer.reload();
    expect(await page(BROWSER)).not.toContain('role="alert"');
    expect(await page('*/*')).not.toContain('Reload failed');
  });

  test('is rejected for invalid fixtures too, and changes no state', async () => {
    const { mockServer, write } = await running();
    await write('fixtures/things.json', [{}]);
    await expect(mockServer.reload()).rejects.toThrow(/things\.json \/0\/id/);
    expect(await send(mockServer, '/things')).toEqual(list1);
  });

  test('is rejected for another list of APIs', async () => {
    const { mockServer, api } = await running();
    await expect(mockServer.reload(async () => [{ ...api, name: 'other' }])).rejects.toThrow(
      'The list of APIs changed from own to other',
    );
  });
});

test('created items stay as long as the document allows them', async () => {
  const item = (size: object) => ({
    type: 'object',
    required: ['id', 'size'],
    properties: { id: { type: 'string', readOnly: true }, size },
  });
  const sized = (size: object) =>
    documentOf({
      '/boxes': {
        get: { operationId: 'listBoxes', responses: jsonAnswers({ 200: { type: 'array', items: item(size) } }) },
        post: {
          operationId: 'addBox',
          requestBody: { content: { 'application/json': { schema: item(size) } } },
          responses: jsonAnswers({ 200: item(size) }),
        },
      },
    });
  const document = join(await temporaryFolder(), 'boxes.json');
  const write = (size: object) => writeFile(document, JSON.stringify(sized(size)));
  await write({ type: 'integer' });
  const api = { name: 'boxes', document, infer: true } as unknown as OwnApi;
  const mockServer = await createMockServer({ apis: [api], records: 0 });
  onTestFinished(() => mockServer.close());
  const boxes = [await send(mockServer, '/boxes', { size: 3 }), await send(mockServer, '/boxes', { size: 30 })];
  await write({ type: 'integer', maximum: 10 });
  expect(await mockServer.reload()).toEqual([
    '1 record of boxes is no longer valid and was moved to memory; it returns when valid.',
  ]);
  expect(await send(mockServer, '/boxes')).toEqual([boxes[0]]);
  await write({ type: 'integer' });
  await mockServer.reload();
  expect(await send(mockServer, '/boxes')).toEqual(boxes);
});

test('a document that changed while the server was stopped loses no items, and new collections get seed data', async () => {
  const document = join(await temporaryFolder(), 'api.json');
  const data = join(await temporaryFolder(), 'data');
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'string', readOnly: true } } };
  const write = (...names: readonly string[]) => {
    const listed = (name: string) => ({
      get: { operationId: `list${name}`, responses: jsonAnswers({ 200: { type: 'array', items: item } }) },
      post: { operationId: `add${name}`, requestBody: body, responses: jsonAnswers({ 200: item }) },
    });
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, listed(name)]));
    return writeFile(document, JSON.stringify(documentOf(paths)));
  };
  const start = async () => {
    const notices: string[] = [];
    const api = { name: 'own', document, infer: true } as unknown as OwnApi;
    const settings = {
      apis: [api] as const,
      data,
      records: 2,
      onNotice: (notice: string) => void notices.push(notice),
    };
    const mockServer = await createMockServer(settings);
    onTestFinished(() => mockServer.close());
    return { mockServer, notices };
  };
  await write('boxes', 'bags');
  const first = await start();
  const box = await send(first.mockServer, '/boxes', {});
  const bags = await send(first.mockServer, '/bags', {}).then(() => send(first.mockServer, '/bags'));
  await first.mockServer.close();
  await write('bags', 'crates');
  const { mockServer, notices } = await start();
  const aside = join(data, 'own.aside.json');
  expect(notices).toEqual([
    `own: 3 records of boxes do not match the document: the collection no longer exists. Moved to ${aside}.`,
  ]);
  expect(JSON.parse(await readFile(aside, 'utf8')).boxes).toContainEqual(expect.objectContaining({ item: box }));
  expect(await send(mockServer, '/bags')).toEqual(bags);
  expect(await send(mockServer, '/crates')).toHaveLength(2);
});

test('an item whose id is no longer valid, because the document changed while the server was stopped, is quarantined', async () => {
  const document = join(await temporaryFolder(), 'api.json');
  const data = join(await temporaryFolder(), 'data');
  const write = (id: object) => {
    const box = { type: 'object', required: ['id'], properties: { id: { ...id, readOnly: true } } };
    const responses = jsonAnswers({ 200: box });
    const parameters = [{ name: 'id', in: 'path', required: true, schema: id }];
    const paths = {
      '/boxes': {
        get: { operationId: 'listBoxes', responses: jsonAnswers({ 200: { type: 'array', items: box } }) },
        post: { operationId: 'addBox', requestBody: body, responses },
      },
      '/boxes/{id}': { get: { operationId: 'getBox', parameters, responses } },
    };
    return writeFile(document, JSON.stringify(documentOf(paths)));
  };
  const start = async () => {
    const notices: string[] = [];
    const api = { name: 'own', document, infer: true } as unknown as OwnApi;
    const onNotice = (notice: string) => void notices.push(notice);
    const mockServer = await createMockServer({ apis: [api], data, records: 0, onNotice });
    onTestFinished(() => mockServer.close());
    return { mockServer, notices };
  };
  await write({ type: 'string', format: 'uuid' });
  const first = await start();
  const box = await send(first.mockServer, '/boxes', {});
  await first.mockServer.close();
  await write({ type: 'integer' });
  const { mockServer, notices } = await start();
  const aside = join(data, 'own.aside.json');
  expect(notices).toEqual([
    `own: 1 record of boxes does not match the document: the type of its id changed. Moved to ${aside}.`,
  ]);
  expect(JSON.parse(await readFile(aside, 'utf8')).boxes).toMatchObject([{ item: box }]);
  const made = (await send(mockServer, '/boxes', {})) as { id: number };
  expect(await send(mockServer, '/boxes')).toEqual([made]);
  await mockServer.close();
  // An integer is also valid as a string.
  await write({ type: 'string' });
  const last = await start();
  expect(last.notices).toEqual([`own: 1 record of boxes returned from ${aside}.`]);
  expect(await send(last.mockServer, `/boxes/${made.id}`)).toEqual({ id: `${made.id}` });
  expect(await send(last.mockServer, `/boxes/${(box as { id: string }).id}`)).toEqual(box);
  expect(existsSync(aside)).toBe(false);
});

test('an overlay is read again with its document', async () => {
  const { api, folder, write } = await running();
  const overlay = (title: string) => ({
    overlay: '1.0.0',
    info: { title: 'O', version: '1' },
    actions: [{ target: '$.info', update: { title } }],
  });
  await write('overlay.json', overlay('First'));
  const mockServer = await createMockServer({ apis: [{ ...api, overlay: join(folder, 'overlay.json') }] });
  onTestFinished(() => mockServer.close());
  expect(mockServer.documents()).toMatchObject([{ title: 'First' }]);
  expect(mockServer.files()).toContain(join(folder, 'overlay.json'));
  await write('overlay.json', overlay('Second'));
  await mockServer.reload();
  expect(mockServer.documents()).toMatchObject([{ title: 'Second' }]);
});

test('all source files are listed, also those that a document refers to', async () => {
  const { mockServer, folder, write } = await running();
  expect(mockServer.files()).toEqual([join(folder, 'api.json'), join(folder, 'fixtures')]);
  await write('more.json', things());
  await write('api.json', documentOf({ '/things': { $ref: 'more.json#/paths/~1things' } }));
  await mockServer.reload();
  expect(mockServer.files()).toContain(join(folder, 'more.json'));
});

test('a document is read again only if one of its files was saved, or the settings name other files', async () => {
  const { api, folder, write } = await running();
  const loaded = await loadApi(api);
  const files = [join(folder, 'api.json'), join(folder, 'fixtures')];
  const before = () => ({ ...loaded, stamp: createFileStamp(files, Infinity) });
  const isRead = async (given: OwnApi, then = before()) =>
    (await loadApi(given, { previous: then })).document !== loaded.document;
  expect(await isRead({ ...api, handlers: {} as never })).toBe(false);
  expect(await isRead({ ...api, base: '/v2' })).toBe(true);
  await write('other.json', things());
  expect(await isRead({ ...api, document: join(folder, 'other.json') })).toBe(true);
  const then = before();
  await write('fixtures/things.json', [{ id: '10' }]);
  expect(await isRead(api, then)).toBe(true);
  const later = before();
  await write('api.json', things({ '/others': {} }));
  expect(await isRead(api, later)).toBe(true);
  // A file that was saved while it was read may have been read before that.
  expect(createFileStamp(files, 0)).toBeUndefined();
});

/** Boxes with a size of this schema. */
function boxes(size: object): object {
  const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true }, size } };
  const body = { requestBody: { content: { 'application/json': { schema: item } } } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  return documentOf({
    '/boxes': {
      get: { responses: jsonAnswers({ 200: { type: 'array', items: item } }) },
      post: { ...body, responses: jsonAnswers({ 200: item }) },
    },
    '/boxes/{id}': { parameters: [id], put: { ...body, responses: jsonAnswers({ 200: item }) } },
  });
}

test('a quarantined record returns with its number', async () => {
  const document = join(await temporaryFolder(), 'boxes.json');
  const write = (size: object) => writeFile(document, JSON.stringify(boxes(size)));
  const integer = { type: 'integer', minimum: 1 };
  await write(integer);
  const api = { name: 'boxes', document, infer: true } as unknown as OwnApi;
  const mockServer = await createMockServer({ apis: [api], records: 3 });
  onTestFinished(() => mockServer.close());
  const put = { method: 'PUT', body: '{"size":99}', headers: { 'content-type': 'application/json' } };
  await mockServer.fetch(new Request('http://127.0.0.1/boxes/3', put));
  for (const size of [1, 2]) {
    const request = { ...put, body: JSON.stringify({ size }) };
    await mockServer.fetch(new Request(`http://127.0.0.1/boxes/${size}`, request));
  }
  await write({ ...integer, maximum: 10 });
  expect(await mockServer.reload()).toEqual([
    '1 record of boxes is no longer valid and was moved to memory; it returns when valid.',
  ]);
  expect(await send(mockServer, '/boxes', { size: 4 })).toEqual({ id: 4, size: 4 });
  await write(integer);
  expect(await mockServer.reload()).toEqual(['All records of boxes are valid again.']);
  const all = (await send(mockServer, '/boxes')) as { id: number }[];
  expect(new Map(all.map((one) => [one.id, one]))).toEqual(
    new Map([1, 2, 3, 4].map((id) => [id, { id, size: id === 3 ? 99 : id }])),
  );
});

describe('a changed fixture record that was quarantined', () => {
  /** Two boxes of a fixture file; the second one was changed to `size`, and is quarantined if only small boxes are valid. */
  async function changedBox() {
    const folder = await temporaryFolder();
    const document = join(folder, 'boxes.json');
    await mkdir(join(folder, 'fixtures'));
    await writeFile(join(folder, 'fixtures', 'boxes.json'), '[{"id":1,"size":1},{"id":2,"size":50}]');
    const write = (size: object) => writeFile(document, JSON.stringify(boxes(size)));
    const [any, small] = [{ type: 'integer' }, { type: 'integer', maximum: 10 }];
    await write(any);
    const api = { name: 'boxes', document, infer: true } as unknown as OwnApi;
    const data = join(folder, 'data');
    const mockServer = await createMockServer({ apis: [api], data });
    onTestFinished(() => mockServer.close());
    const change = async (size: number) => {
      const request = {
        method: 'PUT',
        body: JSON.stringify({ size }),
        headers: { 'content-type': 'application/json' },
      };
      await mockServer.fetch(new Request('http://127.0.0.1/boxes/2', request));
    };
    const narrow = async () => {
      await write(small);
      return mockServer.reload();
    };
    const widen = async () => {
      await write(any);
      return mockServer.reload();
    };
    await change(60);
    return { mockServer, data, change, narrow, widen };
  }

  test('returns with its change, each time', async () => {
    const { mockServer, data, change, narrow, widen } = await changedBox();
    for (const size of [60, 70]) {
      await change(size);
      expect(await narrow()).toEqual([expect.stringMatching(/^1 record of boxes is no longer valid/)]);
      expect(await send(mockServer, '/boxes')).toEqual([{ id: 1, size: 1 }]);
      expect(await widen()).toEqual(['All records of boxes are valid again.']);
      expect(await send(mockServer, '/boxes')).toEqual([
        { id: 1, size: 1 },
        { id: 2, size },
      ]);
      expect(await readdir(data)).not.toContain('boxes.aside.json');
    }
  });

  test('does not return after a reset', async () => {
    const { mockServer, data, narrow, widen } = await changedBox();
    await narrow();
    await mockServer.reset();
    expect(await readdir(data)).not.toContain('boxes.aside.json');
    await widen();
    expect(await send(mockServer, '/boxes')).toEqual([
      { id: 1, size: 1 },
      { id: 2, size: 50 },
    ]);
  });
});

test('a quarantined record returns with its number after restarts', async () => {
  const document = join(await temporaryFolder(), 'boxes.json');
  const data = join(await temporaryFolder(), 'data');
  const write = (size: object) => writeFile(document, JSON.stringify(boxes(size)));
  const api = { name: 'boxes', document, infer: true } as unknown as OwnApi;
  const start = async () => {
    const notices: string[] = [];
    const onNotice = (notice: string) => void notices.push(notice);
    const mockServer = await createMockServer({ apis: [api], records: 2, data, onNotice });
    onTestFinished(() => mockServer.close());
    return { mockServer, notices };
  };
  const integer = { type: 'integer', minimum: 1 };
  await write(integer);
  const first = await start();
  await send(first.mockServer, '/boxes', { size: 99 });
  const before = (await send(first.mockServer, '/boxes')) as { id: number; size: number }[];
  await write({ ...integer, maximum: 10_000 });
  await first.mockServer.reload();
  await write({ type: 'integer', maximum: 10 });
  expect(await first.mockServer.reload()).toEqual([expect.stringMatching(/^[123] records? of boxes/)]);
  await first.mockServer.close();

  const second = await start();
  expect(second.notices).toEqual([]);
  expect(await send(second.mockServer, '/boxes', { size: 4 })).toEqual({ id: 4, size: 4 });
  await second.mockServer.close();

  await write(integer);
  const third = await start();
  expect(third.notices).toEqual([
    expect.stringMatching(/^boxes: [123] records? of boxes returned from .*boxes\.aside\.json\.$/),
  ]);
  const after = (await send(third.mockServer, '/boxes')) as { id: number; size: number }[];
  expect(after.toSorted((one, other) => one.id - other.id)).toEqual([...before, { id: 4, size: 4 }]);
  expect(await readdir(data)).not.toContain('boxes.aside.json');
});

test('returning records do not replace unchanged seed data', async () => {
  const document = join(await temporaryFolder(), 'boxes.json');
  const write = (size: object) => writeFile(document, JSON.stringify(boxes(size)));
  const integer = { type: 'integer', minimum: 1 };
  await write({ ...integer, example: 5 });
  const api = { name: 'boxes', document, infer: true } as unknown as OwnApi;
  const mockServer = await createMockServer({ apis: [api], records: 1 });
  onTestFinished(() => mockServer.close());
  await send(mockServer, '/boxes', { size: 99 });
  await write({ ...integer, example: 5, maximum: 10 });
  await mockServer.reload();
  await write({ ...integer, example: 5 });
  await mockServer.reload();
  expect(await send(mockServer, '/boxes')).toHaveLength(2);
});
