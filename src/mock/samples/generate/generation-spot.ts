// The context of a generated value.

import { UsageError } from '../../../schema/usage-error.ts';
import type { Profile } from './profile.ts';
import type { NamedValue } from './property-meaning.ts';
import type { Random } from './seeded-random.ts';

/** How many values one may hold, and how deep. */
export const MAX_SAMPLE_VALUES = 10_000;
export const MAX_SAMPLE_DEPTH = 12;

/** The error of a schema that requires more than the limits allow. */
export function tooManyValues(): UsageError {
  return new UsageError('requires too many values');
}

export interface GenerationSpot {
  /** JSON pointer (RFC 6901) from the whole value. */
  readonly pointer: string;
  readonly named: NamedValue;
  /** Shared by the values of one object. */
  readonly persona: Profile;
  readonly draw: Random;
  /** How often the value has been rejected. */
  readonly level: number;
  readonly depth: number;
  /** The schemas of its parents. */
  readonly around: ReadonlySet<string>;
  /** Maximum number of values inside; at zero, only required ones are generated. */
  readonly room: number;
  /** The index among several values, from 0: the first uses examples. */
  readonly index: number;
  /** The value in an example of a parent; undefined if there is none. */
  readonly example: unknown;
}
