// The writer of a value, and its effect on the type.

import type { Part } from '../openapi/references.ts';
import type { AnySchema, SchemaObject } from './schema-parts.ts';
import { isOfBytes, requiredBy, type SchemaReader } from './schema-reader.ts';

/** The writer: the handler of an operation; a client; a client in a form, where binary values are files. */
export type Direction = 'output' | 'input' | 'form';

/** The order in which variants of a schema are named: the first has the document's name. */
export const DIRECTIONS: readonly Direction[] = ['output', 'input', 'form'];

/** The differences between directions. */
interface DirectionEffects {
  /** Between handlers and clients. */
  readonly oneWay: boolean;
  /** Between a form and all else. */
  readonly files: boolean;
}

/** The properties that a handler does not write. @param part - an object, or a part of one */
export function leftOut(reading: SchemaReader, part: Part<AnySchema>, direction: Direction): ReadonlySet<string> {
  return direction === 'output' ? reading.marked(part, 'writeOnly') : NONE;
}

/** Required properties that may be absent: read-only ones are not sent (OpenAPI 3.0.3, section 4.7.24.2). */
export function optionalProperties(
  reading: SchemaReader,
  part: Part<AnySchema>,
  direction: Direction,
): ReadonlySet<string> {
  return direction === 'output' ? NONE : reading.marked(part, 'readOnly');
}

const NONE: ReadonlySet<string> = new Set();

/** @param whole - the schema of which this is a part */
export function varies(reading: SchemaReader, part: Part<SchemaObject>, whole: Part<AnySchema>): DirectionEffects {
  const required = requiredBy(part);
  const [own, others] =
    required.length > 0 ? [part, whole].map((one) => optionalProperties(reading, one, 'input')) : [];
  return {
    oneWay:
      (part.value.properties !== undefined && leftOut(reading, part, 'output').size > 0) ||
      required.some((name) => own?.has(name) || others?.has(name)),
    files: isOfBytes(part),
  };
}
