// Generates lists of distinct items.

import { singular } from '../../../openapi/singular.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { type GenerationSpot, MAX_SAMPLE_DEPTH, MAX_SAMPLE_VALUES } from './generation-spot.ts';
import { Profile } from './profile.ts';
import { textKind } from './property-meaning.ts';
import type { ValueConstraints } from './value-constraints.ts';
import type { ValueGenerator } from './value-generator.ts';

/** How many items a list has that is the whole value or nearly so, and one further in. */
const [MANY, FEW] = [3, 2];
/** How often another item is made where two are alike. */
const [TRIES, FEW_TRIES] = [20, 3];

/** @throws UsageError if it requires too many values */
export function makeList(demands: ValueConstraints, spot: GenerationSpot, maker: ValueGenerator): unknown[] {
  const { contained, first, item, items, isUnique } = demands;
  const required = contained.flatMap(({ part, least }) =>
    Array.from({ length: Math.min(least, MAX_SAMPLE_VALUES + 1) }, () => part),
  );
  const low = Math.max(0, items.low, required.length);
  const wanted = wantedLength(demands, spot, maker);
  const length = Math.max(low, Math.min(wanted, items.high));
  const list: unknown[] = [];
  const seen = new Set<string>();
  const example = Array.isArray(spot.example) ? spot.example : [];
  for (let index = 0; index < length; index += 1) {
    const held = required[index - first.length];
    const parts = [...(first[index] ?? item), ...(held ? [held] : [])];
    for (let time = 0; time < (isUnique ? TRIES : FEW_TRIES); time += 1) {
      const key = time === 0 ? `${index}` : `${index}.${time}`;
      const value = makeItem(
        parts,
        {
          spot,
          index,
          key,
          room: spot.room / length,
          example: example[index] ?? example[0],
          description: demands.description,
        },
        maker,
      );
      const text = isUnique ? canonical(value) : stringifyJson(value);
      // The same one twice is only there where it must be.
      const isLast = time === FEW_TRIES - 1;
      const isDue = !isUnique && (list.length < low || index < first.length) && (isLast || isRecord(value));
      if (seen.has(text) && !isDue) continue;
      seen.add(text);
      list.push(value);
      break;
    }
  }
  return list;
}

/** Descriptions of lists of e-mail addresses. */
const IS_EMAIL = /\be-?mail ?address(es)?\b|\be-?mails\b/i;

interface ItemSpot {
  readonly description: string;
  readonly spot: GenerationSpot;
  readonly index: number;
  /** Another one for each try. */
  readonly key: string;
  readonly room: number;
  readonly example: unknown;
}

function makeItem(
  parts: Parameters<ValueGenerator['plan']>[0],
  { spot, index, key, room, example, description }: ItemSpot,
  maker: ValueGenerator,
): unknown {
  const { named, depth } = spot;
  const namesEmail = IS_EMAIL.test(description) && textKind({ ...named, name: singular(named.name) }) !== 'email';
  // Corrections are about places in the list, draws about tries.
  const inner = maker.spot(childPointer(spot.pointer, index), {
    ...spot,
    named: { name: namesEmail ? 'email' : singular(named.name), holder: named.holder },
    depth: depth + 1,
    index: spot.index + index,
    room,
    example,
  });
  const draw = key === `${index}` ? inner.draw : inner.draw.fork(key);
  const persona = new Profile(draw.fork('scope'), maker.making.personas);
  return maker.make(
    maker.plan(parts, { ...inner, draw, persona, ...(key !== `${index}` && { index: inner.index + 1 }) }),
  );
}

function wantedLength(demands: ValueConstraints, spot: GenerationSpot, maker: ValueGenerator): number {
  const { depth, room, level } = spot;
  if (depth >= MAX_SAMPLE_DEPTH || room < 1) return 0;
  const isNothing = demands.item.length === 0 && demands.first.length === 0;
  const plan = maker.plan(demands.item, spot);
  if (isNothing && level === 0) return 0;
  const isRecursive = [...plan.gathered.schemas.keys()].some((pointer) => spot.around.has(pointer));
  if (isRecursive) return 0;
  return Math.max(demands.first.length, depth <= 1 ? MANY : FEW);
}

/** Equal for equal values, in any order of properties. */
function canonical(value: unknown): string {
  return stringifyJson(value, (_, inner) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
