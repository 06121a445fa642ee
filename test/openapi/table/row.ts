// The shape of the table: a small document, a request, and what is expected of it; with short ways to write documents.

import type { DocumentObject, OperationObject, ParameterObject } from '../../../src/openapi/objects.ts';

/** One feature of a document, tried with one request. */
export interface Row {
  /** A sentence about the feature; no two rows have the same. */
  readonly name: string;
  readonly document: object;
  readonly request: Asked;
  readonly expected: Expected;
  /** What the handler gives back. Default: nothing. */
  readonly output?: unknown;
}

export interface Asked {
  /** Such as `GET /pets?limit=1`. */
  readonly line: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text goes as it is; anything else as JSON. */
  readonly body?: unknown;
}

export interface Expected {
  /** What the handler is called with. Given alone, the request is answered with 2xx. */
  readonly input?: unknown;
  /** The operationId of the handler that is called. */
  readonly operation?: string;
  readonly status?: number;
  /** Some of the header fields; null where there must be none. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The whole body: JSON as a value, anything else as a text. */
  readonly body?: unknown;
  /** Words that stand in the body, wherever. */
  readonly says?: string;
}

/** A row, its parts in the order in which they are read. */
export function row(
  name: string,
  document: object,
  request: string | Asked,
  expected: Expected,
  more: { readonly output?: unknown } = {},
): Row {
  return { name, document, request: typeof request === 'string' ? { line: request } : request, expected, ...more };
}

type Paths = Readonly<Record<string, object>>;

/** A refusal as it is described unless a row is about that. */
const REFUSAL = {
  description: 'Refused.',
  content: { 'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } } },
};

/** An operation that gives nothing back, unless it says otherwise. */
export function operation(more: Partial<OperationObject> = {}): OperationObject {
  const { responses = { 204: { description: 'Done.' } }, ...others } = more;
  return { ...others, responses: { ...responses, ...('default' in responses ? {} : { default: REFUSAL }) } };
}

/** A document of OpenAPI 3.0, unless it says otherwise. */
export function documentOf(paths: Paths, more: object = {}): DocumentObject {
  const document = { openapi: '3.0.3', info: { title: 'Small', version: '1' }, paths, ...more };
  return document as unknown as DocumentObject;
}

/** A document with one operation, `GET /a`, that has these parameters. */
export function taking(...parameters: readonly ParameterObject[]): DocumentObject {
  return documentOf({ '/a': { get: operation({ parameters }) } });
}

/** A parameter in a query that is called `p`, unless it says otherwise. */
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
