// Chooses the media type of a response.

import { type BodyMediaType, JSON_TYPE, jsonMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import {
  cachedMediaType,
  formatMediaType,
  isConcrete,
  type MediaRange,
  matchMediaTypes,
  parseMediaType,
} from '../../openapi/media-type.ts';
import { negotiateMediaTypes } from '../../openapi/negotiate-media-types.ts';
import type { OperationResponse } from '../../openapi/operation-responses.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { HandlerResponse, ResponseHeaders } from '../pipeline/handler-response.ts';
import { isStream, type WireRequest } from '../pipeline/wire.ts';
import { memoize } from './memoize.ts';
import { isBody } from './request-type.ts';

/** The media type of a response. */
export interface ResponseType {
  /** As documented; undefined if the document declares none. */
  readonly type: BodyMediaType | undefined;
  /** A concrete type, or a documented range. */
  readonly mediaType: MediaRange;
  /** The header value. */
  readonly text: string;
  /** Whether another client might get another one. Default false. */
  readonly isChosen?: boolean;
}

const JSON_RANGE: MediaRange = { type: 'application', subtype: 'json', parameters: new Map() };
const JSON_RESPONSE: ResponseType = { type: undefined, mediaType: JSON_RANGE, text: JSON_TYPE };

/**
 * The media type of a response: that of the handler, else the client's preferred one. If the client accepts none of
 * them, it gets the same as one that accepts all, because its request has been processed: JSON, else the first one.
 */
export function chooseResponseType(
  { status, headers }: Pick<HandlerResponse, 'status' | 'headers'>,
  { headers: { accept } }: WireRequest,
  operation: Operation | undefined,
): ResponseType {
  const response = operation?.responses.forStatus(status);
  const declared = (headers as ResponseHeaders)['content-type'];
  if (declared !== undefined) return parseType(String(declared), response);
  return response && response.mediaTypes.length > 0 ? chosenType(response, accept) : JSON_RESPONSE;
}

function parseType(text: string, response: OperationResponse | undefined): ResponseType {
  const mediaType = parseMediaType(text) ?? JSON_RANGE;
  const types = response?.mediaTypes ?? [];
  const [key] = matchMediaTypes(
    types.map(({ type }) => type),
    mediaType,
  );
  return { type: types.find(({ type }) => type === key), mediaType, text };
}

const chosenType = memoize(chooseType);

function chooseType({ mediaTypes }: OperationResponse, accept: string | undefined): ResponseType {
  const bodies = mediaTypes.filter(isBody);
  const keys = bodies.map(({ type }) => type);
  const [best = negotiateMediaTypes(keys, undefined)[0]] = negotiateMediaTypes(keys, accept);
  const type = bodies.find((one) => one.type === best?.key);
  const mediaType = best?.requested ?? cachedMediaType(type?.type ?? '');
  if (!type || !mediaType) return JSON_RESPONSE;
  const isChosen = bodies.length > 1 || best?.requested !== undefined;
  return { type, mediaType, text: best?.requested ? formatMediaType(best.requested) : type.type, isChosen };
}

/** The concrete type within a range, by the value. */
export function typeWithin(responseType: ResponseType, value: unknown): ResponseType {
  if (isConcrete(responseType.mediaType)) return responseType;
  const text = textWithin(responseType.mediaType, value);
  return { ...responseType, mediaType: parseMediaType(text) ?? JSON_RANGE, text };
}

function textWithin({ type, subtype }: MediaRange, value: unknown): string {
  if (value instanceof Blob && value.type !== '') return value.type;
  if (subtype.startsWith('*+')) return `application/${subtype.slice(2)}`;
  if (type === 'text' || (type === '*' && typeof value === 'string')) return 'text/plain';
  const mayBeJson = type === '*' || type === 'application';
  return mayBeJson && typeof value !== 'string' && !isRaw(value) ? JSON_TYPE : 'application/octet-stream';
}

/** Whether a value is sent as it is: bytes, or a stream. */
export function isRaw(value: unknown): value is Uint8Array | ArrayBuffer | Blob | AsyncIterable<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Uint8Array || value instanceof ArrayBuffer || value instanceof Blob || isStream(value);
}

/**
 * The rejection of an `Accept` header that excludes all success responses (406), with the possible types; undefined if
 * one is acceptable.
 */
export function rejectAccept({ headers: { accept } }: WireRequest, operation: Operation): ApiError | undefined {
  return accept === undefined || accept === '*/*' ? undefined : notAcceptable(operation, accept);
}

const notAcceptable = memoize(({ responses }: Operation, accept): ApiError | undefined => {
  const named = responses.all.filter(({ key }) => key.startsWith('2'));
  const successes = named.length > 0 ? named : responses.all.filter(({ key }) => key === 'default');
  // One that has no body is accepted by everybody.
  if (successes.length === 0 || successes.some(({ hasBody }) => !hasBody)) return undefined;
  const keys = [...new Set(successes.flatMap(({ mediaTypes }) => mediaTypes.filter(isBody).map(({ type }) => type)))];
  if (keys.length === 0 || negotiateMediaTypes(keys, accept).length > 0) return undefined;
  const message = `Not Acceptable: the Accept header allows none of the available types: ${keys.join(', ')}`;
  return new ApiError('invalid_argument', message, { status: 406 });
});

/** The JSON media type of a response, whatever its client accepts. */
export function jsonResponseType(
  { status }: Pick<HandlerResponse, 'status'>,
  operation: Operation | undefined,
): ResponseType {
  const response = operation?.responses.forStatus(status);
  return response ? jsonType(response, undefined) : JSON_RESPONSE;
}

const jsonType = memoize(({ mediaTypes }: OperationResponse): ResponseType => {
  const type = jsonMediaType(mediaTypes);
  return type ? { type, mediaType: cachedMediaType(type.type) ?? JSON_RANGE, text: type.type } : JSON_RESPONSE;
});
