// Equality of JSON values (JSON Schema, section 4.2.2), and the keywords `uniqueItems`, `enum` and `const`.

import { _, type Ajv, type CodeKeywordDefinition, type SchemaValidateFunction } from 'ajv';
import { isRecord } from './is-record.ts';
import { canonicalNumber } from './json/exact-number.ts';
import { stringifyJson } from './json/stringify-json.ts';

/**
 * Replaces the equality of an Ajv. Its own calls `toString` and `valueOf` of objects, which clients may have sent, and
 * is quadratic for `uniqueItems`: 20,000 objects take seconds.
 */
export function addEquality<A extends Ajv>(ajv: A): A {
  replaceKeyword(ajv, 'enum', (listed: readonly unknown[]) => listed);
  replaceKeyword(ajv, 'const', (value: unknown) => [value]);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique });
  return ajv;
}

/**
 * Replaces a keyword for values that `===` does not compare; Ajv compares others.
 *
 * @param valuesOf - allowed values from the keyword's value
 */
function replaceKeyword(ajv: Ajv, keyword: string, valuesOf: (schema: never) => readonly unknown[]): void {
  const own = ajv.getKeyword(keyword);
  // Older dialects have no `const`.
  if (typeof own === 'boolean') return;
  const { code } = own as CodeKeywordDefinition;
  const comparing: CodeKeywordDefinition = {
    ...(own as CodeKeywordDefinition),
    code(cxt, ruleType) {
      const values = valuesOf(cxt.schema as never);
      if (values.every(isSimpleScalar)) return code(cxt, ruleType);
      const isListed = createMembershipTest(values);
      cxt.pass(_`${cxt.gen.scopeValue('func', { key: isListed, ref: isListed })}(${cxt.data})`);
    },
  };
  ajv.removeKeyword(keyword);
  ajv.addKeyword(comparing);
}

/** Creates a test of whether a value equals one of these. */
export function createMembershipTest(values: readonly unknown[]): (value: unknown) => boolean {
  const texts = new Set(values.map(canonicalJson));
  return (value) => texts.has(canonicalJson(value));
}

const areUnique: SchemaValidateFunction = (isRequired: boolean, items: readonly unknown[]) => {
  if (!isRequired) return true;
  /** Plain values by themselves, others by canonical text. */
  const primitives = new Map<unknown, number>();
  const texts = new Map<unknown, number>();
  for (const [i, item] of items.entries()) {
    const indexes = isSimpleScalar(item) ? primitives : texts;
    const key = isSimpleScalar(item) ? item : canonicalJson(item);
    const j = indexes.get(key);
    if (j !== undefined) {
      const message = `must NOT have duplicate items (items ## ${j} and ${i} are identical)`;
      areUnique.errors = [{ keyword: 'uniqueItems', params: { i, j }, message }];
      return false;
    }
    indexes.set(key, i);
  }
  return true;
};

/** Whether `===` compares a value of a document. A handler may return a `bigint` that would be a number in JSON. */
export function isSimpleScalar(value: unknown): boolean {
  return value === null || (typeof value !== 'object' && typeof value !== 'bigint');
}

/** Canonical JSON: equal for equal values, whatever the order of members and the depth. */
export function canonicalJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_key, inner) => (isRecord(inner) ? Object.fromEntries(sorted(inner)) : inner));
  } catch (error) {
    // Too deep, or with a bigint.
    if (error instanceof RangeError || error instanceof TypeError) return canonicalByParts(value);
    throw error;
  }
}

/** The same text without recursion: the response of a foreign server may have 100,000 levels. */
function canonicalByParts(value: unknown): string {
  const output: string[] = [];
  const pending: ({ readonly text: string } | { readonly value: unknown })[] = [{ value }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('text' in next) output.push(next.text);
    else if (Array.isArray(next.value)) {
      const items = next.value.flatMap((item, at) => [{ text: at === 0 ? '' : ',' }, { value: item }]);
      for (const one of [{ text: '[' }, ...items, { text: ']' }].reverse()) pending.push(one);
    } else if (isRecord(next.value)) {
      const members = sorted(next.value).flatMap(([name, member], at) => [
        { text: `${at === 0 ? '' : ','}${JSON.stringify(name)}:` },
        { value: member },
      ]);
      for (const one of [{ text: '{' }, ...members, { text: '}' }].reverse()) pending.push(one);
    } else output.push(typeof next.value === 'bigint' ? canonicalNumber(next.value) : JSON.stringify(next.value));
  }
  return output.join('');
}

function sorted(value: object): [string, unknown][] {
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** JSON for lists and objects, whose own `toString` is not called; else the value as text. */
export function toComparableText(value: unknown): string {
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
}
