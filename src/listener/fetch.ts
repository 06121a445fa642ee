// Requests that never see a network: a `Request` in, a `Response` out.

import { type WireRequest, type WireResponse, wireHeaders } from '../engine/wire.ts';
import { allFields } from './send.ts';

/** Answers a `Request` of the Fetch Standard as if it had come over a loopback connection. */
export async function answerFetch(
  request: Request,
  answer: (request: WireRequest) => Promise<WireResponse>,
  bodyLimit: number,
): Promise<Response> {
  const { method, signal } = request;
  const { pathname, search, host, protocol } = new URL(request.url);
  const body = new Uint8Array(await request.arrayBuffer());
  const read = body.length > bodyLimit ? { body: new Uint8Array(), exceeds: bodyLimit } : { body };
  const headers = wireHeaders(['host', host, ...[...request.headers].flat()]);
  const secure = protocol === 'https:';
  const response = await answer({ method, target: pathname + search, headers, local: true, secure, signal, ...read });
  const { body: text } = response;
  const content = new Uint8Array(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  // A `Response` has no trailers (Fetch Standard, section 2.2.6); whoever wants them would find them nowhere.
  const fields = new Headers(allFields(response));
  for (const cookie of response.cookies ?? []) fields.append('set-cookie', cookie);
  // Bytes, because a text would be given a media type that nobody declared. Some statuses allow no body at all.
  return new Response(content.length === 0 || method === 'HEAD' ? null : content, {
    status: response.status,
    headers: fields,
  });
}
