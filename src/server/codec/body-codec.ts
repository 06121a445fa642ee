// The codec of ordinary paths: reads any documented body, writes the preferred one.

import { randomUUID } from 'node:crypto';
import { itemMediaType, JSON_TYPE } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { bareMediaType, isJson } from '../../openapi/media-type.ts';
import type { Codec, DecodedBody } from '../pipeline/codec.ts';
import { ApiError } from '../pipeline/errors/api-error.ts';
import type { HandlerResponse } from '../pipeline/handler-response.ts';
import { andThen } from '../pipeline/scheduling/and-then.ts';
import { isStream, type WireBody, type WireRequest } from '../pipeline/wire.ts';
import { contentOf } from './body-content.ts';
import { decompress, SUPPORTED_CODINGS } from './decompress.ts';
import { withoutBytes } from './formats/bytes.ts';
import { meansBytes } from './formats/multipart.ts';
import { boundaryIn } from './formats/multipart-writing.ts';
import { createFormats } from './formats.ts';
import { createJson, type JsonSettings } from './json.ts';
import { rejectType, requestTypeOf, type SentType, type TypesAsJson } from './request-type.ts';
import { bodyToSend, bodyToValidate, eventsToValidate } from './response-body.ts';
import {
  chooseResponseType,
  isRaw,
  jsonResponseType,
  type ResponseType,
  rejectAccept,
  typeWithin,
} from './response-type.ts';

interface BodySettings extends JsonSettings {
  /** Longest body that is read, in bytes, once it is unpacked. */
  readonly limit: number;
  readonly typesAsJson: TypesAsJson;
}

/** The codec of everything that is no remote procedure call. */
export function bodyCodec(settings: BodySettings): Codec {
  const { typesAsJson } = settings;
  const json = createJson(settings);
  const formatOf = createFormats(settings);
  // Gateways of protobuf use JSON, whatever their clients accept, and decompress nothing.
  const isGateway = settings.mapping !== 'plain';

  const responseType = (reply: HandlerResponse, request: WireRequest, operation: Operation | undefined) =>
    isGateway
      ? jsonResponseType(reply, operation)
      : typeWithin(chooseResponseType(reply, request, operation), reply.body);

  const read = (
    body: Uint8Array,
    { type, mediaType }: SentType,
    operation: Operation,
  ): DecodedBody | Promise<DecodedBody> => {
    const content = contentOf(type, mediaType, operation.references);
    // A schema of bytes, as of `*/*`, takes any file: text and JSON files, too.
    if (meansBytes(content.meaning) && bareMediaType(type.type) !== JSON_TYPE) return decoded(body, type);
    if (isJson(mediaType)) return { ...json.read(body, type, operation), type };
    const value = formatOf(mediaType).read(body, content);
    return value instanceof Promise ? value.then((one) => decoded(one, type)) : decoded(value, type);
  };
  return {
    mediaTypes: [JSON_TYPE],
    reads: 'body',
    findMediaTypeError(request, operation) {
      if (isGateway) return rejectType(request, operation, [], typesAsJson);
      return rejectType(request, operation, SUPPORTED_CODINGS, typesAsJson) ?? rejectAccept(request, operation);
    },
    decode(request, operation) {
      const { body, headers } = request;
      const { 'content-encoding': coding, 'content-type': contentType } = headers;
      const sent = requestTypeOf(request, operation, typesAsJson);
      // An empty body has no media type.
      const isNothing = body.length === 0 && contentType === undefined && !isGateway;
      if (!sent || isNothing) return { value: undefined, warnings: [] };
      if (coding === undefined) return read(body, sent, operation);
      return decompress(body, coding, settings.limit).then((unpacked) => read(unpacked, sent, operation));
    },
    checkable(reply, request, operation) {
      const { body } = reply;
      const { type, mediaType } = responseType(reply, request, operation);
      const isPlain = body === undefined || (isJson(mediaType) && !isRaw(body));
      if (isPlain || !operation.responses.forStatus(reply.status)?.hasBody) return { value: body, type };
      const itemType = type && itemMediaType(operation.references, type);
      const content = contentOf(type, mediaType, operation.references);
      if (!content.events || !itemType) return bodyToValidate(body, formatOf(mediaType), content, type, itemType);
      const isValid = (item: unknown) => operation.validateResponse(reply.status, item, itemType).length === 0;
      const events = eventsToValidate(body, content, isValid);
      return events.toItem ? { ...events, type: itemType, isItemStream: true } : { ...events, type };
    },
    encode(reply, request, operation) {
      const { status, body: value } = reply;
      if (value === undefined) return { status, headers: {}, body: '' };
      const response = withStreamBoundary(responseType(reply, request, operation), value, operation);
      const { type, mediaType, text } = response;
      if (isJson(mediaType) && !isRaw(value)) {
        return { status, headers: fieldsOf(text, response), body: json.write(value, type, request, operation) };
      }
      const content = contentOf(type, mediaType, operation?.references);
      const body = written(() => bodyToSend(value, formatOf(mediaType), content), text);
      return andThen(body, (whole) => {
        return {
          status,
          headers: fieldsOf(withBoundary(withCharset(response), response, whole), response),
          body: whole,
        };
      });
    },
  };
}

function decoded(value: unknown, type: SentType['type']): DecodedBody {
  return { value, type, checked: withoutBytes(value), warnings: [] };
}

/** @throws ApiError `internal` if a value cannot be written so */
function written<T>(write: () => T | Promise<T>, type: string): T | Promise<T> {
  const reject = (cause: unknown): never => {
    throw new ApiError('internal', `The response cannot be serialized as ${type}: ${(cause as Error).message}`, {
      cause,
    });
  };
  try {
    const body = write();
    return body instanceof Promise ? body.catch(reject) : body;
  } catch (cause) {
    return reject(cause);
  }
}

/** With `Vary` if the `Accept` header matters (RFC 9110, section 12.5.5). */
function fieldsOf(type: string, { isChosen }: ResponseType): Readonly<Record<string, string>> {
  return isChosen ? { 'content-type': type, vary: 'Accept' } : { 'content-type': type };
}

/** The parts of a stream need a boundary before they are written. */
function withStreamBoundary(response: ResponseType, value: unknown, operation: Operation | undefined): ResponseType {
  const { type, mediaType, text } = response;
  const isParts = isStream(value) && contentOf(type, mediaType, operation?.references).parts !== undefined;
  if (!isParts || mediaType.parameters.has('boundary')) return response;
  const boundary = `understudy-${randomUUID()}`;
  const parameters = new Map([...mediaType.parameters, ['boundary', boundary] as const]);
  return { ...response, mediaType: { ...mediaType, parameters }, text: `${text}; boundary="${boundary}"` };
}

/** A multipart body contains its boundary, which its media type must declare. */
function withBoundary(text: string, { mediaType: { type, parameters } }: ResponseType, body: WireBody): string {
  if (type !== 'multipart' || parameters.has('boundary') || isStream(body)) return text;
  const boundary = boundaryIn(body);
  return boundary === undefined ? text : `${text}; boundary="${boundary}"`;
}

/** Texts are UTF-8, which not every media type implies. Events are always UTF-8. */
function withCharset({ mediaType: { type, subtype, parameters }, text }: ResponseType): string {
  const needsOne = type === 'text' && subtype !== 'event-stream' && !parameters.has('charset');
  return needsOne ? `${text}; charset=utf-8` : text;
}
