// Who writes a value, and what that changes about its type.

import type { Part } from '../openapi/references.ts';
import { isOfBytes, type Reading, requiredBy } from './reading.ts';
import { type AnySchema, type SchemaObject, schemasAt } from './schema-parts.ts';

/** Who writes a value: the handler of an operation; a client; a client, in a form, where what is binary comes as a file. */
export type Direction = 'output' | 'input' | 'form';

/** In this order a schema that looks otherwise in some of them gets its names: the first one is that of the document. */
export const DIRECTIONS: readonly Direction[] = ['output', 'input', 'form'];

/** What changes with the direction. */
export interface Varying {
  /** Between what a handler writes and what a client does. */
  readonly oneWay: boolean;
  /** Between a form and all else. */
  readonly files: boolean;
}

/** Whether a property is left out of what a handler writes. */
export function isLeftOut(reading: Reading, property: Part<AnySchema>, direction: Direction): boolean {
  return direction === 'output' && reading.says(property, 'writeOnly') === true;
}

/** Whether a property may be missing although its object requires it: what is read-only is not sent (OpenAPI 3.0.3, section 4.7.24.2). */
export function isExcused(reading: Reading, property: Part<AnySchema>, direction: Direction): boolean {
  return direction !== 'output' && reading.says(property, 'readOnly') === true;
}

/** @param whole - the schema of which this is a part */
export function varies(reading: Reading, part: Part<SchemaObject>, whole: Part<AnySchema>): Varying {
  const isRequired = (name: string) => {
    const property = reading.property(part, name) ?? reading.property(whole, name);
    return property !== undefined && isExcused(reading, property, 'input');
  };
  return {
    oneWay:
      schemasAt(part, 'properties').some((property) => isLeftOut(reading, property, 'output')) ||
      requiredBy(part).some(isRequired),
    files: isOfBytes(part),
  };
}
