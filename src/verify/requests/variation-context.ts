// The context of variations, with merged constraints and replacement in copies.

import { deleteAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import { collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import type { Hints } from '../../mock/samples/generate/sampler.ts';
import { mergeConstraints, type ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Document } from '../../openapi/document.ts';
import type { Part } from '../../openapi/references.ts';
import type { SchemaIndex } from '../../openapi/schema/schema-index.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';

/** The context of variations. */
export interface VariationContext {
  readonly document: Document;
  readonly schemaIndex: SchemaIndex;
  /** A valid value of a schema; undefined if there is none. @param key - selects another value. Default: the same */
  sample(schema: Part, key?: string, hints?: Pick<Hints, 'name' | 'index' | 'hasPlainNames'>): unknown;
}

/** A possible value. */
export interface OtherValue {
  readonly value: unknown;
  /** The difference: a clause such as `one below minimum`. */
  readonly description: string;
}

/** Maximum number of properties, enum values and branches of one schema. */
export const MAX_VALUES = 40;

/** Merges the constraints of a value: of choices, the matching branch. */
export function collectConstraints(
  parts: readonly Part[],
  current: unknown,
  { document, schemaIndex }: VariationContext,
): ValueConstraints {
  const choose = (alternatives: readonly Part[]) =>
    Math.max(
      0,
      alternatives.findIndex((one) => document.validate(one as Part<object>, current, 'request').length === 0),
    );
  return mergeConstraints(collectSchemas(parts, schemaIndex, choose));
}

/** Whether a property is read-only: the server may ignore it (OpenAPI 3.0.3, section 4.7.24.2). */
export function isReadOnly(parts: readonly Part[] = [], { schemaIndex }: VariationContext): boolean {
  return mergeConstraints(collectSchemas(parts, schemaIndex, () => 0)).readOnly;
}

/** A copy with another value at a pointer. @param put - undefined removes it */
export function replaceAt(value: unknown, pointer: string, put: unknown): unknown {
  return put === undefined
    ? deleteAtPath(value, pointerSegments(pointer))
    : setAtPath(value, pointerSegments(pointer), put);
}
