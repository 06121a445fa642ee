// Version check and completion of a parsed document.

import { isRecord } from '../../schema/is-record.ts';
import type { DocumentObject } from '../objects.ts';
import type { OpenApiVersion } from './check-openapi-schema.ts';

/** A document that cannot be served, with the location of the reason. */
export class UnsupportedDocument extends Error {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;

  constructor(pointer: string, message: string) {
    super(message);
    this.pointer = pointer;
  }
}

const EXAMPLE_START = 'an OpenAPI document starts with a line such as openapi: 3.0.3';
const SUPPORTED = 'Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported';

/**
 * Determines the version of a document.
 *
 * @throws UnsupportedDocument if the version is unknown, or the document is empty
 */
export function identifyDocument(value: unknown): {
  readonly document: object;
  readonly version: OpenApiVersion;
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnsupportedDocument('', `it is ${Array.isArray(value) ? 'a list' : 'not an object'}; ${EXAMPLE_START}`);
  const { swagger, openapi, paths, webhooks, components } = value as Readonly<Record<string, unknown>>;
  if (swagger !== undefined && Number(swagger) !== 2)
    throw new UnsupportedDocument('/swagger', `unsupported swagger version ${JSON.stringify(swagger)}; ${SUPPORTED}`);
  if (swagger !== undefined) return { document: value, version: '2.0' };
  if (openapi === undefined) throw new UnsupportedDocument('', `it has no OpenAPI version; ${EXAMPLE_START}`);
  const versionText = typeof openapi === 'number' ? openapi.toFixed(1) : openapi;
  const [, version] = (typeof versionText === 'string' && /^(3\.[012])(\.\d+(-.*)?)?$/.exec(versionText)) || [];
  if (version === undefined)
    throw new UnsupportedDocument('/openapi', `unsupported openapi version ${JSON.stringify(openapi)}; ${SUPPORTED}`);
  if (paths === undefined && webhooks === undefined && components === undefined)
    throw new UnsupportedDocument('', 'it has no paths, no webhooks and no components');
  return { document: value, version: version as OpenApiVersion };
}

/** Adds missing or mistyped required fields; a valid document is returned as it is. */
export function completeDocument(document: object, version: OpenApiVersion): DocumentObject {
  const { openapi, info, paths } = document as Readonly<Record<string, unknown>>;
  const { title, version: infoVersion } = (isRecord(info) ? info : {}) as {
    readonly title?: unknown;
    readonly version?: unknown;
  };
  const isValid =
    typeof openapi === 'string' &&
    /^3\.\d\.\d/.test(openapi) &&
    isRecord(paths) &&
    typeof title === 'string' &&
    typeof infoVersion === 'string';
  if (isValid) return document as DocumentObject;
  return {
    ...document,
    openapi: typeof openapi === 'string' && /^3\.\d\.\d/.test(openapi) ? openapi : `${version}.0`,
    info: {
      ...(isRecord(info) && info),
      title: textOf(title) ?? 'An API without a title',
      version: textOf(infoVersion) ?? '',
    },
    paths: isRecord(paths) ? paths : {},
  } as DocumentObject;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
}
