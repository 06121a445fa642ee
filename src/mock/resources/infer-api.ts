// Inference of an API: resources, samples and seed data of a document.

import type { Document } from '../../openapi/document.ts';
import { createSampler } from '../samples/generate/sampler.ts';
import { createSeededRandom } from '../samples/generate/seeded-random.ts';
import { findResources } from './find-resources.ts';
import type { SampleFunction } from './inference.ts';
import { createReferenceGuess, createReferenceResolver } from './reference-resolver.ts';
import type { InferredModel } from './resource-call.ts';
import { readFixtureItems } from './seed/fixture-items.ts';
import { SeedData } from './seed/seed-data.ts';

/** Settings of the inference. */
export interface InferSettings {
  /** The random seed of generated values. */
  readonly seed: string;
  /** Number of seed items of each resource below each parent. */
  readonly records: number;
  /** The faker locale of generated values. */
  readonly locale: string;
}

/** Infers an API from a document. @throws UsageError for an unknown locale */
export async function inferApi(document: Document, { seed, records, locale }: InferSettings): Promise<InferredModel> {
  const resources = findResources(document);
  const sampler = await createSampler(document, { locale });
  const sampleOf =
    (from: string): SampleFunction =>
    (schema, key, { index = 1, name = '', branch, now, given = () => undefined } = {}) =>
      sampler.sample(schema, createSeededRandom(from, key), { index, name, branch, now, given }).value;
  const resolveReference = createReferenceResolver(resources);
  const guessReference = createReferenceGuess(resources, resolveReference);
  const parts = { document, resources, sample: sampleOf(seed), resolveReference, guessReference };
  let first = new SeedData(parts, records);
  const inferred: InferredModel = {
    ...parts,
    withSeed: (other) => (other === seed ? inferred : { ...inferred, sample: sampleOf(other) }),
    async readFixture(folders) {
      const read = await readFixtureItems(parts, records, folders);
      first = read.first;
      return read.fixture;
    },
    seedData: () => first,
  };
  return inferred;
}
