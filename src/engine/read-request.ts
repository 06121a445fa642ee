// From a wire request to the values that an operation declares.

import { bareMediaType, type Match, type Operation, type RequestParts } from '../openapi/document.ts';
import type { Finding } from '../openapi/finding.ts';
import type { Codec, Decoded } from './codec.ts';
import { Failure } from './failure.ts';
import type { ServedApi } from './load-api.ts';
import { queryOf, type WireRequest } from './wire.ts';

/**
 * The codec for a request. A body that does not say what it is, and an operation that takes none, get the first one.
 *
 * @throws Failure `invalid_argument` (415) naming what is read here
 */
export function chooseCodec({ headers }: WireRequest, served: ServedApi, { operation, path }: Match): Codec {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  if (path === undefined) return rpcCodec(type, served);
  const readable = operation.requestMediaTypes;
  const [first] = served.codecs;
  if (readable.length === 0 || (type === undefined && encoding === 'identity')) return first;
  if (type !== undefined && encoding === 'identity' && readable.includes(type)) {
    // Most requests: the type is written just as in the document, and there is nothing to read in it.
    const named = served.codecs.find((codec) => canRead(codec, operation) && codec.mediaTypes.includes(type));
    if (named) return named;
  }
  const offered = served.codecs.filter(
    (codec) => canRead(codec, operation) && codec.mediaTypes.some((one) => readable.includes(one)),
  );
  const charset = /;\s*charset="?([^;"\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  const codec = offered.find(({ mediaTypes }) => mediaTypes.includes(bareMediaType(type ?? readable[0] ?? '')));
  if (codec && encoding === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset)) return codec;
  const came = encoding === 'identity' ? type || 'an empty media type' : `content-encoding ${encoding}`;
  throw unsupported(
    came,
    offered.flatMap(({ mediaTypes }) => mediaTypes.filter((one) => readable.includes(one))),
  );
}

/** Only an operation that is a remote procedure has messages. */
function canRead({ reads }: Codec, { definition }: Operation): boolean {
  return reads === 'body' || definition['x-rpc'] !== undefined;
}

function rpcCodec(type = '', { rpcCodecs }: ServedApi): Codec {
  const bare = bareMediaType(type);
  const codec = rpcCodecs.find(({ mediaTypes }) => mediaTypes.includes(bare));
  if (codec) return codec;
  throw unsupported(
    type || 'a body without a media type',
    rpcCodecs.flatMap(({ mediaTypes }) => mediaTypes),
  );
}

function unsupported(came: string, read: readonly string[]): Failure {
  const message = `Unsupported Media Type: ${came} is not read here, but ${read.join(', ')}`;
  return new Failure('invalid_argument', message, { status: 415 });
}

/** Whether a request comes from a client of gRPC or gRPC-Web, which understands no other answer. */
export function isGrpc({ headers: { 'content-type': type } }: WireRequest): boolean {
  return type !== undefined && /^application\/grpc/i.test(type);
}

/** The codec for refusing a request before it is known what it means. */
export function refusingCodec(request: WireRequest, served: ServedApi): Codec {
  const [first] = served.codecs;
  if (!isGrpc(request)) return first;
  const bare = bareMediaType(request.headers['content-type'] ?? '');
  return served.rpcCodecs.find(({ mediaTypes }) => mediaTypes.includes(bare)) ?? first;
}

/** A request that was read, and held against its document. */
export interface ReadInput {
  readonly decoded: Decoded;
  readonly parts: RequestParts;
  readonly findings: readonly Finding[];
}

/**
 * The values of a request, and what the document says against them.
 *
 * @throws Failure `resource_exhausted` (413) when the body is longer than is read
 * @throws Failure `invalid_argument` when it cannot be read
 */
export async function readInput(request: WireRequest, match: Match, codec: Codec): Promise<ReadInput> {
  const { operation } = match;
  const decoded = await readBody(request, codec, operation);
  const parts = readParts(request, match, codec, decoded.value);
  return { decoded, parts, findings: operation.checkInput(parts) };
}

/** The body of a request; nothing where the operation takes none. */
function readBody(request: WireRequest, codec: Codec, operation: Operation): Decoded | Promise<Decoded> {
  if (request.exceeds !== undefined) {
    throw new Failure('resource_exhausted', `the body is larger than ${request.exceeds} bytes`, { status: 413 });
  }
  const isRead = codec.reads === 'message' || operation.requestMediaTypes.length > 0;
  return isRead ? codec.decode(request, operation) : { value: undefined, warnings: [] };
}

/** The values of a request that its operation declares. Query parameters and header fields that it does not declare are left out. */
function readParts(request: WireRequest, { operation, path }: Match, codec: Codec, value: unknown): RequestParts {
  const parts = { path: decodeValues(path), query: Object.create(null), header: Object.create(null), body: value };
  const { parameters = [] } = operation.definition;
  let query: URLSearchParams | undefined;
  for (const { name, in: place, schema } of parameters) {
    if (place === 'header') {
      const field = name.toLowerCase();
      if (request.headers[field] !== undefined) parts.header[field] = request.headers[field];
    } else if (place === 'query') {
      query ??= new URLSearchParams(queryOf(request.target));
      if (query.has(name)) parts.query[name] = schema?.type === 'array' ? query.getAll(name) : query.get(name);
    }
  }
  return codec.reads === 'message' ? withFields(parts, operation) : parts;
}

/** @throws Failure `invalid_argument` when a value in the path does not decode */
function decodeValues(texts: Match['path'] = {}): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, text] of Object.entries(texts)) {
    try {
      values[name] = decodeURIComponent(text);
    } catch {
      throw new Failure('invalid_argument', `the percent-encoding of ${name} in the path does not decode: ${text}`);
    }
  }
  return values;
}

/** The parameters of a message, moved to where the operation declares them. What stands in the URL or in a header field wins. */
function withFields(parts: RequestParts, { definition, requestMediaTypes }: Operation): RequestParts {
  const body = { ...(parts.body as Record<string, unknown>) };
  for (const { name, in: place, 'x-field-number': number } of definition.parameters ?? []) {
    if (number === undefined || place === 'cookie' || !Object.hasOwn(body, name)) continue;
    const key = place === 'header' ? name.toLowerCase() : name;
    if (!Object.hasOwn(parts[place], key)) parts[place][key] = body[name];
    delete body[name];
  }
  return { ...parts, body: requestMediaTypes.length > 0 ? body : undefined };
}

/** One input for each operation; where two values have one name, the path wins. A body that is no object stands under `body`. */
export function inputOf({ path, query, header, body }: RequestParts): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return { ...(isObject ? body : body === undefined ? {} : { body }), ...header, ...query, ...path };
}
