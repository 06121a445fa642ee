// The few words that mean something else in the schemas of OpenAPI 3.0 than to a validator of JSON Schema draft 7.

import { fileURLToPath } from 'node:url';

/** The file that decides how schemas are rewritten, see `Recipe`. */
export const DIALECT_MAKERS: readonly string[] = [fileURLToPath(import.meta.url)];

/** Keys below which there are values of users, not schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);
/** Keys below which there are schemas by names that users chose. */
const NAMED = new Set(['properties', 'patternProperties', 'definitions', 'schemas']);

interface Mutable {
  nullable?: unknown;
  type?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  exclusiveMinimum?: unknown;
  exclusiveMaximum?: unknown;
}

/**
 * Rewrites the schemas of a document of OpenAPI 3.0, references resolved, so that a validator takes them as they are meant: a
 * `nullable` beside no `type` has no effect (3.0.3, section 4.7.24.1), and an exclusive bound is the bound with a yes or no beside it.
 */
export function rewriteSchemas(document: object): void {
  const seen = new Set<unknown>();
  /** Parts to look at; below `named` ones, keys are names. No recursion, because a document may be very deep. */
  const open: { readonly part: object; readonly named: boolean }[] = [{ part: document, named: false }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, named } = next;
    if (seen.has(part)) continue;
    seen.add(part);
    if (!named) rewrite(part);
    for (const [key, value] of Object.entries(part)) {
      if (typeof value !== 'object' || value === null) continue;
      if (named || !(VALUES.has(key) || key.startsWith('x-')))
        open.push({ part: value, named: !named && NAMED.has(key) });
    }
  }
}

function rewrite(schema: Mutable): void {
  if (schema.nullable !== undefined && schema.type === undefined) delete schema.nullable;
  if (typeof schema.exclusiveMinimum === 'boolean') {
    const { exclusiveMinimum, minimum } = schema;
    delete schema.exclusiveMinimum;
    if (exclusiveMinimum && minimum !== undefined) Object.assign(schema, { exclusiveMinimum: minimum });
  }
  if (typeof schema.exclusiveMaximum === 'boolean') {
    const { exclusiveMaximum, maximum } = schema;
    delete schema.exclusiveMaximum;
    if (exclusiveMaximum && maximum !== undefined) Object.assign(schema, { exclusiveMaximum: maximum });
  }
}
