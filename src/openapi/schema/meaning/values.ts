// Merged types and enumerations.

import { canonical } from '../../../schema/equality.ts';
import { child } from '../../pointer.ts';
import type { Part } from '../../references.ts';
import { textsIn } from '../pieces.ts';
import type { Said, Sayings } from './said.ts';

type Types = Said<ReadonlySet<string>> | undefined;
type Values = Said<ReadonlyMap<string, unknown>> | undefined;

/** @param none - a schema that only `null` matches, if there is one */
export function typesIn(sayings: Sayings, none: Part<unknown> | undefined): Types {
  let found: Types = none && { value: new Set(), at: none.pointer };
  for (const { value, at } of sayings) {
    if (value.type === undefined) continue;
    const said = new Set(textsIn([value.type].flat()).filter((type) => type !== 'null'));
    if (said.has('number')) said.delete('integer');
    found = { value: found ? bothOf(found.value, said) : said, at: child(at, 'type') };
  }
  return found;
}

function bothOf(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  const both = [...one].filter((type) => other.has(type));
  if ((one.has('integer') && other.has('number')) || (one.has('number') && other.has('integer'))) both.push('integer');
  return new Set(both);
}

/** The intersection of all `enum` and `const` values. */
export function valuesIn(sayings: Sayings): Values {
  let found: Values;
  for (const { value, at } of sayings) {
    for (const [keyword, said] of [
      ['enum', value.enum],
      ['const', Object.hasOwn(value, 'const') ? [value.const] : undefined],
    ] as const) {
      if (!Array.isArray(said)) continue;
      const all = textsOf(said);
      const value = found ? new Map([...found.value].filter(([text]) => all.has(text))) : all;
      found = { value, at: child(at, keyword) };
    }
  }
  return found;
}

/** Enumerations by JSON text, without `null`. */
const known = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();

function textsOf(said: readonly unknown[]): ReadonlyMap<string, unknown> {
  const texts = known.get(said) ?? new Map(said.filter((one) => one !== null).map((one) => [canonical(one), one]));
  known.set(said, texts);
  return texts;
}
