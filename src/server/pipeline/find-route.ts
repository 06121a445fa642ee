// Routes a request: API, operation and codec.

import type { Document, Match, MethodMismatch, Operation } from '../../openapi/document.ts';
import type { ServedApi } from './api/load-api.ts';
import { chooseCodec, chooseErrorCodec, isGrpcRequest } from './choose-codec.ts';
import type { Codec } from './codec.ts';
import { ApiError } from './errors/api-error.ts';
import { bodyTooLong } from './errors/describe-error.ts';
import { findMatch } from './find-match.ts';
import { HandlerResponse } from './handler-response.ts';
import { pathOf, type WireRequest } from './wire.ts';

/** The result of method, path and media type. */
export interface Route {
  readonly request: WireRequest;
  readonly served: ServedApi;
  readonly codec: Codec;
  /** Absent if the request has no operation. */
  readonly operation?: Operation;
}

/** A route that leads to an operation. */
export interface OperationRoute extends Route {
  readonly operation: Operation;
  readonly match: Match;
}

/** A route to an error. */
export interface ErrorRoute extends Route {
  readonly error: ApiError;
}

/** A route to a response without an operation. */
export interface ResponseRoute extends Route {
  readonly response: HandlerResponse;
}

/** Finds API and operation of a request. The first API that uses the client's protocol rejects unknown ones. */
export function findRoute(
  request: WireRequest,
  apis: readonly [ServedApi, ...ServedApi[]],
): OperationRoute | ErrorRoute | ResponseRoute {
  const found = findMatch(request, apis);
  if (found) {
    const { served, match } = found;
    if ('allowed' in match) {
      const errorRoute = { request, served, codec: chooseErrorCodec(request, served) };
      if (match.missingConditions && request.exceededLimit !== undefined)
        return { ...errorRoute, error: bodyTooLong(request.exceededLimit) };
      const response = allowedMethods(match, served);
      if (request.method === 'OPTIONS' && response.includes('OPTIONS'))
        return {
          ...errorRoute,
          response: new HandlerResponse(204, undefined, { allow: response.join(', ') }, 'document'),
        };
      return { ...errorRoute, error: methodNotAllowed(request, match, response, served.document) };
    }
    const error = findInvalidEncoding(match);
    const operationRoute = {
      request,
      served,
      match,
      operation: match.operation,
      ...chooseCodec(request, served, match),
    };
    return error ? { ...operationRoute, error } : operationRoute;
  }
  const served =
    (isGrpcRequest(request) && apis.find((one) => chooseErrorCodec(request, one).reads === 'message')) || apis[0];
  const codec = chooseErrorCodec(request, served);
  // For gRPC clients, missing methods are not implemented (gRPC, "Status codes and their use").
  const error =
    codec.reads === 'message' ? procedureNotFound(pathOf(request.target), apis) : pathNotFound(request, apis);
  return { request, served, codec, error };
}

/** Path values are decoded before authentication. */
function findInvalidEncoding({ path = {} }: Match): ApiError | undefined {
  for (const name in path) {
    const text = path[name] ?? '';
    if (!text.includes('%')) continue;
    try {
      decodeURIComponent(text);
    } catch {
      const message = `invalid percent-encoding in path parameter ${name}: ${text}`;
      return new ApiError('invalid_argument', message);
    }
  }
  return undefined;
}

/** The allowed methods of a path (RFC 9110, section 10.2.1): HEAD with GET, and OPTIONS unless the API excludes it. */
function allowedMethods({ allowed }: MethodMismatch, { api }: ServedApi): readonly string[] {
  if (allowed.length === 0) return [];
  const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(api.options === false ? methods : [...methods, 'OPTIONS'])];
}

function methodNotAllowed(
  { method, target }: WireRequest,
  { allowed, missingConditions: selectors }: MethodMismatch,
  response: readonly string[],
  document: Document,
): ApiError {
  const path = pathOf(target);
  if (selectors) {
    const advice = `several operations share ${method} ${path}; select one with ${selectors.join(', ')} in the query, the headers or a form`;
    return new ApiError('not_found', 'Not Found', { advice });
  }
  if (allowed.length === 0)
    return new ApiError('not_found', 'Not Found', { advice: `${path} has no operations in the document` });
  const methods = response.join(', ');
  const advice = `${method} is not allowed on ${path}; allowed: ${methods}${suggestPath(method, path, document)}`;
  return new ApiError('unimplemented', 'Method Not Allowed', { status: 405, headers: { allow: methods }, advice });
}

/** Where a method is that a path does not have: at the list that a thing is in, or at the things of a list. */
function suggestPath(method: string, path: string, document: Document): string {
  const plain = path.replace(/(?<=.)\/$/, '');
  for (const one of [`${plain}/1`, plain.slice(0, plain.lastIndexOf('/'))]) {
    const match = one === '' ? undefined : document.match(method, one);
    if (match && 'operation' in match && match.path !== undefined)
      return `; ${method} exists on ${match.operation.path}`;
  }
  return '';
}

/** gRPC clients only get the message. */
function procedureNotFound(path: string, apis: readonly ServedApi[]): ApiError {
  const similar = apis.flatMap(({ document }) => document.suggestProcedures(path)).slice(0, MAX_SUGGESTIONS);
  return new ApiError('unimplemented', `procedure ${path} not found${listSuggestions(similar)}`);
}

function listSuggestions(similar: readonly string[]): string {
  return similar.length === 0 ? '' : `; similar: ${similar.join(', ')}`;
}

/** Suggests similar paths. */
function pathNotFound({ method, target }: WireRequest, apis: readonly ServedApi[]): ApiError {
  const path = pathOf(target);
  const titles = apis
    .filter(({ api }) => api.recorded !== false)
    .map(({ document }) => document.source.bundled.info.title);
  const similar = findSimilarPaths(path, apis).map((one) => one + describeOtherMethods(method, one, apis));
  const advice = `path ${path} not found in ${titles.join(', ')}${listSuggestions(similar)}`;
  return new ApiError('not_found', 'Not Found', { advice });
}

/** Maximum number of leading segments that may be another base path. */
const MAX_BASE_SEGMENTS = 3;

/** With another slash, in small letters, below another base path; else with another segment. */
function findSimilarPaths(path: string, apis: readonly ServedApi[]): readonly string[] {
  const near = [
    path.endsWith('/') ? path.slice(0, -1) : `${path}/`,
    path.toLowerCase(),
    path.replaceAll(/\/{2,}/g, '/'),
  ];
  const similar = near.find((one) => one !== path && one !== '' && apis.some(({ document }) => document.hasPath(one)));
  if (similar !== undefined) return [similar];
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  for (let rest = plain, count = 0; count < MAX_BASE_SEGMENTS; count += 1) {
    rest = rest.slice(rest.indexOf('/', 1));
    if (!rest.startsWith('/') || rest.length < 2) break;
    const found = apis.find(({ document }) => document.hasPath(rest));
    if (found) return [(found.document.basesAt(rest)[0] ?? '') + rest];
    if (rest.indexOf('/', 1) === -1) break;
  }
  const found = apis.flatMap(({ document }) => [...document.suggestPaths(plain), ...document.suggestProcedures(plain)]);
  return [...new Set(found)].slice(0, MAX_SUGGESTIONS);
}

/** Maximum number of suggested paths. */
const MAX_SUGGESTIONS = 3;

/** The allowed methods of a path, for a request with another one. */
function describeOtherMethods(method: string, path: string, apis: readonly ServedApi[]): string {
  const matches = apis.flatMap(({ document }) => document.match(method, path) ?? []);
  const [first] = matches.filter((match) => 'allowed' in match);
  const isFound = first === undefined || matches.length > 1 || first.allowed.length === 0;
  return isFound ? '' : ` (${first.allowed.join(', ')})`;
}
