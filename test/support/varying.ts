// The context to vary and draw requests for one schema.

import { createSampler } from '../../src/mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../src/mock/samples/generate/seeded-random.ts';
import { createDocument } from '../../src/openapi/document.ts';
import type { DocumentObject, Schema } from '../../src/openapi/objects.ts';
import type { Part } from '../../src/openapi/references.ts';
import { createSchemaIndex } from '../../src/openapi/schema/schema-index.ts';
import type { VariationContext } from '../../src/verify/requests/variation-context.ts';
import { documentSource } from './document-source.ts';

/** The context for variations of a schema, and the schema in its position. */
export async function varyingOf(
  schema: object,
): Promise<{ readonly varying: VariationContext; readonly part: Part<Schema> }> {
  const whole = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { It: schema } },
  };
  const document = createDocument(documentSource(whole as unknown as DocumentObject));
  const sampler = await createSampler(document);
  const sample = (part: Part, key = '') =>
    sampler.sample(part as Part<Schema>, createSeededRandom('s', part.pointer + key), { direction: 'request' }).value;
  const varying = { document, schemaIndex: createSchemaIndex(document.references, '3.1.0'), sample };
  return { varying, part: { value: schema as Schema, pointer: '/components/schemas/It' } };
}
