// Sends requests by `node:http`, where tests have replaced `fetch`.

import type { Fetch } from '../../client/client.ts';
import { http } from '../../server/pipeline/node-http.ts';

/** Like `fetch`, over HTTP/1.1 and without redirects. Uses the present `fetch` for TLS. */
export const sendByNode: Fetch = async (request) => {
  const { method, url, headers } = request;
  if (!url.startsWith('http:')) return fetch(request);
  const body = await request.text();
  return new Promise((resolve, reject) => {
    const sent = http.request(
      url,
      // A connection each: while a test file loads, the server closes those that are idle, and Node notices it late.
      { method, headers: Object.fromEntries(headers), signal: request.signal, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0 } = response;
          resolve(new Response(status === 204 ? null : Buffer.concat(parts).toString(), { status }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
};
