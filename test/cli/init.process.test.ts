// A project written by `understudy init`: it type-checks, is served, and passes its test.

import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { program, serveProcess, understudyProcess } from '../support/command-process.ts';
import { documentHost } from '../support/document-host.ts';
import { DOCUMENT, newFolder, ROOT } from '../support/init-folder.ts';

const run = (cwd: string, ...args: readonly string[]) => understudyProcess(args, { cwd }).ended;

const WRITTEN = [
  '.gitignore',
  'fixtures',
  'handlers',
  'operations.ts',
  'package.json',
  'pets-1.test.ts',
  'tsconfig.json',
  'understudy.config.ts',
];

describe('a generated project', () => {
  test('type-checks, is served, and passes its test, for a document with odd names', async () => {
    const cwd = await newFolder();
    expect(await run(cwd, 'init', 'pets #1.json', '--handlers')).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(cwd)).toEqual([...WRITTEN, 'node_modules', 'pets #1.json'].toSorted());
    expect(await run(cwd, 'handler', 'pets/get', 'odd', '../it\'s" \n')).toMatchObject({ code: 0, stderr: '' });
    expect(await readdir(join(cwd, 'handlers'))).toEqual(['.gitkeep', '_it_s_.ts', 'odd.ts', 'pets_get.ts']);
    const handler = join(cwd, 'handlers/_it_s_.ts');
    await writeFile(handler, (await readFile(handler, 'utf8')).replace(/async [\s\S]*?\n};\n/, "() => 'it is';\n"));

    const args = ['-p', cwd, '--customConditions', 'source', '--lib', 'es2024,esnext.iterator,dom.iterable'];
    await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args]);
    const tested = program(['--conditions=source', 'pets-1.test.ts'], { cwd });
    expect(await tested.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('pass 1') });
    const { url } = await serveProcess(['--memory'], { cwd });
    expect(await (await fetch(`${url}/it's`)).json()).toBe('it is');
  });

  test('passes its test without handlers, too', async () => {
    const cwd = await newFolder();
    expect(await run(cwd, 'init', 'pets #1.json')).toMatchObject({ code: 0, stderr: '' });
    const tested = program(['--conditions=source', 'pets-1.test.mjs'], { cwd });
    expect(await tested.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('pass 1') });
  });

  test('has a copy of a remote document, and is in the given folder', async () => {
    const { url, host } = await documentHost(() => ({ '/shop/openapi.yaml': DOCUMENT }));
    const cwd = await newFolder({});
    const message = await run(cwd, 'init', `${url}/shop/openapi.yaml`, 'made', '--allow-fetch', host);
    expect(message).toMatchObject({ code: 0, stdout: expect.stringContaining('cd made && npm install') });
    expect(JSON.parse(await readFile(join(cwd, 'made/shop.json'), 'utf8')).paths).toEqual(JSON.parse(DOCUMENT).paths);
    expect((await serveProcess(['--memory'], { cwd: join(cwd, 'made') })).greeting).toContain('understudy.yaml');
  });
});
