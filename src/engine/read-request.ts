// From a wire request to the values that an operation declares.

import type { Codec, Decoded } from './codec.ts';
import { bareMediaType, type Match, type Operation, type RequestParts } from './document.ts';
import { Failure } from './failure.ts';
import type { ServedApi } from './load-api.ts';
import { queryOf, type WireRequest } from './wire.ts';

/**
 * The codec for the body of a request. A body that does not say what it is, and an operation that takes none, get the first one.
 *
 * @throws Failure `invalid_argument` (415) naming what is read here
 */
export function chooseCodec({ headers }: WireRequest, { codecs }: ServedApi, operation: Operation): Codec {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  const readable = operation.requestMediaTypes;
  if (readable.length === 0 || (type === undefined && encoding === 'identity')) return codecs[0];
  if (type !== undefined && encoding === 'identity' && readable.includes(type)) {
    // Most requests: the type is written just as in the document, and there is nothing to read in it.
    const named = codecs.find(({ mediaTypes }) => mediaTypes.includes(type));
    if (named) return named;
  }
  const offered = codecs.filter(({ mediaTypes }) => mediaTypes.some((one) => readable.includes(one)));
  const charset = /;\s*charset="?([^;"\s]*)/i.exec(type ?? '')?.[1] ?? 'utf-8';
  const codec = offered.find(({ mediaTypes }) => mediaTypes.includes(bareMediaType(type ?? readable[0] ?? '')));
  if (codec && encoding === 'identity' && /^(utf-?8|us-ascii)$/i.test(charset)) return codec;
  const came = encoding === 'identity' ? type || 'an empty media type' : `content-encoding ${encoding}`;
  const spoken = offered.flatMap(({ mediaTypes }) => mediaTypes).join(', ');
  throw new Failure('invalid_argument', `Unsupported Media Type: ${came} is not read here, but ${spoken}`, {
    status: 415,
  });
}

/**
 * The body of a request; nothing where the operation takes none.
 *
 * @throws Failure `resource_exhausted` (413) when it is longer than is read
 * @throws Failure `invalid_argument` when it cannot be read
 */
export function readBody(request: WireRequest, codec: Codec, operation: Operation): Decoded {
  if (request.exceeds !== undefined) {
    throw new Failure('resource_exhausted', `the body is larger than ${request.exceeds} bytes`, { status: 413 });
  }
  if (operation.requestMediaTypes.length === 0) return { value: undefined, unknownFields: [] };
  return codec.decode(request.body, operation);
}

/** The values of a request that its operation declares. Query parameters and header fields that it does not declare are left out. */
export function readParts(request: WireRequest, { operation, path }: Match, body: unknown): RequestParts {
  const parts: RequestParts = { path, query: Object.create(null), header: Object.create(null), body };
  let query: URLSearchParams | undefined;
  for (const { name, in: place, schema } of operation.definition.parameters ?? []) {
    if (place === 'header') {
      const field = name.toLowerCase();
      if (request.headers[field] !== undefined) parts.header[field] = request.headers[field];
    } else if (place === 'query') {
      query ??= new URLSearchParams(queryOf(request.target));
      if (query.has(name)) parts.query[name] = schema?.type === 'array' ? query.getAll(name) : query.get(name);
    }
  }
  return parts;
}

/** One input for each operation; where two values have one name, the path wins. A body that is no object stands under `body`. */
export function inputOf({ path, query, header, body }: RequestParts): unknown {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return { ...(isObject ? body : body === undefined ? {} : { body }), ...header, ...query, ...path };
}
