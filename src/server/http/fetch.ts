// Requests without a network: a `Request` in, a `Response` out.

import { CutOff } from '../pipeline/delivery.ts';
import type { Mounts } from '../pipeline/mount.ts';
import { discard, isStream } from '../pipeline/stream.ts';
import { type WireBody, type WireRequest, type WireResponse, wireHeaders } from '../pipeline/wire.ts';
import { allFields, isBodiless } from './send.ts';
import { type Source, sourceOf } from './send-stream.ts';

/** Handles a `Request` of the Fetch Standard as if it came over a loopback connection. */
export async function answerFetch(request: Request, mounts: Mounts, bodyLimit: number): Promise<Response> {
  const { method, signal } = request;
  const { pathname, search, host, protocol } = new URL(request.url);
  const headers = wireHeaders(['host', host, ...[...request.headers].flat()]);
  const secure = protocol === 'https:';
  // A `Response` has no trailers (Fetch Standard, section 2.2.6), so they become headers.
  const head = { method, target: pathname + search, headers, local: true, secure, signal, readsTrailers: false };
  const answering = mounts.of(head);
  const limit = Math.min(bodyLimit, answering.bodyLimit ?? bodyLimit);
  const read = answering.streams
    ? { body: NOTHING, stream: request.body ?? nothing(), duplex: true }
    : held(new Uint8Array(await request.arrayBuffer()), limit);
  const response = await answering.answer({ ...head, ...read });
  if (response.connection !== undefined) await brokenOff(response.connection, signal);
  const fields = new Headers(allFields(response));
  for (const cookie of response.cookies ?? []) fields.append('set-cookie', cookie);
  return new Response(contentOf(response, method, signal), { status: response.status, headers: fields });
}

/** Fails as `fetch` does when the connection is reset, or when its caller gives up. */
async function brokenOff(how: 'reset' | 'hang', signal: AbortSignal): Promise<never> {
  if (how === 'hang') {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve());
    });
    throw signal.reason;
  }
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('the connection was reset'), { code: 'ECONNRESET' }),
  });
}

/** A body that is cut fails as it does when the connection of a `fetch` ends before it is whole. */
function asOfNetwork(thrown: unknown): never {
  throw thrown instanceof CutOff ? new TypeError('terminated', { cause: thrown }) : thrown;
}

const NOTHING = new Uint8Array();

async function* nothing(): AsyncGenerator<Uint8Array> {}

function held(body: Uint8Array, limit: number): Pick<WireRequest, 'body' | 'exceeds'> {
  return body.length > limit ? { body: NOTHING, exceeds: limit } : { body };
}

/** Bytes, because a text would get an undeclared media type. Some statuses have no body. */
function contentOf({ status, body }: WireResponse<WireBody>, method: string, signal: AbortSignal) {
  // A 205 has a length, which is none (RFC 9110, section 15.3.6).
  const isNone = method === 'HEAD' || isBodiless(status) || status === 205;
  if (isStream<string | Uint8Array>(body)) {
    if (!isNone) return streamOf(sourceOf(body), signal);
    discard(body);
    return null;
  }
  const content = new Uint8Array(typeof body === 'string' ? new TextEncoder().encode(body) : body);
  return isNone || content.length === 0 ? null : content;
}

/** Read on demand, and cancelled with its reader. */
function streamOf(source: Source, signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      signal.addEventListener('abort', () => {
        source.giveUp();
        controller.error(signal.reason);
      });
    },
    async pull(controller) {
      let piece = await source.next().catch(asOfNetwork);
      while (piece?.length === 0) piece = await source.next().catch(asOfNetwork);
      if (signal.aborted) return;
      if (piece) controller.enqueue(new Uint8Array(piece));
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
    cancel: () => source.giveUp(),
  });
}
