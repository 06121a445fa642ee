// Splitting of keywords with very many subschemas, so that each is validated on its own.
// Ajv nests the code of each subschema in that of the one before, which is quadratic.

import { isRecord } from '../../../schema/is-record.ts';

type Rewritten = Record<string, unknown>;

const OBJECT = ['properties', 'patternProperties', 'additionalProperties'] as const;
const CHOICES = ['oneOf', 'anyOf'] as const;
const LISTS = ['prefixItems', 'items'] as const;
/** Keywords that can be split into parts that must all be valid. */
const SPLIT = ['allOf', 'dependentRequired', 'dependentSchemas', 'dependencies'] as const;

/** Names of the Ajv keywords. */
export const LARGE_KEYWORDS = {
  object: 'largeObject',
  oneOf: 'largeOneOf',
  anyOf: 'largeAnyOf',
  list: 'largeList',
  all: 'largeAll',
  enum: 'largeEnum',
} as const;

/** The keywords of a schema that must be split. @param most - maximum subschemas of a keyword */
export function findLargeKeywords(schema: object, most: number): ReadonlySet<string> {
  const isLarge = (keyword: string) => count(schema[keyword as keyof typeof schema]) > most;
  return new Set([
    ...(['properties', 'patternProperties'].some(isLarge) ? OBJECT : []),
    ...[...CHOICES, ...LISTS].filter((word) => Array.isArray(schema[word as keyof typeof schema]) && isLarge(word)),
  ]);
}

/** Splits the large keywords of a rewritten schema. */
export function splitLargeKeywords(schema: Rewritten, large: ReadonlySet<string>, most: number): Rewritten {
  const result: Rewritten = { ...schema };
  if (large.has('properties')) {
    result[LARGE_KEYWORDS.object] = Object.fromEntries(
      OBJECT.filter((word) => word in result).map((word) => [word, result[word]]),
    );
    for (const word of OBJECT) delete result[word];
  }
  for (const word of CHOICES) {
    if (!large.has(word) || !(word in result)) continue;
    result[LARGE_KEYWORDS[word]] = result[word];
    delete result[word];
  }
  for (const word of LISTS) {
    if (!large.has(word) || !Array.isArray(result[word])) continue;
    result[LARGE_KEYWORDS.list] = result[word];
    // The positions count as evaluated for the keywords after them.
    result[word] = result[word].map(() => true);
  }
  const split = SPLIT.filter((word) => countChecks(result[word]) > most);
  if (split.length === 0) return result;
  result[LARGE_KEYWORDS.all] = split.flatMap((word) =>
    splitValue(result[word], Math.max(most, 1)).map((part) => ({ [word]: part })),
  );
  for (const word of split) delete result[word];
  return result;
}

function count(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return isRecord(value) ? Object.keys(value).length : 0;
}

/** The number of checks of a keyword: its subschemas, and all names of `dependentRequired`. */
function countChecks(value: unknown): number {
  if (!isRecord(value)) return count(value);
  return Object.values(value).reduce<number>((sum, one) => sum + countMemberChecks(one), 0);
}

function countMemberChecks(value: unknown): number {
  return Array.isArray(value) ? value.length : 1;
}

/** Splits a keyword value into parts of at most `size` checks. */
function splitValue(value: unknown, size: number): unknown[] {
  if (Array.isArray(value)) return chunks(value, size);
  const members = Object.entries(value as object).flatMap(([name, one]) =>
    countMemberChecks(one) > size ? chunks(one, size).map((piece) => [name, piece] as const) : [[name, one] as const],
  );
  const parts: (readonly [string, unknown])[][] = [];
  let room = 0;
  for (const member of members) {
    const weight = countMemberChecks(member[1]);
    if (weight > room) {
      parts.push([]);
      room = size;
    }
    parts.at(-1)?.push(member);
    room -= weight;
  }
  return parts.map((part) => Object.fromEntries(part));
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));
}
