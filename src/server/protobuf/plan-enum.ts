// Plans a text with a list of values as a protobuf enum.

import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer, schemaNameAt } from '../../schema/json-pointer.ts';
import { isIdentifier, joinName } from './names.ts';
import type { EnumPlan, ValueType } from './plan.ts';
import { type NameScope, type Planning, reportProblem } from './planning.ts';
import type { UnwrappedSchema } from './unwrap-schema.ts';

const MAX_INT32 = 2 ** 31 - 1;

/**
 * The enum of a schema: in the package if the schema is named, else in the scope.
 *
 * @param name - its name in the scope
 */
export function planEnum(planning: Planning, meaning: UnwrappedSchema, scope: NameScope, name: string): ValueType {
  const component = schemaNameAt(meaning.pointer);
  const known = component === undefined ? undefined : planning.named.get(component);
  if (known) return { kind: 'enum', name: known.fullName };
  const home = component === undefined ? scope : planning.root;
  const own = component ?? name;
  const { value: schema, pointer } = meaning;
  const plan: EnumPlan = {
    name: own,
    fullName: joinName(home.fullName, own),
    values: valuesOf(planning, meaning),
    description: schema.description,
    pointer,
  };
  home.enums.push(plan);
  if (component !== undefined) planning.named.set(component, plan);
  return { kind: 'enum', name: plan.fullName };
}

function valuesOf(planning: Planning, { value: schema, pointer }: UnwrappedSchema): EnumPlan['values'] {
  const all = schema.enum ?? [];
  const names = all.filter((value) => value !== null);
  const at = childPointer(pointer, 'enum');
  if (names.length < all.length && all.at(-1) !== null)
    reportProblem(planning, at, 'null must be the last value, so that each value has its number');
  const numbers = schema['x-enum-numbers'];
  if (!Array.isArray(numbers) || numbers.length !== names.length) {
    const count = numbers === undefined ? 'none given' : `${numbers.length} given`;
    reportProblem(
      planning,
      pointer,
      `x-enum-numbers must have a number for each of the ${names.length} enum values; ${count}`,
      {
        word: 'x-enum-numbers',
        at: pointer,
        within: pointer,
        taken: Array.isArray(numbers) ? numbers : [],
        count: names.length,
      },
    );
    return [];
  }
  if (numbers[0] !== 0)
    reportProblem(
      planning,
      childPointer(pointer, 'x-enum-numbers', 0),
      'the first number of an enum must be 0 (the value of absent fields)',
    );
  return names.flatMap((value, index) => {
    const number: unknown = numbers[index];
    if (!isIdentifier(value)) {
      reportProblem(
        planning,
        childPointer(at, index),
        `${JSON.stringify(value)} is not a valid enum value name in protobuf; use letters, digits and _`,
      );
      return [];
    }
    const isNumber = Number.isInteger(number) && Math.abs(number as number) <= MAX_INT32;
    const isTwice = numbers.indexOf(number) !== index;
    if (!isNumber || isTwice) {
      reportProblem(
        planning,
        childPointer(pointer, 'x-enum-numbers', index),
        `${stringifyJson(number)} ${isTwice ? 'is used twice' : 'is not a 32-bit integer'}`,
      );
      return [];
    }
    return [{ name: value, number: number as number }];
  });
}
