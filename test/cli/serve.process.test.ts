// `understudy serve` as a process: signals, a closed pipe, the compile cache.

import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { serveProcess, understudyProcess } from '../support/command-process.ts';
import { petsFolder } from '../support/pets/config.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function addPet(url: string, name: string): Promise<number> {
  const body = JSON.stringify({ name, kind: 'hen' });
  const response = await fetch(`${url}/pets`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return response.status;
}

/** A config in which showing a pet does this first, and then waits for a file: so the test decides how long a request is under way. */
const waitingPets = (first = '') => `{
  apis: [{
    ...pets,
    handlers: {
      ...pets.handlers,
      async getPet(call) {
        ${first}
        console.log('under way');
        const { existsSync } = await import('node:fs');
        while (!existsSync('go-on')) await new Promise((resolve) => setTimeout(resolve, 5));
        return pets.handlers.getPet(call);
      },
    },
  }],
}`;

describe('understudy serve as a process', () => {
  test('goes on when nobody reads what it says any more', async () => {
    const { child, url, ended } = await serveProcess(['--memory'], { cwd: await petsFolder() });
    child.stdout?.destroy();
    expect(await addPet(url, 'Berta')).toBe(201);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('understudy serve that is told to stop', () => {
  test('again and again, ends although a request is under way', async () => {
    const cwd = await petsFolder(`{
      apis: [{ ...pets, handlers: { ...pets.handlers, getPet() { console.log('under way'); return new Promise(() => {}); } } }],
    }`);
    const { url, child, prints, ended } = await serveProcess(['--memory'], { cwd });
    const answer = fetch(`${url}/pets/1`);
    await prints(/under way/);
    const telling = setInterval(() => child.kill('SIGTERM'), 10);
    onTestFinished(() => clearInterval(telling));
    await expect(answer).rejects.toThrow();
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  test('as soon as it serves, ends with 0 although compiled code is still to be kept', async () => {
    const cwd = await petsFolder();
    const { child, ended } = await serveProcess([], { cwd, env: { NODE_COMPILE_CACHE: join(cwd, 'compiled') } });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(await readdir(join(cwd, 'data'))).toEqual(['pets.json']);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('by %s, answers what is under way and ends with 0', async (signal) => {
    const cwd = await petsFolder(waitingPets());
    const { url, child, prints, ended } = await serveProcess(['--memory'], { cwd });
    const answer = fetch(`${url}/pets/1`);
    await prints(/under way/);
    child.kill(signal);
    await prints(/Shutting down/);
    await expect(fetch(`${url}/pets/2`)).rejects.toThrow();
    await writeFile(join(cwd, 'go-on'), '');
    expect(await (await answer).json()).toMatchObject({ name: 'Minka' });
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  test('under npm, takes what npm passes on for the same word, however late it comes', async () => {
    // Between one signal and the next, the clock goes on by a minute. Nobody else listens while one is taken.
    const late = `
      let heard = 0;
      performance.now = () => heard * 60_000;
      const listen = () => process.prependOnceListener('SIGTERM', () => {
        heard += 1;
        setImmediate(() => {
          listen();
          console.log('heard', heard);
        });
      });
      listen();`;
    const cwd = await petsFolder(waitingPets(late));
    const env = { npm_lifecycle_event: 'start' };
    const { url, child, prints, ended } = await serveProcess(['--memory'], { cwd, env });
    const answer = fetch(`${url}/pets/1`);
    await prints(/under way/);
    child.kill('SIGTERM');
    await prints(/heard 1/);
    child.kill('SIGTERM');
    await prints(/heard 2/);
    await writeFile(join(cwd, 'go-on'), '');
    expect(await (await answer).json()).toMatchObject({ name: 'Minka' });
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

// Node loads a config in other ways than a test runner, which has a loader of its own.
test.each([
  ['does not parse', 'export const pets = 1;\nexport const more = 1 +;\n', /api\.ts:2 Expression expected/],
  [
    'has syntax that cannot be erased',
    'export const pets = 1;\nenum Kind { cat }\n',
    /api\.ts:2 TypeScript enum is not/,
  ],
  [
    'throws',
    '\nexport const pets = null as never as number[];\npets.push(1);\n',
    /api\.ts:3 Cannot read properties of null/,
  ],
])('names the line of a file that its config imports and that %s', async (_, text, told) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(join(cwd, 'api.ts'), text);
  await writeFile(
    join(cwd, 'understudy.config.ts'),
    "import { pets } from './api.ts';\nexport default { apis: [pets] };\n",
  );
  const { code, stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(told);
  expect(stderr).toContain('Invalid config understudy.config.ts:');
});

test.each([
  ['understudy.config.js', "import fs from 'node:fs';\nexport default { fs };", 'understudy.config.mjs'],
  ['understudy.config.ts', 'export default {};', 'understudy.config.mts'],
  ['helper.js', 'export const apis = [];', 'helper.mjs'],
])('says how to rename %s, a module in a package of CommonJS', async (file, code, renamed) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "commonjs" }');
  await writeFile(join(cwd, 'understudy.config.mjs'), `import { apis } from './helper.js';\nexport default { apis };`);
  if (file !== 'helper.js') await rm(join(cwd, 'understudy.config.mjs'));
  await writeFile(join(cwd, file), code);
  const { code: exit, stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(exit).toBe(2);
  expect(stderr).toContain(`/${file} as CommonJS; rename it to ${renamed}, or set "type": "module" in package.json\n`);
});

test('names the file and line of a mistake in a file of CommonJS', async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "commonjs" }');
  await writeFile(join(cwd, 'understudy.config.js'), '\nmodule.exports = ;');
  const { stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(stderr).toMatch(/\/understudy\.config\.js:2 Unexpected token ';'\n/);
});

test.each([
  ['./api', /Cannot find module .*; write '\.\/api\.ts' \(Node requires file extensions\)/],
  ['./api.js', /; write '\.\/api\.ts' \(/],
  ['./apis.ts', /apis\.ts' imported from .*: file not found/],
  ['no-such-package', /Cannot find package 'no-such-package' .*; try npm install no-such-package/],
])('tells what to write where its config imports %s', async (name, told) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(join(cwd, 'api.ts'), 'export const pets = 1;\n');
  const config = `import { pets } from '${name}';\nexport default { apis: [pets] };\n`;
  await writeFile(join(cwd, 'understudy.config.ts'), config);
  const { code, stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(told);
});
