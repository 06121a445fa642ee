// The context of a generated value.

import type { Draw } from './draw.ts';
import type { Named } from './kind.ts';
import type { Persona } from './persona.ts';

/** How many values one may hold, and how deep. */
export const MOST_VALUES = 10_000;
export const DEEPEST = 12;

/** A sample would exceed the limits. */
export class TooMuch extends Error {}

export interface Spot {
  /** JSON pointer (RFC 6901) from the whole value. */
  readonly pointer: string;
  readonly named: Named;
  /** Shared by the values of one object. */
  readonly persona: Persona;
  readonly draw: Draw;
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
  readonly told: unknown;
}
