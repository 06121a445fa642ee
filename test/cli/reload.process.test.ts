// `understudy serve --watch`: reloads saved files without losing a request.

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { reloadOnSave } from '../../src/cli/serve/reload.ts';
import { createWatching } from '../../src/cli/serve/watch.ts';
import { createMockServer, defineApi } from '../../src/index.ts';
import { serveProcess } from '../support/command-process.ts';
import { temporaryFolder } from '../support/temporary.ts';

const response = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'string' } } } } };
const titled = (title: string, path = '/a') =>
  JSON.stringify({
    openapi: '3.0.3',
    info: { title, version: '1' },
    paths: { [path]: { get: { operationId: 'getA', responses: response } } },
  });

/** A mock server that watches a folder with a document, handlers and other files. */
async function watching(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const cwd = await temporaryFolder();
  const write = async (name: string, text: string) => {
    await mkdir(join(cwd, name, '..'), { recursive: true });
    await writeFile(join(cwd, name), text);
  };
  for (const [name, text] of Object.entries(files)) await write(name, text);
  const command = await serveProcess(['--memory', '--watch', ...args], { cwd });
  const get = async (path = '/a') => (await fetch(`${command.url}${path}`)).json();
  return { ...command, cwd, write, get };
}

const HANDLERS = ['--handlers', 'handlers', 'api.json'];

describe('understudy serve --watch', () => {
  test('serves a document that was overwritten or replaced', async () => {
    const { write, prints, cwd, get } = await watching({ 'api.json': titled('One') }, 'api.json');
    await write('api.json', titled('Two', '/b'));
    await prints(/^Reloaded in \d+ ms: Two, 1 operation\.$/m);
    await write('api.json.new', titled('Three', '/c'));
    await rename(join(cwd, 'api.json.new'), join(cwd, 'api.json'));
    await prints(/: Three, 1 operation\.$/m);
    expect(await get('/openapi.json')).toMatchObject({ info: { title: 'Three' }, paths: { '/c': {} } });
  });

  test('reports a save that cannot be loaded, and serves the previous version until it is repaired', async () => {
    const { write, prints, get } = await watching(
      { 'api.json': titled('One'), 'handlers/getA.mjs': "export default () => 'first';" },
      ...HANDLERS,
    );
    await write('handlers/getA.mjs', 'export default (');
    await prints(
      /^Reload failed, still serving the previous version:\n {2}Invalid handlers in .*:\n.*getA\.mjs cannot be loaded/m,
    );
    expect(await get()).toBe('first');
    await write('handlers/getA.mjs', "export default () => 'mended';");
    await prints(/^Reloaded/m);
    expect(await get()).toBe('mended');
  });

  test('reloads handlers with their imports, and no other code', async () => {
    const count = 'globalThis.count = (globalThis.count ?? 0) + 1;';
    const { write, prints, get } = await watching(
      {
        'api.json': titled('One'),
        'handlers/getA.mjs': "import { said } from '../lib/said.mjs';\nexport default () => said;",
        'lib/said.mjs': "import { word } from './word.cjs';\nexport const said = word + ' 1';",
        'lib/word.cjs': `${count} exports.word = 'one' + globalThis.count;`,
      },
      ...HANDLERS,
    );
    expect(await get()).toBe('one1 1');
    await write('api.json', titled('Two'));
    await prints(/: Two, /);
    expect(await get()).toBe('one1 1');
    await write('lib/word.cjs', `${count} exports.word = 'two' + globalThis.count;`);
    await prints(/Two, [\s\S]*Two, /);
    expect(await get()).toBe('two2 1');
    await write('handlers/handlers.mjs', 'export const other = 1;');
    await prints(/(Two, [\s\S]*){3}/);
    expect(await get()).toBe('two2 1');
  });

  test('reloads the config and its imported API, and reports errors in it', async () => {
    const config = (name: string) => `import { api } from './api.mjs';\nexport default { apis: [${name}] };`;
    const api = (word: string) =>
      `export const api = { name: 'own', document: 'own.json', handlers: { getA: () => '${word}' } };`;
    const { write, prints, get } = await watching({
      'own.json': titled('One'),
      'api.mjs': api('first'),
      'understudy.config.mjs': config('api'),
    });
    await write('api.mjs', api('second'));
    await prints(/Reloaded/);
    expect(await get()).toBe('second');
    await write('understudy.config.mjs', config('apu'));
    await prints(/Reload failed[\s\S]*Invalid config understudy\.config\.mjs:[\s\S]*apu is not defined/);
    expect(await get()).toBe('second');
  });

  test('updates the generated types of a project when its document is saved, and no other types', async () => {
    const config = `export default { apis: [{ name: 'own', document: 'spec/own.json', handlerFolder: 'handlers', infer: true }] };`;
    const typesOf = (file: string) =>
      `// The operations of One, made from ${file} by \`understudy types\`. Do not edit: change the source and run it again.\n`;
    const { write, prints, cwd } = await watching({
      'spec/own.json': titled('One'),
      'understudy.config.mjs': config,
      'handlers/getA.mjs': 'export default ({ next }) => next();',
      'operations.ts': typesOf('own.json'),
      'handlers/operations.ts': typesOf('other.json'),
      'spec/operations.ts': '// Mine, made from own.json\n',
    });
    const types = () => readFile(join(cwd, 'operations.ts'), 'utf8');
    await prints(/^Updated operations\.ts from own\.json\.$/m);
    expect(await types()).toContain('getA: {');
    await write('spec/own.json', titled('One').replace('getA', 'getB'));
    await prints(/Reloaded.*\nUpdated operations\.ts/);
    await write('spec/own.json', titled('Two').replace('"type":"string"', '"enum":["new"]'));
    await prints(/: Two, 1 operation\.\n(.*\n)*Updated operations\.ts from own\.json\.$/m);
    expect(await types()).toMatch(/^\/\/ The operations of Two, .*\n[\s\S]*'new'/);
    expect(await readFile(join(cwd, 'handlers/operations.ts'), 'utf8')).toBe(typesOf('other.json'));
    expect(await readFile(join(cwd, 'spec/operations.ts'), 'utf8')).toBe('// Mine, made from own.json\n');
    expect(await readdir(cwd)).not.toContain('operations.ts.new');
  });

  test('reports which changed settings need a restart, until they are restored', async () => {
    const config = (settings: string) =>
      `export default { apis: [{ name: 'own', document: 'own.json', infer: true }], ${settings} };`;
    const { write, prints, get } = await watching(
      { 'own.json': titled('One'), 'understudy.config.mjs': config("seed: 'a', records: 2") },
      '--records',
      '4',
    );
    const first = await get();
    await write('understudy.config.mjs', config("seed: 'b', records: 7, bodyLimit: 10"));
    await prints(/Reloaded.*\nRestart to apply changed settings of understudy\.config\.mjs: seed, bodyLimit\.$/m);
    expect(await get()).toBe(first);
    await write('understudy.config.mjs', config("seed: 'a', records: 7"));
    const [message] = await prints(/Restart to apply changed settings[\s\S]*Reloaded in \d+ ms: One, 1 operation\.\n/);
    expect(message.match(/Restart to apply/g)).toHaveLength(1);
  });

  test('reports a config that is created during serving, and errors in it', async () => {
    const { write, prints } = await watching({ 'own.json': titled('One') });
    await write(
      'understudy.config.mjs',
      "export default { apis: [{ name: 'x', document: 'own.json', infer: true }] };",
    );
    await prints(/^Restart to apply changed settings of understudy\.config\.mjs: apis\.$/m);
    await write('understudy.config.mjs', 'export default { nope: 1 };');
    await prints(/Invalid config understudy\.config\.mjs:\n {2}Unknown setting nope/);
  });

  test('loses no request', async () => {
    const { write, prints, url } = await watching(
      { 'api.json': titled('0'), 'handlers/getA.mjs': "export default () => 'a';" },
      ...HANDLERS,
    );
    let isOver = false;
    const statuses = new Set<number>();
    const sending = Array.from({ length: 4 }, async () => {
      while (!isOver) statuses.add((await fetch(`${url}/a`)).status);
    });
    for (const title of ['1', '2', '3']) {
      await write('api.json', titled(title));
      await prints(new RegExp(`: ${title}, 1 operation`));
    }
    isOver = true;
    await Promise.all(sending);
    expect([...statuses]).toEqual([200]);
  });

  test('is off without a terminal, unless requested', async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'api.json'), titled('One'));
    const { url, child, ended } = await serveProcess(['--memory', 'api.json'], { cwd });
    await writeFile(join(cwd, 'api.json'), titled('Two', '/b'));
    expect((await fetch(`${url}/b`)).status).toBe(404);
    child.kill('SIGTERM');
    expect((await ended).stdout).not.toContain('Reloaded');
  });
});

test('a file that is saved while a mock server starts is loaded, too', async () => {
  const document = join(await temporaryFolder(), 'api.json');
  await writeFile(document, titled('One'));
  const api = defineApi({ name: 'own', document, infer: true });
  const mockServer = await createMockServer({ apis: [api] });
  onTestFinished(() => mockServer.close());
  const again = async () => [api] as const;
  const outputSince = (since: number) =>
    new Promise<string>((say) => {
      const end = reloadOnSave(mockServer, {
        apis: [api],
        again,
        updateTypes: async () => [],
        restartNotices: async () => [],
        files: [],
        since,
        report: say,
      });
      onTestFinished(end);
    });
  expect(await outputSince(0)).toMatch(/^Reloaded in \d+ ms: One, 1 operation\.$/);
});

describe('a watched path', () => {
  /** `next` resolves with the next save. */
  const saves = (onRefusal: (folder: string, reason: Error) => void = () => undefined) => {
    let report: () => void = () => undefined;
    const watched = createWatching(() => report(), onRefusal);
    onTestFinished(() => watched.close());
    const next = () =>
      new Promise<void>((resolve) => {
        report = resolve;
      });
    return { watched, next };
  };

  test('may be a missing folder, or one that is created again', async () => {
    const folder = await temporaryFolder();
    const inner = join(folder, 'a', 'handlers');
    const { watched, next } = saves();
    const changed = async (work: () => Promise<unknown>) => {
      watched.on([inner]);
      const reported = next();
      await work();
      await reported;
    };
    await changed(() => mkdir(join(folder, 'a')));
    await changed(() => mkdir(inner));
    await changed(() => writeFile(join(inner, 'x.mjs'), ''));
    await changed(() => rm(join(folder, 'a'), { recursive: true }));
    await changed(() => mkdir(inner, { recursive: true }));
    await changed(() => writeFile(join(inner, 'y.mjs'), ''));
  });

  test('is reported if it cannot be watched', async () => {
    const reported: string[] = [];
    const { watched } = saves((folder) => reported.push(folder));
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    watched.on([join(folder, 'file', 'inside')]);
    expect(reported).toEqual([]);
    expect(() => watched.on([folder])).not.toThrow();
  });
});
