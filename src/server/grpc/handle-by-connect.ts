// Runs handlers of Connect for wire requests.

import { Code, ConnectError } from '@connectrpc/connect';
import {
  encodeEnvelope,
  type UniversalHandler,
  type UniversalServerRequest,
  type UniversalServerResponse,
} from '@connectrpc/connect/protocol';
import { trailerFlag, trailerParse, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web';
import { ApiError } from '../pipeline/errors/api-error.ts';
import { percentEncode } from '../pipeline/errors/percent-encode.ts';
import { pathOf, type WireBody, type WireRequest, type WireResponse } from '../pipeline/wire.ts';
import { adaptConnectRequest } from './adapt-connect-request.ts';
import { errorResponse, failureWith, NO_TRAILERS_ERROR } from './error-response.ts';

/** Flag and length of an envelope, in bytes. */
const HEAD = 5;

/**
 * Handles requests at the path of each handler.
 *
 * @param limit - maximum size of a message, in bytes
 * @returns the function for requests; throws an ApiError if a request is invalid
 */
export function handleByConnect(
  handlers: readonly UniversalHandler[],
  limit: number,
): (request: WireRequest) => Promise<WireResponse<WireBody>> {
  const byPath = new Map(handlers.map((handler) => [handler.requestPath, handler]));
  return async (request) => {
    const path = pathOf(request.target);
    const handler = byPath.get(path);
    if (!handler) throw new ApiError('unimplemented', `procedure ${path} not found`);
    if (handler.method.methodKind !== 'unary' && needsTrailers(request)) throw NO_TRAILERS_ERROR;
    try {
      const answered = await handler(adaptConnectRequest(universal(request), handler.method.input, limit));
      if (answered.body === undefined && answered.status >= 400)
        return errorResponse(request, failureWith(answered.status));
      const response = await wireResponse(readable(answered));
      return needsTrailers(request) ? await whole(response) : response;
    } catch (thrown) {
      const hasLeft = request.isDisconnected || ConnectError.from(thrown).code === Code.Aborted;
      throw hasLeft ? new ApiError('cancelled', 'the client closed the connection') : thrown;
    }
  };
}

/** A request as Connect reads it. @throws ApiError `invalid_argument` if no URL can be made of it */
function universal({ method, target, headers, secure, duplex, stream, signal }: WireRequest): UniversalServerRequest {
  const { host = '' } = headers;
  const url = URL.parse(`${secure ? 'https' : 'http'}://${host}${target}`);
  if (host === '' || !url) throw new ApiError('invalid_argument', 'missing Host header');
  const header = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) header.set(name, value);
  return {
    httpVersion: duplex ? '2.0' : '1.1',
    method,
    url: url.href,
    header,
    body: stream ?? nothing(),
    signal: signal ?? new AbortController().signal,
    contextValues: undefined as never,
  };
}

/** A completed response with known trailers. */
async function whole(response: WireResponse<AsyncIterable<Uint8Array>>): Promise<WireResponse> {
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body) pieces.push(piece);
  return { ...response, body: Buffer.concat(pieces) };
}

/** Whether a client learns from trailers how its call ended, and could not read them. In gRPC-Web they are part of the body. */
function needsTrailers({ headers, readsTrailers = true }: WireRequest): boolean {
  return !readsTrailers && /^application\/grpc(?!-web)/i.test(headers['content-type'] ?? '');
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

/** A response of Connect, which sets headers until its first piece is there, and trailers until its end. */
async function wireResponse({
  status,
  header,
  body,
  trailer,
}: UniversalServerResponse): Promise<WireResponse<AsyncIterable<Uint8Array>>> {
  const pieces = body?.[Symbol.asyncIterator]();
  const first = await pieces?.next();
  const headers = Object.fromEntries(header ?? []);
  const trailers: Record<string, string> = {};
  async function* pieceByPiece(): AsyncGenerator<Uint8Array> {
    try {
      for (let piece = first; pieces && piece && !piece.done; piece = await pieces.next()) yield piece.value;
      Object.assign(trailers, Object.fromEntries(trailer ?? []));
    } finally {
      await pieces?.return?.();
    }
  }
  return { status, headers, body: pieceByPiece(), trailers };
}

/** Connect encodes more of a message than it should; its trailers are complete when the body is. */
function readable(response: UniversalServerResponse): UniversalServerResponse {
  const { body, header, trailer } = response;
  const isWeb = header?.get('content-type')?.startsWith('application/grpc-web');
  return {
    ...response,
    ...(body && isWeb && { body: withReadableTrailers(body as AsyncIterable<Uint8Array>) }),
    get trailer() {
      return trailer && withReadableMessage(trailer);
    },
  } as UniversalServerResponse;
}

/** In gRPC-Web trailers are the last envelope of the body, which is one piece. */
async function* withReadableTrailers(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  for await (const piece of body) {
    if (piece[0] !== trailerFlag) yield piece;
    else {
      const trailer = withReadableMessage(trailerParse(piece.subarray(HEAD) as Uint8Array<ArrayBuffer>));
      yield encodeEnvelope(trailerFlag, trailerSerialize(trailer));
    }
  }
}

function withReadableMessage(trailer: Headers): Headers {
  const message = trailer.get('grpc-message');
  if (message !== null) trailer.set('grpc-message', percentEncode(decodeURIComponent(message)));
  return trailer;
}
