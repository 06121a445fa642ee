// Immutable access to JSON values by property path.

import { isRecord } from '../../schema/is-record.ts';
import type { PropertyPath } from './resource.ts';

const INDEX = /^(0|[1-9]\d*)$/;

/** The value at a path; undefined without one. */
export function getAtPath(value: unknown, path: PropertyPath): unknown {
  let found = value;
  for (const name of path) {
    if (!isHolder(found) || !Object.hasOwn(found, name)) return undefined;
    // Lists have other properties, such as `length`.
    if (Array.isArray(found) && !INDEX.test(name)) return undefined;
    found = found[name];
  }
  return found;
}

/** A copy with a value at a path; the original if it is equal. Missing objects on the path are created. */
export function setAtPath(value: unknown, path: PropertyPath, put: unknown): unknown {
  const [name, ...inner] = path;
  if (name === undefined) return put;
  if (put !== undefined && getAtPath(value, path) === put) return value;
  if (Array.isArray(value)) return value.toSpliced(Number(name), 1, setAtPath(value[Number(name)], inner, put));
  const container = isRecord(value) ? value : {};
  // A computed name always creates an own property, including `__proto__`.
  return { ...container, [name]: setAtPath(getAtPath(container, [name]), inner, put) };
}

/**
 * A copy with other properties, without those that are undefined; the original if they are equal. The object is copied
 * once.
 */
export function withProperties(value: unknown, properties: Iterable<readonly [name: string, value: unknown]>): unknown {
  const others = [...properties].filter(([name, put]) => put !== getAtPath(value, [name]));
  if (others.length === 0) return value;
  if (Array.isArray(value)) return value;
  const changed = new Map(isRecord(value) ? Object.entries(value) : []);
  for (const [name, put] of others) {
    if (put === undefined) changed.delete(name);
    else changed.set(name, put);
  }
  return Object.fromEntries(changed);
}

/** A copy without the property at a path; list items are not removed. */
export function deleteAtPath(value: unknown, path: PropertyPath): unknown {
  const [name, ...inner] = path;
  if (name === undefined || !isHolder(value) || !Object.hasOwn(value, name)) return value;
  if (Array.isArray(value) && (inner.length === 0 || !INDEX.test(name))) return value;
  if (inner.length > 0) return setAtPath(value, [name], deleteAtPath(value[name], inner));
  return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
}

/** Whether a value is an object or a list. */
function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
