// Splitting of keywords with very many subschemas, so that each is validated on its own.
// Ajv nests the code of each subschema in that of the one before, which is quadratic.

import { isRecord } from '../../is-record.ts';

type Rewritten = Record<string, unknown>;

const OBJECT = ['properties', 'patternProperties', 'additionalProperties'] as const;
const CHOICES = ['oneOf', 'anyOf'] as const;
const LISTS = ['prefixItems', 'items'] as const;
/** Keywords that can be split into parts that must all be valid. */
const SPLIT = ['allOf', 'dependentRequired', 'dependentSchemas', 'dependencies'] as const;

/** Names of the Ajv keywords. */
export const WIDE = {
  object: 'wideObject',
  oneOf: 'wideOneOf',
  anyOf: 'wideAnyOf',
  list: 'wideList',
  all: 'wideAll',
  enum: 'wideEnum',
} as const;

/** The keywords of a schema that must be split. @param most - maximum subschemas of a keyword */
export function wideKeywords(schema: object, most: number): ReadonlySet<string> {
  const isWide = (keyword: string) => count(schema[keyword as keyof typeof schema]) > most;
  return new Set([
    ...(['properties', 'patternProperties'].some(isWide) ? OBJECT : []),
    ...[...CHOICES, ...LISTS].filter((word) => Array.isArray(schema[word as keyof typeof schema]) && isWide(word)),
  ]);
}

/** Splits the large keywords of a rewritten schema. */
export function inWideForm(schema: Rewritten, wide: ReadonlySet<string>, most: number): Rewritten {
  const made: Rewritten = { ...schema };
  if (wide.has('properties')) {
    made[WIDE.object] = Object.fromEntries(OBJECT.filter((word) => word in made).map((word) => [word, made[word]]));
    for (const word of OBJECT) delete made[word];
  }
  for (const word of CHOICES) {
    if (!wide.has(word) || !(word in made)) continue;
    made[WIDE[word]] = made[word];
    delete made[word];
  }
  for (const word of LISTS) {
    if (!wide.has(word) || !Array.isArray(made[word])) continue;
    made[WIDE.list] = made[word];
    // The positions count as evaluated for the keywords after them.
    made[word] = made[word].map(() => true);
  }
  const split = SPLIT.filter((word) => weightOf(made[word]) > most);
  if (split.length === 0) return made;
  made[WIDE.all] = split.flatMap((word) => partsOf(made[word], Math.max(most, 1)).map((part) => ({ [word]: part })));
  for (const word of split) delete made[word];
  return made;
}

function count(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

/** The number of checks of a keyword: its subschemas, and all names of `dependentRequired`. */
function weightOf(value: unknown): number {
  if (!isRecord(value)) return count(value);
  return Object.values(value).reduce<number>((sum, one) => sum + weightOfMember(one), 0);
}

function weightOfMember(value: unknown): number {
  return Array.isArray(value) ? value.length : 1;
}

/** Splits a keyword value into parts of at most `size` checks. */
function partsOf(value: unknown, size: number): unknown[] {
  if (Array.isArray(value)) return pieces(value, size);
  const members = Object.entries(value as object).flatMap(([name, one]) =>
    weightOfMember(one) > size ? pieces(one, size).map((piece) => [name, piece] as const) : [[name, one] as const],
  );
  const parts: (readonly [string, unknown])[][] = [];
  let room = 0;
  for (const member of members) {
    const weight = weightOfMember(member[1]);
    if (weight > room) {
      parts.push([]);
      room = size;
    }
    parts.at(-1)?.push(member);
    room -= weight;
  }
  return parts.map((part) => Object.fromEntries(part));
}

function pieces<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
