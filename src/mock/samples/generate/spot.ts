// Where a value is made.

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
  /** What it has in common with the values around it. */
  readonly persona: Persona;
  readonly draw: Draw;
  /** How often the value has been refused. */
  readonly level: number;
  readonly depth: number;
  /** The schemas of what it is in. */
  readonly around: ReadonlySet<string>;
  /** How many values there may be in it; with none left, there is only what must be there. */
  readonly room: number;
  /** Which one of several of its kind it is, from 0: the first one is as the document has it in examples. */
  readonly index: number;
  /** What stands here in an example of the whole; undefined where there is none. */
  readonly told: unknown;
}
