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

/** A config whose operation showPet runs code, then waits for a file: the test controls the time of the request. */
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
  test('continues when its output is closed', async () => {
    const { child, url, ended } = await serveProcess(['--memory'], { cwd: await petsFolder() });
    child.stdout?.destroy();
    expect(await addPet(url, 'Berta')).toBe(201);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });
});

test('understudy serve ends after npx, whose shell forwards no signal', async () => {
  const starter = ['sh', '-c', '"$0" "$@"; true'];
  const env = { npm_lifecycle_event: 'npx' };
  const { child, ended } = await serveProcess(['--memory'], { cwd: await petsFolder(), starter, env });
  child.kill('SIGTERM');
  expect((await ended).stdout).toContain('Shutting down');
});

describe('understudy serve on a stop signal', () => {
  test('that is repeated, ends in spite of an open request', async () => {
    const cwd = await petsFolder(`{
      apis: [{ ...pets, handlers: { ...pets.handlers, getPet() { console.log('under way'); return new Promise(() => {}); } } }],
    }`);
    const { url, child, prints, ended } = await serveProcess(['--memory'], { cwd });
    const response = fetch(`${url}/pets/1`);
    await prints(/under way/);
    const telling = setInterval(() => child.kill('SIGTERM'), 10);
    onTestFinished(() => clearInterval(telling));
    await expect(response).rejects.toThrow();
    expect(await ended).toMatchObject({ code: null, signal: 'SIGTERM' });
  });

  test('right after the start, exits with 0 although compiled code is not stored yet', async () => {
    const cwd = await petsFolder();
    const { child, ended } = await serveProcess([], { cwd, env: { NODE_COMPILE_CACHE: join(cwd, 'compiled') } });
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(await readdir(join(cwd, 'data'))).toEqual(['pets.json']);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes open requests and exits with 0', async (signal) => {
    const cwd = await petsFolder(waitingPets());
    const { url, child, prints, ended } = await serveProcess(['--memory'], { cwd });
    const response = fetch(`${url}/pets/1`);
    await prints(/under way/);
    child.kill(signal);
    await prints(/Shutting down/);
    await expect(fetch(`${url}/pets/2`)).rejects.toThrow();
    await writeFile(join(cwd, 'go-on'), '');
    expect(await (await response).json()).toMatchObject({ name: 'Minka' });
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  test('under npm, treats the forwarded signal as the same one, however late', async () => {
    // The clock advances by a minute between signals. While a signal is handled, it has no other listener.
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
    const response = fetch(`${url}/pets/1`);
    await prints(/under way/);
    child.kill('SIGTERM');
    await prints(/heard 1/);
    child.kill('SIGTERM');
    await prints(/heard 2/);
    await writeFile(join(cwd, 'go-on'), '');
    expect(await (await response).json()).toMatchObject({ name: 'Minka' });
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

// In processes, because test runners have their own module loader.
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
])('names the line of an imported file that %s', async (_, text, reported) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(join(cwd, 'api.ts'), text);
  await writeFile(
    join(cwd, 'understudy.config.ts'),
    "import { pets } from './api.ts';\nexport default { apis: [pets] };\n",
  );
  const { code, stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(reported);
  expect(stderr).toContain('Invalid config understudy.config.ts:');
});

test.each([
  ['understudy.config.js', "import fs from 'node:fs';\nexport default { fs };", 'understudy.config.mjs'],
  ['understudy.config.ts', 'export default {};', 'understudy.config.mts'],
  ['helper.js', 'export const apis = [];', 'helper.mjs'],
])('suggests a name for %s, a module in a package of CommonJS', async (file, code, renamed) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "commonjs" }');
  await writeFile(join(cwd, 'understudy.config.mjs'), `import { apis } from './helper.js';\nexport default { apis };`);
  if (file !== 'helper.js') await rm(join(cwd, 'understudy.config.mjs'));
  await writeFile(join(cwd, file), code);
  const { code: exit, stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(exit).toBe(2);
  expect(stderr).toContain(`/${file} as CommonJS; rename it to ${renamed}, or set "type": "module" in package.json\n`);
});

test('names the file and line of an error in CommonJS', async () => {
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
])('suggests the right import for %s', async (name, reported) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }');
  await writeFile(join(cwd, 'api.ts'), 'export const pets = 1;\n');
  const config = `import { pets } from '${name}';\nexport default { apis: [pets] };\n`;
  await writeFile(join(cwd, 'understudy.config.ts'), config);
  const { code, stderr } = await understudyProcess(['serve', '--port', '0'], { cwd }).ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(reported);
});
