// Finds examples in schemas, including those of properties and items.

import type { Example } from '../../openapi/content.ts';
import type { Schema } from '../../openapi/objects.ts';
import type { Part, References } from '../../openapi/references.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';

/** Maximum number of inspected schemas. */
const MAX_COUNT = 300;

/** An example with its schema. */
export type SchemaExample = Example & { readonly part: Part<Schema> };

export function findSchemaExamples(schema: Part<Schema>, references: References): readonly SchemaExample[] {
  const found: SchemaExample[] = [];
  const seen = new Set<string>();
  const open: (Part<Schema> | undefined)[] = [schema];
  for (const part of open) {
    const whole = part && references.resolve<Schema>(part as Part<object>);
    if (!part || !whole || seen.has(whole.pointer) || seen.size === MAX_COUNT) continue;
    seen.add(whole.pointer);
    if (isRecord(whole.value)) found.push(...ownExamples(whole as Part<Schema & Record<string, unknown>>));
    const shape = getSchemaShape(part, references);
    open.push(...(shape?.properties.values() ?? []), shape?.items);
  }
  return found;
}

function ownExamples(part: Part<Schema & Record<string, unknown>>): readonly SchemaExample[] {
  const { value, pointer } = part;
  const { example, examples } = value;
  const one = (given: unknown, at: string) => ({ name: '', summary: undefined, value: given, pointer: at, part });
  return [
    ...(example === undefined ? [] : [one(example, childPointer(pointer, 'example'))]),
    ...(Array.isArray(examples) ? examples.map((each, at) => one(each, childPointer(pointer, 'examples', at))) : []),
  ];
}
