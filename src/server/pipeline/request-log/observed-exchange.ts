// An exchange for coverage.

import type { ObservedExchange, ObservedResponse } from '../../../coverage/observed-exchange.ts';
import type { Operation } from '../../../openapi/document.ts';
import type { Route } from '../find-route.ts';
import type { HandlerResponse } from '../handler-response.ts';
import type { ParsedRequest } from '../read-request.ts';
import { readCredential } from '../security/credential.ts';
import { isStream } from '../stream.ts';
import type { WireBody, WireResponse } from '../wire.ts';

/** @param parsed - undefined for a request rejected earlier @param isAdmitted - whether its caller was accepted */
export function observeExchange(
  route: Route & { readonly operation: Operation },
  parsed: ParsedRequest | undefined,
  isAdmitted: boolean,
  wireResponse: WireResponse<WireBody>,
  response: HandlerResponse,
): ObservedExchange {
  const { request, operation, codec } = route;
  const isCall = codec.reads === 'message';
  const contentType = isCall ? request.headers['content-type'] : undefined;
  return {
    operation,
    isCall,
    request: parsed && { parts: parsed.parts, type: parsed.decoded.type ?? contentType, isSent: parsed.isSent },
    brings: isAdmitted
      ? ({ scheme }) => scheme !== undefined && readCredential(scheme, request).is === 'secret'
      : undefined,
    response:
      response.transferFault?.connection === undefined ? observeResponse(route, wireResponse, response) : undefined,
  };
}

/** Of a call the status is that of its reply: over the wire each has the same. */
function observeResponse(
  { codec, request }: Route,
  { status, headers }: WireResponse<WireBody>,
  response: HandlerResponse,
): ObservedResponse {
  const mediaType = headers['content-type'];
  if (codec.reads === 'message') return { status: response.status, mediaType, body: response.body };
  const isBodySent = request.method !== 'HEAD' && status !== 304 && !isStream(response.body);
  return { status, mediaType, body: isBodySent ? response.body : undefined };
}
