// Long responses that arrive while the server closes.

import { once } from 'node:events';
import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { connect2, responding } from '../../support/wire-server.ts';

describe('close', () => {
  test.each(['HTTP/1.1', 'HTTP/2'])('completes a long response over %s that is being sent', async (protocol) => {
    // More than the system buffers for the client.
    const body = Buffer.alloc(32 * 1024 * 1024);
    const { url, close } = await responding(() => ({ status: 200, headers: {}, body }));
    const requested =
      protocol === 'HTTP/2' ? (await connect2(url)).request({ ':path': '/' }) : get(url, { agent: false });
    const [response] = await once(requested, 'response');
    const closed = close(2 ** 31 - 1);
    const incoming: Readable = protocol === 'HTTP/2' ? requested : response;
    let length = 0;
    for await (const chunk of incoming) length += chunk.length;
    expect(length).toBe(body.length);
    await closed;
  });
});
