// Whether what was read is a document that can be served: an object of a known version with something in it.

import type { DocumentObject } from '../objects.ts';
import type { SchemaVersion } from './check-openapi-schema.ts';

/** Why a document cannot be served, and where that is to be seen. */
export class Unservable extends Error {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

const BEGINNING = 'an OpenAPI document starts with a line such as openapi: 3.0.3';
const KNOWN = 'Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported';

/**
 * A value as a document of a known version.
 *
 * @throws Unservable if it is none, or has nothing to serve
 */
export function knownDocument(value: unknown): {
  readonly document: object;
  readonly version: SchemaVersion;
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Unservable('', `it is ${Array.isArray(value) ? 'a list' : 'not an object'}; ${BEGINNING}`);
  const { swagger, openapi, paths, webhooks, components } = value as Readonly<Record<string, unknown>>;
  if (swagger !== undefined && Number(swagger) !== 2)
    throw new Unservable('/swagger', `unsupported swagger version ${JSON.stringify(swagger)}; ${KNOWN}`);
  if (swagger !== undefined) return { document: value, version: '2.0' };
  if (openapi === undefined) throw new Unservable('', `it has no OpenAPI version; ${BEGINNING}`);
  const said = typeof openapi === 'number' ? openapi.toFixed(1) : openapi;
  const [, version] = (typeof said === 'string' && /^(3\.[012])(\.\d+(-.*)?)?$/.exec(said)) || [];
  if (version === undefined)
    throw new Unservable('/openapi', `unsupported openapi version ${JSON.stringify(openapi)}; ${KNOWN}`);
  if (paths === undefined && webhooks === undefined && components === undefined)
    throw new Unservable('', 'it has no paths, no webhooks and no components');
  return { document: value, version: version as SchemaVersion };
}

/** A document of OpenAPI in which what everybody looks at is there, and of the right type. Nothing is done to one that is right. */
export function completed(document: object, version: SchemaVersion): DocumentObject {
  const { openapi, info, paths } = document as Readonly<Record<string, unknown>>;
  const { title, version: own } = (isObject(info) ? info : {}) as {
    readonly title?: unknown;
    readonly version?: unknown;
  };
  const isRight =
    typeof openapi === 'string' &&
    /^3\.\d\.\d/.test(openapi) &&
    isObject(paths) &&
    typeof title === 'string' &&
    typeof own === 'string';
  if (isRight) return document as DocumentObject;
  return {
    ...document,
    openapi: typeof openapi === 'string' && /^3\.\d\.\d/.test(openapi) ? openapi : `${version}.0`,
    info: { ...(isObject(info) && info), title: textOf(title) ?? 'An API without a title', version: textOf(own) ?? '' },
    paths: isObject(paths) ? paths : {},
  } as DocumentObject;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
}
