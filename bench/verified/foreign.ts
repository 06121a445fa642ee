// Verifies third-party servers, each with its document, and prints the findings: `node bench/verified/foreign.ts [NAME…]`.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wireRequest } from '../contender.ts';
import { installPeers, prismScript } from '../peers.ts';
import { inRepository } from '../repository.ts';
import { startServer } from '../server.ts';
import { jsonServer } from '../servers.ts';

const PETSTORE = inRepository('examples/petstore/petstore.yaml');
const BLOG = inRepository('bench/verified/blog.yaml');
const POSTS = ['One', 'Two', 'Three', 'Four', 'Five'].map((title, index) => ({ id: index + 1, title, author: 'Ada' }));

interface Foreign {
  readonly document: string;
  /** A path that responds when it is ready. */
  readonly path: string;
  command(port: number): readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'understudy-foreign-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const database = join(folder, 'posts.json');

const FOREIGN: Readonly<Record<string, Foreign>> = {
  prism: { document: PETSTORE, path: '/pets', command: prism() },
  // It generates responses where it should use those of the document.
  'prism-dynamic': { document: PETSTORE, path: '/pets', command: prism('--dynamic') },
  'json-server': { document: BLOG, path: '/posts', command: jsonServer(database) },
  'fastify-openapi-glue': {
    document: BLOG,
    path: '/posts',
    command: (port) => [process.execPath, inRepository('bench/peers/glue.mjs'), `${port}`, BLOG],
  },
};

function prism(...more: readonly string[]): Foreign['command'] {
  const own = ['--host', '127.0.0.1', '--verboseLevel', 'error', ...more];
  return (port) => [process.execPath, prismScript(), 'mock', PETSTORE, '--port', `${port}`, ...own];
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(FOREIGN, name));
if (unknown.length > 0) throw new Error(`There are ${Object.keys(FOREIGN).join(', ')}, and no ${unknown.join(', ')}`);
await installPeers();
for (const [name, { document, path, command }] of Object.entries(FOREIGN)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  await writeFile(database, JSON.stringify({ posts: POSTS }));
  const there = { request: () => wireRequest('GET', path), check: () => undefined };
  const server = await startServer({ name, command, questions: { there } });
  process.stdout.write(`\n## ${name}\n\n`);
  const url = `http://127.0.0.1:${server.port}`;
  const args = ['bin/understudy.js', 'verify', document, url, '--allow-writes', '--remarks'];
  const verify = spawn(process.execPath, args, { cwd: inRepository(''), stdio: ['ignore', 'inherit', 'inherit'] });
  await once(verify, 'close');
  await server.stop();
}
