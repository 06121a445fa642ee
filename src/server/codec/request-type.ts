// Determines the media type of a request body.

import { type BodyMediaType, jsonMediaType, mainMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { hasFormCondition } from '../../openapi/lookup/path-template.ts';
import {
  bareMediaType,
  cachedMediaType,
  isConcrete,
  isJson,
  type MediaRange,
  matchMediaTypes,
  NO_PARAMETERS,
  parseMediaType,
} from '../../openapi/media-type.ts';
import { isUrlEncodedForm } from '../../openapi/parameters/form-fields.ts';
import type { RequestBody } from '../../openapi/request-body.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import { rejectCodings } from './decompress.ts';
import { isKnownCharset } from './formats/charset.ts';
import { memoize } from './memoize.ts';

/** A body with its media type. */
export interface SentType {
  /** As documented. */
  readonly type: BodyMediaType;
  /** The one type that it has. */
  readonly mediaType: MediaRange;
}

/** The undeclared media types whose bodies are read as JSON: none, `text/plain`, or all. */
export type TypesAsJson = 'none' | 'text' | 'all';

/**
 * The media type of a body. Without a `Content-Type`, JSON if it is declared, else the first one.
 *
 * Operations that are selected by form fields accept forms, whatever they declare: published documents of such APIs
 * declare the type of their responses.
 *
 * @returns undefined if it is not accepted
 */
export function requestTypeOf(
  { headers, body: sent }: WireRequest,
  { body, path }: Operation,
  typesAsJson: TypesAsJson,
): SentType | undefined {
  if (!body) return undefined;
  const text = headers['content-type'];
  const found = typeFor(body, text) ?? (isReadAsJson(text, typesAsJson) ? jsonTypeOf(body) : undefined);
  if (found || !isUrlEncodedForm(text) || !hasFormCondition(path, sent)) return found;
  const type = mainMediaType(body.mediaTypes.filter(isBody));
  const mediaType = parseMediaType(text ?? '');
  return type && mediaType && isReadable(mediaType) ? { type, mediaType } : undefined;
}

function isReadAsJson(text: string | undefined, types: TypesAsJson): boolean {
  return types === 'all' || (types === 'text' && bareMediaType(text ?? '') === 'text/plain');
}

function jsonTypeOf({ mediaTypes }: RequestBody): SentType | undefined {
  const type = jsonMediaType(mediaTypes);
  return type && { type, mediaType: JSON_RANGE };
}

const typeFor = memoize(({ mediaTypes }: RequestBody, text): SentType | undefined => {
  const declared = mediaTypes.filter(isBody);
  if (text === undefined) {
    const type = jsonMediaType(declared) ?? mainMediaType(declared);
    return type && { type, mediaType: oneOf(type) };
  }
  const mediaType = parseMediaType(text);
  if (!mediaType || !isConcrete(mediaType) || !isReadable(mediaType)) return undefined;
  const [key] = matchMediaTypes(
    declared.map(({ type }) => type),
    mediaType,
  );
  const type = declared.find((one) => one.type === key);
  return type && { type, mediaType };
});

/** Messages of remote procedures have codecs of their own. */
export function isBody({ type }: BodyMediaType): boolean {
  return !/^application\/(grpc|connect)\b/i.test(type);
}

/** JSON is in UTF-8 (RFC 8259, section 8.1), of which ASCII is a part. */
function isReadable(mediaType: MediaRange): boolean {
  const charset = mediaType.parameters.get('charset') ?? 'utf-8';
  return isJson(mediaType) ? /^(utf-?8|us-ascii)$/i.test(charset) : isKnownCharset(charset);
}

const OCTETS: MediaRange = { type: 'application', subtype: 'octet-stream', parameters: NO_PARAMETERS };
const JSON_RANGE: MediaRange = { type: 'application', subtype: 'json', parameters: NO_PARAMETERS };

/** The default type within a range. */
function oneOf({ type }: BodyMediaType): MediaRange {
  const range = cachedMediaType(type) ?? OCTETS;
  if (isConcrete(range)) return range;
  if (range.type === 'text') return { ...range, subtype: 'plain' };
  return range.type === '*' || range.type === 'application' ? JSON_RANGE : OCTETS;
}

/**
 * The rejection of a media type (415), with the accepted ones; undefined if it is accepted.
 *
 * @param codings - the supported content codings
 */
export function rejectType(
  request: WireRequest,
  operation: Operation,
  codings: readonly string[],
  typesAsJson: TypesAsJson,
): ApiError | undefined {
  const { mediaTypes = [] } = operation.body ?? {};
  if (mediaTypes.length === 0) return undefined;
  const { 'content-type': type, 'content-encoding': coding } = request.headers;
  if (type === undefined && coding === undefined) return undefined;
  const rejected = rejectCodings(coding, codings);
  if (rejected || requestTypeOf(request, operation, typesAsJson)) return rejected;
  const isCall = operation.part.value['x-rpc'] !== undefined;
  const read = mediaTypes.filter((one) => isCall || isBody(one)).map((one) => one.type);
  return unsupported(type || 'an empty Content-Type', read, mediaTypes);
}

/** @param came - the rejected type @param declared - all documented ones */
function unsupported(came: string, read: readonly string[], declared: readonly BodyMediaType[]): ApiError {
  const list = read.join(', ');
  const instead =
    list === ''
      ? `; the document declares only RPC messages (${declared.map(({ type }) => type).join(', ')}) and no x-rpc`
      : `; use ${list}`;
  const message = `Unsupported Media Type: ${came} is not accepted${instead}`;
  return new ApiError('invalid_argument', message, { status: 415, ...(list !== '' && { headers: { accept: list } }) });
}
