// What a validator found, in sentences for the person who made the mistake.

import type { ErrorObject } from 'ajv';
import { textOf } from './text-of.ts';

/** What values of a format are, where Ajv would only name the format. */
const FORMATS: Readonly<Record<string, string>> = {
  int32: 'a whole number from -2147483648 to 2147483647',
  uint32: 'a whole number from 0 to 4294967295',
  int64: 'a whole number from -9223372036854775808 to 9223372036854775807',
  uint64: 'a whole number from 0 to 18446744073709551615',
  'date-time': 'a date and time such as 2026-11-21T09:00:00Z',
  date: 'a date such as 2026-11-21',
};

/**
 * A sentence for an error. The validator must be `verbose`: the schema at fault tells more than Ajv's own message.
 *
 * @example explain(error) // 'must be a whole number from 0 to 4294967295'
 */
export function explain({ keyword, params, schema, parentSchema, message = 'is not allowed' }: ErrorObject): string {
  const format = formatted(parentSchema);
  switch (keyword) {
    case 'additionalProperties':
      return `must not have the property "${params.additionalProperty}"`;
    case 'unevaluatedProperties':
      return `must not have the property "${params.unevaluatedProperty}"`;
    case 'false schema':
      return 'must not be present';
    case 'not':
      return 'must not match the schema in "not"';
    case 'enum':
      return `must be one of ${listed(params.allowedValues)}`;
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`;
    case 'type':
      return `must be ${format ?? typesAndValues(params)}`;
    case 'format':
      return format ? `must be ${format}` : message;
    case 'dependentRequired':
    case 'dependencies':
      return `must have property ${params.missingProperty} when property ${params.property} is present`;
    case 'oneOf':
      return exactlyOneOf(schema) ?? message;
    default:
      return message;
  }
}

function formatted(schema: ErrorObject['parentSchema']): string | undefined {
  const format = FORMATS[schema?.format];
  const isText = format?.startsWith('a whole number') && [schema?.type].flat().includes('string');
  return isText ? `${format}, as a string` : format;
}

/** How many values a sentence lists. */
const MOST_VALUES = 100;

function listed(values: readonly unknown[]): string {
  const names = values.slice(0, MOST_VALUES).map(textOf).join(', ');
  return values.length > MOST_VALUES ? `${names} and ${values.length - MOST_VALUES} more` : names;
}

/** What a value may be: `integer, string or null, or one of all, none`. */
function typesAndValues({ type, allowedValues }: ErrorObject['params']): string {
  const types = [type].flat();
  const last = types.at(-1);
  const either = types.length > 1 ? `${types.slice(0, -1).join(', ')} or ${last}` : last;
  if (!allowedValues) return either;
  return `${either}, or ${allowedValues.length > 1 ? 'one of ' : ''}${listed(allowedValues)}`;
}

/** The members of which one must be there, where that is all that the choices ask for. */
function exactlyOneOf(choices: unknown): string | undefined {
  const members = (Array.isArray(choices) ? choices : []).map((choice) =>
    Object.keys(choice).length === 1 ? choice.required?.[0] : undefined,
  );
  const isChoice = members.length > 0 && members.every((member) => typeof member === 'string');
  return isChoice ? `must have exactly one of ${members.join(', ')}` : undefined;
}
