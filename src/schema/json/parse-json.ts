// Parses JSON without rounding integers.

import { type JsonNumber, parseNumber } from './exact-number.ts';

/** Whether a text may have a number that a double does not hold: 16 digits, or an exponent of three. */
const MAY_ROUND = /\d[\d.]{15}|\d[eE]\+?\d{3}/;

/** The start of a string, or a number outside of strings. */
const TOKENS = /"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON. An integer that would be another one as a double becomes a `bigint`; see `parseNumber`.
 *
 * @throws SyntaxError for invalid JSON, with the message of `JSON.parse`; and for a number beyond the range of a double:
 * JSON allows it, but no program computes with it. See `stepsOutOfRange`
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_ROUND.test(text)) return value;
  const { numbers, numbered } = numberRounded(text);
  return numbers.length === 0 ? value : putNumbers([value], [JSON.parse(numbered)], numbers)[0];
}

/** A number that `JSON.parse` rounds; undefined beyond the range of a double. */
interface RoundedNumber {
  readonly token: string;
  readonly number: JsonNumber | undefined;
}

/** The numbers that `JSON.parse` rounds, and the text with their indexes as strings in their places. */
function numberRounded(text: string): { readonly numbers: readonly RoundedNumber[]; readonly numbered: string } {
  const numbers: RoundedNumber[] = [];
  let numbered = '';
  let copied = 0;
  TOKENS.lastIndex = 0;
  for (let found = TOKENS.exec(text); found; found = TOKENS.exec(text)) {
    const [token] = found;
    const number = token === '"' ? undefined : parseNumber(token);
    if (token === '"') TOKENS.lastIndex = endOfString(text, found.index);
    else if (!Object.is(number, Number(token))) {
      numbered += `${text.slice(copied, found.index)}"${numbers.length}"`;
      numbers.push({ token, number });
      copied = TOKENS.lastIndex;
    }
  }
  return { numbers, numbered: numbered + text.slice(copied) };
}

/** The position after a string. Not by an expression: it would need stack for each escape. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end + 1;
  }
}

type Container = Record<string, unknown>;

interface Pair {
  readonly rounded: Container;
  /** The same, with their indexes as strings in place of the numbers that are rounded. */
  readonly numbered: Container;
  /** The name of this container in another one; undefined for the outermost list. */
  readonly name?: string;
  readonly parent?: Pair;
}

/** Replaces each number that is a string in the second list. */
function putNumbers(list: unknown[], numberedList: unknown[], numbers: readonly RoundedNumber[]): unknown[] {
  const pending: Pair[] = [{ rounded: list as never, numbered: numberedList as never }];
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    const { rounded, numbered } = pair;
    for (const name of Object.keys(rounded)) {
      const value = rounded[name];
      const other = numbered[name];
      if (typeof value === 'number' && typeof other === 'string') {
        const { token, number } = numbers[Number(other)] ?? { token: other, number: value };
        if (number === undefined) throw numberOutOfRange(token, stepsTo(pair, name));
        rounded[name] = number;
      } else if (typeof value === 'object' && value !== null)
        pending.push({ rounded: value as Container, numbered: other as Container, name, parent: pair });
    }
  }
  return list;
}

/** The names on the way to a value, without the index in the outermost list. */
function stepsTo(pair: Pair, name: string): readonly string[] {
  const steps = [name];
  for (let next: Pair | undefined = pair; next?.name !== undefined; next = next.parent) steps.push(next.name);
  return steps.reverse().slice(1);
}

function numberOutOfRange(digits: string, steps: readonly string[]): SyntaxError {
  const shown = digits.length > 40 ? `${digits.slice(0, 40)}…` : digits;
  return new SyntaxError(`the number ${shown} is beyond ±1.8e308`, { cause: steps });
}

/** The names and indexes on the way to a number out of range; undefined for another error of `parseJson`. */
export function stepsOutOfRange(error: unknown): readonly string[] | undefined {
  const { cause } = error as Error;
  return Array.isArray(cause) ? cause : undefined;
}
