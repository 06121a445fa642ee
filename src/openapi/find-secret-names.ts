// Names of secret parameters and properties of an operation.

import { isRecord } from '../schema/is-record.ts';
import type { Operation } from './operation.ts';
import type { References } from './references.ts';

type SecretsOf = Pick<Operation, 'definition' | 'references'>;

/** Maximum parts of a document per operation. */
const MAX_PARTS = 50_000;
/** Keys with values instead of schemas below. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const']);

const cache = new WeakMap<SecretsOf, ReadonlySet<string>>();

/** Names of properties and parameters with `format: password` or `writeOnly`, anywhere in the operation. Cached. */
export function findSecretNames(operation: SecretsOf): ReadonlySet<string> {
  const found = cache.get(operation) ?? collectSecretNames(operation);
  cache.set(operation, found);
  return found;
}

function collectSecretNames({ definition, references }: SecretsOf): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<object>();
  const open: unknown[] = [definition];
  for (let next = open.pop(); next !== undefined && seen.size < MAX_PARTS; next = open.pop()) {
    const value = references.resolveValue(next);
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (Array.isArray(value)) {
      open.push(...value);
      continue;
    }
    const { name, in: location, schema, properties } = value as Record<string, unknown>;
    if (typeof name === 'string' && typeof location === 'string' && isSecret(schema, references)) names.add(name);
    if (isRecord(properties))
      for (const [property, one] of Object.entries(properties)) if (isSecret(one, references)) names.add(property);
    for (const [key, one] of Object.entries(value)) {
      // Property names are chosen by users and may equal a keyword.
      if (isRecord(one) && key === 'properties') open.push(...Object.values(one));
      else if (!VALUES.has(key) && !key.startsWith('x-')) open.push(one);
    }
  }
  return names;
}

/** Whether a schema, or one it is composed of, is secret. */
function isSecret(schema: unknown, references: References, depth = 0): boolean {
  const value = references.resolveValue(schema);
  if (!isRecord(value) || depth > 5) return false;
  if (value.format === 'password' || value.writeOnly === true) return true;
  const { allOf, anyOf, oneOf, items } = value;
  const parts = [allOf, anyOf, oneOf].flatMap((some) => (Array.isArray(some) ? some : []));
  return [...parts, items].some((one) => isSecret(one, references, depth + 1));
}
