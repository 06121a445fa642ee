// Merged types and enumerations.

import { canonicalJson } from '../../../schema/equality.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import type { Part } from '../../references.ts';
import { stringsIn } from '../composed-schemas.ts';
import type { Located, LocatedSchemas } from './located.ts';

type Types = Located<ReadonlySet<string>> | undefined;
type Values = Located<ReadonlyMap<string, unknown>> | undefined;

/** @param nullOnly - a schema that only `null` matches, if there is one */
export function mergeTypes(schemas: LocatedSchemas, nullOnly: Part<unknown> | undefined): Types {
  let found: Types = nullOnly && { value: new Set(), at: nullOnly.pointer };
  for (const { value, at } of schemas) {
    if (value.type === undefined) continue;
    const declared = new Set(stringsIn([value.type].flat()).filter((type) => type !== 'null'));
    if (declared.has('number')) declared.delete('integer');
    found = { value: found ? intersectTypes(found.value, declared) : declared, at: childPointer(at, 'type') };
  }
  return found;
}

function intersectTypes(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const both = [...one].filter((type) => other.has(type));
  if ((one.has('integer') && other.has('number')) || (one.has('number') && other.has('integer'))) both.push('integer');
  return new Set(both);
}

/** The intersection of all `enum` and `const` values. */
export function mergeEnums(schemas: LocatedSchemas): Values {
  let found: Values;
  for (const { value, at } of schemas) {
    for (const [keyword, declared] of [
      ['enum', value.enum],
      ['const', Object.hasOwn(value, 'const') ? [value.const] : undefined],
    ] as const) {
      if (!Array.isArray(declared)) continue;
      const all = textsOf(declared);
      const value = found ? new Map([...found.value].filter(([text]) => all.has(text))) : all;
      found = { value, at: childPointer(at, keyword) };
    }
  }
  return found;
}

/** Enumerations by JSON text, without `null`. */
const known = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();

function textsOf(declared: readonly unknown[]): ReadonlyMap<string, unknown> {
  const texts =
    known.get(declared) ?? new Map(declared.filter((one) => one !== null).map((one) => [canonicalJson(one), one]));
  known.set(declared, texts);
  return texts;
}
