// From a wire request to the values that an operation declares.

import type { Match, Operation, RequestParts } from '../openapi/document.ts';
import type { Finding } from '../openapi/finding.ts';
import type { Codec, Decoded } from './codec.ts';
import { Failure } from './failure.ts';
import { queryOf, type WireRequest } from './wire.ts';

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

/** `findRoute` has made sure that they decode. */
function decodeValues(texts: Match['path'] = {}): Record<string, unknown> {
  const values: Record<string, unknown> = Object.create(null);
  for (const [name, text] of Object.entries(texts)) values[name] = decodeURIComponent(text);
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
