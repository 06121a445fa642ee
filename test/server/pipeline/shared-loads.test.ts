// Data that mock servers of one process share, and data that they read again.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMockServer } from '../../../src/index.ts';
import { loadApi } from '../../../src/server/pipeline/api/load-api.ts';
import { documentOf, jsonAnswers, type OwnApi } from '../../support/own-api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const list = jsonAnswers({ 200: { type: 'array' } });
const documentWith = (...ids: readonly string[]) =>
  JSON.stringify(
    documentOf(Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, responses: list } }]))),
  );

/** An API in its own folder. */
async function api(name = 'own') {
  const folder = await temporaryFolder();
  const document = join(folder, 'api.json');
  const fixtures = join(folder, 'fixtures');
  const schema = { type: 'object', properties: { things: { type: 'array' } } };
  await mkdir(fixtures);
  await writeFile(document, documentWith('one'));
  await writeFile(join(fixtures, 'schema.json'), JSON.stringify(schema));
  await writeFile(join(fixtures, 'things.json'), '[]');
  const handlers = { one: () => [], two: () => [] };
  const own = { name, document, fixtures, handlers: { one: handlers.one } } as unknown as OwnApi;
  return { own, handlers, document, fixtures };
}

/** Sets the times of the files to ten seconds ago. */
function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
}

describe('documents and fixtures', () => {
  test('are read and compiled once for all servers of a process', async () => {
    later();
    const { own } = await api();
    const [first, second] = [await loadApi(own), await loadApi({ ...own })];
    expect(second.document).toBe(first.document);
    expect(second.fixture).toBe(first.fixture);
  });

  test('are read again when one of their files was saved', async () => {
    later();
    const { own, handlers, document, fixtures } = await api();
    const first = await loadApi(own);
    await writeFile(join(fixtures, 'things.json'), '[{"id":"1"}]');
    const second = await loadApi(own);
    expect(second.fixture.records).toEqual({ things: [{ id: '1' }] });
    expect(second.document).not.toBe(first.document);
    await writeFile(document, documentWith('one', 'two'));
    const third = await loadApi({ ...own, handlers } as OwnApi);
    expect([...third.document.operations.keys()]).toEqual(['one', 'two']);
  });

  test('are not shared for two seconds after a save, because the next save may have the same time', async () => {
    const { own } = await api();
    expect((await loadApi(own)).document).not.toBe((await loadApi(own)).document);
  });

  test.each<[string, object, object]>([
    ['another name', { name: 'other' }, {}],
    ['another base path', {}, { base: '/v2' }],
    ['other fixtures', { fixtures: [] }, {}],
    ['hosts that may be fetched from', {}, { hosts: ['example.com'] }],
  ])('are not shared with %s', async (_, given, settings) => {
    later();
    const { own } = await api();
    const first = await loadApi(own);
    expect((await loadApi({ ...own, ...given }, settings)).document).not.toBe(first.document);
  });

  test('are shared if the document is given as the same text with the same location', async () => {
    const { own } = await api();
    const load = (location: string, ...ids: readonly string[]) =>
      loadApi({ ...own, infer: true, handlers: {}, fixtures: [], document: { location, text: documentWith(...ids) } });
    const first = await load('/api.json', 'one');
    expect((await load('/api.json', 'one')).document).toBe(first.document);
    expect((await load('/other/api.json', 'one')).document).not.toBe(first.document);
    expect([...(await load('/api.json', 'two')).document.operations.keys()]).toEqual(['two']);
  });

  test('do not share records and coverage', async () => {
    later();
    const { own } = await api();
    const add = ({ store }: { readonly store: { change(made: unknown): unknown } }) =>
      store.change(({ things }: { readonly things: { add(one: object): void; values(): Iterable<object> } }) => {
        things.add({ id: '1' });
        return [...things.values()];
      });
    const changing = { ...own, handlers: { one: add } } as unknown as OwnApi;
    const first = await createMockServer({ apis: [changing] });
    const second = await createMockServer({ apis: [changing] });
    onTestFinished(() => Promise.all([first.close(), second.close()]).then(() => undefined));
    const send = async (server: typeof first, path: string) =>
      (await server.fetch(new Request(`http://localhost${path}`))).json();
    expect(await send(first, '/one')).toEqual([{ id: '1' }]);
    expect(await send(second, '/_understudy/state')).toMatchObject({ apis: { own: { things: [] } } });
    expect(await send(second, '/_understudy/coverage')).toMatchObject({ apis: [{ operations: [{ requests: 0 }] }] });
    expect(await send(first, '/_understudy/coverage')).toMatchObject({ apis: [{ operations: [{ requests: 1 }] }] });
  });
});
