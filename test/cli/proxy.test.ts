// `understudy proxy`: forwarding, reports and errors.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { understudy } from '../support/command.ts';
import { closedAddress } from '../support/listening.ts';
import { serving } from '../support/proxying.ts';
import { temporaryFolder } from '../support/temporary.ts';

const LIBRARY = fileURLToPath(new URL('../support/library/library.yaml', import.meta.url));

const library = () =>
  serving(
    createServer((request, response) => {
      const status = request.url?.startsWith('/books/') ? 200 : 501;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        status === 200
          ? JSON.stringify({ id: request.url?.slice(7), title: request.url === '/books/1' ? 1 : 'Emma' })
          : '',
      );
    }),
  );

/** The command on a free port. */
async function started(args: readonly string[], cwd: string) {
  const command = understudy(['proxy', '--port', '0', ...args], { cwd });
  const [, url = ''] = await command.prints(/Proxying (\S+) →/);
  return { ...command, url };
}

/** A document whose paths are below /api, and a server that has no others. */
async function belowApi() {
  const folder = await temporaryFolder();
  const list = { get: { operationId: 'listPets', responses: { 200: { description: 'Pets.' } } } };
  const servers = [{ url: 'https://pets.example/api' }];
  const document = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, servers, paths: { '/pets': list } };
  await writeFile(join(folder, 'pets.json'), JSON.stringify(document));
  const server = await serving(
    createServer((request, response) => response.writeHead(request.url === '/api/pets' ? 200 : 404).end()),
  );
  return { folder, server };
}

describe('understudy proxy', () => {
  test('counts paths without the base path as unknown, where the server does not have them', async () => {
    const { folder, server } = await belowApi();
    const { url, stop, ended } = await started(['pets.json', server.url], folder);
    for (const path of ['/api/pets', '/pets', '/pets']) await (await fetch(url + path)).text();
    stop();
    const { code, stdout } = await ended;
    expect(stdout).toContain('passed      listPets  1 request\n');
    expect(stdout).toContain('Not in the document: GET /pets (2).\nPaths of the document begin with /api.\n');
    expect(code).toBe(0);
  });

  test('ends with 2 if all requests were mocked', async () => {
    const { folder, server } = await belowApi();
    const { url, stop, ended } = await started(['pets.json', server.url, '--mock-operations', 'listPets'], folder);
    await (await fetch(`${url}/api/pets`)).text();
    stop();
    const { code, stderr } = await ended;
    expect(stderr).toContain('Nothing was tested: all requests of the document were mocked');
    expect(code).toBe(2);
  });

  test('forwards requests until it is stopped, and exits with 1 and a report of findings', async () => {
    const folder = await temporaryFolder();
    const server = await library();
    const reports = [
      '--junit',
      'report.xml',
      '--sarif',
      'report.sarif',
      '--html',
      'report.html',
      '--record',
      'passed.har',
    ];
    const { url, stop, ended } = await started([LIBRARY, server.url, '--mock-missing', ...reports], folder);
    const headers = { authorization: 'Bearer token-of-somebody' };
    for (const path of ['/books/1', '/books/2', '/favicon.ico']) await (await fetch(url + path, { headers })).text();
    const filled = await fetch(`${url}/books`);
    expect([filled.status, filled.headers.get('x-understudy-responder')]).toEqual([200, 'mock']);
    await filled.text();
    stop();
    const { code, stdout, stderr } = await ended;
    expect(stdout).toContain('failed      getBook  2 requests, 1 finding\n');
    expect(stdout).toMatch(
      /response-body: getBook \(GET \/books\/\{id\}\)\n {3}response 200 \/title must be a string\n/,
    );
    expect(stdout).toContain('not tested  listBooks  mocked 1 time: the server returned 501\n');
    expect(stdout).toContain('not tested  addBook  no requests\n');
    expect(stdout).toContain('Not in the document: GET /favicon.ico (1).\n');
    expect(stdout).toContain('Recorded 4 requests.\n');
    expect(stderr).toBe('response-body: getBook: response 200 /title must be a string\n');
    expect(code).toBe(1);
    const texts = await Promise.all(
      ['report.xml', 'report.sarif', 'report.html', 'passed.har'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    for (const text of texts) {
      expect(text).toContain('getBook');
      expect(text).not.toContain('token-of-somebody');
    }
  });

  test('with --enforce, forwards nothing that the document forbids', async () => {
    const server = await library();
    const { url, stop, ended } = await started([LIBRARY, server.url, '--enforce'], await temporaryFolder());
    const [forbidden, allowed] = [await fetch(`${url}/books/1`), await fetch(`${url}/books/2`)];
    await forbidden.text();
    expect(forbidden.status).toBe(502);
    expect([allowed.status, await allowed.json()]).toEqual([200, { id: '2', title: 'Emma' }]);
    stop();
    expect((await ended).code).toBe(1);
  });

  test('with --json prints only JSON, and exits with 0 without findings', async () => {
    const server = await library();
    const command = understudy(['proxy', '--port', '0', '--json', LIBRARY, server.url], {
      cwd: await temporaryFolder(),
    });
    const [, url] = await command.reports(/Proxying (\S+) →/);
    await (await fetch(`${url}/books/2`)).text();
    command.stop();
    const { code, stdout } = await command.ended;
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ title: 'Library', url: server.url, requests: 1 });
    expect(
      report.operations.find(({ operation }: { readonly operation: string }) => operation === 'getBook'),
    ).toMatchObject({ outcome: 'passed', statuses: { 200: 1 } });
    expect(code).toBe(0);
  });

  test.each([
    ['no arguments', [], 'DOCUMENT is missing'],
    ['no server', [LIBRARY], 'UPSTREAM is missing'],
    [
      'something else than an address',
      [LIBRARY, 'staging'],
      '"staging" is not the URL of a server: did you mean http://staging?',
    ],
    ['a query in the address', [LIBRARY, 'http://localhost:1/?x'], 'may have a path, but no user, query or fragment'],
    ['no document', ['nowhere.yaml', 'http://localhost:1'], 'nowhere.yaml'],
    [
      'a check that is not there',
      [LIBRARY, 'http://localhost:1', '--checks', 'respnse-body'],
      'did you mean response-body?',
    ],
    [
      'an operation that is not there',
      [LIBRARY, 'http://localhost:1', '--mock-operations', 'getBok'],
      'did you mean getBook?',
    ],
    [
      'a recording that cannot be written',
      [LIBRARY, 'http://localhost:1', '--record', 'no/such/folder.har'],
      "understudy: Cannot write --record no/such/folder.har: ENOENT: no such file or directory, open 'no/such/folder.har'",
    ],
    [
      'a port that is none',
      [LIBRARY, 'http://localhost:1', '--port', '99999'],
      '--port needs a whole number from 0 to 65535',
    ],
  ])('reports the requirements for %s', async (_what, args, message) => {
    const { code, stderr } = await understudy(['proxy', '--port', '0', ...args], { cwd: await temporaryFolder() })
      .ended;
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  test('reports a port in use', async () => {
    const { port } = await library();
    const { code, stderr } = await understudy(['proxy', '--port', `${port}`, LIBRARY, await closedAddress()], {
      cwd: await temporaryFolder(),
    }).ended;
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use.`);
    expect(code).toBe(2);
  });
});
