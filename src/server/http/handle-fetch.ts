// Requests without a network: a `Request` in, a `Response` out.

import { isInjectedCut } from '../pipeline/faults/apply-transfer-fault.ts';
import type { RouteGroups } from '../pipeline/route-groups.ts';
import {
  createWireHeaders,
  discardStream,
  isStream,
  type WireBody,
  type WireRequest,
  type WireResponse,
} from '../pipeline/wire.ts';
import { hasNoBody, mergeTrailers } from './send-response.ts';
import { type ChunkSource, createChunkSource } from './send-stream.ts';

/** Requests with pending work. In Node, the signal of a `Request` is never aborted after that is garbage. */
const pending = new Set<{ readonly request: Request }>();

async function whilePending<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const entry = { request };
  pending.add(entry);
  try {
    return await work();
  } finally {
    pending.delete(entry);
  }
}

/** Handles a `Request` of the Fetch Standard as if it came over a loopback connection. */
export function handleFetch(request: Request, groups: RouteGroups, bodyLimit: number): Promise<Response> {
  return whilePending(request, () => respondTo(request, groups, bodyLimit));
}

async function respondTo(request: Request, groups: RouteGroups, bodyLimit: number): Promise<Response> {
  const { method, signal } = request;
  const { pathname, search, host, protocol } = new URL(request.url);
  const headers = createWireHeaders(['host', host, ...[...request.headers].flat()]);
  const secure = protocol === 'https:';
  // A `Response` has no trailers (Fetch Standard, section 2.2.6), so they become headers.
  const head = { method, target: pathname + search, headers, local: true, secure, signal, readsTrailers: false };
  const handler = groups.find(head);
  const limit = Math.min(bodyLimit, handler.bodyLimit ?? bodyLimit);
  const received = handler.streams
    ? { body: NOTHING, stream: request.body ?? emptyStream(), duplex: true }
    : limitBody(new Uint8Array(await request.arrayBuffer()), limit);
  const response = await handler.handle({ ...head, ...received });
  if (response.connection !== undefined) await failConnection(response.connection, signal);
  const responseHeaders = new Headers(mergeTrailers(response));
  for (const cookie of response.cookies ?? []) responseHeaders.append('set-cookie', cookie);
  return new Response(createContent(response, request), { status: response.status, headers: responseHeaders });
}

/** Fails as `fetch` does when the connection is reset, or when its caller gives up. */
async function failConnection(kind: 'reset' | 'hang', signal: AbortSignal): Promise<never> {
  if (kind === 'hang') {
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
function asNetworkError(thrown: unknown): never {
  throw isInjectedCut(thrown) ? new TypeError('terminated', { cause: thrown }) : thrown;
}

const NOTHING = new Uint8Array();

async function* emptyStream(): AsyncGenerator<Uint8Array> {}

function limitBody(body: Uint8Array, limit: number): Pick<WireRequest, 'body' | 'exceededLimit'> {
  return body.length > limit ? { body: NOTHING, exceededLimit: limit } : { body };
}

/** Bytes, because a text would get an undeclared media type. Some statuses have no body. */
function createContent({ status, body }: WireResponse<WireBody>, request: Request) {
  // A 205 has a length, which is none (RFC 9110, section 15.3.6).
  const isEmpty = request.method === 'HEAD' || hasNoBody(status) || status === 205;
  if (isStream<string | Uint8Array>(body)) {
    if (!isEmpty) return createReadableStream(createChunkSource(body), request);
    discardStream(body);
    return null;
  }
  const content = new Uint8Array(typeof body === 'string' ? new TextEncoder().encode(body) : body);
  return isEmpty || content.length === 0 ? null : content;
}

/** Read on demand, and cancelled with its reader. */
function createReadableStream(source: ChunkSource, request: Request): ReadableStream<Uint8Array> {
  const { signal } = request;
  const next = () => whilePending(request, () => source.next()).catch(asNetworkError);
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      signal.addEventListener('abort', () => {
        source.cancel();
        controller.error(signal.reason);
      });
    },
    async pull(controller) {
      let piece = await next();
      while (piece?.length === 0) piece = await next();
      if (signal.aborted) return;
      if (piece) controller.enqueue(new Uint8Array(piece));
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
    cancel: () => source.cancel(),
  });
}
