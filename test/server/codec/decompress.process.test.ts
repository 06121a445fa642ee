// Compressed bodies.

import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decompress, rejectCodings } from '../../../src/server/codec/decompress.ts';

const text = 'a body that says the same, the same, the same';
const bytes = Buffer.from(text);
const LIMIT = 1000;

describe('a compressed body', () => {
  test.each([
    ['gzip', gzipSync(bytes)],
    ['X-GZIP', gzipSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['deflate', deflateRawSync(bytes)],
    ['identity', bytes],
    ['', bytes],
    ['br, gzip', gzipSync(brotliCompressSync(bytes))],
    [' gzip ,identity', gzipSync(bytes)],
  ])('in %s is decompressed', async (coding, packed) => {
    expect(rejectCodings(coding)).toBeUndefined();
    expect(Buffer.from(await decompress(packed, coding, LIMIT)).toString()).toBe(text);
  });

  test('may be as long as the body limit, and no longer', async () => {
    expect(await decompress(gzipSync(Buffer.alloc(LIMIT)), 'gzip', LIMIT)).toHaveLength(LIMIT);
    await expect(decompress(gzipSync(Buffer.alloc(LIMIT + 1)), 'gzip', LIMIT)).rejects.toMatchObject({
      code: 'resource_exhausted',
      status: 413,
      message: 'body exceeds 1000 bytes after decompression',
    });
  });

  test.each(['gzip', 'br', 'deflate'] as const)(
    'that is a bomb in %s uses no more memory than the limit',
    async (coding) => {
      const zeros = Buffer.alloc(128 * 1024 * 1024);
      const bomb = {
        gzip: () => gzipSync(zeros, { level: 1 }),
        // Brotli at its best level takes seconds.
        br: () => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
        deflate: () => deflateSync(zeros, { level: 1 }),
      }[coding]();
      const before = process.memoryUsage().arrayBuffers;
      const limit = 4 * 1024 * 1024;
      await expect(decompress(bomb, coding, limit)).rejects.toMatchObject({ code: 'resource_exhausted' });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * limit);
    },
  );

  test.each(['gzip', 'br', 'deflate'])('that is not %s, or truncated, is rejected', async (coding) => {
    await expect(decompress(bytes, coding, LIMIT)).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(new RegExp(`^the body is not valid ${coding}: .`)),
    });
  });

  test('that is truncated is rejected', async () => {
    const packed = gzipSync(bytes);
    await expect(decompress(packed.subarray(0, -9), 'gzip', LIMIT)).rejects.toMatchObject({ code: 'invalid_argument' });
  });

  test.each([
    ['zstd', 'content encoding zstd is not supported; supported: gzip, br, deflate'],
    ['gzip, compress', 'content encoding compress is not supported; supported: gzip, br, deflate'],
    ['gzip, gzip, gzip, gzip', 'the body has 4 content encodings; supported: gzip, br, deflate'],
    ['toString', 'content encoding tostring is not supported; supported: gzip, br, deflate'],
  ])('in %s is rejected with the supported encodings', (coding, message) => {
    expect(rejectCodings(coding)).toMatchObject({
      status: 415,
      message: `Unsupported Media Type: ${message}`,
      headers: { 'accept-encoding': 'gzip, br, deflate' },
    });
  });
});
