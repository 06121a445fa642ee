// Forms and queries with the maximum number of fields, sent to the issuer without a token.

import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:http2';
import type { Attack } from '../attack.ts';

const PATHS = ['/oauth/v2/token', '/oauth/v2/introspect', '/oidc/v1/userinfo', '/oidc/v1/end_session', '/device'];
const ROUNDS = { short: 1, full: 10 };
/** 3.1 MB, and almost the maximum size of a head over HTTP/1.1 and over HTTP/2. */
const [FORM, QUERY, LONG_QUERY] = [1_550_000, 7000, 30_000].map((count) => 'a&'.repeat(count)) as [
  string,
  string,
  string,
];

export const formsOfBareKeys: Attack = {
  title: 'forms of 3.1 MB and queries of 14 and 60 KB with only bare keys, to the issuer',
  async run(target, size) {
    const requested: Promise<void>[] = [];
    for (let round = 0; round < ROUNDS[size]; round += 1) {
      for (const path of PATHS) requested.push(post(target.port, path), get(target.port, path));
      requested.push(...PATHS.map((path) => getOverHttp2(target.url, path)));
    }
    await Promise.all(requested);
    return requested.length;
  },
};

async function post(port: number, path: string): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': FORM.length };
  const sending = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false });
  sending.end(FORM);
  await responded(sending);
}

async function get(port: number, path: string): Promise<void> {
  await responded(request({ port, host: '127.0.0.1', path: `${path}?${QUERY}`, agent: false }).end());
}

async function responded(sending: ReturnType<typeof request>): Promise<void> {
  const [response] = await once(sending, 'response').catch(() => []);
  // It may be rejected before it is sent.
  if (!response) return;
  response.resume();
  await once(response, 'close');
}

async function getOverHttp2(url: string, path: string): Promise<void> {
  const session = connect(url);
  const stream = session.request({ ':path': `${path}?${LONG_QUERY}` });
  stream.resume();
  await once(stream, 'close').catch(() => undefined);
  session.destroy();
}
