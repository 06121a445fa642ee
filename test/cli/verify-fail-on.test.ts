// `--fail-on` of `understudy verify` and `understudy proxy`: the lowest severity that fails the run.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const DOCUMENT = `openapi: 3.0.3
info: { title: Pets, version: '1' }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: integer, minimum: 1 }, example: 1 }]
      responses:
        '200': { description: A pet. }
`;

/** A server whose 404 and 405 are not declared, and a folder with the document. */
async function started(): Promise<{ readonly url: string; readonly cwd: string }> {
  const server = createServer(({ url, method }, response) => {
    if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else response.writeHead(url === '/pets/1' ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'pets.yaml'), DOCUMENT);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cwd };
}

const WARNING = 'status 404 is not declared';

test('verify ends with 0 if there are warnings only, and with 1 and the warnings with --fail-on warn', async () => {
  const { url, cwd } = await started();
  const usual = await understudy(['verify', 'pets.yaml', url], { cwd }).ended;
  expect(usual).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 findings, 1 warning \(show with/) });
  const strict = await understudy(['verify', 'pets.yaml', url, '--fail-on', 'warn'], { cwd }).ended;
  expect(strict).toMatchObject({ code: 1, stdout: expect.stringContaining(WARNING) });
});

test.each([
  ['error', '<testsuites name="understudy verify" tests="1" failures="0"', 'note', 'passed'],
  ['warn', '<testsuites name="understudy verify" tests="1" failures="1"', 'error', 'failed'],
])('reports for CI systems have what fails the run with --fail-on %s', async (least, junit, level, status) => {
  const { url, cwd } = await started();
  const files = ['--junit', 'report.xml', '--sarif', 'report.sarif', '--ctrf', 'report.json'];
  await understudy(['verify', 'pets.yaml', url, '--fail-on', least, ...files], { cwd }).ended;
  const [xml = '', sarif = '', ctrf = ''] = await Promise.all(
    ['report.xml', 'report.sarif', 'report.json'].map((name) => readFile(join(cwd, name), 'utf8')),
  );
  expect(xml).toContain(junit);
  expect(JSON.parse(sarif).runs[0].results).toMatchObject([{ level }]);
  expect(JSON.parse(ctrf).results.tests).toMatchObject([{ status }]);
});

test.each([
  [[], 0],
  [['--fail-on', 'warn'], 1],
] as const)('proxy %j ends with %i if there are warnings only', async (flags, code) => {
  const { url, cwd } = await started();
  const command = understudy(['proxy', '--port', '0', ...flags, 'pets.yaml', url], { cwd });
  const [, proxy] = await command.prints(/Proxying (\S+) →/);
  await (await fetch(`${proxy}/pets/2`)).text();
  command.stop();
  const ended = await command.ended;
  expect(ended.code).toBe(code);
  expect(ended.stdout.includes(WARNING)).toBe(code === 1);
});

test('another severity is rejected', async () => {
  const { code, stderr } = await understudy(['verify', '--fail-on', 'all'], { cwd: await temporaryFolder() }).ended;
  expect([code, stderr]).toEqual([2, expect.stringContaining('--fail-on must be error or warn')]);
});
