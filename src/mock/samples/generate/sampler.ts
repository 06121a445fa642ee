// Generates valid values: generate, validate, correct.

import type { Document } from '../../../openapi/document.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part } from '../../../openapi/references.ts';
import { createSchemaIndex } from '../../../openapi/schema/schema-index.ts';
import type { ValidationDirection } from '../../../openapi/schema/schema-validators.ts';
import { failure, type Result, type Success, success } from '../../../schema/result.ts';
import { UsageError } from '../../../schema/usage-error.ts';
import { Corrections } from './corrections.ts';
import { loadVocabulary } from './faker.ts';
import { Profile, type ProfileSource } from './profile.ts';
import type { Random } from './seeded-random.ts';
import { townsOf } from './towns.ts';
import type { SchemaSummary } from './value-generator.ts';
import { ValueMaker } from './value-maker.ts';

/** The default present of samples: constant, so that samples are. */
export const REFERENCE_TIME = new Date('2026-01-01T12:00:00Z');

export interface SamplerSettings {
  /** The language of names and words, as faker names its locales, such as `de` or `pt_BR`. Default `en`. */
  readonly locale?: string | undefined;
  /** Times precede this one, except future ones. Default: `REFERENCE_TIME`. */
  readonly reference?: Date;
}

/** Further information about a value. */
export interface Hints {
  /** A request has no read-only properties, and a response no write-only ones. Default `response`. */
  readonly direction?: ValidationDirection;
  /** The name of a value whose schema has none, such as `pet`. Default: none. */
  readonly name?: string;
  /** The index among several values, from 0: the first uses examples and defaults, the others do not. Default 0. */
  readonly index?: number;
  /** The alternative to choose where schemas have several, from 0; beyond the last, from the first again. Default: random. */
  readonly branch?: number | undefined;
  /** Whether names and keys are texts such as `blue-river`, where the schema allows that. Default false. */
  readonly hasPlainNames?: boolean;
  /** The present, for an object that is made just now. Default: an older one, at the sampler's time. */
  readonly now?: Date | undefined;
  /**
   * The requested value of a JSON Pointer into the sample, used if the schema allows it; undefined for none. Default:
   * none.
   */
  given?(pointer: string): unknown;
}

export interface Sampler {
  /**
   * A valid value, the same for the same draw on any machine. It takes bounded time: a schema that requires more than
   * 10,000 values has none.
   *
   * @param schema - with its pointer in the document; may be a reference
   */
  sample(schema: Part<Schema>, draw: Random, hints?: Hints): Result<unknown>;
}

/** Why there is no sample. */
interface SampleFailure {
  readonly text: string;
  /** Whether every sample would be too large. */
  readonly isImpossible: boolean;
}

/** Maximum number of corrections. In a large value, each validation may report one error only. */
const ROUNDS = 40;
/** Failures without any success after which no more attempts are made: each takes as long as many successful ones. */
const IN_VAIN = 3;
/** How many values a sample has about, where the schema leaves that open. */
const ROOM = 400;

/**
 * A sampler for the schemas of a document. The words of the language are loaded now.
 *
 * @example
 * const sampler = await createSampler(document);
 * const { value, reason } = sampler.sample(operation.responseSchema(200), createDraw('seed', 'getPet 42'));
 * @throws UsageError if there is no such locale
 */
export async function createSampler(
  document: Pick<Document, 'references' | 'source' | 'validate'>,
  { locale = 'en', reference = REFERENCE_TIME }: SamplerSettings = {},
): Promise<Sampler> {
  const { references, source } = document;
  const places = createSchemaIndex(references, source.bundled.openapi);
  const responsePersonas: ProfileSource = {
    vocabulary: await loadVocabulary(locale),
    towns: townsOf(locale),
    reference,
  };
  const requestPersonas: ProfileSource = { ...responsePersonas, isRequest: true };
  const summaries = new Map<string, SchemaSummary>();
  /** Failures by direction and pointer; deleted by a success. */
  const inVain = new Map<string, { readonly times: number; readonly reason: string }>();
  return {
    sample(schema, draw, hints = {}) {
      const key = `${hints.direction ?? 'response'} ${schema.pointer}`;
      const before = inVain.get(key) ?? { times: 0, reason: '' };
      if (before.times >= IN_VAIN) return failure(before.reason);
      const made = sampleOf(schema, draw, hints);
      if (made.ok) {
        inVain.set(key, { times: Number.NEGATIVE_INFINITY, reason: '' });
        return made;
      }
      const { text, isImpossible } = made.reason;
      inVain.set(key, { times: before.times + (isImpossible ? IN_VAIN : 1), reason: text });
      return failure(text);
    },
  };

  function sampleOf(
    schema: Part<Schema>,
    draw: Random,
    {
      direction = 'response',
      name = '',
      index = 0,
      branch,
      hasPlainNames = false,
      now,
      given = () => undefined,
    }: Hints,
  ): Result<unknown, SampleFailure> {
    const corrections = new Corrections();
    const usual = direction === 'request' ? requestPersonas : responsePersonas;
    const personas = now ? { ...usual, reference: now, isNew: true } : usual;
    let reason: string | undefined;
    let isTooMuch = false;
    for (let round = 0; round < ROUNDS; round += 1) {
      const maker = new ValueMaker({
        summaries,
        places,
        personas,
        direction,
        draw,
        corrections,
        branch,
        hasPlainNames,
        given,
      });
      const room = round < ROUNDS - 2 && !isTooMuch ? ROOM : 0;
      try {
        const value = made(maker, schema, { name, index, room });
        const findings = document.validate(schema, value, direction);
        const [first] = findings;
        if (!first) return success(value);
        reason ??= `${first.pointer || 'the value'} ${first.message}`;
        corrections.learn(findings, maker);
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        reason ??= error.message;
        // Another attempt with required properties only.
        if (isTooMuch)
          return allowedExample(schema, direction) ?? failure({ text: reason, isImpossible: !maker.hasChosen });
        isTooMuch = true;
      }
    }
    return (
      allowedExample(schema, direction) ??
      failure({ text: reason ?? 'no value could be generated', isImpossible: false })
    );
  }

  /** A valid example of the schema. */
  function allowedExample(schema: Part<Schema>, direction: ValidationDirection): Success<unknown> | undefined {
    const { example, examples: others } = schema.value as { readonly example?: unknown; readonly examples?: unknown };
    for (const value of [example, ...[others].flat()]) {
      if (value !== undefined && document.validate(schema, value, direction).length === 0) return success(value);
    }
    return undefined;
  }

  function made(
    maker: ValueMaker,
    schema: Part<Schema>,
    { name, index, room }: { readonly name: string; readonly index: number; readonly room: number },
  ): unknown {
    const { draw, personas } = maker.making;
    const persona = new Profile(draw.fork('scope'), personas);
    const named = { name, holder: '' };
    const spot = maker.spot('', { named, persona, depth: 0, around: new Set(), room, index, example: undefined });
    return maker.make(maker.plan([schema], spot));
  }
}
