// What follows from a document alone: the things that it has paths for, and believable values of its schemas.

import type { Document } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part } from '../../openapi/references.ts';
import type { Resource, Resources } from './resource.ts';

/**
 * A believable value of a schema, the same one for the same key; undefined where none can be made.
 *
 * @param key - tells apart what is made of one schema
 */
export type Sample = (schema: Part<Schema>, key: string, about?: SampleAbout) => unknown;

export interface SampleAbout {
  /** Which one of several of its kind it is, from 0: the first is as the examples and defaults of the document have it. Default: one of those after it. */
  readonly index?: number;
  /** What it is called, where its schema has no telling name. Default: nothing. */
  readonly name?: string;
  /** As for a sampler. Default: nothing is given. */
  readonly given?: (pointer: string) => unknown;
}

export interface Inference {
  readonly document: Document;
  readonly resources: Resources;
  readonly sample: Sample;
  /** The kind of thing of which a property holds the id, such as `pets` for `petId`; undefined for any other property. */
  referredTo(property: string): Resource | undefined;
}
