// Message envelopes: the longest message has the length of the limit.

import { Code } from '@connectrpc/connect';
import { compressionGzip } from '@connectrpc/connect-node';
import { describe, expect, test } from 'vitest';
import { envelope, openEnvelope } from '../../../src/server/codec/envelope.ts';

const LIMIT = 1000;
const rejected = {
  code: Code.ResourceExhausted,
  message: expect.stringContaining('raise the limit with --body-limit'),
};

describe('a message in an envelope', () => {
  test('may be as long as the limit, and no longer', async () => {
    const longest = new Uint8Array(LIMIT).fill(7);
    expect(await openEnvelope(envelope(longest, false), null, LIMIT)).toEqual(longest);
    const longer = envelope(new Uint8Array(LIMIT + 1), false);
    await expect(openEnvelope(longer, null, LIMIT)).rejects.toMatchObject(rejected);
  });

  test('may be as long as the limit after decompression, and no longer', async () => {
    const packed = (length: number) => compressionGzip.compress(new Uint8Array(length));
    const longest = envelope(await packed(LIMIT), true);
    expect(await openEnvelope(longest, compressionGzip, LIMIT)).toHaveLength(LIMIT);
    const longer = envelope(await packed(LIMIT + 1), true);
    await expect(openEnvelope(longer, compressionGzip, LIMIT)).rejects.toMatchObject(rejected);
  });
});
