// Sends requests by Node: the `fetch` of environments such as happy-dom hides cross-origin responses.

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
      { method, headers: Object.fromEntries(headers), signal: request.signal },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('error', reject);
        answer.on('end', () => {
          const { statusCode: status = 0 } = answer;
          resolve(new Response(status === 204 ? null : Buffer.concat(parts).toString(), { status }));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
};
