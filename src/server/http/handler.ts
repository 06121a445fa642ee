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
const ofServer: WireResponse<WireBody> = { status: 204, headers: { allow: METHODS, ...NOSNIFF }, body: '' };
const notSent = new ApiError('internal', 'the response cannot be sent; details are in the terminal of the mock server');

export interface HandlerSettings extends Reading {
  /** Whether requests come over TLS. */
  readonly secure: boolean;
  /** The proxies that are believed. */
  readonly proxies?: Proxies | undefined;
  /** Whether new connections are still welcome. */
  isOpen(): boolean;
  /** Responses under way. */
  readonly unread: UnreadAnswers;
  /** Open streams. */
  readonly streams: OpenStreams;
  /** Receives early rejections. */
  readonly onRejected?: ((refused: Refused) => void) | undefined;
  /** Receives errors of sending. */
  onError(thrown: unknown): void;
}

/** @param mounts - handle the requests */
export function createHandler(mounts: Mounts, settings: HandlerSettings): NodeHandler {
  const { isOpen, onError, onRejected, requestTimeout: silence, unread, streams, secure, proxies } = settings;
  const streaming = { streams, onError };
  const respond = async (request: NodeRequest, response: NodeResponse) => {
    const unusable = unusableRequest(request);
    if (unusable !== undefined) {
      const { status, reason } = unusable;
      onRejected?.({ status, reason, client: peerAddress(request.socket) });
      return send(response, refusal(status, reason), { keepAlive: false, silence, unread });
    }
    if (request.method === 'OPTIONS' && request.url === '*')
      return send(response, ofServer, { keepAlive: request.complete && isOpen(), silence, unread });
    const arrived = new ArrivedRequest(request, secure, proxies);
    const answering = mounts.of(arrived);
    if (answering.streams) {
      readAsItComes(arrived, request, response);
      const answer = await answering.answer(arrived);
      return send(response, answer, { keepAlive: isOpen(), silence, unread, streaming: { onError } });
    }
    const bodyLimit = Math.min(settings.bodyLimit, answering.bodyLimit ?? settings.bodyLimit);
    const reading = bodyLimit === settings.bodyLimit ? settings : { ...settings, bodyLimit };
    let wireRequest = takeWhole(arrived, request, response, reading);
    if (!wireRequest) {
      wireRequest = await readWhole(arrived, request, response, reading);
      // The client left before the end of its request.
      if (!wireRequest) return void response.destroy();
      // Its task ended while the body arrived.
      const turn = connectionOf(request)?.turn();
      if (turn) await turn;
      if (wireRequest.gone) return;
    }
    const wireResponse = await answering.answer(wireRequest);
    wireRequest.letGo();
    if (wireRequest.gone) {
      if (isStream(wireResponse.body)) discard(wireResponse.body);
      return;
    }
    send(response, wireResponse, { keepAlive: request.complete && isOpen(), silence, unread, streaming });
  };
  return (request, response) => {
    respond(request, response).catch((thrown) => {
      const refused = thrown instanceof ApiError ? thrown : notSent;
      // For example a header that HTTP cannot carry.
      if (refused === notSent) onError(thrown);
      else onRejected?.({ status: refused.status, reason: refused.reason, client: peerAddress(request.socket) });
      if (response.headersSent) response.destroy();
      else send(response, refusalOf(refused), { keepAlive: false, silence, unread });
    });
  };
}
