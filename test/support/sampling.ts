// Samples of schemas in tests.

import { createSampler, type Hints, type SamplerSettings } from '../../src/mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../src/mock/samples/generate/seeded-random.ts';
import { createDocument } from '../../src/openapi/document.ts';
import type { DocumentObject, Schema } from '../../src/openapi/objects.ts';
import type { Result } from '../../src/schema/result.ts';
import { documentSource } from './document-source.ts';

export interface SampleSettings extends SamplerSettings {
  /** The OpenAPI version. Default `3.0.3`. */
  readonly version?: string;
  /** Schemas that others refer to. */
  readonly schemas?: Readonly<Record<string, object>>;
}

/** Generates samples of a schema, each with a key. */
export async function samplesOf(schema: object, { version = '3.0.3', schemas = {}, ...settings }: SampleSettings = {}) {
  const bundled = {
    openapi: version,
    info: { title: 'T', version: '1' },
    paths: {},
    components: { schemas: { ...schemas, It: schema } },
  };
  const document = createDocument(documentSource(bundled as unknown as DocumentObject));
  const sampler = await createSampler(document, settings);
  return (key = 'key', hints: Hints = {}): Result<unknown> =>
    sampler.sample(
      { value: schema as Schema, pointer: '/components/schemas/It' },
      createSeededRandom('seed', key),
      hints,
    );
}

/** One sample of a schema. */
export async function sampleOf(schema: object, settings: SampleSettings = {}, hints: Hints = {}): Promise<unknown> {
  return (await samplesOf(schema, settings))('key', hints).value;
}
