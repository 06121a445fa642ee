// Handlers in files of a folder.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { documentOf, jsonAnswers, ownMockServer } from '../../support/own-api.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const text = jsonAnswers({ 200: { type: 'string' } });
const DOCUMENT = documentOf({
  '/a': { get: { operationId: 'getA', responses: text } },
  '/b': { get: { operationId: 'repos/get-b', responses: text } },
  '/c': { get: { operationId: '../../getC', responses: text } },
  '/d': { get: { operationId: '__proto__', responses: text } },
  '/e': { get: { operationId: 'x.y', responses: text } },
  '/f': { get: { operationId: 'x/y', responses: text } },
});

/** A mock server with these files in its handlers folder, and its notices. */
async function withFiles(files: Readonly<Record<string, string>>, handlers: object = {}) {
  const handlerFolder = await temporaryFolder();
  for (const [name, code] of Object.entries(files)) await writeFile(join(handlerFolder, name), code);
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  const mockServer = await ownMockServer(DOCUMENT, handlers, { infer: true, handlerFolder }, { onNotice });
  const get = async (path: string) => (await mockServer.fetch(new Request(`http://mock-server${path}`))).json();
  return { get, notices };
}

describe('a folder of handlers', () => {
  test('has one per operation, in a file with its name, or several in one file', async () => {
    const { get, notices } = await withFiles(
      {
        'getA.mjs': "export default () => 'a';",
        'handlers.mjs':
          "const c = () => 'c'; export const helper = 1; const f = () => 'f'; export { c as '../../getC', f as 'x/y' };",
        'repos_get-b.js': "export default () => 'b';",
        '__proto__.mjs': "export default () => 'd';",
        'getA.test.mjs': 'throw new Error();',
      },
      { 'x.y': () => 'e' },
    );
    expect(await Promise.all(['/a', '/b', '/c', '/d', '/e', '/f'].map(get))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(notices).toEqual([]);
  });

  test('may contain other files: they are reported and not loaded', async () => {
    const { notices } = await withFiles({
      'geta.mjs': 'throw new Error("loaded");',
      'readme.md': '',
      'x_y.mjs': 'throw new Error("x.y or x/y?");',
      'operations.mjs': 'export const getAA = () => 1;',
    });
    expect(notices).toEqual([
      expect.stringMatching(/geta\.mjs was ignored: no operation has this name; did you mean getA\?$/),
      expect.stringMatching(/^getAA of .*operations\.mjs was ignored: .*; did you mean getA\?$/),
      expect.stringMatching(/x_y\.mjs was ignored/),
    ]);
  });

  test.each<[string, Record<string, string>, object, RegExp]>([
    ['a file that does not load', { 'getA.mjs': 'throw new Error("no");' }, {}, /getA\.mjs cannot be loaded: .*no/],
    [
      'a file without a handler',
      { 'getA.mjs': 'export const getA = 1;' },
      {},
      /getA\.mjs exports no handler; write export/,
    ],
    [
      'two handlers of one operation',
      { 'getA.mjs': 'export default () => 1;', 'handlers.mjs': 'export const getA = () => 1;' },
      {},
      /getA\.mjs and handlers\.mjs both define handler getA/,
    ],
    [
      'a handler that the API has too',
      { 'getA.mjs': 'export default () => 1;' },
      { getA: () => 1 },
      /handler getA is defined twice/,
    ],
  ])('is rejected with %s', async (_, files, handlers, reported) => {
    await expect(withFiles(files, handlers)).rejects.toThrow(reported);
  });

  test('is rejected if it does not exist', async () => {
    const started = ownMockServer(DOCUMENT, {}, { infer: true, handlerFolder: join(await temporaryFolder(), 'gone') });
    await expect(started).rejects.toThrow(/folder not found/);
  });
});
