// The request of another client during an attack.

import { once } from 'node:events';
import { request } from 'node:http';

/**
 * One search with a token.
 *
 * @throws Error for any status but 200
 */
export async function askOnce(port: number): Promise<void> {
  const asking = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/management/v1/projects/_search',
    headers: { authorization: 'Bearer token-owner', 'content-type': 'application/json' },
    agent: false,
  });
  asking.end('{}');
  const [answer] = await once(asking, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`another client got ${answer.statusCode}`);
}
