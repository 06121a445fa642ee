// The parts of a schema: nested schemas, and reference targets.

import type { Schema } from '../openapi/objects.ts';
import type { Part } from '../openapi/references.ts';
import { isRecord } from '../schema/is-record.ts';
import { childPointer, pointerSegments } from '../schema/json-pointer.ts';

/** Any schema: in OpenAPI 3.1 it may be yes or no, and have words that 3.0 does not know. */
export type AnySchema = boolean | SchemaObject;

export interface SchemaObject extends Omit<Schema, 'type' | 'items' | 'additionalProperties'> {
  readonly type?: unknown;
  readonly const?: unknown;
  readonly items?: AnySchema;
  readonly prefixItems?: readonly AnySchema[];
  readonly additionalProperties?: AnySchema;
  readonly patternProperties?: Readonly<Record<string, AnySchema>>;
  readonly contentMediaType?: unknown;
  readonly contentEncoding?: unknown;
  readonly $dynamicRef?: unknown;
  readonly discriminator?: unknown;
  readonly deprecated?: boolean;
}

/** The relation of a nested schema: a value matches both, or one of several, or contains such values. */
export type SchemaRelation = 'all' | 'any' | 'below';

/** A schema in another. */
export interface Inner {
  readonly part: Part<AnySchema>;
  readonly place: SchemaRelation;
}

/** Keywords with schemas. Those that only forbid are omitted. */
const WORDS = {
  properties: 'below',
  patternProperties: 'below',
  prefixItems: 'below',
  allOf: 'all',
  anyOf: 'any',
  oneOf: 'any',
} as const satisfies Record<string, SchemaRelation>;
const SINGLE_WORDS = ['additionalProperties', 'items'] as const;

/** The schemas of one word. */
export function schemasAt({ value, pointer }: Part<AnySchema>, word: keyof typeof WORDS): readonly Part<AnySchema>[] {
  const held: unknown = isRecord(value) ? value[word] : undefined;
  return typeof held === 'object' && held !== null
    ? Object.entries(held as Readonly<Record<string, AnySchema>>).map(([name, schema]) => ({
        value: schema,
        pointer: childPointer(pointer, word, name),
      }))
    : [];
}

/** The single schema of a keyword; undefined for none, or a boolean. */
export function schemaAt(
  { value, pointer }: Part<AnySchema>,
  word: (typeof SINGLE_WORDS)[number],
): Part<SchemaObject> | undefined {
  const schema = isRecord(value) ? value[word] : undefined;
  return isRecord(schema) ? { value: schema, pointer: childPointer(pointer, word) } : undefined;
}

/** The schemas in one. */
export function schemasIn(part: Part<AnySchema>): readonly Inner[] {
  const single = SINGLE_WORDS.flatMap((word) => schemaAt(part, word) ?? []);
  const several = Object.entries(WORDS).flatMap(([word, place]) =>
    schemasAt(part, word as keyof typeof WORDS).map((inner) => ({ part: inner, place })),
  );
  return [...single.map((inner) => ({ part: inner, place: 'below' as const })), ...several];
}

/** Whether schemas have names where this pointer leads: in a document, or in a fixture schema. */
export function hasName(pointer: string): boolean {
  const steps = pointerSegments(pointer);
  if (steps[0] === 'definitions') return steps.length === 2;
  return steps[0] === 'components' && steps[1] === 'schemas' && steps.length === 3;
}
