// What a schema says of the values that it allows, as far as one has to know to find one's way in them: its parts taken together, each with its place.

import { isRecord } from '../is-record.ts';
import { lazy } from '../lazy.ts';
import type { Schema } from '../objects.ts';
import { child, schemaNameAt } from '../pointer.ts';
import type { Part, References } from '../references.ts';

/** A schema, and all that it consists of by `allOf`, `oneOf` and `anyOf`: what one of these says counts, the first before the others. */
export interface Shape {
  /** The schema itself, references followed. */
  readonly part: Part<Schema>;
  /** The name of the schema in the document, or of the only one that it stands for; undefined when it has none. */
  readonly name: string | undefined;
  /** What values may be, `null` left out; none when nothing is said. */
  readonly types: ReadonlySet<string>;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** As they stand there, references not followed. */
  readonly properties: ReadonlyMap<string, Part<Schema>>;
  readonly required: ReadonlySet<string>;
  /** What the elements of a list look like. */
  readonly items: Part<Schema> | undefined;
  /** What the members of an object without names look like; undefined when nothing is said of them. */
  readonly members: Part<Schema> | undefined;
  /** What a keyword says, of the first part that has it. */
  says(keyword: string): unknown;
}

/** How deep schemas may consist of one another, and of how many they may. */
const DEEPEST = 8;
const MOST_PARTS = 60;

const known = new WeakMap<object, Shape>();

/** The shape of a schema; undefined when there is none, or when it is no object. Made once for each. */
export function shapeOf(schema: Part<Schema> | undefined, references: References): Shape | undefined {
  const part = schema && references.target(schema);
  if (!part || !isRecord(part.value)) return undefined;
  const shape = known.get(part.value) ?? createShape(part, references);
  known.set(part.value, shape);
  return shape;
}

function createShape(part: Part<Schema>, references: References): Shape {
  const parts = lazy(() => partsOf(part, references));
  const says = (keyword: string) => parts().find(({ value }) => keyword in value)?.value[keyword as keyof Schema];
  const types = lazy(() => new Set(parts().flatMap(({ value }) => typesIn(value))));
  const properties = lazy(() => propertiesOf(parts()));
  const required = lazy(() => new Set(parts().flatMap(({ value }) => texts(value.required))));
  const below = (keyword: 'items' | 'additionalProperties') => {
    const holder = parts().find(({ value }) => isRecord(value[keyword]));
    return holder && { value: holder.value[keyword] as Schema, pointer: child(holder.pointer, keyword) };
  };
  const name = lazy(() => nameOf(part, parts()));
  return {
    part,
    get name() {
      return name();
    },
    get types() {
      return types();
    },
    get isList() {
      return types().has('array') || (types().size === 0 && below('items') !== undefined);
    },
    get isObject() {
      return types().has('object') || (types().size === 0 && properties().size > 0);
    },
    get properties() {
      return properties();
    },
    get required() {
      return required();
    },
    get items() {
      return below('items');
    },
    get members() {
      return below('additionalProperties');
    },
    says,
  };
}

function partsOf(whole: Part<Schema>, references: References): readonly Part<Schema>[] {
  const found: Part<Schema>[] = [];
  const seen = new Set<unknown>();
  const add = (part: Part<Schema>, depth: number) => {
    const target = references.target(part);
    if (!target || !isRecord(target.value) || seen.has(target.value)) return;
    if (depth > DEEPEST || found.length === MOST_PARTS) return;
    seen.add(target.value);
    found.push(target);
    for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
      const inner: unknown = target.value[keyword];
      if (!Array.isArray(inner)) continue;
      for (const [index, value] of inner.entries()) {
        add({ value, pointer: child(target.pointer, keyword, index) }, depth + 1);
      }
    }
  };
  add(whole, 0);
  return found;
}

function typesIn({ type }: { readonly type?: unknown }): readonly string[] {
  return [type].flat().filter((one): one is string => typeof one === 'string' && one !== 'null');
}

function propertiesOf(parts: readonly Part<Schema>[]): ReadonlyMap<string, Part<Schema>> {
  const found = new Map<string, Part<Schema>>();
  for (const { value, pointer } of parts) {
    if (!isRecord(value.properties)) continue;
    for (const [name, schema] of Object.entries(value.properties)) {
      if (!found.has(name)) found.set(name, { value: schema as Schema, pointer: child(pointer, 'properties', name) });
    }
  }
  return found;
}

/** A schema without properties of its own that consists of one with a name is that one: `anyOf: [{ $ref }, { type: 'null' }]`. */
function nameOf({ pointer, value }: Part<Schema>, parts: readonly Part<Schema>[]): string | undefined {
  const own = schemaNameAt(pointer);
  if (own !== undefined || value.properties !== undefined) return own;
  const telling = parts.filter((part) => part.value.properties !== undefined || schemaNameAt(part.pointer));
  const [first] = telling;
  return first && telling.every((part) => part === first) ? schemaNameAt(first.pointer) : undefined;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
