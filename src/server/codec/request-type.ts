// Which of its media types the body of a request is in.

import { type BodyType, mainTypeOf } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { jsonTypeOf } from '../../openapi/json-type.ts';
import { isAskedBy } from '../../openapi/lookup/path-template.ts';
import {
  isConcrete,
  isJson,
  knownMediaType,
  type MediaRange,
  matching,
  parseMediaType,
} from '../../openapi/media-type.ts';
import { isForm } from '../../openapi/parameters/form-field.ts';
import type { RequestBody } from '../../openapi/request-body.ts';
import { ApiError } from '../pipeline/errors/failure.ts';
import type { WireRequest } from '../pipeline/wire.ts';
import { isKnownCharset } from './formats/charset.ts';
import { memo } from './memo.ts';
import { refuseCodings } from './unpack.ts';

/** A body, as far as its media type says what it is. */
export interface SentType {
  /** What the document calls it. */
  readonly type: BodyType;
  /** The one type that it has. */
  readonly mediaType: MediaRange;
}

/**
 * The media type of a body. One that does not say what it is is taken for JSON where that is declared, else for what is declared first.
 *
 * A form is read for an operation that is told apart by fields of it, whatever media types it has: published documents of such APIs name that of their answers.
 *
 * @returns undefined when it is in none that is read
 */
export function sentTypeOf({ headers, body: sent }: WireRequest, { body, path }: Operation): SentType | undefined {
  if (!body) return undefined;
  const text = headers['content-type'];
  const found = typeFor(body, text);
  if (found || !isForm(text) || !isAskedBy(path, sent)) return found;
  const type = mainTypeOf(body.mediaTypes.filter(isBody));
  const mediaType = parseMediaType(text ?? '');
  return type && mediaType && isReadable(mediaType) ? { type, mediaType } : undefined;
}

const typeFor = memo(({ mediaTypes }: RequestBody, text): SentType | undefined => {
  const declared = mediaTypes.filter(isBody);
  if (text === undefined) {
    const type = jsonTypeOf(declared) ?? mainTypeOf(declared);
    return type && { type, mediaType: oneOf(type) };
  }
  const mediaType = parseMediaType(text);
  if (!mediaType || !isConcrete(mediaType) || !isReadable(mediaType)) return undefined;
  const [key] = matching(
    declared.map(({ type }) => type),
    mediaType,
  );
  const type = declared.find((one) => one.type === key);
  return type && { type, mediaType };
});

/** Messages of remote procedures have codecs of their own. */
export function isBody({ type }: BodyType): boolean {
  return !/^application\/(grpc|connect)\b/i.test(type);
}

/** JSON is in UTF-8 (RFC 8259, section 8.1), of which ASCII is a part. */
function isReadable(mediaType: MediaRange): boolean {
  const charset = mediaType.parameters.get('charset') ?? 'utf-8';
  return isJson(mediaType) ? /^(utf-?8|us-ascii)$/i.test(charset) : isKnownCharset(charset);
}

const OCTETS: MediaRange = { type: 'application', subtype: 'octet-stream', parameters: new Map() };
const JSON_RANGE: MediaRange = { type: 'application', subtype: 'json', parameters: new Map() };

/** What a body is taken for that does not say which one of a range it is. */
function oneOf({ type }: BodyType): MediaRange {
  const range = knownMediaType(type) ?? OCTETS;
  if (isConcrete(range)) return range;
  if (range.type === 'text') return { ...range, subtype: 'plain' };
  return range.type === '*' || range.type === 'application' ? JSON_RANGE : OCTETS;
}

/** Why a body is not read (415), and what is; undefined when it is. @param codings - the content codings that are unpacked */
export function refuseType(
  request: WireRequest,
  operation: Operation,
  codings: readonly string[],
): ApiError | undefined {
  const { mediaTypes = [] } = operation.body ?? {};
  if (mediaTypes.length === 0) return undefined;
  const { 'content-type': type, 'content-encoding': coding } = request.headers;
  if (type === undefined && coding === undefined) return undefined;
  const refused = refuseCodings(coding, codings);
  if (refused || sentTypeOf(request, operation)) return refused;
  const isCall = operation.part.value['x-rpc'] !== undefined;
  const read = mediaTypes.filter((one) => isCall || isBody(one)).map((one) => one.type);
  return unsupported(type || 'an empty Content-Type', read, mediaTypes);
}

/** @param came - what is not read @param declared - all that the document has */
function unsupported(came: string, read: readonly string[], declared: readonly BodyType[]): ApiError {
  const list = read.join(', ');
  const instead =
    list === ''
      ? `; the document declares only RPC messages (${declared.map(({ type }) => type).join(', ')}) and no x-rpc`
      : `; use ${list}`;
  const message = `Unsupported Media Type: ${came} is not accepted${instead}`;
  return new ApiError('invalid_argument', message, { status: 415, ...(list !== '' && { headers: { accept: list } }) });
}
