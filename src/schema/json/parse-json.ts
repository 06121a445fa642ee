// Parses JSON without rounding integers.

import { parseNumber } from './exact-number.ts';

/** Whether a text may have a number that a double does not hold: 16 digits, or an exponent of three. */
const MAY_ROUND = /\d[\d.]{15}|\d[eE]\+?\d{3}/;

/** Strings, and numbers outside of strings. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON. An integer that would be another one as a double becomes a `bigint`; see `parseNumber`.
 *
 * @throws SyntaxError for invalid JSON, with the message of `JSON.parse`; and for a number beyond the range of a double:
 * JSON allows it, but no program computes with it. See `stepsOutOfRange`
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!MAY_ROUND.test(text)) return value;
  let isExact = true;
  const quoted = text.replace(TOKENS, (token) => {
    if (token.startsWith('"') || Object.is(parseNumber(token), Number(token))) return token;
    isExact = false;
    return `"${token}"`;
  });
  return isExact ? value : putNumbers([value], [JSON.parse(quoted)])[0];
}

type Container = Record<string, unknown>;

interface Pair {
  readonly rounded: Container;
  /** The same, with strings in place of the numbers that are rounded. */
  readonly quoted: Container;
  /** The names on the way to it; the first one is an index of the outermost list. */
  readonly steps: readonly string[];
}

/** Replaces each number that is a string in the second list. */
function putNumbers(list: unknown[], quotedList: unknown[]): unknown[] {
  const pending: Pair[] = [{ rounded: list as never, quoted: quotedList as never, steps: [] }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { rounded, quoted, steps } = next;
    for (const [name, value] of Object.entries(rounded)) {
      const other = quoted[name];
      if (typeof value === 'number' && typeof other === 'string') {
        const number = parseNumber(other);
        if (number === undefined) throw numberOutOfRange(other, [...steps, name].slice(1));
        rounded[name] = number;
      } else if (typeof value === 'object' && value !== null)
        pending.push({ rounded: value as Container, quoted: other as Container, steps: [...steps, name] });
    }
  }
  return list;
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
