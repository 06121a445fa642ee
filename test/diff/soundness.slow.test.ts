// Harmless changes: each value that is valid for the sender is valid for the receiver.

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesOf, schemaDocument } from '../support/comparing.ts';
import { runs } from '../support/runs.ts';
import { asSent, type Drawn, drawnValue, schemaPair } from '../support/schema-pairs.ts';

const numRuns = Number(process.env.SOUNDNESS_RUNS ?? runs(1000, 100));
const seed = process.env.SOUNDNESS_SEED === undefined ? 14 : Number(process.env.SOUNDNESS_SEED);

const formats = { date: /^\d{4}-\d\d-\d\d$/, email: /@/, password: true } as const;

function validator(schema: unknown): (value: unknown) => boolean {
  const validate = new Ajv2020({ strict: false, validateSchema: false, formats }).compile(schema as object);
  return (value) => validate(value) === true;
}

/** A sender sends only valid values, without undeclared properties. */
function sender(schema: Drawn): (value: unknown) => boolean {
  const [fits, isNamed] = [validator(schema), validator(asSent(schema))];
  return (value) => fits(value) && isNamed(value);
}

function isHarmless(old: Drawn, now: Drawn, side: 'request' | 'response'): boolean {
  const changes = changesOf(schemaDocument(old), schemaDocument(now));
  return changes.filter(({ rule }) => rule.startsWith(side)).every(({ clients }) => clients === 'harmless');
}

describe('after a harmless change', () => {
  test('requests that are valid by the old document are valid by the new one', () => {
    fc.assert(
      fc.property(schemaPair, fc.array(drawnValue, { minLength: 30, maxLength: 60 }), ([old, now], values) => {
        fc.pre(isHarmless(old, now, 'request'));
        const [sends, takes] = [sender(old), validator(now)];
        for (const value of values.filter(sends))
          expect({ value, isTaken: takes(value) }).toEqual({ value, isTaken: true });
      }),
      { numRuns, seed, maxSkipsPerRun: 1000 },
    );
  });

  test('responses that are valid by the new document are valid by the old one', () => {
    fc.assert(
      fc.property(schemaPair, fc.array(drawnValue, { minLength: 30, maxLength: 60 }), ([old, now], values) => {
        fc.pre(isHarmless(old, now, 'response'));
        const [sends, takes] = [sender(now), validator(old)];
        for (const value of values.filter(sends))
          expect({ value, isTaken: takes(value) }).toEqual({ value, isTaken: true });
      }),
      { numRuns, seed, maxSkipsPerRun: 1000 },
    );
  });
});
