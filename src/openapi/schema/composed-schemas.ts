// The schemas that one is composed of: references, `allOf` and alternatives.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Schema } from '../objects.ts';
import type { Part, References } from '../references.ts';
import { readDiscriminator, type SchemaFinder } from './discriminator.ts';
import { createExtensionLookup } from './schema-relations.ts';

/** A resolved schema that is part of another one. */
export interface ComposedSchema {
  readonly part: Part<Schema>;
  /** Whether every value must be valid against it: it is not below an alternative. */
  readonly isRequired: boolean;
  readonly choices: readonly SchemaChoice[];
}

/** Alternatives of which a value matches one or some. */
export interface SchemaChoice {
  /** Resolved. */
  readonly branches: readonly Part<Schema>[];
  /** The discriminator property and its branches by value; undefined for none. */
  readonly discriminator:
    | { readonly property: string; readonly byValue: ReadonlyMap<string, Part<Schema>> }
    | undefined;
}

/** Limits: depth and number of composed schemas. */
const MAX_DEPTH = 8;
const MAX_SCHEMAS = 100;

/** Collects some schemas and all they are composed of by `allOf`, `oneOf`, `anyOf` and discriminators, each once. */
export function collectComposedSchemas(
  schemas: readonly Part<Schema>[],
  references: References,
): readonly ComposedSchema[] {
  const found = new Map<string, ComposedSchema>();
  const add = (part: Part<Schema>, isRequired: boolean, isExtended: boolean, depth: number): void => {
    const target = references.resolve(part);
    if (!target || !isRecord(target.value) || found.has(target.pointer)) return;
    if (depth > MAX_DEPTH || found.size === MAX_SCHEMAS) return;
    const choices = collectChoices(target, isExtended, references);
    found.set(target.pointer, {
      part: target,
      isRequired,
      choices: choices.filter(({ branches }) => branches.length > 1),
    });
    for (const one of subschemas(target, 'allOf')) add(one, isRequired, true, depth + 1);
    for (const { branches } of choices) for (const one of branches) add(one, false, false, depth + 1);
  };
  for (const schema of schemas) add(schema, true, false, 0);
  return [...found.values()];
}

/** @param isExtended - whether another schema extends it: then its discriminator has been applied */
function collectChoices(part: Part<Schema>, isExtended: boolean, references: References): readonly SchemaChoice[] {
  const discriminator = readCachedDiscriminator(part, references);
  const declared = (['oneOf', 'anyOf'] as const)
    .map((word) =>
      subschemas(part, word)
        .flatMap((one) => references.resolve(one) ?? [])
        .filter(({ value }) => isRecord(value)),
    )
    .filter((branches) => branches.length > 0);
  if (declared.length === 0 && isExtended) return [];
  if (declared.length === 0 && discriminator)
    return [{ branches: distinct([...discriminator.byValue.values()]), discriminator }];
  return declared.map((branches, index) => ({
    branches: distinct(branches),
    discriminator: index === 0 ? discriminator : undefined,
  }));
}

/** The discriminator of a schema. */
function readCachedDiscriminator(
  { value, pointer }: Part<Schema>,
  references: References,
): SchemaChoice['discriminator'] {
  if (!('discriminator' in value)) return undefined;
  const known = cache.get(value);
  if (known !== undefined) return known ?? undefined;
  const choice = readDiscriminator(pointer, getFinder(references));
  const byValue = new Map<string, Part<Schema>>();
  for (const [name, at] of choice?.byValue ?? []) {
    const branch = references.resolveAt<Schema>(at);
    if (branch && isRecord(branch.value)) byValue.set(name, branch);
  }
  const found = choice && { property: choice.property, byValue };
  cache.set(value, found ?? null);
  return found;
}

/** Cached: some schemas have thousands of extensions. */
const cache = new WeakMap<Schema, NonNullable<SchemaChoice['discriminator']> | null>();

function subschemas(part: Part<Schema>, word: 'allOf' | 'oneOf' | 'anyOf'): readonly Part<Schema>[] {
  const list: unknown = part.value[word];
  if (!Array.isArray(list)) return [];
  return list.map((value: Schema, index) => ({ value, pointer: childPointer(part.pointer, word, index) }));
}

/** The strings of a list; empty for other values. */
export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function distinct(parts: readonly Part<Schema>[]): readonly Part<Schema>[] {
  return [...new Map(parts.map((part) => [part.pointer, part])).values()].slice(0, MAX_SCHEMAS);
}

const finders = new WeakMap<References, SchemaFinder>();

function getFinder(references: References): SchemaFinder {
  const target = (reference: string, pointer: string) =>
    references.resolve({ value: { $ref: reference }, pointer })?.pointer;
  const finder = finders.get(references) ?? {
    valueAt: (pointer) => references.rawAt(pointer)?.value,
    target,
    reportUnenforced: () => undefined,
    extensionsOf: createExtensionLookup(references, target),
  };
  finders.set(references, finder);
  return finder;
}
