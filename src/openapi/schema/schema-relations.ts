// Relations between schemas: extensions by `allOf`, and marked properties.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { once } from '../../schema/once.ts';
import type { References } from '../references.ts';

/** Returns a function for the component schemas that extend another by `allOf`, directly or indirectly. */
export function createExtensionLookup(
  references: References,
  target: (reference: string, pointer: string) => string | undefined,
): (pointer: string) => readonly string[] {
  const direct = once(() => {
    const found = new Map<string, string[]>();
    const schemas = references.resolveAt('/components/schemas');
    if (!schemas || !isRecord(schemas.value)) return found;
    for (const [name, schema] of Object.entries(schemas.value)) {
      const pointer = childPointer(schemas.pointer, name);
      if (!isRecord(schema) || !Array.isArray(schema.allOf)) continue;
      for (const [index, part] of schema.allOf.entries()) {
        const reference = isRecord(part) ? part.$ref : undefined;
        const base =
          typeof reference === 'string' ? target(reference, childPointer(pointer, 'allOf', index)) : undefined;
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

/** Maximum nesting of composed schemas. */
const MAX_DEPTH = 10;

/** The properties that a schema, or those it is composed of, marks with a keyword. */
export function findMarkedProperties(schema: unknown, keyword: string, references: References): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { properties } of partsOf(schema, references)) {
    for (const [name, property] of isRecord(properties) ? Object.entries(properties) : [])
      if (partsOf(property, references).some((part) => part[keyword] === true && !isIgnoredSibling(part, references)))
        found.add(name);
  }
  return found;
}

/** A schema, its reference targets and their `allOf` members, each once. */
function partsOf(schema: unknown, references: References): readonly Readonly<Record<string, unknown>>[] {
  const parts = new Set<Readonly<Record<string, unknown>>>();
  let level: readonly unknown[] = [schema];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const found = level
      .flatMap((one) => [one, references.resolveValue(one)])
      .filter((part) => isRecord(part) && !parts.has(part));
    for (const part of found) parts.add(part as Readonly<Record<string, unknown>>);
    level = [...new Set(found)].flatMap((part) => listOf((part as { readonly allOf?: unknown }).allOf));
  }
  return [...parts];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether siblings of a reference are ignored (OpenAPI 3.0). */
export function isIgnoredSibling(part: object, { root }: References): boolean {
  return '$ref' in part && String((root as { readonly openapi?: unknown }).openapi).startsWith('3.0');
}
