// The example for pytest, and the guide for other languages, which shows it.

import { execFile, spawnSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { serveProcess } from '../support/command-process.ts';
import { listingsOf } from '../support/listing.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/pytest');
const guide = await readFile(join(ROOT, 'docs/guides/other-languages.md'), 'utf8');
const listings = listingsOf(guide);
const textOf = (language: string) => listings.filter((one) => one.language === language).map(({ text }) => text);

/** Of several, a Python may be one without Debian's packages. */
const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-m', 'pytest', '--version']).status === 0,
);
const isSkipped = python === undefined && !process.env.CI;
if (isSkipped) console.warn('The example for pytest does not run: install it (`apt-get install python3-pytest`)');

/** Runs pytest in a copy of the examples. @param edit - changes a file of it */
async function pytest(file = '', edit = (text: string) => text) {
  const folder = await temporaryFolder();
  for (const name of ['pytest', 'petstore'])
    await cp(join(ROOT, 'examples', name), join(folder, name), { recursive: true });
  const path = join(folder, 'pytest', file);
  if (file !== '') await writeFile(path, edit(await readFile(path, 'utf8')));
  const env = {
    ...process.env,
    PYTHONDONTWRITEBYTECODE: '1',
    UNDERSTUDY: `'${process.execPath}' '${join(ROOT, 'bin/understudy.js')}'`,
  };
  return promisify(execFile)(python ?? 'python3', ['-m', 'pytest', '--quiet'], {
    cwd: join(folder, 'pytest'),
    env,
  }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

describe.skipIf(isSkipped)('the example for pytest', () => {
  test('passes, as the guide shows', async () => {
    const [, ...shown] = textOf('console').join('').trim().split('\n');
    const printed = (await pytest()).trim().split('\n');
    expect(printed.length).toBe(shown.length);
    for (const [index, line] of shown.entries()) expect(printed[index]).toMatch(line.replace(/…$/, '').trimEnd());
  });

  test('fails if the client does not try again, or sends what the document does not allow', async () => {
    expect(await pytest('pets.py', (text) => text.replace('range(3)', 'range(1)'))).toContain('1 failed, 3 passed');
    const invalid = await pytest('pets.py', (text) => text.replace('"kind": kind', '"kind": 1'));
    expect(invalid).toContain('Invalid requests:\n  POST /pets: body /kind must be a string');
  });
});

describe('the guide for other languages', () => {
  test('shows the files of the example', async () => {
    const files = ['conftest.py', 'test_pets.py'].map((name) => readFile(join(EXAMPLE, name), 'utf8'));
    expect(textOf('python')).toEqual(await Promise.all(files));
  });

  test('sends requests from Java that the control API accepts', async () => {
    const [java = ''] = textOf('java');
    const token = 'c0ffee-c0ffee-c0ffee';
    const cwd = await temporaryFolder();
    const [, words = ''] = /\.withCommand\(([^)]+)\)/.exec(java) ?? [];
    const [command, , ...flags] = JSON.parse(`[${words}]`);
    expect(command).toBe('serve');
    const server = await serveProcess([join(ROOT, 'examples/petstore/petstore.yaml'), ...flags], {
      cwd,
      env: { UNDERSTUDY_CONTROL_TOKEN: token },
    });
    expect(java).toContain('.withEnv("UNDERSTUDY_CONTROL_TOKEN", TOKEN)');
    const [, wait = ''] = /Wait\.forHttp\("([^"]+)"\)/.exec(java) ?? [];
    expect((await fetch(server.url + wait)).status).toBe(200);
    const url = `${server.url}/_sandbox/test-1`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const calls = [...java.matchAll(/control\("(GET|POST)", "([^"]+)", (?:"""([\s\S]*?)"""|"")\)/g)];
    expect(calls.length).toBe(2);
    for (const [, method = '', target = '', body] of calls) {
      const response = await fetch(url + target, { method, headers, ...(body && { body }) });
      expect([target, response.status < 300]).toEqual([target, true]);
    }
    const add = { method: 'POST', headers, body: '{"name":"Minka","kind":"cat"}' };
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await fetch(`${url}/pets`, add)).status);
    expect(statuses).toEqual([503, 503, 201]);
    const [, , asked = ''] = calls.at(-1) ?? [];
    expect(await (await fetch(url + asked, { headers })).text()).toContain('"status":201');
  });
});
