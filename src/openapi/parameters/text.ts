// One text as the value that it stands for.

import type { JsonType, Meaning } from './meaning.ts';

const INTEGER = /^-?\d+$/;
/** As in JSON (RFC 8259, section 6), zeros before it allowed: numbers of files and streets have them. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * A text as its schema means it. Integers are digits with a minus at most, numbers are written as in JSON, booleans are `true` and `false`; an empty text is null
 * where null is allowed and a text is not. What is none of the allowed types stays a text, so that the check says what it must be.
 *
 * @example readText('7', integer) // 7; of '7.0', '1e3', ' 7' and '' nothing is made
 */
export function readText(text: string, { types, values }: Pick<Meaning, 'types' | 'values'>): unknown {
  const listed = values.length > 0 ? listedAs(text, values) : undefined;
  if (listed !== undefined) return listed;
  if (!types) return text;
  const isText = types.has('string');
  if (text === '') return types.has('null') && !isText ? null : text;
  if ((text === 'true' || text === 'false') && types.has('boolean')) return text === 'true';
  const number = readNumber(text, types);
  // Of a text that may be a number as well, a number is made only if nothing is lost: `007` is no 7.
  return number === undefined || (isText && `${number}` !== text) ? text : number;
}

function readNumber(text: string, types: ReadonlySet<JsonType>): number | undefined {
  const isNumber = types.has('number') ? NUMBER.test(text) : types.has('integer') && INTEGER.test(text);
  const number = isNumber ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The value in a list that a text stands for: itself before a number or a boolean that is written so. */
function listedAs(text: string, values: readonly unknown[]): unknown {
  return values.find((value) => value === text) ?? values.find((value) => isScalar(value) && `${value}` === text);
}

function isScalar(value: unknown): value is number | boolean {
  return typeof value === 'number' || typeof value === 'boolean';
}
