// The interface between the generators of lists, objects and values.

import type { Part } from '../../../openapi/references.ts';
import type { SchemaIndex } from '../../../openapi/schema/schema-index.ts';
import type { ValidationDirection } from '../../../openapi/schema/schema-validators.ts';
import type { CollectedSchemas } from './collect-schemas.ts';
import type { Corrections } from './corrections.ts';
import type { GenerationSpot } from './generation-spot.ts';
import type { ProfileSource } from './profile.ts';
import type { Random } from './seeded-random.ts';
import type { ValueConstraints } from './value-constraints.ts';

/** All schemas of one value, and the constraints that they add up to. */
export interface SchemaSummary {
  readonly gathered: CollectedSchemas;
  readonly demands: ValueConstraints;
}

/** The context of a generation. */
export interface GenerationContext {
  /** Cache for schemas without alternatives, by their JSON pointers. */
  readonly summaries: Map<string, SchemaSummary>;
  readonly places: SchemaIndex;
  readonly personas: ProfileSource;
  readonly direction: ValidationDirection;
  readonly draw: Random;
  readonly corrections: Corrections;
  /** The alternative to choose, from 0. Default: random. */
  readonly branch?: number | undefined;
  /** Whether names and keys are texts such as `blue-river`. */
  readonly hasPlainNames: boolean;
  /** The requested value of a pointer, if it is allowed there; undefined if there is none. */
  given(pointer: string): unknown;
}

/** The analysed schemas of a value. */
export interface Plan extends SchemaSummary {
  readonly spot: GenerationSpot;
}

export interface ValueGenerator {
  readonly making: GenerationContext;
  /** Completes a spot for a pointer. */
  spot(pointer: string, spot: Omit<GenerationSpot, 'pointer' | 'draw' | 'level'>): GenerationSpot;
  plan(parts: readonly Part[], spot: GenerationSpot): Plan;
  /** @throws UsageError if it requires too many values */
  make(plan: Plan): unknown;
  /** Whether a value contains its own type. */
  recurs(plan: Plan): boolean;
  /** The requested value of a pointer; undefined if there is none, or it is not allowed. */
  givenAt(pointer: string): unknown;
}
