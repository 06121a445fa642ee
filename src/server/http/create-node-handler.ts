// One request of any HTTP version: read, handled, sent.

import { NOSNIFF } from '../pipeline/browser-safety.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { RouteGroups } from '../pipeline/route-groups.ts';
import { discardStream, isStream, type WireBody, type WireResponse } from '../pipeline/wire.ts';
import { connectionOf } from './client-connection.ts';
import type { NodeHandler, NodeRequest, NodeResponse } from './node-http-types.ts';
import { peerAddress } from './peer-address.ts';
import type { PendingResponses } from './pending-responses.ts';
import { type BodyReadSettings, ReceivedRequest, readBody, streamBody, takeReceivedBody } from './received-request.ts';
import {
  ALLOWED_METHODS,
  createPlainError,
  createStatusError,
  findRequestProblem,
  type RejectedConnection,
} from './reject-invalid-http.ts';
import { sendResponse } from './send-response.ts';
import type { OpenStreams } from './send-stream.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The response about the server as a whole (RFC 9110, section 9.3.7). */
const SERVER_OPTIONS: WireResponse<WireBody> = {
  status: 204,
  headers: { allow: ALLOWED_METHODS, ...NOSNIFF },
  body: '',
};
const NOT_SENT = new ApiError(
  'internal',
  'the response cannot be sent; details are in the terminal of the mock server',
);

interface NodeHandlerSettings extends ReceivedHandlerSettings {
  /** Whether requests come over TLS. */
  readonly secure: boolean;
  /** The proxies that are believed. */
  readonly proxies?: TrustedProxies | undefined;
}

interface ReceivedHandlerSettings extends BodyReadSettings {
  /** Whether new connections are still welcome. */
  isOpen(): boolean;
  /** Responses that clients have not read completely. */
  readonly pendingResponses: PendingResponses;
  /** Open streams. */
  readonly streams: OpenStreams;
  /** Receives early rejections. */
  readonly onRejected?: ((error: RejectedConnection) => void) | undefined;
  /** Receives errors of sending. */
  onError(thrown: unknown): void;
}

/** @param groups - handle the requests */
export function createNodeHandler(groups: RouteGroups, settings: NodeHandlerSettings): NodeHandler {
  const { secure, proxies } = settings;
  const handle = createReceivedHandler(groups, settings);
  return (request, response) => handle(request, response, () => new ReceivedRequest(request, { secure, proxies }));
}

/** Handles a request of Node as the given one. Never throws. */
type ReceivedHandler = (request: NodeRequest, response: NodeResponse, receive: () => ReceivedRequest) => void;

/** @param groups - handle the requests */
export function createReceivedHandler(groups: RouteGroups, settings: ReceivedHandlerSettings): ReceivedHandler {
  const { isOpen, onError, onRejected, requestTimeout: idleTimeout, pendingResponses, streams } = settings;
  const streaming = { streams, onError };
  const handleRequest = async (request: NodeRequest, response: NodeResponse, receive: () => ReceivedRequest) => {
    const problem = findRequestProblem(request);
    if (problem !== undefined) {
      const { status, reason } = problem;
      onRejected?.({ status, reason, client: peerAddress(request.socket) });
      return sendResponse(response, createStatusError(status, reason), {
        keepAlive: false,
        idleTimeout,
        pendingResponses,
      });
    }
    if (request.method === 'OPTIONS' && request.url === '*')
      return sendResponse(response, SERVER_OPTIONS, {
        keepAlive: request.complete && isOpen(),
        idleTimeout,
        pendingResponses,
      });
    const received = receive();
    const handler = groups.find(received);
    if (handler.streams) {
      streamBody(received, request, response);
      const reply = await handler.handle(received);
      return sendResponse(response, reply, {
        keepAlive: isOpen(),
        idleTimeout,
        pendingResponses,
        streaming: { onError },
      });
    }
    const bodyLimit = Math.min(settings.bodyLimit, handler.bodyLimit ?? settings.bodyLimit);
    const readSettings = bodyLimit === settings.bodyLimit ? settings : { ...settings, bodyLimit };
    let wireRequest = takeReceivedBody(received, request, response, readSettings);
    if (!wireRequest) {
      wireRequest = await readBody(received, request, response, readSettings);
      // The client left before the end of its request.
      if (!wireRequest) return void response.destroy();
      // Its task ended while the body arrived.
      const scheduled = connectionOf(request)?.schedule();
      if (scheduled) await scheduled;
      if (wireRequest.isDisconnected) return;
    }
    const wireResponse = await handler.handle(wireRequest);
    wireRequest.releaseBody();
    if (wireRequest.isDisconnected) {
      if (isStream(wireResponse.body)) discardStream(wireResponse.body);
      return;
    }
    sendResponse(response, wireResponse, {
      keepAlive: request.complete && isOpen(),
      idleTimeout,
      pendingResponses,
      streaming,
    });
  };
  return (request, response, receive) => {
    handleRequest(request, response, receive).catch((thrown) => {
      const error = thrown instanceof ApiError ? thrown : NOT_SENT;
      // For example a header that HTTP cannot carry.
      if (error === NOT_SENT) onError(thrown);
      else onRejected?.({ status: error.status, reason: error.reason, client: peerAddress(request.socket) });
      if (response.headersSent) response.destroy();
      else sendResponse(response, createPlainError(error), { keepAlive: false, idleTimeout, pendingResponses });
    });
  };
}
