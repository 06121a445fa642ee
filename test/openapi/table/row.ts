// The shape of a table row, with helpers for documents.

import type { DocumentObject, OperationObject, ParameterObject } from '../../../src/openapi/objects.ts';

/** One feature of a document, tested with one request. */
export interface Row {
  /** A unique sentence about the feature. */
  readonly name: string;
  readonly document: object;
  readonly request: RowRequest;
  readonly expected: Expected;
  /** The handler's result. Default: nothing. */
  readonly output?: unknown;
}

export interface RowRequest {
  /** Such as `GET /pets?limit=1`. */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown;
}

export interface Expected {
  /** The input of the handler. Alone, it expects a response with 2xx. */
  readonly input?: unknown;
  /** The operationId of the called handler. */
  readonly operation?: string;
  readonly status?: number;
  /** Some of the headers; null for absent ones. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The whole body: JSON as a value, anything else as text. */
  readonly body?: unknown;
  /** Substrings of the body. */
  readonly says?: string;
}

/** A row in reading order. */
export function row(
  name: string,
  document: object,
  request: string | RowRequest,
  expected: Expected,
  more: { readonly output?: unknown } = {},
): Row {
  return { name, document, request: typeof request === 'string' ? { line: request } : request, expected, ...more };
}

type Paths = Readonly<Record<string, object>>;

/** The default description of an error response. */
const REFUSAL = {
  description: 'Refused.',
  content: { 'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } } },
};

/** An operation that returns nothing by default. */
export function operation(more: Partial<OperationObject> = {}): OperationObject {
  const { responses = { 204: { description: 'Done.' } }, ...others } = more;
  return { ...others, responses: { ...responses, ...('default' in responses ? {} : { default: REFUSAL }) } };
}

/** An OpenAPI 3.0 document by default. */
export function documentOf(paths: Paths, more: object = {}): DocumentObject {
  const document = { openapi: '3.0.3', info: { title: 'Small', version: '1' }, paths, ...more };
  return document as unknown as DocumentObject;
}

/** A document with the operation `GET /a` and these parameters. */
export function withParameters(...parameters: readonly ParameterObject[]): DocumentObject {
  return documentOf({ '/a': { get: operation({ parameters }) } });
}

/** A query parameter `p` by default. */
export function query(schema: unknown, more: object = {}): ParameterObject {
  return { name: 'p', in: 'query', schema, ...more } as ParameterObject;
}
export function header(schema: unknown, more: object = {}): ParameterObject {
  return { name: 'X-P', in: 'header', schema, ...more } as ParameterObject;
}
export function cookie(schema: unknown, more: object = {}): ParameterObject {
  return { name: 'p', in: 'cookie', schema, ...more } as ParameterObject;
}
export function inPath(schema: unknown, more: object = {}): ParameterObject {
  return { name: 'p', in: 'path', required: true, schema, ...more } as ParameterObject;
}

/** A document with the operation `GET /a/{p}`. */
export function withPath(schema: unknown, more: object = {}): DocumentObject {
  return documentOf({ '/a/{p}': { get: operation({ parameters: [inPath(schema, more)] }) } });
}

export const INTEGER = { type: 'integer' } as const;
export const STRING = { type: 'string' } as const;
export const INTEGERS = { type: 'array', items: INTEGER } as const;
export const STRINGS = { type: 'array', items: STRING } as const;
export const COLOUR = { type: 'object', properties: { R: INTEGER, G: INTEGER, name: STRING } } as const;
