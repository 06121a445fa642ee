// Generates objects: required properties, most optional ones, consistent values.

import type { Part } from '../../../openapi/references.ts';
import { samplePattern } from '../../../openapi/schema/sample-pattern.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { type GenerationSpot, MAX_SAMPLE_DEPTH, tooManyValues } from './generation-spot.ts';
import { Profile } from './profile.ts';
import { isPartyName, isSeldom, textKind } from './property-meaning.ts';
import { propertyWords } from './property-words.ts';
import type { ValueConstraints } from './value-constraints.ts';
import type { Plan, ValueGenerator } from './value-generator.ts';

/** Number of generated names in an object with free names. */
const FREE = 2;
/** Maximum number of required names. */
const MOST_NAMES = 1000;

/** @throws UsageError if it requires too many values */
export function makeObject(demands: ValueConstraints, spot: GenerationSpot, maker: ValueGenerator): object {
  if (demands.size.low > MOST_NAMES) throw tooManyValues();
  if (spot.depth > MAX_SAMPLE_DEPTH) return {};
  const persona = personaOf(spot, maker);
  const example = isRecord(spot.example)
    ? spot.example
    : spot.index === 0
      ? demands.examples.find(isRecord)
      : undefined;
  const made = membersOf(demands, { ...spot, persona, example }, maker);
  const big = [...made.values()].filter(isBig).length;
  const room = (spot.room - made.size) / Math.max(1, big);
  const wanted = maker.making.corrections.wantedIn(spot.pointer);
  for (const [name, plan] of made) {
    if (room < 1 && isBig(plan) && !isDue(name, demands, plan, maker) && !wanted.has(name)) made.delete(name);
  }
  const values = new Map<string, unknown>();
  // Lists first: other properties may count them. Media types before names of files.
  const rank = (plan: Plan) => (isList(plan) ? 0 : isMediaType(plan) ? 1 : 2);
  const order = [...made].sort(([, a], [, b]) => rank(a) - rank(b));
  for (const [name, plan] of order) {
    const value = maker.make({ ...plan, spot: { ...plan.spot, room } });
    values.set(name, value);
    if (isMediaType(plan) && typeof value === 'string') persona.mediaType = value;
    const lists = [...values.values()].filter(
      (value): value is unknown[] => Array.isArray(value) && isRecord(value[0]),
    );
    if (isList(plan)) persona.listed = lists.length === 1 ? lists[0]?.length : undefined;
  }
  return Object.fromEntries([...made.keys()].map((name) => [name, values.get(name)]));
}

/** Persons and places have their own profile; so has each item of a list. */
function personaOf({ named, persona, draw, pointer }: GenerationSpot, maker: ValueGenerator): Profile {
  const isItem = /\/\d+$/.test(pointer);
  return pointer !== '' && !isItem && isPartyName(named.name)
    ? new Profile(draw.fork('scope'), maker.making.personas)
    : persona;
}

/** The members that it is to have. */
function membersOf(demands: ValueConstraints, spot: GenerationSpot, maker: ValueGenerator): Map<string, Plan> {
  const { corrections, direction } = maker.making;
  const plans = new Map<string, Plan>();
  const planned = (name: string): Plan => {
    const known = plans.get(name);
    if (known) return known;
    const example = isRecord(spot.example) && Object.hasOwn(spot.example, name) ? spot.example[name] : undefined;
    const named = { name, holder: spot.named.holder };
    const inner = maker.spot(childPointer(spot.pointer, name), { ...spot, named, depth: spot.depth + 1, example });
    const plan = maker.plan(demands.properties.get(name) ?? partsOf(name, demands), inner);
    plans.set(name, plan);
    return plan;
  };
  const mayBe = (name: string): boolean => {
    const { demands: inner, spot: at } = planned(name);
    const isHidden = direction === 'request' ? inner.readOnly : inner.writeOnly;
    return !isHidden && (demands.required.has(name) || !corrections.isUnwanted(at.pointer));
  };

  const described = [...demands.properties].filter(([, parts]) => parts.every(({ value }) => value !== false));
  const wanted = corrections.wantedIn(spot.pointer);
  const names = new Set([...described.map(([name]) => name), ...demands.required, ...wanted]);
  const chosen = new Set<string>();
  const spare = new Set<string>();
  for (const name of names) {
    if (!mayBe(name)) continue;
    const plan = planned(name);
    const isAllowed = demands.allows.every((allows) => allows(name));
    if (isDue(name, demands, plan, maker) || wanted.has(name)) chosen.add(name);
    else if (isAllowed) (isFilled(plan, spot, maker) ? chosen : spare).add(name);
  }
  const isFree = demands.properties.size === 0 && (demands.others.length > 0 || demands.byPattern.length > 0);
  const least = Math.max(demands.size.low, isFree && spot.room >= 1 ? FREE : 0);
  for (const name of spare) if (chosen.size < demands.size.low && planned(name).spot.level === 0) chosen.add(name);
  for (let time = 0; chosen.size < Math.min(least, demands.size.high, MOST_NAMES) && time < 2 * least + 10; time += 1) {
    const name = freeName(demands, spot, maker, time);
    if (name !== undefined && mayBe(name)) chosen.add(name);
  }
  // The set grows while it is walked.
  for (const name of chosen)
    for (const other of demands.dependents.get(name) ?? []) if (mayBe(other)) chosen.add(other);
  const over = chosen.size - demands.size.high;
  if (over > 0)
    for (const name of [...chosen].filter((one) => !demands.required.has(one)).slice(-over)) chosen.delete(name);
  return new Map([...chosen].map((name) => [name, planned(name)]));
}

/** A name for a property that is not named in the document. */
function freeName(
  demands: ValueConstraints,
  spot: GenerationSpot,
  maker: ValueGenerator,
  time: number,
): string | undefined {
  const draw = spot.draw.fork(`name ${time}`);
  const [pattern] =
    demands.others.length > 0 ? [] : (demands.byPattern[time % Math.max(1, demands.byPattern.length)] ?? []);
  if (pattern !== undefined) return samplePattern(pattern, 1, (choices) => draw.between(0, choices - 1));
  const named = { name: `${spot.named.name} key`, holder: '' };
  const inner = { ...spot, draw, named, example: undefined, index: spot.index + time, room: 0 };
  const known = NAMES.find(([of]) => of.test(propertyWords(spot.named.name)))?.[1];
  if (demands.named.length === 0 && known) return known[time % known.length];
  const name = maker.make(maker.plan([{ value: { type: 'string' }, pointer: '' }, ...demands.named], inner));
  return typeof name === 'string' ? name : undefined;
}

/** Names of additional properties, by the description of the object. */
const NAMES: readonly (readonly [of: RegExp, names: readonly string[]])[] = [
  [/\b(rates|prices|currency|currencies|balances|amounts)$/, ['EUR', 'USD', 'GBP']],
  [/\b(translations?|locali[sz]ations?|i 18 n|locales|languages)$/, ['en', 'de', 'fr']],
];

/** Whether a property is required, or was given. */
function isDue(
  name: string,
  { required }: ValueConstraints,
  { spot: { pointer } }: Plan,
  maker: ValueGenerator,
): boolean {
  return required.has(name) || maker.givenAt(pointer) !== undefined;
}

/** Whether an optional property is generated. */
function isFilled(plan: Plan, { room, depth }: GenerationSpot, maker: ValueGenerator): boolean {
  const { demands, spot } = plan;
  if (room < 1 || depth >= MAX_SAMPLE_DEPTH || demands.deprecated || isSeldom(spot.named)) return false;
  // A list of its own type is empty.
  return isList(plan) || !maker.recurs(plan);
}

function isBig({ demands }: Plan): boolean {
  return (
    demands.properties.size > 0 || demands.item.length > 0 || demands.others.length > 0 || demands.first.length > 0
  );
}

function isMediaType({ spot: { named } }: Plan): boolean {
  return textKind(named) === 'mime type';
}

function isList({ demands }: Plan): boolean {
  return demands.types?.has('array') ?? demands.item.length > 0;
}

/** The schemas of an unnamed property. */
function partsOf(name: string, { byPattern, others }: ValueConstraints): readonly Part[] {
  const parts = byPattern.filter(([pattern]) => createPattern(pattern).test(name)).map(([, part]) => part);
  return parts.length > 0 ? parts : others;
}
