// Other servers that return the examples of a document: installation and start.

import { execFileSync, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Contender } from './contender.ts';
import { inRepository } from './repository.ts';
import { writeMockoonDocument, writeStubs } from './stubs.ts';

const PEERS = inRepository('bench/peers');

/** Installs the peers into their own folder, unless they match `package-lock.json`. Takes 600 MB. */
export async function installPeers(): Promise<void> {
  const changed = async (path: string) => (await stat(join(PEERS, path)).catch(() => undefined))?.mtimeMs ?? 0;
  if ((await changed('node_modules/.package-lock.json')) > (await changed('package-lock.json'))) return;
  process.stderr.write('Installing the peers …\n');
  const npm = ['ci', '--prefix', PEERS, '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', npm, { cwd: PEERS, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A file of an installed peer. */
export function peerFile(path: string): string {
  return join(PEERS, 'node_modules', path);
}

/** All mock servers: each gets the path of a JSON file, and returns the first example of each operation. */
export async function peersFor(document: string, questions: Contender['questions']): Promise<readonly Contender[]> {
  const node = (...args: readonly string[]) => [process.execPath, ...args];
  const own = (name: string) => (port: number) => node(join(PEERS, name), `${port}`, document);
  const [stubs, forMockoon] = [await writeStubs(document), await writeMockoonDocument(document)];
  const [jar = ''] = globSync(peerFile('wiremock/build/*.jar'));
  const wiremock = (port: number) => [
    ...['java', '-jar', jar, '--root-dir', stubs],
    ...['--port', `${port}`, '--bind-address', '127.0.0.1', '--disable-banner'],
  ];
  const mockoon = (port: number) =>
    node(
      ...[peerFile('@mockoon/cli/bin/run.js'), 'start', '--data', forMockoon, '--disable-log-to-file'],
      ...['--port', `${port}`, '--hostname', '127.0.0.1'],
    );
  const prism = (port: number) => node(prismScript(), 'mock', document, '--port', `${port}`, '--verboseLevel', 'error');
  return [
    { name: 'Fastify, minimal', command: own('fastify.mjs'), questions },
    { name: 'Express and openapi-backend, minimal', command: own('openapi-backend.mjs'), questions },
    { name: '`prism mock`', command: prism, questions },
    { name: 'Scalar mock server', command: own('scalar.mjs'), questions },
    { name: 'Mockoon', command: mockoon, environment: { HOME: stubs }, questions },
    { name: 'WireMock', command: wiremock, prepare: needJava, questions },
  ];
}

/** Prism is a dependency of the project, which uses it as a judge. */
export function prismScript(): string {
  const require = createRequire(import.meta.url);
  const manifest = require.resolve('@stoplight/prism-cli/package.json');
  return join(manifest, '..', require(manifest).bin.prism);
}

async function needJava(): Promise<void> {
  if (spawnSync('java', ['-version'], { stdio: 'ignore' }).status !== 0) throw new Error('there is no java here');
}
