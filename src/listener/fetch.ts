// Requests that never see a network: a `Request` in, a `Response` out.

import type { Mounts } from '../engine/mount.ts';
import { wireHeaders } from '../engine/wire.ts';
import { allFields } from './send.ts';

/** Answers a `Request` of the Fetch Standard as if it had come over a loopback connection. */
export async function answerFetch(request: Request, mounts: Mounts, bodyLimit: number): Promise<Response> {
  const { method, signal } = request;
  const { pathname, search, host, protocol } = new URL(request.url);
  const headers = wireHeaders(['host', host, ...[...request.headers].flat()]);
  const secure = protocol === 'https:';
  const head = { method, target: pathname + search, headers, local: true, secure, signal };
  const answering = mounts.of(head);
  const limit = Math.min(bodyLimit, answering.bodyLimit ?? bodyLimit);
  const body = new Uint8Array(await request.arrayBuffer());
  const read = body.length > limit ? { body: new Uint8Array(), exceeds: limit } : { body };
  const response = await answering.answer({ ...head, ...read });
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
