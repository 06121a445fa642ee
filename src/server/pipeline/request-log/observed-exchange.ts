// An exchange for coverage.

import type { ObservedAnswer, ObservedExchange } from '../../../coverage/observed-exchange.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { ReadInput } from '../read-request.ts';
import type { HandlerResponse } from '../reply.ts';
import type { Route } from '../route.ts';
import { broughtFor } from '../security/credential.ts';
import { isStream } from '../stream.ts';
import type { WireBody, WireResponse } from '../wire.ts';

/** @param read - undefined for a request rejected earlier @param isAdmitted - whether its caller was accepted */
export function observedExchange(
  route: Route & { readonly operation: Operation },
  read: ReadInput | undefined,
  isAdmitted: boolean,
  response: WireResponse<WireBody>,
  reply: HandlerResponse,
): ObservedExchange {
  const { request, operation, codec } = route;
  const isCall = codec.reads === 'message';
  const sent = isCall ? request.headers['content-type'] : undefined;
  return {
    operation,
    isCall,
    asked: read && { parts: read.parts, type: read.decoded.type ?? sent, isSent: read.isSent },
    brings: isAdmitted
      ? ({ scheme }) => scheme !== undefined && broughtFor(scheme, request).is === 'secret'
      : undefined,
    answered: reply.delivery?.connection === undefined ? toldAnswer(route, response, reply) : undefined,
  };
}

/** Of a call the status is that of its reply: over the wire each has the same. */
function toldAnswer(
  { codec, request }: Route,
  { status, headers }: WireResponse<WireBody>,
  reply: HandlerResponse,
): ObservedAnswer {
  const mediaType = headers['content-type'];
  if (codec.reads === 'message') return { status: reply.status, mediaType, body: reply.body };
  const isSeen = request.method !== 'HEAD' && status !== 304 && !isStream(reply.body);
  return { status, mediaType, body: isSeen ? reply.body : undefined };
}
