// Sends the same requests to `prism mock`: every operation of documents, each document with its own server. Started by `corpus.ts`.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { createSampler } from '../../src/mock/samples/generate/sampler.ts';
import { createDocument, type Operation } from '../../src/openapi/document.ts';
import { openDocument } from '../../src/openapi/read/open-document.ts';
import { prismScript } from '../peers.ts';
import { createRequest, Untestable } from './create-request.ts';
import { createJudge, findViolation } from './judge.ts';
import { Counter, type TestedDocument, untestedDocument } from './tested-document.ts';

/** Time limits in milliseconds: for the start, for one response, and for a whole document. */
const START = 30_000;
const ANSWER = 5000;
const ALL = 240_000;

process.once('disconnect', () => process.exit());
for (const path of process.argv.slice(3)) {
  const tested = await testPrism(path).catch((error: Error) => untestedDocument(path, error.message));
  process.send?.(tested);
}
process.disconnect?.();

async function testPrism(path: string): Promise<TestedDocument> {
  const document = createDocument(await openDocument(path));
  const sampler = await createSampler(document);
  const judge = createJudge(document);
  const operations = new Counter();
  const untestable: Record<string, number> = {};
  const server = await startPrism(path);
  const end = Date.now() + ALL;
  const send = async (operation: Operation) => {
    const source = { document, sampler, values: {}, key: '', adapt: (body: unknown) => body, index: 0 };
    const request = await createRequest(operation, source);
    // It serves paths as in the document, without the base path of its servers.
    const { pathname, search } = new URL(request.url);
    const own = pathname.startsWith(document.base) ? pathname.slice(document.base.length) : pathname;
    const { method, headers } = request;
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined;
    const init = {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER),
      ...(body && { body }),
    } as const;
    const response = await fetch(`${server.url}${own}${search}`, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  try {
    for (const operation of document.operations.values()) {
      if (Date.now() > end) throw new Error(`is not done with it in ${ALL / 1000} s`);
      try {
        const first = await send(operation);
        const second = await send(operation);
        const differs = operation.method === 'GET' && first.text !== second.text;
        const fault = findViolation(operation, first, judge) ?? findViolation(operation, second, judge);
        const rejected = first.status >= 400 ? `status ${first.status}` : fault;
        operations.count(rejected ?? (differs ? 'the same request has another response' : undefined));
      } catch (error) {
        if (error instanceof Untestable) untestable[error.message] = (untestable[error.message] ?? 0) + 1;
        else operations.count(`no response: ${(error as Error).name}`);
      }
    }
  } finally {
    await server.close();
  }
  return { ...untestedDocument(path, ''), rejected: undefined, operations, untestable };
}

/** @throws Error if it is not ready in time */
async function startPrism(path: string) {
  const port = await freePort();
  const args = [prismScript(), 'mock', path, '--port', `${port}`, '--host', '127.0.0.1', '--verboseLevel', 'error'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  // No process is left when this one is ended.
  process.once('exit', () => child.kill('SIGKILL'));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START; Date.now() < end; ) {
    const isUp = await fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, close };
    if (child.exitCode !== null) throw new Error('it ends at the start');
    await after(100);
  }
  await close();
  throw new Error(`it is not ready in ${START / 1000} s`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
