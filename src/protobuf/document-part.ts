// A part of a document together with its place, and what references lead to.

import type { DocumentObject } from '../openapi/objects.ts';

/** A value in a document, and the JSON pointer (RFC 6901) to it. */
export interface Part<T> {
  readonly value: T;
  readonly pointer: string;
}

/** The JSON pointer to something below a place. */
export function below(pointer: string, ...keys: readonly (string | number)[]): string {
  return pointer + keys.map((key) => `/${`${key}`.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What a reference leads to, however many there are in a row; undefined when they lead nowhere or in a circle. */
export function resolve<T extends object>(document: DocumentObject, part: Part<T>): Part<T> | undefined {
  const seen = new Set<string>();
  let here: Part<T> | undefined = part;
  for (let next = referenceOf(here.value); here && next !== undefined; next = referenceOf(here?.value)) {
    if (seen.has(next)) return undefined;
    seen.add(next);
    here = at<T>(document, next);
  }
  return here;
}

/** Where a reference leads, as a JSON pointer; undefined for what is none. */
function referenceOf(value: unknown): string | undefined {
  const reference = (value as { $ref?: unknown } | undefined)?.$ref;
  return typeof reference === 'string' && reference.startsWith('#') ? decode(reference.slice(1)) : undefined;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function at<T>(document: DocumentObject, pointer: string): Part<T> | undefined {
  const keys = pointer.split('/').slice(1);
  let value: unknown = document;
  for (const key of keys.map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value === undefined ? undefined : { value: value as T, pointer };
}

/** The name under `components/schemas` that a pointer leads to, if it does. */
export function componentAt(pointer: string): string | undefined {
  const [, name] = /^\/components\/schemas\/([^/]+)$/.exec(pointer) ?? [];
  return name?.replaceAll('~1', '/').replaceAll('~0', '~');
}

export function isObject<T>(value: T): value is T & Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
