// Values inside JSON values: read and put where a `Place` says. Nothing is changed; what is put gives a copy.

import { isRecord } from '../../openapi/is-record.ts';
import type { Place } from './resource.ts';

const INDEX = /^(0|[1-9]\d*)$/;

/** What stands there; undefined when nothing does. */
export function valueAt(value: unknown, place: Place): unknown {
  let found = value;
  for (const name of place) {
    if (!isHolder(found) || !Object.hasOwn(found, name)) return undefined;
    // A list has other properties, such as its length.
    if (Array.isArray(found) && !INDEX.test(name)) return undefined;
    found = found[name];
  }
  return found;
}

/** The value with another one in a place, itself where that stands there already. What is no object on the way there becomes one. */
export function withValue(value: unknown, place: Place, put: unknown): unknown {
  const [name, ...inner] = place;
  if (name === undefined) return put;
  if (put !== undefined && valueAt(value, place) === put) return value;
  if (Array.isArray(value)) return value.toSpliced(Number(name), 1, withValue(value[Number(name)], inner, put));
  const holder = isRecord(value) ? value : {};
  // A computed name is always a property of its own, `__proto__` as well.
  return { ...holder, [name]: withValue(valueAt(holder, [name]), inner, put) };
}

/** The value with other properties, without those that are undefined; itself where they are so already. However many they are, it is copied once. */
export function withProperties(value: unknown, properties: Iterable<readonly [name: string, value: unknown]>): unknown {
  const others = [...properties].filter(([name, put]) => put !== valueAt(value, [name]));
  if (others.length === 0) return value;
  if (Array.isArray(value)) return value;
  const changed = new Map(isRecord(value) ? Object.entries(value) : []);
  for (const [name, put] of others) {
    if (put === undefined) changed.delete(name);
    else changed.set(name, put);
  }
  return Object.fromEntries(changed);
}

/** The value without the property that stands in a place; an item of a list stays. */
export function without(value: unknown, place: Place): unknown {
  const [name, ...inner] = place;
  if (name === undefined || !isHolder(value) || !Object.hasOwn(value, name)) return value;
  if (Array.isArray(value) && (inner.length === 0 || !INDEX.test(name))) return value;
  if (inner.length > 0) return withValue(value, [name], without(value[name], inner));
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

/** Whether a value has parts with names; those of a list are numbers. */
function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
