// What values are varied with: what their schemas say together, and a copy with something else in one place.

import { without, withValue } from '../../mock/resources/place.ts';
import { collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import { mergeConstraints, type ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import type { Document } from '../../openapi/document.ts';
import type { Part } from '../../openapi/references.ts';
import type { SchemaIndex } from '../../openapi/schema/schema-index.ts';
import { pointerSegments } from '../../schema/json-pointer.ts';

/** What variations are made with. */
export interface Varying {
  readonly document: Document;
  readonly places: SchemaIndex;
  /** A valid value of a schema; undefined where none can be made. @param key - another one for another text. Default: the same */
  sample(schema: Part, key?: string): unknown;
}

/** What may stand in one place. */
export interface Other {
  readonly value: unknown;
  /** How it differs: a clause about what stands there, such as `one below minimum`. */
  readonly what: string;
}

/** How much is made of one schema: properties, enum values, branches. */
export const MOST_VALUES = 40;

/** What schemas say together of a value: of a choice, the branch that it fits. */
export function demandsAt(parts: readonly Part[], here: unknown, { document, places }: Varying): ValueConstraints {
  const choose = (alternatives: readonly Part[]) =>
    Math.max(
      0,
      alternatives.findIndex((one) => document.validate(one as Part<object>, here, 'request').length === 0),
    );
  return mergeConstraints(collectSchemas(parts, places, choose));
}

/** Whether a property is the server's own: what a client sends of it may be passed over (OpenAPI 3.0.3, section 4.7.24.2). */
export function isReadOnly(parts: readonly Part[] = [], { places }: Varying): boolean {
  return mergeConstraints(collectSchemas(parts, places, () => 0)).readOnly;
}

/** The value with another one in a place. @param put - undefined takes out what stands there */
export function replaced(value: unknown, pointer: string, put: unknown): unknown {
  return put === undefined ? without(value, pointerSegments(pointer)) : withValue(value, pointerSegments(pointer), put);
}
