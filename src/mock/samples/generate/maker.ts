// What the makers of lists and objects ask of the one that makes what is in them.

import type { Part } from '../../../openapi/references.ts';
import type { SchemaPlaces } from '../../../openapi/schema/schema-places.ts';
import type { Direction } from '../../../openapi/schema/schemas.ts';
import type { Corrections } from './corrections.ts';
import type { Demands } from './demands.ts';
import type { Draw } from './draw.ts';
import type { Gathered } from './gather.ts';
import type { PersonaSource } from './persona.ts';
import type { Spot } from './spot.ts';

/** All schemas of one value, and the constraints that they add up to. */
export interface SchemaSummary {
  readonly gathered: Gathered;
  readonly demands: Demands;
}

/** What a value is made with. */
export interface Making {
  /** Cache for schemas without alternatives, by their JSON pointers. */
  readonly summaries: Map<string, SchemaSummary>;
  readonly places: SchemaPlaces;
  readonly personas: PersonaSource;
  readonly direction: Direction;
  readonly draw: Draw;
  readonly corrections: Corrections;
  /** A value that somebody wants at a place, if it may be there; undefined for none. */
  given(pointer: string): unknown;
}

/** What is known of a value before it is made. */
export interface Plan extends SchemaSummary {
  readonly spot: Spot;
}

export interface Maker {
  readonly making: Making;
  /** How a spot is looked at again once its place is known. */
  spot(pointer: string, spot: Omit<Spot, 'pointer' | 'draw' | 'level'>): Spot;
  plan(parts: readonly Part[], spot: Spot): Plan;
  /** @throws TooMuch */
  make(plan: Plan): unknown;
  /** Whether something leads back to what it is in. */
  recurs(plan: Plan): boolean;
  /** What somebody wants at a place; undefined for nothing, and where it is not allowed. */
  givenAt(pointer: string): unknown;
}
