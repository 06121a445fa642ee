// Information inferred from a document alone: resources and sample values.

import type { Document } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import type { ReferenceGuess, ReferenceResolver } from './reference-resolver.ts';
import type { Resources } from './resource.ts';

/**
 * Generates a sample value of a schema, the same one for the same key; undefined if none can be made.
 *
 * @param key - distinguishes several samples of one schema
 */
export type SampleFunction = (schema: Part<Schema>, key: string, about?: SampleOptions) => unknown;

export interface SampleOptions {
  /**
   * The index among several samples, from 0: the first one uses examples and defaults of the document. Default: a later
   * one.
   */
  readonly index?: number;
  /** A name for the value if its schema has no meaningful name. Default: none. */
  readonly name?: string;
  /** As for a sampler. Default: chosen at random. */
  readonly branch?: number | undefined;
  /** As for a sampler. Default: the object is not new. */
  readonly now?: Date | undefined;
  /** As for a sampler. Default: no values are given. */
  readonly given?: (pointer: string) => unknown;
}

export interface Inference {
  readonly document: Document;
  readonly resources: Resources;
  readonly sample: SampleFunction;
  /** The resource whose id a property holds, such as `pets` for `petId`; undefined for any other property. */
  readonly resolveReference: ReferenceResolver;
  /** The resource that seed data of a property refers to: as `resolveReference`, or by type or description. */
  readonly guessReference: ReferenceGuess;
}
