// Health and reflection as one handler of Node, for every protocol. Loaded on demand, with the libraries that it needs.

import type { Http2ServerRequest } from 'node:http2';
import { type ConnectNodeAdapterOptions, connectNodeAdapter } from '@connectrpc/connect-node';
import { Failure } from '../engine/failure.ts';
import { Health } from './generated/grpc/health/v1/health_pb.ts';
import { ServerReflection } from './generated/grpc/reflection/v1/reflection_pb.ts';
import { ServerReflection as FirstServerReflection } from './generated/grpc/reflection/v1alpha/reflection_pb.ts';
import { createHealth } from './health.ts';
import { createReflection } from './reflection.ts';
import type { NodeHandler, Served } from './served.ts';

/** Longest request message that is read, in bytes. They carry a name. */
const MESSAGE_LIMIT = 64 * 1024;

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
  const answer = connectNodeAdapter({
    routes(router) {
      router.service(Health, createHealth(serviceNames, closing));
      router.service(ServerReflection, reflection);
      // The messages of both versions differ in nothing but their package.
      router.service(FirstServerReflection as unknown as typeof ServerReflection, reflection);
    },
    // Connect's own types of requests differ from Node's by a detail.
    fallback: otherwise as NonNullable<ConnectNodeAdapterOptions['fallback']>,
    readMaxBytes: MESSAGE_LIMIT,
    shutdownSignal: closing,
  });
  return (request, response) => {
    // Connect makes a URL of the request.
    const host = 'authority' in request ? request.authority : request.headers.host;
    if (!host || !URL.canParse(`http://${host}`))
      throw new Failure('invalid_argument', 'the request does not name its host');
    if ('stream' in request) endWhenAnswered(request);
    answer(request, response);
  };
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
