// What schemas say of each other, beyond what each says of values.

import { isRecord } from './is-record.ts';
import { lazy } from './lazy.ts';
import { child } from './pointer.ts';
import type { References } from './references.ts';

/** Gives the places of the named schemas that extend another one with `allOf`, directly or through others. */
export function extensionsIn(
  references: References,
  target: (reference: string, pointer: string) => string | undefined,
): (pointer: string) => readonly string[] {
  const direct = lazy(() => {
    const found = new Map<string, string[]>();
    const schemas = references.at('/components/schemas');
    if (!schemas || !isRecord(schemas.value)) return found;
    for (const [name, schema] of Object.entries(schemas.value)) {
      const pointer = child(schemas.pointer, name);
      if (!isRecord(schema) || !Array.isArray(schema.allOf)) continue;
      for (const [index, part] of schema.allOf.entries()) {
        const reference = isRecord(part) ? part.$ref : undefined;
        const base = typeof reference === 'string' ? target(reference, child(pointer, 'allOf', index)) : undefined;
        if (base !== undefined) found.set(base, [...(found.get(base) ?? []), pointer]);
      }
    }
    return found;
  });
  const known = new Map<string, readonly string[]>();
  return (pointer) => {
    const found = known.get(pointer) ?? reachable(direct(), pointer);
    known.set(pointer, found);
    return found;
  };
}

function reachable(direct: ReadonlyMap<string, readonly string[]>, from: string): readonly string[] {
  const found = new Set<string>();
  const open = [...(direct.get(from) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === from || found.has(next)) continue;
    found.add(next);
    open.push(...(direct.get(next) ?? []));
  }
  return [...found];
}

/** How deep schemas may consist of one another before nobody looks further. */
const DEEPEST = 10;

/** The properties that a schema marks with a word, or those that it consists of. */
export function markedIn(schema: unknown, word: string, references: References, depth = 0): ReadonlySet<string> {
  const found = new Set<string>();
  if (depth > DEEPEST) return found;
  for (const part of new Set([schema, references.follow(schema)])) {
    if (!isRecord(part)) continue;
    const { properties, allOf } = part;
    for (const [name, property] of isRecord(properties) ? Object.entries(properties) : [])
      if (isMarked(property, word, references)) found.add(name);
    for (const inner of Array.isArray(allOf) ? allOf : [])
      for (const name of markedIn(inner, word, references, depth + 1)) found.add(name);
  }
  return found;
}

function isMarked(property: unknown, word: string, references: References, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  return [property, references.follow(property)].some(
    (part) =>
      isRecord(part) &&
      ((part[word] === true && !isIgnored(part, references)) ||
        (Array.isArray(part.allOf) && part.allOf.some((inner) => isMarked(inner, word, references, depth + 1)))),
  );
}

/** Beside a reference, OpenAPI 3.0 has no other words. */
function isIgnored(part: object, { root }: References): boolean {
  return '$ref' in part && String((root as { readonly openapi?: unknown }).openapi).startsWith('3.0');
}
