// Version check and completion of a parsed document.

import { isRecord } from '../../schema/is-record.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import type { DocumentObject } from '../objects.ts';
import type { OpenApiVersion } from './check-openapi-schema.ts';

interface IdentifiedDocument {
  readonly document: object;
  readonly version: OpenApiVersion;
}

const EXAMPLE_START = 'an OpenAPI document starts with a line such as openapi: 3.0.3';
const SUPPORTED = 'Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are supported';

/** Determines the version of a document. It has none if the version is unknown, or the document is empty. */
export function identifyDocument(
  value: unknown,
): Result<IdentifiedDocument, Pick<UnlocatedFinding, 'pointer' | 'message'>> {
  const unsupported = (pointer: string, message: string) => failure({ pointer, message });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return unsupported('', `it is ${Array.isArray(value) ? 'a list' : 'not an object'}; ${EXAMPLE_START}`);
  const { swagger, openapi, paths, webhooks, components } = value as Readonly<Record<string, unknown>>;
  if (swagger !== undefined && Number(swagger) !== 2)
    return unsupported('/swagger', `unsupported swagger version ${JSON.stringify(swagger)}; ${SUPPORTED}`);
  if (swagger !== undefined) return success({ document: value, version: '2.0' });
  if (openapi === undefined) return unsupported('', `it has no OpenAPI version; ${EXAMPLE_START}`);
  const versionText = typeof openapi === 'number' ? openapi.toFixed(1) : openapi;
  const [, version] = (typeof versionText === 'string' && /^(3\.[012])(\.\d+(-.*)?)?$/.exec(versionText)) || [];
  if (version === undefined)
    return unsupported('/openapi', `unsupported openapi version ${JSON.stringify(openapi)}; ${SUPPORTED}`);
  if (paths === undefined && webhooks === undefined && components === undefined)
    return unsupported('', 'it has no paths, no webhooks and no components');
  return success({ document: value, version: version as OpenApiVersion });
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
