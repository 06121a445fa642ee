// The request of another client during an attack.

import { once } from 'node:events';
import { request } from 'node:http';

/**
 * One search with a token.
 *
 * @throws Error for any status but 200
 */
export async function sendOnce(port: number): Promise<void> {
  const sending = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/management/v1/projects/_search',
    headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
    agent: false,
  });
  sending.end('{}');
  const [response] = await once(sending, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`another client got ${response.statusCode}`);
}
