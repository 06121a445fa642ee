// Index of the schemas of a document: references and discriminators by pointer.

import { isRecord } from '../../schema/is-record.ts';
import type { Part, References } from '../references.ts';
import type { Dialect } from './ajv/dialect.ts';
import type { SchemaObject } from './contradictions.ts';
import { type DiscriminatorChoice, readDiscriminator, type SchemaFinder } from './discriminator.ts';
import { createSchemaIdentifiers } from './schema-identifiers.ts';
import { createExtensionLookup } from './schema-relations.ts';
import { findSupersededParts, isImpossible, type SupersededParts } from './superseded-parts.ts';

export type { SchemaObject } from './contradictions.ts';

export interface SchemaIndex {
  /** The schema object at a pointer; undefined for others and for boolean schemas. */
  at(pointer: string): Part<SchemaObject> | undefined;
  /** The targets of the references of a schema. */
  referenced(schema: Part<SchemaObject>): readonly Part<SchemaObject>[];
  /** Whether a schema is only a reference, because its siblings are ignored (OpenAPI 3.0.3, section 4.7.23). */
  isOnlyReference(schema: Part<SchemaObject>): boolean;
  /** Whether `nullable` applies (OpenAPI 3.0.3, section 4.7.24.1). */
  isNullable(schema: Part<SchemaObject>): boolean;
  /** The values that its parts do not constrain, because later parts contradict them. */
  supersededIn(schema: Part<SchemaObject>): SupersededParts;
  /** Whether no value satisfies a schema. */
  isImpossible(schema: Part): boolean;
  discriminatorOf(schema: Part<SchemaObject>): DiscriminatorChoice | undefined;
  /** The dialect of a schema; undefined if it is not supported. */
  dialectAt(pointer: string): Dialect | undefined;
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];

/** @param version - of OpenAPI, such as `3.0.3` */
export function createSchemaIndex(references: References, version: string): SchemaIndex {
  const { resourceAt, target } = createSchemaIdentifiers(references, version);
  const choices = new Map<string, DiscriminatorChoice | undefined>();
  const finder: SchemaFinder = {
    valueAt: (pointer) => references.rawAt(pointer)?.value,
    target,
    reportUnenforced: () => undefined,
    extensionsOf: createExtensionLookup(references, target),
  };
  const found = new Map<string, Part<SchemaObject> | undefined>();
  const at = (pointer: string): Part<SchemaObject> | undefined => {
    if (!found.has(pointer)) found.set(pointer, objectAt(pointer));
    return found.get(pointer);
  };
  const objectAt = (pointer: string): Part<SchemaObject> | undefined => {
    const there = references.rawAt(pointer);
    return there && isRecord(there.value) ? (there as Part<SchemaObject>) : undefined;
  };
  return {
    at,
    referenced: ({ value, pointer }) =>
      REFERENCES.flatMap((keyword) => {
        const reference = value[keyword];
        const to = typeof reference === 'string' ? target(reference, pointer) : undefined;
        const part = to === undefined ? undefined : at(to);
        return part ? [part] : [];
      }),
    dialectAt: (pointer) => resourceAt(pointer).dialect,
    isOnlyReference({ value, pointer }) {
      const { dialect } = resourceAt(pointer);
      return typeof value.$ref === 'string' && (dialect === 'openapi-3.0' || dialect === 'draft-07');
    },
    isNullable: ({ value, pointer }) => value.nullable === true && resourceAt(pointer).dialect === 'openapi-3.0',
    supersededIn: ({ value, pointer }) => findSupersededParts(value, pointer, finder),
    isImpossible: ({ value, pointer }) => isImpossible(value, pointer, finder),
    discriminatorOf({ value, pointer }) {
      if (!isRecord(value.discriminator)) return undefined;
      if (!choices.has(pointer)) choices.set(pointer, readDiscriminator(pointer, finder));
      return choices.get(pointer);
    },
  };
}
