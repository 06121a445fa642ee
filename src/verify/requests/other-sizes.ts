// Objects with too few, too many, or dependent properties.

import type { ValueConstraints } from '../../mock/samples/generate/value-constraints.ts';
import { isReadOnly, type OtherValue, type VariationContext } from './variation-context.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Maximum number of generated properties for `maxProperties`. */
const MAX_PROPERTIES = 100;

/** Objects at the bounds of `minProperties` and `maxProperties`, and without properties of `dependentRequired`. */
export function* generateOtherSizes(
  constraints: ValueConstraints,
  current: Properties,
  variationContext: VariationContext,
): Generator<OtherValue> {
  const { size, required, dependents } = constraints;
  const names = namesIn(constraints, current);
  // A missing required property is another violation.
  const least = names.filter((name) => required.has(name)).length;
  if (size.low > least && size.low < names.length)
    yield { value: pick(current, names, size.low), description: 'at minProperties' };
  if (size.low > least && size.low > 0) {
    const what = size.low === 1 ? 'empty' : 'one less than minProperties';
    yield { value: pick(current, names, size.low - 1), description: what };
  }
  if (size.high <= MAX_PROPERTIES && size.high >= names.length) {
    const larger = enlarge(constraints, current, size.high + 1, variationContext);
    if (larger) yield { value: larger, description: 'one more than maxProperties' };
  }
  for (const [name, others] of dependents) {
    const [part] = constraints.properties.get(name) ?? [];
    const own = current[name] ?? (part && variationContext.sample(part));
    if (own === undefined) continue;
    for (const other of others.filter((one) => one !== name && !required.has(one))) {
      const rest = pick(current, names, Number.POSITIVE_INFINITY, [name, other]);
      yield { value: { ...withRoom(constraints, rest), [name]: own }, description: `with ${name}, without ${other}` };
    }
  }
}

/** Removes properties until one more fits `maxProperties`: a case should have one violation only. */
export function withRoom(constraints: ValueConstraints, current: Properties): Properties {
  return pick(current, namesIn(constraints, current), Math.max(0, constraints.size.high - 1));
}

/** The names of properties, required ones first. */
function namesIn({ required }: ValueConstraints, current: Properties): readonly string[] {
  return Object.keys(current).toSorted((one, other) => Number(required.has(other)) - Number(required.has(one)));
}

/** The first properties of an object. @param except - omitted ones */
function pick(
  current: Properties,
  names: readonly string[],
  count: number,
  except: readonly string[] = [],
): Properties {
  const chosen = names.filter((name) => !except.includes(name)).slice(0, count);
  return Object.fromEntries(chosen.map((name) => [name, current[name]]));
}

/** Adds declared properties, then undeclared ones if allowed. Undefined if there are not enough. */
function enlarge(
  { properties, allows, others }: ValueConstraints,
  current: Properties,
  count: number,
  variationContext: VariationContext,
): Properties | undefined {
  const enlarged: Record<string, unknown> = { ...current };
  const isFull = () => Object.keys(enlarged).length >= count;
  for (const [name, parts] of properties) {
    const [part] = parts;
    const value =
      Object.hasOwn(enlarged, name) || isReadOnly(parts, variationContext)
        ? undefined
        : part && variationContext.sample(part);
    if (value !== undefined && !isFull()) enlarged[name] = value;
  }
  const [part] = others;
  const value = part ? variationContext.sample(part) : 'text';
  for (let index = 1; !isFull() && index <= count && value !== undefined; index += 1) {
    const name = `property${index}`;
    if (allows.every((allowed) => allowed(name))) enlarged[name] = value;
  }
  return isFull() ? enlarged : undefined;
}
