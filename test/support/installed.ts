// The package in its own folder, as npm installs it.

import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { startProgram } from './process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NAME = 'understudy-api';
const run = promisify(execFile);
/** The packages that the test projects install besides. */
const OF_PROJECTS = [
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/sdk-trace',
  'express',
  'jwt-decode',
  'oidc-client-ts',
];

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the run builds the package, and the socket to request the build. */
    readonly package: { readonly folder: string; readonly socket: string };
  }
}

/** Fills an empty folder as `npm install understudy-api` does: the built package with its published files, dependencies and peers. */
export async function install(folder: string): Promise<void> {
  const built = inject('package');
  await requestBuild(built.socket);
  await linkLibraries(folder);
  await cp(join(built.folder, 'node_modules', NAME), join(folder, 'node_modules', NAME), { recursive: true });
  await mkdir(join(folder, 'node_modules/.bin'));
  await symlink(`../${NAME}/bin/understudy.js`, join(folder, 'node_modules/.bin/understudy'));
}

/** Runs `npm install` in a folder: the packed package for `understudy-api`, others from the registry. No install scripts. */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<void> {
  const built = inject('package');
  await requestBuild(built.socket);
  const own = join(built.folder, 'node_modules', NAME);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = packages.includes(NAME) && JSON.parse((await run('npm', pack, { cwd: own })).stdout)[0].filename;
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const names = packages.map((name) => (name === NAME ? `./${packed}` : name));
  await run('npm', [...args, ...names], { cwd: folder });
}

/** Builds the package in an empty folder. @throws Error with the output of the build if it fails */
export async function buildPackage(folder: string): Promise<void> {
  await linkLibraries(folder);
  const own = join(folder, 'node_modules', NAME);
  await mkdir(own);
  const { files } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { files: readonly string[] };
  for (const file of ['package.json', ...files.filter((name) => !name.startsWith('!') && name !== 'dist')])
    await cp(join(ROOT, file), join(own, file), { recursive: true });
  const { code, stdout, stderr } = await startProgram([join(ROOT, 'build.ts'), join(own, 'dist')], { cwd: ROOT }).ended;
  if (code !== 0) throw new Error(`npm run build failed: ${stdout}${stderr}`);
}

/** Links the dependencies of the package and its optional peers. Development dependencies are not found. */
async function linkLibraries(folder: string): Promise<void> {
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), ...OF_PROJECTS]) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
}

/** Resolves when the package is built. */
function requestBuild(socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ socketPath }, async (response) => {
      const reason = await text(response);
      if (response.statusCode === 200) resolve();
      else reject(new Error(reason));
    })
      .on('error', reject)
      .end();
  });
}
