// Proof that schemas of two documents are equal, including everything they reference.

import { isRecord } from '../../schema/is-record.ts';
import type { Part, References } from '../references.ts';
import { createSchemaIdentifiers, hasIdentifiers } from './schema-identifiers.ts';
import { createExtensionLookup } from './schema-relations.ts';
import { createSchemaTexts, type SchemaText } from './schema-texts.ts';

/** Whether schemas of an old and a new document are certainly equal, in this order; false if a comparison is needed. */
type SchemaEquality = (before: readonly Part<unknown>[], after: readonly Part<unknown>[]) => boolean;

/** Creates the comparison. Each schema is read once, and each reference target is decided once. */
export function createSchemaEquality(old: References, now: References): SchemaEquality {
  if (!areComparable(old.root, now.root)) return () => false;
  const textOf = createSchemaTexts();
  const [before, after] = [old, now].map(extensionsOf) as [Extensions, Extensions];
  const areNamed = extendsNamed(old.root) && extendsNamed(now.root);
  /** Results of reference targets, by pointer. */
  const equalTargets = new Map<string, boolean>();
  const equalTexts = new Map<SchemaText, boolean>();

  /** All pointers that the schema at a pointer depends on; undefined if it differs between the documents. */
  const dependenciesAt = (pointer: string): ReadonlySet<string> | undefined => {
    const text = textOf(old.rawAt(pointer)?.value);
    if (text !== textOf(now.rawAt(pointer)?.value)) return undefined;
    const inside = new Set(text.below);
    for (const one of inside) for (const below of one.below) inside.add(below);
    if (!areNamed && [...inside].some(({ isBase }) => isBase)) return undefined;
    const links = new Set([...text.links, ...[...inside].flatMap((one) => one.links)]);
    if (!text.isBase) return links;
    const [oldExtensions, newExtensions] = [new Set(before(pointer)), new Set(after(pointer))];
    return oldExtensions.size === newExtensions.size && [...oldExtensions].every((one) => newExtensions.has(one))
      ? new Set([...links, ...oldExtensions])
      : undefined;
  };

  /** Targets are equal unless one differs, or depends on one that does; cycles are equal. */
  const isEqualTarget = (from: string): boolean => {
    const known = equalTargets.get(from);
    if (known !== undefined) return known;
    const found = new Set([from]);
    const dependents = new Map<string, string[]>();
    const different = new Set<string>();
    for (const pointer of found) {
      const links = dependenciesAt(pointer);
      if (!links) different.add(pointer);
      for (const link of links ?? []) {
        const same = equalTargets.get(link);
        if (same === false) different.add(pointer);
        if (same !== undefined) continue;
        found.add(link);
        const others = dependents.get(link);
        if (others) others.push(pointer);
        else dependents.set(link, [pointer]);
      }
    }
    for (const pointer of different) for (const dependent of dependents.get(pointer) ?? []) different.add(dependent);
    for (const pointer of found) equalTargets.set(pointer, !different.has(pointer));
    return equalTargets.get(from) === true;
  };

  const isEqualText = (text: SchemaText): boolean => {
    const known = equalTexts.get(text);
    if (known !== undefined) return known;
    const isSame = (areNamed || !text.isBase) && text.links.every(isEqualTarget) && text.below.every(isEqualText);
    equalTexts.set(text, isSame);
    return isSame;
  };

  return (some, others) =>
    some.length === others.length &&
    some.every((one, index) => {
      const other = others[index];
      const text = textOf(one.value);
      if (!other || text !== textOf(other.value)) return false;
      return text.isBase && NAMED.test(one.pointer)
        ? one.pointer === other.pointer && isEqualTarget(one.pointer)
        : isEqualText(text);
    });
}

/** Whether equal text has equal meaning in both documents: same dialect, and no identifiers. */
function areComparable(old: object, now: object): boolean {
  const dialectOf = (root: object) => {
    const { openapi, jsonSchemaDialect } = root as { readonly openapi?: unknown; readonly jsonSchemaDialect?: unknown };
    return JSON.stringify([versionOf(openapi), jsonSchemaDialect]);
  };
  if (dialectOf(old) !== dialectOf(now)) return false;
  return isPlain(old) || !(hasIdentifiers(old) || hasIdentifiers(now));
}

function versionOf(openapi: unknown): string {
  return String(openapi).split('.', 2).join('.');
}

/** In OpenAPI 3.0, references are pointers only. */
function isPlain(root: object): boolean {
  return versionOf((root as { readonly openapi?: unknown }).openapi) === '3.0';
}

const NAMED = /^\/components\/schemas\/[^/%]+$/;

/** Whether only component schemas are extended: then inline discriminators select only among what they name. */
function extendsNamed(root: object): boolean {
  const { components } = root as { readonly components?: unknown };
  const schemas = isRecord(components) && isRecord(components.schemas) ? Object.values(components.schemas) : [];
  return schemas.every((schema) => {
    const all = isRecord(schema) && Array.isArray(schema.allOf) ? (schema.allOf as readonly unknown[]) : [];
    return all.every((one) => !isRecord(one) || typeof one.$ref !== 'string' || NAMED.test(one.$ref.slice(1)));
  });
}

type Extensions = (pointer: string) => readonly string[];

function extensionsOf(references: References): Extensions {
  const { target } = createSchemaIdentifiers(
    references,
    String((references.root as { readonly openapi?: unknown }).openapi),
  );
  return createExtensionLookup(references, target);
}
