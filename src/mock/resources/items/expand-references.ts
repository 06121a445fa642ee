// Names in requests, expanded to objects: `labels: ["bug"]` becomes `[{ "name": "bug" }]`.

import { normalizeName } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../../openapi/schema/flat-schema.ts';
import { sampleTypeOf } from '../../../openapi/schema/minimal-sample.ts';
import { singular } from '../../../openapi/singular.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isJsonNumber, isStringOrNumber, type JsonNumber } from '../../../schema/json/exact-number.ts';
import { type ItemProperty, listPropertiesFor } from '../item-properties.ts';
import { setAtPath } from '../property-path.ts';
import type { Resource } from '../resource.ts';
import type { ResourceCall } from '../resource-call.ts';
import { findItemsById } from './read-items.ts';

/** Properties with the name of an object, in order of preference. */
const NAMES = ['login', 'username', 'slug', 'name', 'key', 'code', 'title', 'label', 'value', 'displayname'];
const NUMBERS = ['id', 'number'];
/** Texts that look like ids, and the properties for them. */
const LIKE_AN_ID = /^(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{2,6}_[A-Za-z0-9]{8,})$/i;
const IDS = ['id', 'gid', 'uuid', 'guid', 'sid'];

/**
 * Replaces names by objects where the schema of an item requires it: the stored item with that name, else an object
 * with the name only.
 */
export function expandReferences(call: ResourceCall, item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { references } = call.request.operation;
  let whole: unknown = item;
  for (const { name, shown } of findObjectProperties(
    listPropertiesFor(call.resource.schema, item, references),
    references,
  )) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined;
    if (Array.isArray(value) ? !value.some(isStringOrNumber) : !isStringOrNumber(value)) continue;
    const resource = call.inferred.resolveReference(`${singular(normalizeName(name))}_id`);
    const expand = (one: unknown) =>
      isStringOrNumber(one)
        ? (findStoredObject(call, resource, one, shown) ?? createNamedObject(one, resource, shown))
        : one;
    whole = setAtPath(whole, [name], Array.isArray(value) ? value.map(expand) : expand(value));
  }
  return whole;
}

/** A property with an object or a list of objects. */
interface ObjectProperty {
  readonly name: string;
  readonly shown: FlatSchema;
}

const cache = new WeakMap<readonly ItemProperty[], readonly ObjectProperty[]>();

function findObjectProperties(members: readonly ItemProperty[], references: References): readonly ObjectProperty[] {
  const found =
    cache.get(members) ??
    members.flatMap(({ name, type, schema }) => {
      const shown = type === 'array' ? elementSchema(schema.items, references) : objectSchema(schema);
      return shown ? [{ name, shown }] : [];
    });
  cache.set(members, found);
  return found;
}

function objectSchema(flat: FlatSchema): FlatSchema | undefined {
  return sampleTypeOf(flat) === 'object' && Object.keys(flat.properties).length > 0 ? flat : undefined;
}

/** The object schema of a list element. If a string is an alternative, only if it cannot be the id of the object. */
function elementSchema(schema: unknown, references: References): FlatSchema | undefined {
  const flat = flattenSchema(schema, references);
  const own = objectSchema(flat);
  const items = references.resolveValue(schema);
  const choices = isRecord(items) ? [items.oneOf, items.anyOf].find(Array.isArray) : undefined;
  if (!choices) return own;
  const objects = choices.map((one) => objectSchema(flattenSchema(one, references))).filter((one) => one !== undefined);
  const [only] = objects;
  if (!only || objects.length !== 1) return undefined;
  const id = Object.hasOwn(only.properties, 'id')
    ? sampleTypeOf(flattenSchema(only.properties.id, references))
    : undefined;
  return id === 'string' || choices.length === 1 ? undefined : only;
}

/** The stored item of another resource with this id, below the same parents. */
function findStoredObject(
  call: ResourceCall,
  resource: Resource | undefined,
  name: string | JsonNumber,
  shown: FlatSchema,
): unknown {
  if (!resource || resource === call.resource || resource.isSingleton) return undefined;
  for (const { item, parents = {} } of findItemsById(call, resource, String(name))) {
    const isHere = call.parents.every(
      ([{ parameter }, value]) => !Object.hasOwn(parents, parameter) || parents[parameter] === value,
    );
    if (!isHere || !isRecord(item)) continue;
    const alike = Object.entries(item).filter(([one]) => Object.hasOwn(shown.properties, one));
    if (alike.length > 0) return Object.fromEntries(alike);
  }
  return undefined;
}

/** An object with nothing but its name; the name itself if there is no property for it. */
function createNamedObject(
  name: string | JsonNumber,
  resource: Resource | undefined,
  { properties }: FlatSchema,
): unknown {
  const isId = (resource?.id?.type === 'string') === (typeof name === 'string');
  const wanted = [
    ...(isId && resource?.id?.path?.length === 1 ? resource.id.path.map(normalizeName) : []),
    ...(isJsonNumber(name) ? NUMBERS : NAMES),
  ];
  const own = Object.keys(properties);
  for (const one of typeof name === 'string' && LIKE_AN_ID.test(name) ? [...IDS, ...wanted] : wanted) {
    const found = own.find((property) => normalizeName(property) === one);
    if (found !== undefined) return { [found]: name };
  }
  return typeof name === 'string' && Object.hasOwn(properties, 'id') ? { id: name } : name;
}
