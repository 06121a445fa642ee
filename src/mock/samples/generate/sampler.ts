// Believable values that a schema allows: made, held against the schema, and made otherwise where they are wrong.

import type { Document } from '../../../openapi/document.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part } from '../../../openapi/references.ts';
import { createSchemaPlaces } from '../../../openapi/schema/schema-places.ts';
import type { Direction } from '../../../openapi/schema/schemas.ts';
import { Corrections } from './corrections.ts';
import type { Draw } from './draw.ts';
import { loadVocabulary } from './faker.ts';
import { ValueMaker } from './make.ts';
import type { SchemaSummary } from './maker.ts';
import { Persona, type PersonaSource } from './persona.ts';
import { TooMuch } from './spot.ts';
import { townsOf } from './towns.ts';

/** The present of samples, unless somebody names another one: always the same, so that samples are. */
export const REFERENCE_TIME = new Date('2026-01-01T12:00:00Z');

export interface SamplerSettings {
  /** The language of names and words, as faker names its locales, such as `de` or `pt_BR`. Default `en`. */
  readonly locale?: string | undefined;
  /** Times lie before this one, but for those that are to come. Default: `REFERENCE_TIME`. */
  readonly reference?: Date;
}

/** What is known of a value beside its schema. */
export interface Hints {
  /** Where the value goes to: a request has no read-only properties, and a response no write-only ones. Default `response`. */
  readonly direction?: Direction;
  /** What it is called where its schema has no telling name, such as `pet`. Default: nothing. */
  readonly name?: string;
  /** Which one of several of its kind it is, from 0: the first is as the document has it in examples and defaults, the others are not. Default 0. */
  readonly index?: number;
  /** The value that is wanted at a place (a JSON pointer into the sample), as far as the schema allows it there; undefined for none. Default: none. */
  given?(pointer: string): unknown;
}

/** A sample, or why there is none. */
export type Sample =
  | { readonly value: unknown; readonly reason?: undefined }
  | {
      readonly value?: undefined;
      readonly reason: string;
      /** Whether every sample would be too large. Default false. */
      readonly isImpossible?: boolean;
    };

export interface Sampler {
  /**
   * A value that the schema allows; the same one for the same draw, on any machine. It takes bounded time: of a schema that asks for more than 10,000 values there is none.
   *
   * @param schema - where it stands in the document, be it a reference
   */
  sample(schema: Part<Schema>, draw: Draw, hints?: Hints): Sample;
}

/** How often a value is made otherwise. In a large one, each time only one mistake may be told. */
const ROUNDS = 40;
/** After so many samples in vain, and none that could be made, no more are tried: each takes as long as many that can be made. */
const IN_VAIN = 3;
/** How many values a sample has about, where the schema leaves that open. */
const ROOM = 400;

/**
 * A sampler for the schemas of a document. The words of the language are loaded now.
 *
 * @example
 * const sampler = await createSampler(document);
 * const { value, reason } = sampler.sample(operation.responseSchema(200), createDraw('seed', 'getPet 42'));
 * @throws Problems if there is no such locale
 */
export async function createSampler(
  document: Pick<Document, 'references' | 'source' | 'check'>,
  { locale = 'en', reference = REFERENCE_TIME }: SamplerSettings = {},
): Promise<Sampler> {
  const { references, source } = document;
  const places = createSchemaPlaces(references, source.bundled.openapi);
  const personas: PersonaSource = { vocabulary: await loadVocabulary(locale), towns: townsOf(locale), reference };
  const summaries = new Map<string, SchemaSummary>();
  /** By direction and place, how often a sample was made in vain; of what one could be made of, never. */
  const inVain = new Map<string, { readonly times: number; readonly reason: string }>();
  return {
    sample(schema, draw, hints = {}) {
      const key = `${hints.direction ?? 'response'} ${schema.pointer}`;
      const before = inVain.get(key) ?? { times: 0, reason: '' };
      if (before.times >= IN_VAIN) return { reason: before.reason };
      const made = sampleOf(schema, draw, hints);
      const isNews = made.reason === undefined || before.times !== Number.NEGATIVE_INFINITY;
      const more = made.reason !== undefined && made.isImpossible ? IN_VAIN : 1;
      const times = made.reason === undefined ? Number.NEGATIVE_INFINITY : before.times + more;
      if (isNews) inVain.set(key, { times, reason: made.reason ?? '' });
      return made;
    },
  };

  function sampleOf(
    schema: Part<Schema>,
    draw: Draw,
    { direction = 'response', name = '', index = 0, given = () => undefined }: Hints,
  ): Sample {
    const corrections = new Corrections();
    let reason: string | undefined;
    let isTooMuch = false;
    for (let round = 0; round < ROUNDS; round += 1) {
      const maker = new ValueMaker({ summaries, places, personas, direction, draw, corrections, given });
      const room = round < ROUNDS - 2 && !isTooMuch ? ROOM : 0;
      try {
        const value = made(maker, schema, { name, index, room });
        const findings = document.check(schema, value, direction);
        const [first] = findings;
        if (!first) return { value };
        reason ??= `${first.pointer || 'the value'} ${first.message}`;
        corrections.learn(findings, maker);
      } catch (error) {
        if (!(error instanceof TooMuch)) throw error;
        reason ??= 'requires too many values';
        // Once more with nothing but what must be there.
        if (isTooMuch) return allowedExample(schema, direction) ?? { reason, isImpossible: !maker.hasChosen };
        isTooMuch = true;
      }
    }
    return allowedExample(schema, direction) ?? { reason: reason ?? 'no value could be generated' };
  }

  /** A valid example of the schema. */
  function allowedExample(schema: Part<Schema>, direction: Direction): Sample | undefined {
    const { example, examples: others } = schema.value as { readonly example?: unknown; readonly examples?: unknown };
    for (const value of [example, ...[others].flat()]) {
      if (value !== undefined && document.check(schema, value, direction).length === 0) return { value };
    }
    return undefined;
  }

  function made(
    maker: ValueMaker,
    schema: Part<Schema>,
    { name, index, room }: { readonly name: string; readonly index: number; readonly room: number },
  ): unknown {
    const { draw } = maker.making;
    const persona = new Persona(draw.fork('scope'), personas);
    const named = { name, holder: '' };
    const spot = maker.spot('', { named, persona, depth: 0, around: new Set(), room, index, told: undefined });
    return maker.make(maker.plan([schema], spot));
  }
}
