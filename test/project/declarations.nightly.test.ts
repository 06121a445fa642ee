// The declarations of the package in projects of users: the oldest and the newest compiler and peers.

import { execFile } from 'node:child_process';
import { cp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { npmInstall } from '../support/installed.ts';
import { temporaryFolder } from '../support/temporary.ts';

const USES = fileURLToPath(new URL('declarations', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** Files that need no optional peer; those of the examples use types that `understudy types` generated. */
const WITHOUT_PEERS = [
  ...['index.ts', 'identity.ts', 'client.ts', 'vitest-setup.ts', 'verify.ts', 'express.ts'],
  ...['jest.ts', 'jest-setup.ts', 'jest-teardown.ts'],
  ...['todo/api.ts', 'notes/api.ts', 'shop/understudy.config.ts', 'shop/handlers/placeOrder.ts'],
];
const { typescript, vite, vitest, msw, '@types/node': node, '@playwright/test': playwright } = manifest.devDependencies;
const run = promisify(execFile);
/** Only ends what hangs: a registry may be slow. */
const TIMEOUT = 600_000;

/** Compiles all that a program sees, also declarations. @returns the errors, without those of other packages */
async function compile(cwd: string, resolution: string, files: readonly string[]): Promise<string> {
  const module = resolution === 'bundler' ? 'esnext' : resolution;
  const options = ['--module', module, '--moduleResolution', resolution, '--skipLibCheck', 'false', '--strict'];
  const compiler = join(cwd, 'node_modules/typescript/bin/tsc');
  const target = ['--noEmit', '--allowImportingTsExtensions', '--target', 'es2022'];
  return run(process.execPath, [compiler, ...options, ...target, ...files], { cwd }).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout.replace(/^node_modules\/(?!understudy-api\/).*\n/gm, ''),
  );
}

test.each([
  {
    name: 'TypeScript 5.4 and the oldest peers',
    compiler: ['typescript@5.4.5', '@types/node@22.12.0'],
    peers: ['vite@6.0.0', 'vitest@4.0.0', 'msw@2.15.0', '@playwright/test@1.50.0'],
  },
  {
    name: 'the newest TypeScript and peers',
    compiler: [`typescript@${typescript}`, `@types/node@${node}`],
    peers: [`vite@${vite}`, `vitest@${vitest}`, `msw@${msw}`, `@playwright/test@${playwright}`],
  },
])(
  '$name compile every entry, also with skipLibCheck: false',
  async ({ compiler, peers }) => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, 'package.json'), '{"type":"module"}');
    await Promise.all([USES, EXAMPLES].map((folder) => cp(folder, cwd, { recursive: true })));

    await npmInstall(cwd, ['understudy-api', ...compiler]);
    expect(await compile(cwd, 'node16', WITHOUT_PEERS)).toBe('');

    await npmInstall(cwd, peers);
    const all = (await readdir(USES)).concat(WITHOUT_PEERS);
    for (const resolution of ['nodenext', 'bundler']) expect(await compile(cwd, resolution, all), resolution).toBe('');
  },
  TIMEOUT,
);

test('every entry of the package is compiled', async () => {
  const entries = Object.entries(manifest.exports).flatMap(([name, given]) => (typeof given === 'string' ? [] : name));
  const files = entries.map((name) => `${name === '.' ? 'index' : name.slice(2).replace('/', '-')}.ts`);
  expect((await readdir(USES)).toSorted()).toEqual(files.toSorted());
});
