// What is inferred for an api from its document, and the collections that it needs for that.

import type { Document } from '../../openapi/document.ts';
import { createDraw } from '../samples/generate/draw.ts';
import { createSampler } from '../samples/generate/sampler.ts';
import { findResources } from './find-resources.ts';
import type { Sample } from './inference.ts';
import { createReferredTo } from './referred-to.ts';
import type { Inferred } from './resource-call.ts';
import { FirstRecords } from './seed/first-records.ts';
import { readItems } from './seed/fixture.ts';

/** What may be said of what is inferred. */
export interface InferSettings {
  /** Fixes what is made up. */
  readonly seed: string;
  /** How many items of each kind there are at the start, below each parent. */
  readonly records: number;
  /** The language of what is made up, as faker names its locales. */
  readonly locale: string;
}

/** What is inferred from a document. @throws UsageError if there is no such locale */
export async function inferApi(document: Document, { seed, records, locale }: InferSettings): Promise<Inferred> {
  const resources = findResources(document);
  const sampler = await createSampler(document, { locale });
  const sampleOf =
    (from: string): Sample =>
    (schema, key, { index = 1, name = '', given = () => undefined } = {}) =>
      sampler.sample(schema, createDraw(from, key), { index, name, given }).value;
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
