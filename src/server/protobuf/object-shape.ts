// The properties of an object, merged over `allOf`.

import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';

/** The description of an object that becomes a message. */
export interface ObjectShape {
  readonly properties: Map<string, Part<Schema>>;
  readonly required: Set<string>;
  readonly numbers: Map<string, Part<unknown>>;
  /** Numbers of properties that have another one in another part. */
  readonly disagreeing: Part<unknown>[];
  readonly reserved: number[];
  readonly oneofs: Map<string, Part<readonly string[]>>;
  /** Whether it allows additional properties. */
  open: boolean;
}

/** @param part - a reference, or an object schema */
export function objectShape(references: References, part: Part<Schema>): ObjectShape {
  const shape: ObjectShape = {
    properties: new Map(),
    required: new Set(),
    numbers: new Map(),
    disagreeing: [],
    reserved: [],
    oneofs: new Map(),
    open: true,
  };
  collect(references, part, shape, new Set());
  return shape;
}

/** Whether a schema describes objects, as far as it says. */
export function isObjectSchema(references: References, part: Part<Schema>, seen = new Set<unknown>()): boolean {
  const found = references.resolve(part);
  if (!found || !isRecord(found.value) || seen.has(found.value)) return false;
  seen.add(found.value);
  const { type, properties, allOf = [] } = found.value;
  if (type !== undefined) return [type as unknown].flat().includes('object');
  const parts = allOf.map((value, index) => ({ value, pointer: childPointer(found.pointer, 'allOf', index) }));
  return properties !== undefined || parts.some((one) => isObjectSchema(references, one, seen));
}

function collect(references: References, part: Part<Schema>, shape: ObjectShape, seen: Set<unknown>): void {
  const found = references.resolve(part);
  if (!found || !isRecord(found.value) || seen.has(found.value)) return;
  seen.add(found.value);
  const { value, pointer } = found as Part<Schema>;
  (value.allOf ?? []).forEach((one, index) => {
    collect(references, { value: one, pointer: childPointer(pointer, 'allOf', index) }, shape, seen);
  });
  const entries = <T>(key: 'properties' | 'x-field-numbers' | 'x-oneofs') =>
    Object.entries((value[key] ?? {}) as Readonly<Record<string, T>>).map(
      ([name, one]) => [name, { value: one, pointer: childPointer(pointer, key, name) }] as const,
    );
  for (const [name, property] of entries<Schema>('properties')) shape.properties.set(name, property);
  for (const [name, number] of entries('x-field-numbers')) {
    const { value: other = number.value } = shape.numbers.get(name) ?? {};
    if (other !== number.value) shape.disagreeing.push(number);
    shape.numbers.set(name, number);
  }
  for (const [name, members] of entries<readonly string[]>('x-oneofs')) shape.oneofs.set(name, members);
  for (const name of value.required ?? []) shape.required.add(name);
  shape.reserved.push(...(value['x-reserved-numbers'] ?? []));
  if (value.additionalProperties === false) shape.open = false;
}
