// Conversion of text to the scalar that its schema describes.

import { isJsonNumber, type JsonNumber, parseNumber } from '../../schema/json/exact-number.ts';
import type { JsonType, SchemaView } from './schema-view.ts';

const INTEGER = /^-?\d+$/;
/** As in JSON (RFC 8259, section 6), with leading zeros. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Converts text to an allowed type: integers are digits with an optional minus, numbers as in JSON, booleans `true` and
 * `false`. Integers beyond 2^53 are a `bigint`. Empty text is null if null is allowed and strings are not. Other text is returned, and fails validation.
 *
 * @example readText('7', integer) // 7; '7.0', '1e3', ' 7' and '' stay text
 */
export function parseScalar(text: string, { types, values }: Pick<SchemaView, 'types' | 'values'>): unknown {
  const listed = values.length > 0 ? findListed(text, values) : undefined;
  if (listed !== undefined) return listed;
  if (!types) return text;
  const isText = types.has('string');
  if (text === '') return types.has('null') && !isText ? null : text;
  if ((text === 'true' || text === 'false') && types.has('boolean')) return text === 'true';
  const number = readNumber(text, types);
  // If strings are allowed too, only lossless numbers are converted: `007` is not 7.
  return number === undefined || (isText && `${number}` !== text) ? text : number;
}

function readNumber(text: string, types: ReadonlySet<JsonType>): JsonNumber | undefined {
  const isNumber = types.has('number') ? NUMBER.test(text) : types.has('integer') && INTEGER.test(text);
  return isNumber ? parseNumber(text) : undefined;
}

/** The listed value with this text: a string before a number or boolean. */
function findListed(text: string, values: readonly unknown[]): unknown {
  return values.find((value) => value === text) ?? values.find((value) => isScalar(value) && `${value}` === text);
}

function isScalar(value: unknown): value is JsonNumber | boolean {
  return isJsonNumber(value) || typeof value === 'boolean';
}
