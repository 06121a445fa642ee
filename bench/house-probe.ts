// Prints which files run code at a start, in one request, and in a verify run.

import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { createMockServer } from '../src/index.ts';
import { verifyServer } from '../src/integrations/vitest/verify.ts';

const SOURCE = new URL('../src/', import.meta.url).href;
const PETSTORE = fileURLToPath(new URL('../examples/petstore/petstore.yaml', import.meta.url));

if (isMainThread) console.log(JSON.stringify(await measure()));
else parentPort?.postMessage((await createMockServer(PETSTORE, { port: 0 })).url);

async function measure(): Promise<Readonly<Record<'start' | 'request' | 'verify', readonly string[]>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  /** The files with a function that ran since the last call. Running a module itself does not count. */
  async function filesThatRan(): Promise<readonly string[]> {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.startsWith(SOURCE))
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0)),
      )
      .map(({ url }) => url.slice(SOURCE.length));
  }

  await filesThatRan();
  const server = await createMockServer(PETSTORE, { port: 0 });
  const start = await filesThatRan();
  const get = async () => (await fetch(new URL('/pets', server.url))).arrayBuffer();
  for (let index = 0; index < 100; index++) await get();
  await filesThatRan();
  await get();
  const request = await filesThatRan();
  await server.close();

  // In its own thread, the server is not counted.
  const worker = new Worker(new URL(import.meta.url));
  const url = await new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  await filesThatRan();
  await verifyServer(PETSTORE, { url });
  const verify = await filesThatRan();
  await worker.terminate();
  return { start, request, verify };
}
