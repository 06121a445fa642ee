// `understudy run … -- COMMAND`: the server is started, stopped, and may end by itself.

import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { understudy } from '../../support/command.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const OPENAPI = `openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /pets:
    get: { operationId: listPets, responses: { '200': { description: ok } } }
`;
const FLOWS = `arazzo: 1.0.1
info: { title: Pets, version: '1' }
sourceDescriptions: [{ name: pets, url: pets.yaml, type: openapi }]
workflows: [{ workflowId: w, steps: [{ stepId: list, operationId: listPets }] }]
`;
/** Ends when its argument is requested. */
const SERVER = `import { createServer } from 'node:http';
const [port, last] = process.argv.slice(2);
createServer(({ url }, response) => {
  if (url.startsWith(last)) process.exit(3);
  response.writeHead(url === '/pets' ? 200 : 404).end();
}).listen(Number(port), '127.0.0.1');
`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.on('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test.each<[what: string, last: string, code: number, output: RegExp]>([
  ['runs', '/never', 0, /passed {6}list {2}1 request/],
  ['ends by a request of a step', '/pets', 1, /response-received: list/],
  ['ends before the first step', '/_understudy', 2, /ended with exit code 3 during the run/],
])('a server that %s', async (_, last, code, output) => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'pets.yaml'), OPENAPI);
  await writeFile(join(cwd, 'flows.yaml'), FLOWS);
  await writeFile(join(cwd, 'server.mjs'), SERVER);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = ['--', 'node', 'server.mjs', `${port}`, last];
  const ended = await understudy(['run', 'flows.yaml', url, ...command], { cwd }).ended;
  expect([ended.code, ended.stdout + ended.stderr]).toEqual([code, expect.stringMatching(output)]);
  await expect(fetch(url)).rejects.toThrow();
});
