// Values sent to both servers, which must be returned equally.

import { isRecord } from '../../schema/is-record.ts';
import { jsonPrefix } from './json-prefix.ts';

/** Maximum length of a remembered value, and number of values per sandbox. */
const LONGEST = 2000;
const MOST = 20_000;

/** Values by the names under which they were sent. */
export class SentValues {
  readonly #known = new Set<string>();

  /** Adds a value with its parts. */
  add(name: string, value: unknown, depth = 0): void {
    if (value === undefined || depth > 20 || this.#known.size > MOST) return;
    if (isRecord(value)) {
      for (const [inner, one] of Object.entries(value)) this.add(inner, one, depth + 1);
      return;
    }
    if (Array.isArray(value)) for (const one of value) this.add(name, one, depth + 1);
    const key = keyOf(name, value);
    if (key !== undefined) this.#known.add(key);
  }

  has(name: string, value: unknown): boolean {
    const key = keyOf(name, value);
    return key !== undefined && this.#known.has(key);
  }
}

/** @returns undefined for values that are too long */
function keyOf(name: string, value: unknown): string | undefined {
  const { text, isWhole } = jsonPrefix(value, LONGEST);
  return isWhole ? `${name.toLowerCase()}\n${text}` : undefined;
}
