// One request of any HTTP version: read, handled, sent.

import { NOSNIFF } from '../pipeline/browser-safety.ts';
import { ApiError } from '../pipeline/errors/failure.ts';
import type { Mounts } from '../pipeline/mount.ts';
import { discard, isStream } from '../pipeline/stream.ts';
import type { WireBody, WireResponse } from '../pipeline/wire.ts';
import { connectionOf } from './connection.ts';
import type { NodeHandler, NodeRequest, NodeResponse } from './node-handler.ts';
import { peerAddress } from './peer.ts';
import type { Proxies } from './proxies.ts';
import { ArrivedRequest, type Reading, readAsItComes, readWhole, takeWhole } from './read-request.ts';
import { METHODS, type Refused, refusal, refusalOf, unusableRequest } from './refuse-http.ts';
import { send } from './send.ts';
import type { OpenStreams } from './send-stream.ts';
import type { UnreadAnswers } from './unread.ts';

/** The response about the server as a whole (RFC 9110, section 9.3.7). */
const SERVER_OPTIONS: WireResponse<WireBody> = { status: 204, headers: { allow: METHODS, ...NOSNIFF }, body: '' };
const NOT_SENT = new ApiError(
  'internal',
  'the response cannot be sent; details are in the terminal of the mock server',
);

export interface HandlerSettings extends Reading {
  /** Whether requests come over TLS. */
  readonly secure: boolean;
  /** The proxies that are believed. */
  readonly proxies?: Proxies | undefined;
  /** Whether new connections are still welcome. */
  isOpen(): boolean;
  /** Responses that clients have not read completely. */
  readonly unread: UnreadAnswers;
  /** Open streams. */
  readonly streams: OpenStreams;
  /** Receives early rejections. */
  readonly onRejected?: ((error: Refused) => void) | undefined;
  /** Receives errors of sending. */
  onError(thrown: unknown): void;
}

/** @param groups - handle the requests */
export function createHandler(groups: Mounts, settings: HandlerSettings): NodeHandler {
  const {
    isOpen,
    onError,
    onRejected,
    requestTimeout: idleTimeout,
    unread: pendingResponses,
    streams,
    secure,
    proxies,
  } = settings;
  const streaming = { streams, onError };
  const handleRequest = async (request: NodeRequest, response: NodeResponse) => {
    const problem = unusableRequest(request);
    if (problem !== undefined) {
      const { status, reason } = problem;
      onRejected?.({ status, reason, client: peerAddress(request.socket) });
      return send(response, refusal(status, reason), {
        keepAlive: false,
        silence: idleTimeout,
        unread: pendingResponses,
      });
    }
    if (request.method === 'OPTIONS' && request.url === '*')
      return send(response, SERVER_OPTIONS, {
        keepAlive: request.complete && isOpen(),
        silence: idleTimeout,
        unread: pendingResponses,
      });
    const received = new ArrivedRequest(request, secure, proxies);
    const handler = groups.of(received);
    if (handler.streams) {
      readAsItComes(received, request, response);
      const answer = await handler.answer(received);
      return send(response, answer, {
        keepAlive: isOpen(),
        silence: idleTimeout,
        unread: pendingResponses,
        streaming: { onError },
      });
    }
    const bodyLimit = Math.min(settings.bodyLimit, handler.bodyLimit ?? settings.bodyLimit);
    const readSettings = bodyLimit === settings.bodyLimit ? settings : { ...settings, bodyLimit };
    let wireRequest = takeWhole(received, request, response, readSettings);
    if (!wireRequest) {
      wireRequest = await readWhole(received, request, response, readSettings);
      // The client left before the end of its request.
      if (!wireRequest) return void response.destroy();
      // Its task ended while the body arrived.
      const scheduled = connectionOf(request)?.turn();
      if (scheduled) await scheduled;
      if (wireRequest.gone) return;
    }
    const wireResponse = await handler.answer(wireRequest);
    wireRequest.letGo();
    if (wireRequest.gone) {
      if (isStream(wireResponse.body)) discard(wireResponse.body);
      return;
    }
    send(response, wireResponse, {
      keepAlive: request.complete && isOpen(),
      silence: idleTimeout,
      unread: pendingResponses,
      streaming,
    });
  };
  return (request, response) => {
    handleRequest(request, response).catch((thrown) => {
      const error = thrown instanceof ApiError ? thrown : NOT_SENT;
      // For example a header that HTTP cannot carry.
      if (error === NOT_SENT) onError(thrown);
      else onRejected?.({ status: error.status, reason: error.reason, client: peerAddress(request.socket) });
      if (response.headersSent) response.destroy();
      else send(response, refusalOf(error), { keepAlive: false, silence: idleTimeout, unread: pendingResponses });
    });
  };
}
