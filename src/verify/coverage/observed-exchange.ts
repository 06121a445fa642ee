// Converts a sent exchange for coverage.

import type { ObservedExchange, ObservedRequest } from '../../coverage/observed-exchange.ts';
import type { BodyMediaType } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { isJson, matchMediaTypes, parseMediaType } from '../../openapi/media-type.ts';
import type { RawParameters } from '../../openapi/parameters/parameter-reader.ts';
import { viewSchema } from '../../openapi/parameters/schema-view.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { withoutBytes } from '../../server/codec/formats/bytes.ts';
import { createFormats } from '../../server/codec/formats.ts';
import { readCredential } from '../../server/pipeline/security/credential.ts';
import type { WireRequest } from '../../server/pipeline/wire.ts';
import { parseJsonBody } from '../requests/json-body.ts';
import type { SerializedRequest } from '../requests/serialize-request.ts';
import type { DecodedResponseBody } from '../responses/decode-response-body.ts';
import type { ReceivedResponse } from '../target.ts';

/** A sent request with its response. */
export interface SentExchange {
  readonly operation: Operation;
  readonly request: SerializedRequest;
  /** Undefined without a response. */
  readonly response: ReceivedResponse | undefined;
  readonly decoded: DecodedResponseBody | undefined;
}

const formatFor = createFormats({ values: 500_000, limit: 16 * 1024 * 1024 });

/** Parts that the server did not read are omitted: a truncated body, unauthenticated input. Never throws. */
export async function toObservedExchange({
  operation,
  request: call,
  response,
  decoded,
}: SentExchange): Promise<ObservedExchange> {
  const isAdmitted = response !== undefined && response.status !== 401 && response.status !== 403;
  const headers = Object.fromEntries(call.headers.map(([name, text]) => [name.toLowerCase(), text]));
  const request: WireRequest = { method: call.method, target: call.target, headers, body: NONE, local: true };
  return {
    operation,
    isCall: false,
    request: response?.status === 401 ? undefined : await observedRequest(operation, call, headers),
    brings: isAdmitted
      ? ({ scheme }) => scheme !== undefined && readCredential(scheme, request).is === 'secret'
      : undefined,
    response: response && {
      status: response.status,
      mediaType: response.headers['content-type'],
      body: decoded?.value,
    },
  };
}

const NONE = new Uint8Array();

/** Parses the request as a server does; undefined if that fails. */
async function observedRequest(
  operation: Operation,
  call: SerializedRequest,
  headers: RawParameters['headers'],
): Promise<ObservedRequest | undefined> {
  const { values, findings, empty = [] } = operation.parameterReader.read({ ...call.rawParameters, headers });
  const body = await bodyOf(operation, call);
  if (!body) return undefined;
  return {
    parts: { ...values, body: body.value },
    type: body.type,
    isSent(location, key) {
      if (findings.some(({ part, pointer }) => part === location && pointer === childPointer('', key)))
        return undefined;
      return Object.hasOwn(values[location], key) || (location === 'query' && empty.includes(key));
    },
  };
}

/** Parses the body by its declared media type; undefined if that fails. */
async function bodyOf(
  operation: Operation,
  { headers, body }: SerializedRequest,
): Promise<{ readonly value: unknown; readonly type: BodyMediaType | undefined } | undefined> {
  if (!body) return { value: undefined, type: undefined };
  const [, written = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const mediaType = parseMediaType(written);
  const declared = operation.body?.mediaTypes ?? [];
  const [key] = mediaType
    ? matchMediaTypes(
        declared.map((one) => one.type),
        mediaType,
      )
    : [];
  const type = declared.find((one) => one.type === key);
  if (!mediaType || !type) return undefined;
  try {
    if (isJson(mediaType)) {
      return { value: parseJsonBody(body, new TextDecoder('utf-8', { fatal: true }).decode(body)), type };
    }
    const meaning = viewSchema(type.schema, operation.references);
    const value = await formatFor(mediaType).read(body, { mediaType, meaning, encoding: type.encoding });
    return { value: withoutBytes(value), type };
  } catch {
    return undefined;
  }
}
