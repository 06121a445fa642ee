// Constraints that validate a value against subschemas: `oneOf`, `anyOf`, `not`, `if`, `dependentSchemas`.

import { isRecord } from '../../is-record.ts';
import { child } from '../../pointer.ts';
import type { Part } from '../../references.ts';
import { type Ask, type Asking, BOTH, NOTHING, shown } from './ask.ts';
import { isObject } from './members.ts';

/** Maximum alternatives. */
const MAX_BRANCHES = 50;

export function* logicAsks({ schema, pointer, fits }: Asking): Generator<Ask> {
  const at = (keyword: string, ...steps: readonly (string | number)[]): Part => {
    const [first] = steps;
    const value = schema[keyword];
    return {
      value: first === undefined ? value : (value as Readonly<Record<string, unknown>>)[first],
      pointer: child(pointer, keyword, ...steps),
    };
  };
  const hasSchema = (keyword: string) => isRecord(schema[keyword]);
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = schema[keyword];
    if (!Array.isArray(branches) || branches.length < 2 || branches.length > MAX_BRANCHES) continue;
    // The discriminator of the whole schema selects the alternative.
    const hasDiscriminator = hasSchema('discriminator');
    const parts = branches.map((_, index) => at(keyword, index));
    yield {
      name: keyword,
      shows: BOTH,
      of(value) {
        if (hasDiscriminator) return shown(fits({ value: schema, pointer }, value));
        const fitting = parts.filter((part) => fits(part, value)).length;
        return shown(keyword === 'oneOf' ? fitting === 1 : fitting > 0);
      },
    };
  }
  if (hasSchema('not')) yield { name: 'not', shows: BOTH, of: (value) => shown(!fits(at('not'), value)) };
  for (const keyword of ['then', 'else'] as const) {
    if (!hasSchema('if') || !hasSchema(keyword)) continue;
    yield {
      name: keyword,
      shows: BOTH,
      of: (value) => (fits(at('if'), value) === (keyword === 'then') ? shown(fits(at(keyword), value)) : NOTHING),
    };
  }
  for (const property of Object.keys(isRecord(schema.dependentSchemas) ? schema.dependentSchemas : {}))
    yield {
      name: `dependentSchemas of ${property}`,
      shows: BOTH,
      of: (value) =>
        isObject(value) && Object.hasOwn(value, property)
          ? shown(fits(at('dependentSchemas', property), value))
          : NOTHING,
    };
}
