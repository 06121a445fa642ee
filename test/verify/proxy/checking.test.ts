// The proxy validates exchanges against the document, after they have passed.

import { request as ask, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createNetServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CheckId } from '../../../src/verify/checks.ts';
import { listErrors } from '../../../src/verify/verdict.ts';
import { closedAddress } from '../../support/listening.ts';
import { proxying } from '../../support/proxying.ts';

const BOOK = { id: '7', title: 'Emma' };

/** A server that returns this response to every request. */
function responding(status: number, value?: unknown, headers: Record<string, string> = {}): RequestListener {
  return (request, response) => {
    request.resume();
    const type = value === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...headers }).end(value === undefined ? '' : JSON.stringify(value));
  };
}

const POST = (body: unknown, type = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': type },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

type Case = readonly [what: string, server: RequestListener, path: string, init: RequestInit, found: readonly string[]];

const FITS: readonly Case[] = [
  ['a list with its header', responding(200, [BOOK], { 'x-total': '1' }), '/books?limit=50', {}, []],
  ['a created item', responding(201, BOOK), '/books', POST({ title: 'Emma' }), []],
  ['a declared error response', responding(404, { error: 'no such book' }), '/books/8', {}, []],
  [
    'an invalid request that the server rejects',
    responding(400, { error: 'title' }),
    '/books',
    POST({ title: 'Emma' }),
    [],
  ],
  ['no content, as declared', responding(204), '/books/7', { method: 'DELETE' }, []],
  [
    '304 Not Modified',
    responding(304, undefined, { etag: '"1"' }),
    '/books/7',
    { headers: { 'if-none-match': '"1"' } },
    [],
  ],
  ['valid credentials', responding(200, ['1']), '/loans', { headers: { authorization: 'Bearer abc' } }, []],
  ['401 without credentials', responding(401, undefined), '/loans', {}, []],
  [
    'a preflight',
    responding(204),
    '/books',
    { method: 'OPTIONS', headers: { origin: 'http://a.test', 'access-control-request-method': 'POST' } },
    [],
  ],
];

const BREAKS: readonly Case[] = [
  [
    'an invalid property',
    responding(200, { ...BOOK, id: 7 }),
    '/books/7',
    {},
    ['response-body getBook: response 200 /id must be a string'],
  ],
  [
    'a missing header',
    responding(200, [BOOK]),
    '/books',
    {},
    ['response-headers listBooks: response 200: response must have header x-total'],
  ],
  [
    'an undeclared status',
    responding(202, BOOK),
    '/books/7',
    {},
    ['documented-status getBook: status 202 is not declared (declared: 200, 404)'],
  ],
  [
    'another media type',
    (_q, s) => void s.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    '/books/7',
    {},
    ['documented-media-type getBook: response 200 is text/html, expected application/json'],
  ],
  ['a server error', responding(500, {}), '/books/7', {}, ['no-server-error getBook: returned 500 (sent by a client)']],
  [
    'an invalid request that the server accepts',
    responding(201, BOOK),
    '/books',
    POST({ title: '' }),
    [
      'request-valid addBook: invalid request: body /title must have at least 1 character',
      expect.stringMatching(/^invalid-input-rejected addBook: accepted with 201, but invalid/),
    ] as never,
  ],
  [
    'a missing property that the server accepts',
    responding(201, BOOK),
    '/books',
    POST({}),
    [
      'request-valid addBook: invalid request: body /title is required',
      'missing-required-rejected addBook: accepted with 201 without body title, which is required',
    ],
  ],
  [
    'a parameter out of range',
    responding(400, { error: 'limit' }),
    '/books?limit=51',
    {},
    ['request-valid listBooks: invalid request: query /limit must be at most 50'],
  ],
  [
    'a request body with an undeclared media type',
    responding(400, { error: 'xml' }),
    '/books',
    POST('<a/>', 'application/xml'),
    [expect.stringMatching(/^request-valid addBook: .*application\/xml is not accepted/)] as never,
  ],
  [
    'a method that the path does not declare',
    responding(405, undefined, { allow: 'GET, POST' }),
    '/books',
    { method: 'DELETE' },
    ['request-valid listBooks: invalid request: path method DELETE is not declared here (declared: GET, POST)'],
  ],
  [
    '200 without credentials',
    responding(200, ['1']),
    '/loans',
    {},
    ['authentication-required listLoans: 200 for a request without credentials'],
  ],
];

describe('an exchange', () => {
  test.each(FITS)('with %s has no finding', async (_what, server, path, init, found) => {
    const { url, findings } = await proxying(server);
    await (await fetch(url + path, init)).text();
    expect(await findings()).toEqual(found);
  });

  test.each(BREAKS)('with %s has findings', async (_what, server, path, init, found) => {
    const { url, findings } = await proxying(server);
    await (await fetch(url + path, init)).text();
    expect(await findings()).toEqual(found);
  });

  test('is tested only with the selected checks', async () => {
    const checks: readonly CheckId[] = ['response-headers'];
    const { url, findings } = await proxying(responding(200, [{ id: 7 }]), { checks });
    await (await fetch(`${url}/books?limit=0`)).text();
    expect(await findings()).toEqual([expect.stringMatching(/^response-headers/)]);
  });

  test.each([
    ['/books', POST({ title: '' }), '/minLength'],
    ['/books', POST({}), '/required'],
    ['/books?limit=51', {}, '/schema/maximum'],
  ])('with an invalid request is reported with a pointer to the schema keyword: %s %j', async (path, init, place) => {
    const { url, verdict } = await proxying(responding(400, { error: 'no' }));
    await (await fetch(url + path, init)).text();
    const found = listErrors(await verdict()).filter(({ check }) => check === 'request-valid');
    expect(found.map(({ pointer }) => pointer)).toEqual([expect.stringMatching(new RegExp(`${place}$`))]);
  });

  test('with a chunked body is validated', async () => {
    const { url, findings } = await proxying((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(201, { 'content-type': 'application/json' });
        response.write('{"id": "7",');
        response.end(' "title": 1}');
      });
    });
    const request = ask(`${url}/books`, { method: 'POST', headers: { 'content-type': 'application/json' } });
    request.write('{"title"');
    request.end(': 5}');
    await new Promise((resolve) => request.on('response', (message) => message.resume().on('end', resolve)));
    expect(await findings()).toEqual([
      'request-valid addBook: invalid request: body /title must be a string',
      'response-body addBook: response 201 /title must be a string',
      expect.stringMatching(/^invalid-input-rejected/),
    ]);
  });

  test('with an undeclared path is counted, and has no finding', async () => {
    const { url, findings, traffic: beside } = await proxying(responding(200, {}));
    for (const path of ['/favicon.ico', '/favicon.ico', '/nothing?secret=1']) await (await fetch(url + path)).text();
    expect(await findings()).toEqual([]);
    expect([...beside.undeclared]).toEqual([
      ['GET /favicon.ico', 2],
      ['GET /nothing', 1],
    ]);
  });
});

describe('the result', () => {
  test('reports passed, failed and untested operations, and counts of each status', async () => {
    const { url, verdict, upstream } = await proxying((request, response) => {
      if (request.url === '/books/7') responding(200, BOOK)(request, response);
      else responding(request.url === '/stats' ? 200 : 404, { error: 'no' })(request, response);
    });
    for (const path of ['/books/7', '/books/7', '/books/8', '/stats', '/loans']) await (await fetch(url + path)).text();
    const { operations, requests, title, url: about } = await verdict();
    const outcomes = operations.map(({ operation: { id }, outcome, reason, statuses }) => [
      id,
      outcome,
      reason,
      Object.fromEntries(statuses),
    ]);
    expect(outcomes).toEqual(
      expect.arrayContaining([
        ['getBook', 'passed', undefined, { 200: 2, 404: 1 }],
        ['getStats', 'failed', undefined, { 200: 1 }],
        ['listLoans', 'notTested', 'no request was accepted', { 404: 1 }],
        ['addBook', 'notTested', 'no requests', {}],
      ]),
    );
    expect([requests, title, about]).toEqual([5, 'Library', upstream]);
  });

  test('groups findings with the same cause, and reports each once', async () => {
    const reported: string[] = [];
    const { url, verdict } = await proxying(responding(200, [BOOK, { id: 1, title: '' }]), {
      checks: ['response-body'],
      onFound: ({ message }) => void reported.push(message),
    });
    for (let time = 0; time < 3; time += 1) await (await fetch(`${url}/books`)).text();
    const [list] = (await verdict()).operations;
    expect(list?.findings.map(({ message, count }) => [message, count])).toEqual([
      ['response 200 /1/id must be a string; response 200 /1/title must have at least 1 character', 3],
    ]);
    expect(reported).toHaveLength(1);
  });

  test('contains no secrets: neither credentials nor values of secret names', async () => {
    const { url, verdict } = await proxying((request, response) => {
      const value = { error: `for ${request.headers.authorization}`, password: 'hunter2-hunter2' };
      response.writeHead(500, { 'content-type': 'application/json', 'set-cookie': 'session=cookie-of-somebody' });
      response.end(JSON.stringify(value));
    });
    const headers = {
      authorization: 'Bearer token-of-somebody-1',
      'x-api-key': 'key-of-somebody-22',
      cookie: 'session=crumbs-of-somebody',
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ title: 5, password: 'hunter2-hunter2' });
    await (await fetch(`${url}/books?access_token=token-of-somebody-1`, { method: 'POST', headers, body })).text();
    const found = (await verdict()).operations.flatMap((one) => one.findings);
    expect(found.length).toBeGreaterThan(0);
    const text = JSON.stringify(
      found.map(({ exchange: { request: call, response: answer }, message }) => [
        message,
        call.target,
        call.headers,
        Buffer.from(call.body ?? '').toString(),
        answer.headers,
        Buffer.from(answer.body).toString(),
      ]),
    );
    expect(text).not.toMatch(/of-somebody|hunter2/);
    expect(text).toContain('[redacted]');
  });
});

describe('an upstream server that', () => {
  test('refuses connections gives 502 and a finding', async () => {
    const { url, findings } = await proxying(await closedAddress());
    const answer = await fetch(`${url}/books`);
    expect([answer.status, ((await answer.json()) as { readonly message: string }).message]).toEqual([
      502,
      expect.stringMatching(/^no valid response from .*: connection refused$/),
    ]);
    expect(await findings()).toEqual(['response-received listBooks: no valid response: connection refused']);
  });

  test('never responds gives 504 after the timeout', async () => {
    const { url, findings } = await proxying(() => undefined, { timeout: 100 });
    const answer = await fetch(`${url}/books`);
    expect([answer.status, ((await answer.json()) as { readonly message: string }).message]).toEqual([
      504,
      expect.stringContaining('timeout after 0.1 s'),
    ]);
    expect(await findings()).toEqual(['response-received listBooks: no valid response: timeout after 0.1 s']);
  });

  test.each([
    ['closes the connection', (_q, s) => void s.socket?.destroy()],
    ['speaks another protocol', (_q, s) => void s.socket?.end('SSH-2.0-OpenSSH_9.6\r\n\r\n')],
    [
      'sends two different lengths',
      (_q, s) => void s.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'),
    ],
    [
      'sends both Content-Length and chunks',
      (_q, s) =>
        void s.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    ],
    ['sends endless headers', (_q, s) => void s.socket?.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`)],
  ] satisfies [string, RequestListener][])('%s gives 502 and a finding', async (_what, server) => {
    const { url, findings } = await proxying(server);
    expect((await fetch(`${url}/stats`)).status).toBe(502);
    expect(await findings()).toEqual([expect.stringMatching(/^response-received getStats: no valid response: /)]);
  });

  test('aborts its response aborts the one to the client, with a finding', async () => {
    const { url, findings } = await proxying((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      setImmediate(() => response.destroy());
    });
    await expect(fetch(`${url}/books`).then((answer) => answer.text())).rejects.toThrow();
    expect(await findings()).toEqual(['response-received listBooks: no valid response: the response is incomplete']);
  });

  test('has closed an idle connection gets the request again, if it is safe', async () => {
    const empty = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Total: 0\r\nContent-Length: 2\r\n\r\n[]';
    const server = createNetServer((socket) => {
      let requested = 0;
      socket.on('error', () => undefined);
      // Closes each connection on its second request, without announcing it.
      socket.on('data', () => {
        requested += 1;
        if (requested === 1) socket.write(empty);
        else socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { url, findings } = await proxying(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for (let time = 0; time < 3; time += 1) expect((await fetch(`${url}/books`)).status).toBe(200);
    expect(await findings()).toEqual([]);
    // Not resent: it may have been carried out.
    const added = await fetch(`${url}/books`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Emma"}',
    });
    expect(added.status).toBe(502);
  });
});

describe('a response whose body is not validated', () => {
  test('is validated without its body', async () => {
    const {
      url,
      findings,
      traffic: beside,
    } = await proxying(responding(202, { ...BOOK, title: 'x'.repeat(1000) }), {
      bodyLimit: 500,
    });
    await (await fetch(`${url}/books/7`)).text();
    expect(await findings()).toEqual(['documented-status getBook: status 202 is not declared (declared: 200, 404)']);
    expect(beside.unchecked.size).toBe(1);
    const long = await proxying(responding(200, { ...BOOK, title: 'x'.repeat(1000) }), { bodyLimit: 500 });
    await (await fetch(`${long.url}/books/7`)).text();
    expect(await long.findings()).toEqual([]);
  });

  test.each([
    ['in an unsupported encoding', { 'content-type': 'application/json', 'content-encoding': 'zstd' }, '/books/7'],
    ['with events', { 'content-type': 'text/event-stream' }, '/news'],
  ])('is forwarded and counted: %s', async (_what, headers, path) => {
    const {
      url,
      findings,
      traffic: beside,
    } = await proxying((_request, response) => void response.writeHead(200, headers).end('data: 1\n\n'));
    const request = ask(url + path, { agent: false }).end();
    await new Promise((resolve) => request.on('response', (message) => message.resume().on('end', resolve)));
    expect(await findings()).toEqual([]);
    expect([...beside.unchecked.values()]).toEqual([1]);
  });
});
