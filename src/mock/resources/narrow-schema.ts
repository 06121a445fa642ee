// Selection of the `oneOf` or `anyOf` alternative that a value matches.

import type { Schema } from '../../openapi/objects.ts';
import { type Part, type References, referenceIn } from '../../openapi/references.ts';
import { type FlatSchema, flattenSchema } from '../../openapi/schema/flat-schema.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isJsonNumber } from '../../schema/json/exact-number.ts';
import { childPointer } from '../../schema/json-pointer.ts';

/** A schema with a single alternative. */
export interface NarrowedSchema {
  /** The schema that declares the properties. */
  readonly schema: object;
  /** Its location in the document: the alternative, or the whole schema if that has more keywords. */
  readonly part: Part<Schema>;
}

/** Maximum depth of nested alternatives. */
const MAX_DEPTH = 5;

/**
 * Narrows a schema to the alternative that a value matches best; the first of equal ones. Other schemas are unchanged.
 */
export function narrowSchema(whole: Part<Schema>, value: unknown, references: References, depth = 0): NarrowedSchema {
  const found = choicesIn(whole, references);
  if (!found || value === undefined || depth === MAX_DEPTH) return { schema: whole.value, part: whole };
  const { keyword, target, choices } = found;
  const scores = choices.map((choice) => scoreOf(choice, value, target.value, references));
  const index = scores.indexOf(Math.max(...scores));
  const chosen = narrowSchema(choices[index] ?? whole, value, references, depth + 1);
  const { [keyword]: _, ...rest } = target.value as Readonly<Record<string, unknown>>;
  const part = Object.keys(rest).some((name) => CONSTRAINTS.has(name)) ? whole : chosen.part;
  if (part !== whole && !('discriminator' in rest)) return chosen;
  // Created once, because other caches use the object as a key.
  const isKnown = chosen.schema === choices[index]?.value;
  const schema = (isKnown && found.wholes[index]) || { ...rest, [keyword]: [chosen.schema] };
  if (isKnown) found.wholes[index] = schema;
  return { schema, part };
}

/** The alternatives of a schema, in order; the schema itself without `oneOf` and `anyOf`. */
export function listAlternatives(whole: Part<Schema>, references: References): readonly object[] {
  const found = choicesIn(whole, references);
  if (!found) return [whole.value];
  const { keyword, target, choices } = found;
  return choices.map(({ value }) => ({ ...target.value, [keyword]: [value] }));
}

/** Keywords beside the alternatives that constrain the value. */
const CONSTRAINTS = new Set(['allOf', 'oneOf', 'anyOf', 'properties', 'required', 'additionalProperties']);

interface Choices {
  readonly keyword: 'oneOf' | 'anyOf';
  readonly target: Part<Schema>;
  readonly choices: readonly Part<Schema>[];
  /** The schema with one alternative, by index. */
  readonly wholes: object[];
}

const cache = new WeakMap<object, Choices | false>();

function choicesIn(whole: Part<Schema>, references: References): Choices | undefined {
  if (!isRecord(whole.value)) return undefined;
  const found = cache.get(whole.value) ?? findChoices(whole, references) ?? false;
  cache.set(whole.value, found);
  return found || undefined;
}

function findChoices(whole: Part<Schema>, references: References): Choices | undefined {
  const target = references.resolve(whole);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const list: unknown = target && isRecord(target.value) ? target.value[keyword] : undefined;
    if (!target || !Array.isArray(list) || list.length < 2) continue;
    const choices = list.map((value, index) => ({ value, pointer: childPointer(target.pointer, keyword, index) }));
    return { keyword, target, choices, wholes: [] };
  }
  return undefined;
}

/** Scores how well a value matches an alternative: by discriminator, property names and property types. */
function scoreOf(choice: Part<Schema>, value: unknown, whole: Schema, references: References): number {
  const flat = flattenSchema(choice.value, references);
  if (contradicts(value, flat)) return -100;
  if (!isRecord(value)) return 0;
  let score = isNamed(choice, value, (whole as FlatSchema).discriminator) ? 100 : 0;
  for (const [name, member] of Object.entries(value)) {
    const property = Object.hasOwn(flat.properties, name) ? flat.properties[name] : undefined;
    if (property === undefined) score -= flat.additionalProperties === false ? 10 : 1;
    else score += contradicts(member, flattenSchema(property, references)) ? -10 : 2;
  }
  for (const name of flat.required) if (!Object.hasOwn(value, name)) score -= 1;
  return score;
}

/** Whether the discriminator of a value names an alternative (OpenAPI 3.0.3, section 4.7.25). */
function isNamed({ value: choice }: Part<Schema>, value: object, discriminator: unknown): boolean {
  const { propertyName, mapping = {} } = isRecord(discriminator) ? discriminator : {};
  const reference = referenceIn(choice);
  if (typeof propertyName !== 'string' || reference === undefined || !Object.hasOwn(value, propertyName)) return false;
  const word: unknown = value[propertyName as keyof typeof value];
  if (typeof word !== 'string') return false;
  const mapped = isRecord(mapping) && Object.hasOwn(mapping, word) ? mapping[word] : word;
  return mapped === reference || reference.endsWith(`/${mapped}`);
}

/** Whether a value violates the type, enum or const of a schema. */
function contradicts(value: unknown, { type, enum: values, const: only, properties }: FlatSchema): boolean {
  if (only !== undefined && only !== value) return true;
  if (Array.isArray(values) && !values.includes(value)) return true;
  const types = [type ?? (Object.keys(properties).length > 0 ? 'object' : [])].flat();
  if (types.length === 0 || value === null) return false;
  const own = Array.isArray(value) ? 'array' : isJsonNumber(value) ? 'number' : typeof value;
  return !types.some((one) => one === own || (one === 'integer' && own === 'number'));
}
