// Objects with too few, too many, or dependent properties.

import type { ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import { isReadOnly, type Other, type Varying } from './varying.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Maximum number of generated properties for `maxProperties`. */
const LARGEST = 100;

/** Objects at the bounds of `minProperties` and `maxProperties`, and without properties of `dependentRequired`. */
export function* otherSizes(demands: ValueConstraints, here: Properties, varying: Varying): Generator<Other> {
  const { size, required, dependents } = demands;
  const names = namesIn(demands, here);
  // A missing required property is another violation.
  const least = names.filter((name) => required.has(name)).length;
  if (size.low > least && size.low < names.length)
    yield { value: pick(here, names, size.low), what: 'at minProperties' };
  if (size.low > least && size.low > 0) {
    const what = size.low === 1 ? 'empty' : 'one less than minProperties';
    yield { value: pick(here, names, size.low - 1), what };
  }
  if (size.high <= LARGEST && size.high >= names.length) {
    const larger = enlarge(demands, here, size.high + 1, varying);
    if (larger) yield { value: larger, what: 'one more than maxProperties' };
  }
  for (const [name, others] of dependents) {
    const [part] = demands.properties.get(name) ?? [];
    const own = here[name] ?? (part && varying.sample(part));
    if (own === undefined) continue;
    for (const other of others.filter((one) => one !== name && !required.has(one))) {
      const rest = pick(here, names, Number.POSITIVE_INFINITY, [name, other]);
      yield { value: { ...withRoom(demands, rest), [name]: own }, what: `with ${name}, without ${other}` };
    }
  }
}

/** Removes properties until one more fits `maxProperties`: a case should have one violation only. */
export function withRoom(demands: ValueConstraints, here: Properties): Properties {
  return pick(here, namesIn(demands, here), Math.max(0, demands.size.high - 1));
}

/** The names of properties, required ones first. */
function namesIn({ required }: ValueConstraints, here: Properties): readonly string[] {
  return Object.keys(here).toSorted((one, other) => Number(required.has(other)) - Number(required.has(one)));
}

/** The first properties of an object. @param except - omitted ones */
function pick(here: Properties, names: readonly string[], count: number, except: readonly string[] = []): Properties {
  const chosen = names.filter((name) => !except.includes(name)).slice(0, count);
  return Object.fromEntries(chosen.map((name) => [name, here[name]]));
}

/** Adds declared properties, then undeclared ones if allowed. Undefined if there are not enough. */
function enlarge(
  { properties, allows, others }: ValueConstraints,
  here: Properties,
  count: number,
  varying: Varying,
): Properties | undefined {
  const whole: Record<string, unknown> = { ...here };
  const isFull = () => Object.keys(whole).length >= count;
  for (const [name, parts] of properties) {
    const [part] = parts;
    const value = Object.hasOwn(whole, name) || isReadOnly(parts, varying) ? undefined : part && varying.sample(part);
    if (value !== undefined && !isFull()) whole[name] = value;
  }
  const [part] = others;
  const value = part ? varying.sample(part) : 'text';
  for (let index = 1; !isFull() && index <= count && value !== undefined; index += 1) {
    const name = `property${index}`;
    if (allows.every((allowed) => allowed(name))) whole[name] = value;
  }
  return isFull() ? whole : undefined;
}
