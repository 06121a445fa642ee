// Parsing of HTTP/1.1 responses: complete, in pieces, with a length or chunked.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readResponse } from '../../bench/answer.ts';

const withLength = (body: Uint8Array) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 201 Created\r\nX-A: b\r\nContent-Length: ${body.length}\r\n\r\n`), body]);

const inChunks = (chunks: readonly Uint8Array[]) =>
  Buffer.concat([
    Buffer.from('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n'),
    ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);

const bytes = fc.uint8Array({ maxLength: 60 });
const responses = fc.oneof(
  bytes.map((body) => ({ sent: withLength(body), body })),
  fc
    .array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 5 })
    .map((chunks) => ({ sent: inChunks(chunks), body: Buffer.concat(chunks) })),
);

describe('a response', () => {
  test('is parsed once it is complete, regardless of later bytes', () => {
    fc.assert(
      fc.property(responses, bytes, ({ sent, body }, more) => {
        const reading = readResponse(Buffer.concat([sent, more]));
        expect(reading?.response.status).toBe(201);
        expect(reading?.response.body.equals(body)).toBe(true);
        expect(reading?.length).toBe(sent.length);
        for (let length = 0; length < sent.length; length++) {
          expect(readResponse(sent.subarray(0, length))).toBeUndefined();
        }
      }),
    );
  });

  test('must have a length or be chunked', () => {
    expect(() => readResponse(Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'))).toThrow('without a length');
  });
});
