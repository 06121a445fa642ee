// Swagger 2.0 as OpenAPI 3.0: the only door to swagger2openapi.

import { createRequire } from 'node:module';
import type { Remark } from '../document-finding.ts';
import { visitParts } from './document-parts.ts';
import { hideValues, reveal } from './hidden-values.ts';

const require = createRequire(import.meta.url);

/** How the converter works: it mends what it can, follows no reference, and fetches nothing. */
const OPTIONS = { patch: true, warnOnly: true, resolve: false, resolveInternal: false, refSiblings: 'preserve' };

/**
 * Converts a document of Swagger 2.0 in one piece, and says what of it OpenAPI 3.0 has no words for.
 *
 * @param document - it is changed
 * @throws Error if it cannot be converted
 */
export async function convertSwagger(document: object): Promise<{ openapi: object; lost: readonly Remark[] }> {
  // Loaded only when there is a document of Swagger 2.0 that is not remembered.
  const { convertObj }: Converter = require('swagger2openapi');
  const hidden = hideValues(document);
  const { openapi } = await convertObj(document, OPTIONS);
  const lost = warningsIn(openapi);
  reveal(openapi, hidden);
  return { openapi, lost };
}

/** Takes out what the converter has noted beside the parts that it could not convert. */
function warningsIn(openapi: object): readonly Remark[] {
  const remarks: Remark[] = [];
  visitParts(openapi, {
    part({ part, pointer }) {
      const { [NOTE]: message } = part as { readonly [NOTE]?: unknown };
      if (typeof message !== 'string') return;
      remarks.push({ severity: 'warn', rule: 'swagger', pointer: pointer(), message });
      Reflect.deleteProperty(part, NOTE);
    },
  });
  return remarks;
}

const NOTE = 'x-s2o-warning';

interface Converter {
  convertObj(document: object, options: object): Promise<{ readonly openapi: object }>;
}

/** Where a part of a converted document was before; parts that have moved into others are looked for around them. */
export function pointerInSwagger(pointer: string): string {
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
