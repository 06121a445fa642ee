// Where a request leads: to which api, to which operation, and with which codec it is read and answered.

import type { Match, Operation, OtherMethods } from '../openapi/document.ts';
import { chooseCodec, codecOfRefusals, isGrpc } from './choose-codec.ts';
import type { Codec } from './codec.ts';
import { Failure } from './failure.ts';
import { findMatch } from './find-match.ts';
import type { ServedApi } from './load-api.ts';
import { bodyTooLong } from './refusal.ts';
import { Reply } from './reply.ts';
import { pathOf, type WireRequest } from './wire.ts';

/** What is known of a request from its first line and its media type. */
export interface Route {
  readonly request: WireRequest;
  readonly served: ServedApi;
  readonly codec: Codec;
  /** Absent when the request means no operation. */
  readonly operation?: Operation;
}

/** A route that leads to an operation. */
export interface OpenRoute extends Route {
  readonly operation: Operation;
  readonly match: Match;
}

/** A route that leads to a refusal. */
export interface ClosedRoute extends Route {
  readonly refusal: Failure;
}

/** A route that leads to no operation, and to no refusal either. */
export interface AnsweredRoute extends Route {
  readonly reply: Reply;
}

/** Finds the api and the operation that a request means. What none has is refused by the first one that speaks as the client does. */
export function findRoute(
  request: WireRequest,
  apis: readonly [ServedApi, ...ServedApi[]],
): OpenRoute | ClosedRoute | AnsweredRoute {
  const found = findMatch(request, apis);
  if (found) {
    const { served, match } = found;
    if ('allowed' in match) {
      const closed = { request, served, codec: codecOfRefusals(request, served) };
      if (match.asks && request.exceeds !== undefined) return { ...closed, refusal: bodyTooLong(request.exceeds) };
      const answered = methodsAnswered(match, served);
      if (request.method === 'OPTIONS' && answered.includes('OPTIONS'))
        return { ...closed, reply: new Reply(204, undefined, { allow: answered.join(', ') }, 'document') };
      return { ...closed, refusal: wrongMethod(request, match, answered) };
    }
    const refusal = undecodable(match);
    const open = { request, served, match, operation: match.operation, ...chooseCodec(request, served, match) };
    return refusal ? { ...open, refusal } : open;
  }
  const served = (isGrpc(request) && apis.find((one) => codecOfRefusals(request, one).reads === 'message')) || apis[0];
  const codec = codecOfRefusals(request, served);
  // For a client of gRPC, what is not there is not implemented (gRPC, "Status codes and their use").
  const refusal =
    codec.reads === 'message'
      ? new Failure('unimplemented', `there is no remote procedure ${pathOf(request.target)}`)
      : notFound(request, apis);
  return { request, served, codec, refusal };
}

/** What stands in a path is looked at before anybody asks who sent it. */
function undecodable({ path = {} }: Match): Failure | undefined {
  for (const name in path) {
    const text = path[name] ?? '';
    if (!text.includes('%')) continue;
    try {
      decodeURIComponent(text);
    } catch {
      const message = `the percent-encoding of ${name} in the path does not decode: ${text}`;
      return new Failure('invalid_argument', message);
    }
  }
  return undefined;
}

/** The methods that are answered at a path (RFC 9110, section 10.2.1): HEAD wherever GET is, and OPTIONS unless the api has none of its own. */
function methodsAnswered({ allowed }: OtherMethods, { api }: ServedApi): readonly string[] {
  if (allowed.length === 0) return [];
  const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(api.options === false ? methods : [...methods, 'OPTIONS'])];
}

function wrongMethod(
  { method, target }: WireRequest,
  { allowed, asks }: OtherMethods,
  answered: readonly string[],
): Failure {
  const path = pathOf(target);
  if (asks) {
    const advice = `several operations share ${method} ${path}, told apart by ${asks.join(', ')} in the query, the header fields or a form`;
    return new Failure('not_found', 'Not Found', { advice });
  }
  if (allowed.length === 0)
    return new Failure('not_found', 'Not Found', { advice: `the document has no operation at ${path}` });
  const methods = answered.join(', ');
  const advice = `${method} is no method of ${path}: it has ${methods}`;
  return new Failure('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: methods }, advice });
}

/** Those who are near are told the way. */
function notFound({ target }: WireRequest, apis: readonly ServedApi[]): Failure {
  const path = pathOf(target);
  const near = [
    path.endsWith('/') ? path.slice(0, -1) : `${path}/`,
    path.toLowerCase(),
    path.replaceAll(/\/{2,}/g, '/'),
  ];
  const meant = near.find((one) => one !== path && one !== '' && apis.some(({ document }) => document.hasPath(one)));
  const titles = apis
    .filter(({ api }) => api.recorded !== false)
    .map(({ document }) => document.source.bundled.info.title);
  const advice = `there is no path ${path} in ${titles.join(', ')}${meant ? `; there is ${meant}` : ''}`;
  return new Failure('not_found', 'Not Found', { advice });
}
