// Records made by the schema of a fixture, as a template wants them.

import { createHash } from 'node:crypto';
import { ApiError } from '../engine/failure.ts';
import type { MakeOrder } from '../engine/record-form.ts';
import { createDocument, type Document } from '../openapi/document.ts';
import { isRecord } from '../openapi/is-record.ts';
import type { Schema } from '../openapi/objects.ts';
import { child, stepsOf, valueAt } from '../openapi/pointer.ts';
import { openDocument } from '../openapi/read/open-document.ts';
import type { Part } from '../openapi/references.ts';
import { createDraw } from '../sample/draw.ts';
import { createSampler, type Sampler } from '../sample/sampler.ts';
import { anyId, filled, inTurns, overlaid, wantedAt } from '../sample/templates.ts';
import { once } from '../schema/once.ts';
import type { Identified } from '../store/record.ts';
import { ANY, type ReferencePlace, referencePlaces } from './reference-places.ts';

/** How often a record is made otherwise where the template does not fit it: it may choose among several forms. */
const MOST_TRIES = 12;

/** Makes records that an order asks for. They are not held against the schema yet. */
export type MakeRecords = (order: MakeOrder) => Promise<readonly Identified[]>;

/** @param schema - of all collections (JSON Schema draft 7); undefined where nothing is said of them */
export function createMakeRecords(schema: object | undefined): MakeRecords {
  const open = once(() => openSchema(schema ?? {}));
  const places = once(() => referencePlaces(schema ?? {}));
  return async (order) => {
    const { collection, count, template, state, coming, signal } = order;
    if (!isRecord(template)) throw new ApiError('invalid_argument', 'template must be an object');
    const maker = { ...(await open()), places: places().filter((place) => place.collection === collection) };
    const before = state.table(collection).size + (coming.get(collection)?.length ?? 0);
    return inTurns(count, signal, (n) => makeRecord(maker, order, filled(template, n), before + n));
  };
}

interface Opened {
  readonly document: Document;
  readonly sampler: Sampler;
}

/** A schema as one of a document of which nothing else is there. */
async function openSchema(schema: object): Promise<Opened> {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  // With an id of its own, what it refers to is looked for in it.
  const Records = { $id: 'urn:understudy:records', ...schema, $schema };
  const info = { title: 'Records', version: '1' };
  const text = JSON.stringify({ openapi: '3.1.0', info, paths: {}, components: { schemas: { Records } } });
  const name = createHash('sha256').update(text).digest('hex');
  const document = createDocument(await openDocument(`/${name}.json`, { given: Buffer.from(text) }));
  return { document, sampler: await createSampler(document) };
}

interface Maker extends Opened {
  /** Where the records refer to others. */
  readonly places: readonly ReferencePlace[];
}

/** @param number - the how manieth of its collection it is */
function makeRecord(maker: Maker, order: MakeOrder, template: unknown, number: number): Identified {
  const { document, sampler, places } = maker;
  const { collection, seed } = order;
  const pointer = child('/components/schemas/Records/properties', collection, 'items');
  const value = valueAt(document.source.bundled, pointer);
  const id = wantedAt(template, '/id') ?? order.newId();
  if (!isRecord(value)) return overlaid({ id }, template) as Identified;
  const part = { value, pointer } as Part<Schema>;
  let reason = '';
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const draw = createDraw(seed, `${collection} ${number} ${tried}`);
    const given = (at: string) => {
      if (at === '/id') return id;
      const place = places.find(({ steps }) => steps && isAt(stepsOf(at), steps));
      return wantedAt(template, at) ?? (place && anyId(order, place.to, draw.fork(at)));
    };
    const sample = sampler.sample(part, draw, { index: number, name: collection, given });
    const made = overlaid(withoutDangling(sample.value, maker, part, order), template);
    const record = isRecord(made) ? { id, ...made } : { id };
    const [finding] = document.check(part, record, 'response');
    if (!finding) return record as Identified;
    reason = sample.reason ?? `${finding.pointer || 'the record'} ${finding.message}`;
  }
  throw new ApiError('invalid_argument', `no record can be made like the template: ${reason}`);
}

function isAt(steps: readonly string[], place: NonNullable<ReferencePlace['steps']>): boolean {
  return steps.length === place.length && place.every((step, index) => step === ANY || step === steps[index]);
}

/** A sample without properties that would refer to something of which there is nothing, where they need not be there. */
function withoutDangling(sample: unknown, { document, places }: Maker, part: Part<Schema>, order: MakeOrder): unknown {
  if (!isRecord(sample)) return sample;
  let left: Readonly<Record<string, unknown>> = sample;
  for (const { to, steps = [] } of places) {
    const [name] = steps;
    if (typeof name !== 'string' || !Object.hasOwn(left, name)) continue;
    if (anyId(order, to, createDraw('', '')) !== undefined) continue;
    const others = Object.fromEntries(Object.entries(left).filter(([other]) => other !== name));
    if (document.check(part, others, 'response').length === 0) left = others;
  }
  return left;
}
