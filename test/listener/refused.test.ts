// What a listener refuses before anybody is asked: in the journal, where that is wanted.

import { expect, test } from 'vitest';
import type { StandIn } from '../../src/index.ts';
import { listening, OWNER, request, SEARCH, search } from '../support/listening.ts';
import { connectRaw } from '../support/raw-http.ts';
import { ask } from '../support/stand-in.ts';

const exchangesOf = async (standIn: StandIn, headers = {}) =>
  (await ask(standIn, 'GET', '/_understudy/exchanges', { token: undefined, headers })).body.exchanges;

const HOST = 'Host: localhost\r\n';
const LONG = 'x'.repeat(100_000);

test.each([
  ['what is no HTTP at all', 'hello\r\n\r\n', 400, '?', '?', 'the request is not HTTP: Parse Error: '],
  [
    'a broken header',
    `POST ${SEARCH} HTTP/1.1\r\n${HOST}no colon\r\n\r\n`,
    400,
    'POST',
    SEARCH,
    'the request is not HTTP: Parse Error: ',
  ],
  [
    'two lengths',
    `POST ${SEARCH} HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'POST',
    SEARCH,
    'the request is not HTTP: ',
  ],
  ['a length and chunks', search('{}', 'Transfer-Encoding: chunked'), 400, 'POST', SEARCH, 'the request is not HTTP: '],
  [
    'headers beyond measure',
    `GET ${SEARCH} HTTP/1.1\r\n${HOST}x-long: ${LONG}\r\n\r\n`,
    431,
    expect.any(String),
    expect.any(String),
    'the request is not HTTP: Parse Error: Header overflow',
  ],
  ['a target beyond measure', `GET /${LONG} HTTP/1.1\r\n${HOST}\r\n`, 431, '?', '?', 'the request is not HTTP: '],
  [
    'no host',
    `POST ${SEARCH} HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`,
    400,
    'POST',
    SEARCH,
    'the request does not name its host',
  ],
  [
    'two hosts',
    search('{}', 'Host: elsewhere.example'),
    400,
    'POST',
    SEARCH,
    'the request names its host more than once',
  ],
  [
    'a wish to be passed on',
    'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n',
    405,
    'CONNECT',
    'elsewhere.example:443',
    'this server is no proxy',
  ],
  [
    'another expectation',
    search('{}', 'Expect: miracles'),
    417,
    'POST',
    SEARCH,
    'only the expectation 100-continue is understood',
  ],
])('%s is remembered with its reason', async (_, text, status, method, target, reason) => {
  const { port, standIn, thrown } = await listening({ journalAll: true });
  const connection = await connectRaw(port);
  connection.send(text);
  expect((await connection.answer()).status).toBe(status);
  const exchanges = await exchangesOf(standIn);
  expect(exchanges).toEqual([
    expect.objectContaining({ status, method, target, reason: expect.stringContaining(reason) }),
  ]);
  expect(JSON.stringify(exchanges).length).toBeLessThan(2000);
  expect(exchanges[0]).not.toHaveProperty('operation');
  expect(thrown).toEqual([]);
});

test('wrong framing in the middle of a body is remembered without the body', async () => {
  const { port, standIn } = await listening({ journalAll: true });
  const connection = await connectRaw(port);
  connection.send(
    `POST ${SEARCH} HTTP/1.1\r\n${HOST}${OWNER}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"que\r\n`,
  );
  connection.send('"password":"hunter2"');
  expect((await connection.answer()).status).toBe(400);
  const exchanges = await exchangesOf(standIn);
  expect(exchanges).toMatchObject([{ status: 400, reason: expect.stringMatching(/^the request is not HTTP/) }]);
  expect(JSON.stringify(exchanges)).not.toContain('hunter2');
});

test('a body that is too long is remembered as what its operation refused, whether all are or not', async () => {
  for (const journalAll of [true, false]) {
    const { port, standIn } = await listening({ journalAll, bodyLimit: 100 });
    const connection = await connectRaw(port);
    connection.send(search(`{"query":${' '.repeat(200)}{}}`));
    expect((await connection.answer()).status).toBe(413);
    expect(await exchangesOf(standIn)).toMatchObject([{ status: 413, operation: 'searchProjects' }]);
  }
});

test('it has the secrets in its target left out, and stands in the sandbox that it names, if that is there', async () => {
  const { port, standIn } = await listening({ journalAll: true });
  await ask(standIn, 'POST', '/_understudy/sandboxes', { token: undefined, body: { name: 'blue' } });
  const tell = async (line: string, ...headers: string[]) => {
    const connection = await connectRaw(port);
    connection.send(request(line, ['Host: twice.example', ...headers]));
    expect((await connection.answer()).status).toBe(400);
  };
  await tell('GET /a?access_token=secret-1&b=2', 'X-Understudy-Sandbox: blue');
  await tell('GET /a?client_secret=secret-2', 'X-Understudy-Sandbox: no name at all!');
  const broken = await connectRaw(port);
  broken.send('GET /a?password=secret-3 HTTP/1.1\r\nno colon\r\n\r\n');
  await broken.answer();
  const blue = await exchangesOf(standIn, { 'x-understudy-sandbox': 'blue' });
  expect(blue).toMatchObject([{ target: '/a?access_token=[redacted]&b=2' }]);
  expect(await exchangesOf(standIn)).toMatchObject([
    { target: '/a?client_secret=[redacted]' },
    { target: '/a?password=[redacted]' },
  ]);
});

test('it is not remembered where nobody wants that, and never more of it than of anything else', async () => {
  const flood = async (journalAll: boolean) => {
    const { port, standIn } = await listening({ journalAll });
    for (let count = 0; count < 1010; count += 1) {
      const connection = await connectRaw(port);
      connection.send('hello\r\n\r\n');
      await connection.ended();
    }
    return (await exchangesOf(standIn)).length;
  };
  expect([await flood(true), await flood(false)]).toEqual([1000, 0]);
});
