// Inference of an API: resources, samples and seed data of a document.

import type { Document } from '../../openapi/document.ts';
import { createSampler } from '../samples/generate/sampler.ts';
import { createSeededRandom } from '../samples/generate/seeded-random.ts';
import { findResources } from './find-resources.ts';
import type { Sample } from './inference.ts';
import { createReferredTo } from './referred-to.ts';
import type { Inferred } from './resource-call.ts';
import { FirstRecords } from './seed/first-records.ts';
import { readItems } from './seed/fixture.ts';

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
export async function inferApi(document: Document, { seed, records, locale }: InferSettings): Promise<Inferred> {
  const resources = findResources(document);
  const sampler = await createSampler(document, { locale });
  const sampleOf =
    (from: string): Sample =>
    (schema, key, { index = 1, name = '', given = () => undefined } = {}) =>
      sampler.sample(schema, createSeededRandom(from, key), { index, name, given }).value;
  const referredTo = createReferredTo(resources);
  const parts = { document, resources, sample: sampleOf(seed), referredTo };
  let first = new FirstRecords(parts, records);
  const inferred: Inferred = {
    ...parts,
    sown: (other) => (other === seed ? inferred : { ...inferred, sample: sampleOf(other) }),
    async readFixture(folders) {
      const read = await readItems(parts, records, folders);
      first = read.first;
      return read.fixture;
    },
    firstRecords: () => first,
  };
  return inferred;
}
