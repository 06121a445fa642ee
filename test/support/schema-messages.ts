// Validation messages of the schemas of a small document.

import { createReferences } from '../../src/openapi/references.ts';
import { createSchemaSources } from '../../src/openapi/schema/schema-sources.ts';
import { createSchemaValidators, type SchemaDirection } from '../../src/openapi/schema/schema-validators.ts';

/** The messages for a value of the schema `It`. */
export function sayingOf(schemas: Readonly<Record<string, unknown>>, version = '3.0.3', more: object = {}) {
  const references = createReferences({ openapi: version, ...more, components: { schemas } });
  const made = createSchemaValidators(createSchemaSources(references, version));
  return {
    says: (value: unknown, direction: SchemaDirection = 'request') =>
      made
        .validator(
          '/components/schemas/It',
          direction,
        )(value)
        .map(({ instancePath, message }) => `${instancePath} ${message}`.trim()),
    notEnforced: () => made.notEnforced.map(({ pointer, message }) => `${pointer} ${message}`),
    compileAll: () => {
      for (const id of made.ids) made.compile(id);
    },
  };
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const text = { type: 'string' };
