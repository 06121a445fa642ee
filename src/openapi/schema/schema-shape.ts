// A merged view of a schema and those it is composed of.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer, schemaNameAt } from '../../schema/json-pointer.ts';
import { once } from '../../schema/once.ts';
import type { Schema } from '../objects.ts';
import type { Part, References } from '../references.ts';

/** A schema merged with its `allOf`, `oneOf` and `anyOf` members; the first one with a keyword takes precedence. */
export interface SchemaShape {
  /** The resolved schema. */
  readonly part: Part<Schema>;
  /** Its component name, or that of the only schema it is composed of; undefined for none. */
  readonly name: string | undefined;
  /** Types without `null`; empty for any. */
  readonly types: ReadonlySet<string>;
  readonly isList: boolean;
  readonly isObject: boolean;
  /** Unresolved. */
  readonly properties: ReadonlyMap<string, Part<Schema>>;
  readonly required: ReadonlySet<string>;
  /** The schema of list items. */
  readonly items: Part<Schema> | undefined;
  /** The schema of additional properties; undefined for any. */
  readonly members: Part<Schema> | undefined;
  /** The value of a keyword, from the first schema that has it. */
  keywordValue(keyword: string): unknown;
}

/** Limits: depth and number of composed schemas. */
const MAX_DEPTH = 8;
const MAX_PARTS = 60;

const cache = new WeakMap<object, SchemaShape>();

/** The shape of a schema; undefined for boolean or missing schemas. Cached. */
export function getSchemaShape(schema: Part<Schema> | undefined, references: References): SchemaShape | undefined {
  const part = schema && references.resolve(schema);
  if (!part || !isRecord(part.value)) return undefined;
  const shape = cache.get(part.value) ?? createShape(part, references);
  cache.set(part.value, shape);
  return shape;
}

function createShape(part: Part<Schema>, references: References): SchemaShape {
  const parts = once(() => partsOf(part, references));
  const keywordValue = (keyword: string) =>
    parts().find(({ value }) => keyword in value)?.value[keyword as keyof Schema];
  const types = once(() => new Set(parts().flatMap(({ value }) => typesIn(value))));
  const properties = once(() => propertiesOf(parts()));
  const required = once(() => new Set(parts().flatMap(({ value }) => stringsOf(value.required))));
  const below = (keyword: 'items' | 'additionalProperties') => {
    const parent = parts().find(({ value }) => isRecord(value[keyword]));
    return parent && { value: parent.value[keyword] as Schema, pointer: childPointer(parent.pointer, keyword) };
  };
  const name = once(() => nameOf(part, parts()));
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
    keywordValue,
  };
}

function partsOf(whole: Part<Schema>, references: References): readonly Part<Schema>[] {
  const found: Part<Schema>[] = [];
  const seen = new Set<unknown>();
  const add = (part: Part<Schema>, depth: number) => {
    const target = references.resolve(part);
    if (!target || !isRecord(target.value) || seen.has(target.value)) return;
    if (depth > MAX_DEPTH || found.length === MAX_PARTS) return;
    seen.add(target.value);
    found.push(target);
    for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
      const inner: unknown = target.value[keyword];
      if (!Array.isArray(inner)) continue;
      for (const [index, value] of inner.entries()) {
        add({ value, pointer: childPointer(target.pointer, keyword, index) }, depth + 1);
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
      if (!found.has(name))
        found.set(name, { value: schema as Schema, pointer: childPointer(pointer, 'properties', name) });
    }
  }
  return found;
}

/**
 * The name; a schema without properties that is composed of one component has its name: `anyOf: [{ $ref }, { type:
 * 'null' }]`.
 */
function nameOf({ pointer, value }: Part<Schema>, parts: readonly Part<Schema>[]): string | undefined {
  const own = schemaNameAt(pointer);
  if (own !== undefined || value.properties !== undefined) return own;
  const significant = parts.filter((part) => part.value.properties !== undefined || schemaNameAt(part.pointer));
  const [first] = significant;
  return first && significant.every((part) => part === first) ? schemaNameAt(first.pointer) : undefined;
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
