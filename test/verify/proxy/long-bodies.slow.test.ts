// Backpressure of long bodies through the proxy.

import { once } from 'node:events';
import { request as ask, type IncomingMessage, type RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { proxying } from '../../support/proxying.ts';

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of message.setEncoding('latin1')) text += piece;
  return text;
}

/** Waits until a count stays unchanged during several other requests in this process. */
async function unchanged(count: () => number): Promise<void> {
  const { url } = await proxying((_request, response) => void response.end());
  let before = -1;
  while (count() !== before) {
    before = count();
    for (let turn = 0; turn < 5; turn += 1) await requested(url);
  }
}

/** Sends a request over a new connection. */
async function requested(url: string, options: RequestOptions = {}, body?: string | Buffer) {
  const request = ask(url, { agent: false, ...options });
  request.end(body);
  const [message] = (await once(request, 'response')) as [IncomingMessage];
  return { message, text: await textOf(message) };
}

describe('a long body', () => {
  const PIECE = Buffer.alloc(64 * 1024, 'x');

  test('of a response is streamed with backpressure, and not validated', async () => {
    let sent = 0;
    const {
      url,
      verdict,
      traffic: beside,
    } = await proxying((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      const more = () => {
        while (sent < 200) {
          sent += 1;
          if (!response.write(PIECE)) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    });
    const request = ask(`${url}/covers/1`, { method: 'PUT', agent: false });
    request.end();
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    message.pause();
    // The server must wait while the client does not read.
    await unchanged(() => sent);
    expect(sent).toBeLessThan(200);
    let length = 0;
    for await (const piece of message) length += piece.length;
    expect(length).toBe(200 * PIECE.length);
    await verdict();
    expect([...beside.unchecked]).toEqual([['a large response, or one with an unsupported encoding', 1]]);
  });

  test('of a request is streamed with backpressure', async () => {
    let taken = 0;
    let begin = () => {};
    const { url } = await proxying((request, response) => {
      begin = () => {
        request.on('data', (piece) => {
          taken += piece.length;
        });
        request.on('end', () => response.end('taken'));
      };
    });
    const request = ask(`${url}/covers/1`, {
      method: 'PUT',
      agent: false,
      headers: { 'transfer-encoding': 'chunked' },
    });
    let made = 0;
    const pieces = function* () {
      for (; made < 400; made += 1) yield PIECE;
    };
    Readable.from(pieces()).pipe(request);
    await unchanged(() => made);
    expect(made).toBeLessThan(400);
    begin();
    const [message] = (await once(request, 'response')) as [IncomingMessage];
    expect(await textOf(message)).toBe('taken');
    expect(taken).toBe(400 * PIECE.length);
  });
});
