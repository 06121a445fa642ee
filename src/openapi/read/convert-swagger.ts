// Conversion of Swagger 2.0 to OpenAPI 3.0. The only module that imports swagger2openapi.

import { isRecord } from '../../schema/is-record.ts';
import type { UnlocatedFinding } from '../document-finding.ts';
import { visitDocumentParts } from './document-parts.ts';
import { hideBigints, hideValues, revealBigints, revealValues, setOwnProperty } from './hidden-values.ts';

/** The converter repairs what it can, resolves no references and fetches nothing. */
const OPTIONS = { patch: true, warnOnly: true, resolve: false, resolveInternal: false, refSiblings: 'preserve' };

/**
 * Converts a bundled Swagger 2.0 document, and reports features that OpenAPI 3.0 lacks.
 *
 * @param document - it is modified
 * @throws Error if it cannot be converted
 */
export async function convertSwagger(
  document: object,
): Promise<{ openapi: object; lost: readonly UnlocatedFinding[] }> {
  // Loaded only for uncached Swagger 2.0 documents.
  // @ts-expect-error: it has no types.
  const { default: converter } = (await import('swagger2openapi')) as { readonly default: Converter };
  typeExamples(document);
  const hidden = hideValues(document);
  const bigints = hideBigints(document);
  const { openapi } = await converter.convertObj(document, OPTIONS);
  const unconverted = takeWarnings(openapi);
  revealValues(openapi, hidden);
  revealBigints(openapi, bigints);
  return { openapi, lost: unconverted };
}

interface SwaggerPart {
  readonly produces?: unknown;
  readonly responses?: unknown;
  readonly paths?: unknown;
}

/**
 * Puts each example of a response under a media type. One for any type, or without a type, is for all types that the
 * operation produces (Swagger 2.0, Example Object).
 */
function typeExamples(document: SwaggerPart): void {
  typeResponses(document.responses, document.produces);
  for (const item of members(document.paths)) {
    for (const operation of members(item)) typeResponses(operation.responses, operation.produces ?? document.produces);
  }
}

function typeResponses(responses: unknown, produces: unknown): void {
  const named = Array.isArray(produces) ? produces.filter((type) => typeof type === 'string' && !/\*/.test(type)) : [];
  const types = named.length > 0 ? named : ['application/json'];
  for (const response of members(responses)) {
    const { examples } = response as { readonly examples?: unknown };
    if (!isRecord(examples)) continue;
    const { '*/*': example, ...byType } = examples;
    const keys = Object.keys(examples);
    const isTyped = keys.length === 0 || keys.some((key) => key.includes('/'));
    if (isTyped && example === undefined) continue;
    const forAll = Object.fromEntries(types.map((type) => [type, isTyped ? example : examples]));
    setOwnProperty(response, 'examples', isTyped ? { ...forAll, ...byType } : forAll);
  }
}

function members(parent: unknown): readonly SwaggerPart[] {
  return isRecord(parent) ? Object.values(parent).filter(isRecord) : [];
}

/** Removes the converter's warnings from the document and returns them. */
function takeWarnings(openapi: object): readonly UnlocatedFinding[] {
  const findings: UnlocatedFinding[] = [];
  visitDocumentParts(openapi, {
    part({ part, pointer }) {
      const { [WARNING_KEY]: message } = part as { readonly [WARNING_KEY]?: unknown };
      if (typeof message !== 'string') return;
      findings.push({ severity: 'warn', rule: 'swagger', pointer: pointer(), message });
      Reflect.deleteProperty(part, WARNING_KEY);
    },
  });
  return findings;
}

const WARNING_KEY = 'x-s2o-warning';

interface Converter {
  convertObj(document: object, options: object): Promise<{ readonly openapi: object }>;
}

/** The original pointer of a part of a converted document; approximate for parts that were merged. */
export function swaggerPointer(pointer: string): string {
  const [, kind, rest = ''] = /^\/components\/(\w+)(.*)$/s.exec(pointer) ?? [];
  const named = kind === undefined ? pointer : `${COMPONENTS[kind] ?? ''}${rest}`;
  return named
    .replace(/(\/responses\/[^/]+)\/content\/[^/]+\/schema/, '$1/schema')
    .replace(/(\/(?:parameters|headers)\/[^/]+)\/schema(?=\/|$)/, '$1')
    .replace(/\/requestBody\b.*$/s, '/parameters')
    .replace(/^\/servers.*$/s, '/host');
}

const COMPONENTS: Readonly<Record<string, string>> = {
  schemas: '/definitions',
  parameters: '/parameters',
  requestBodies: '/parameters',
  responses: '/responses',
  securitySchemes: '/securityDefinitions',
};
