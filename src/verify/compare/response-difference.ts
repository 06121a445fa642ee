// One difference of two responses, with shortened values.

import { isJsonNumber } from '../../schema/json/exact-number.ts';
import type { ComparedLocation } from './comparison-context.ts';
import { jsonPrefix } from './json-prefix.ts';
import { areSecrets } from './value-meaning.ts';

/** One difference of two responses. */
export interface ResponseDifference {
  /** `warning`: equality is not promised. */
  readonly severity: 'difference' | 'warning';
  /** The location of the difference: `/status`, `/headers/location`, `/body/items/*`… */
  readonly field: string;
  /** One sentence, in which the servers are the first and the second one. */
  readonly message: string;
  /** Equal for the same difference in other operations: the property, and how it differs. */
  readonly cause: string;
}

/** How much is shown of a value, in characters. */
const LONGEST = 80;

export function valuesDiffer(first: unknown, second: unknown, spot: ComparedLocation): ResponseDifference {
  const [one, other] = [shortValue(first, spot), shortValue(second, spot)];
  return differs(
    spot,
    `reference ${one}, candidate ${other}`,
    `reference ${causeIn(first)}, candidate ${causeIn(second)}`,
  );
}

/** A code such as `not_found` tells one difference from another; other values do not. */
function causeIn(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z_.-]{1,40}$/.test(value) ? value : kindOf(value);
}

/** @param cause - how it differs, without values */
export function differs(
  { field, names }: Pick<ComparedLocation, 'field' | 'names'>,
  message: string,
  cause = message,
): ResponseDifference {
  return { severity: 'difference', field, message: `${field}: ${message}`, cause: `${names.at(-1) ?? field} ${cause}` };
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (isJsonNumber(value)) return 'number';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** A short form of a value for reports; secrets are redacted. */
export function shortValue(value: unknown, { names, shape }: Pick<ComparedLocation, 'names' | 'shape'>): string {
  if (areSecrets(names.at(-1) ?? '', shape, value, value)) return 'a secret';
  const { text, isWhole } = jsonPrefix(value, LONGEST);
  return isWhole ? text || 'nothing' : `${text.slice(0, LONGEST - 1)}…`;
}
