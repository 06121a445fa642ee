// Health and reflection as one handler of Node, for every protocol. Loaded on demand, with the libraries that it needs.

import type { Http2ServerRequest } from 'node:http2';
import { Code, ConnectError, createConnectRouter } from '@connectrpc/connect';
import { encodeEnvelope, type UniversalHandler, type UniversalServerResponse } from '@connectrpc/connect/protocol';
import { trailerFlag, trailerParse, trailerSerialize } from '@connectrpc/connect/protocol-grpc-web';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import { Failure } from '../engine/failure.ts';
import { percentEncoded } from '../engine/percent-encoded.ts';
import { pathOf } from '../engine/wire.ts';
import { Health } from './generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from './generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from './generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { createHealth } from './health.ts';
import { COMPRESSIONS, prepared } from './prepared.ts';
import { createReflection } from './reflection.ts';
import { failureWith, refuse } from './refuse.ts';
import type { NodeHandler, Served } from './served.ts';

/** Longest request message that is read, in bytes. They carry a name. */
const MESSAGE_LIMIT = 64 * 1024;
/** How long a client may leave unread what a stream has to say, in milliseconds. */
const SILENCE = 300_000;
/** The error code of a stream that is no longer wanted (RFC 9113, section 7). */
const CANCEL = 8;
/** Flag and length of an envelope, in bytes. */
const HEAD = 5;

type NodeRequest = Parameters<NodeHandler>[0];
type NodeResponse = Parameters<NodeHandler>[1];

/**
 * Answers requests for health and reflection.
 *
 * @param closing - aborted when no service takes requests any more
 * @param otherwise - answers what is for none of their methods
 * @returns a handler that throws a Failure if the request cannot be used
 */
export function serviceHandler(served: Served, closing: AbortSignal, otherwise: NodeHandler): NodeHandler {
  const own = [Health, ServerReflection, FirstServerReflection];
  const serviceNames = [...served.serviceNames, ...own.map(({ typeName }) => typeName)].sort();
  const files = async () => [...(await served.files()), ...own.map(({ file }) => file)];
  const reflection = createReflection({ ...served, serviceNames, files });
  const router = createConnectRouter({
    acceptCompression: [...COMPRESSIONS],
    readMaxBytes: MESSAGE_LIMIT,
    shutdownSignal: closing,
  });
  router.service(Health, createHealth(serviceNames, closing));
  router.service(ServerReflection, reflection);
  // The messages of both versions differ in nothing but their package.
  router.service(FirstServerReflection as unknown as typeof ServerReflection, reflection);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return (request, response) => {
    const handler = handlers.get(pathOf(request.url ?? ''));
    if (!handler) return otherwise(request, response);
    // Connect makes a URL of the request.
    const host = 'authority' in request ? request.authority : request.headers.host;
    if (!host || !URL.canParse(`http://${host}`))
      throw new Failure('invalid_argument', 'the request does not name its host');
    if ('stream' in request) endWhenAnswered(request);
    endWhenUnread(request, response, served.silence ?? SILENCE);
    answer(handler, request, response).catch((thrown) => {
      // The client has left.
      if (ConnectError.from(thrown).code !== Code.Aborted) served.onError(thrown);
    });
  };
}

async function answer(handler: UniversalHandler, request: NodeRequest, response: NodeResponse): Promise<void> {
  const asked = universalRequestFromNodeRequest(request, response, undefined, undefined);
  const answered = await handler(prepared(asked, handler.method.input, MESSAGE_LIMIT));
  if (answered.body === undefined && answered.status >= 400)
    return refuse(request, response, failureWith(answered.status));
  await universalResponseToNodeResponse(readable(answered), response);
}

/** Connect encodes more of a message than it should; its trailers are complete when the body is. */
function readable(answered: UniversalServerResponse): UniversalServerResponse {
  const { body, header, trailer } = answered;
  const isWeb = header?.get('content-type')?.startsWith('application/grpc-web');
  return {
    ...answered,
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
  if (message !== null) trailer.set('grpc-message', percentEncoded(decodeURIComponent(message)));
  return trailer;
}

/** Ends a stream of which nothing is read although there is something; who only waits for news may wait. */
function endWhenUnread(request: NodeRequest, response: NodeResponse, silence: number): void {
  const stream = 'stream' in request ? request.stream : undefined;
  let before = 0;
  const timer = setInterval(() => {
    const { writableLength } = stream ?? request.socket;
    if (writableLength > 0 && writableLength === before) {
      stream?.close(CANCEL);
      (stream ?? request.socket).destroy();
    }
    before = writableLength;
  }, silence);
  response.once('close', () => clearInterval(timer));
}

/**
 * Ends a stream of HTTP/2 once its answer is complete, although its client could still send. Some never end their half by themselves, and
 * a server that waits for them could not stop (RFC 9113, section 8.1).
 */
function endWhenAnswered(request: Http2ServerRequest): void {
  const { stream } = request;
  // The trailers leave in this turn of the event loop; a stream that is closed in the same turn loses them.
  const end = () => void (request.complete || stream.close());
  stream.once('wantTrailers', () => setImmediate(end));
}
