// One request, whatever the HTTP version: read, answered, sent.

import type { WireRequest, WireResponse } from '../engine/wire.ts';
import type { NodeHandler, NodeRequest, NodeResponse } from './node-handler.ts';
import { type Reading, readRequest } from './read-request.ts';
import { refusal, unusableRequest } from './refuse-http.ts';
import { send } from './send.ts';

export interface HandlerSettings extends Reading {
  /** Whether new connections are still welcome. */
  isOpen(): boolean;
  /** Told when an answer cannot be sent as it is. */
  onError(thrown: unknown): void;
}

/** @param answer - answers every request; it never throws */
export function createHandler(
  answer: (request: WireRequest) => Promise<WireResponse>,
  settings: HandlerSettings,
): NodeHandler {
  const { isOpen, onError, requestTimeout: silence } = settings;
  const respond = async (request: NodeRequest, response: NodeResponse) => {
    const unusable = unusableRequest(request);
    if (unusable !== undefined) return send(response, refusal(400, unusable), { keepAlive: false, silence });
    const wireRequest = await readRequest(request, response, settings);
    // The client left before it had sent its request: there is nobody to answer.
    if (!wireRequest) return void response.destroy();
    const wireResponse = await answer(wireRequest);
    send(response, wireResponse, { keepAlive: request.complete && isOpen(), silence });
  };
  return (request, response) => {
    respond(request, response).catch((thrown) => {
      // Such as a header field that HTTP cannot carry.
      onError(thrown);
      if (response.headersSent) response.destroy();
      else send(response, refusal(500, 'the answer cannot be sent', 'internal'), { keepAlive: false, silence });
    });
  };
}
