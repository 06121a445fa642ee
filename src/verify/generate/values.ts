// Generates values from a schema. Contradictory schemas are not solved; validation decides.

import { type CollectedSchemas, collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import {
  mergeConstraints,
  type TypeName,
  type ValueConstraints,
} from '../../mock/samples/generate/value-constraints.ts';
import { isRecord } from '../../openapi/is-record.ts';
import type { Part } from '../../openapi/references.ts';
import { isReadOnly, type Varying } from '../requests/varying.ts';
import { type Arbitrary, fc } from './fast-check.ts';
import { decimals, wholeNumbers } from './numbers.ts';
import { anything, oddNames, texts } from './texts.ts';

/** Maximum depth, and numbers of optional properties, of branches of a choice, and of items. */
const MOST_LEVELS = 5;
const MOST_PROPERTIES = 30;
const MOST_BRANCHES = 8;
const MOST_ITEMS = 6;

/** Values of merged schemas. @param here - the value in the baseline request, the target of minimisation */
export function valuesOf(parts: readonly Part[], here: unknown, varying: Varying, level = 0): Arbitrary<unknown> {
  const drawn = fc.oneof(
    ...variantsOf(parts, varying).map((demands) => valuesBy(demands, parts, here, varying, level)),
  );
  if (here === undefined) return drawn;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant(here) },
    { weight: 2, arbitrary: drawn },
  );
}

/** The merged schemas of each of the first branches of choices. */
function variantsOf(parts: readonly Part[], { places }: Varying): readonly ValueConstraints[] {
  let most = 1;
  const gatherBranch = (index: number): CollectedSchemas =>
    collectSchemas(parts, places, (alternatives) => {
      most = Math.max(most, alternatives.length);
      return index % alternatives.length;
    });
  const variants = [mergeConstraints(gatherBranch(0))];
  for (let index = 1; index < Math.min(most, MOST_BRANCHES); index += 1)
    variants.push(mergeConstraints(gatherBranch(index)));
  return variants;
}

function valuesBy(
  demands: ValueConstraints,
  parts: readonly Part[],
  here: unknown,
  varying: Varying,
  level: number,
): Arbitrary<unknown> {
  if (demands.values) return fc.constantFrom(...demands.values);
  const types = demands.types ? [...demands.types] : typesMeantBy(demands);
  if (types.length === 0) return anything();
  return fc.oneof(...types.map((type) => valuesOfType(type, demands, parts, here, varying, level)));
}

/** Without a type, keywords of objects and lists imply it. */
function typesMeantBy({ properties, required, item, first }: ValueConstraints): readonly TypeName[] {
  if (properties.size + required.size > 0) return ['object'];
  return item.length + first.length > 0 ? ['array'] : [];
}

function valuesOfType(
  type: TypeName,
  demands: ValueConstraints,
  parts: readonly Part[],
  here: unknown,
  varying: Varying,
  level: number,
): Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return wholeNumbers(demands);
  if (type === 'number') return decimals(demands);
  if (type === 'string') return textsBy(demands, parts, varying);
  if (level >= MOST_LEVELS) return samplesOf(parts, varying);
  return type === 'array' ? listsBy(demands, here, varying, level) : objectsBy(demands, here, varying, level);
}

/** Sample values, which support formats. */
function samplesOf([part]: readonly Part[], { sample }: Varying): Arbitrary<unknown> {
  return fc.nat({ max: 50 }).map((number) => part && sample(part, `drawn ${number}`));
}

function textsBy(
  { patterns, format, length }: ValueConstraints,
  parts: readonly Part[],
  varying: Varying,
): Arbitrary<unknown> {
  const [pattern] = patterns;
  if (pattern !== undefined) {
    const most = Number.isFinite(length.high) ? { maxLength: length.high } : {};
    try {
      return fc.oneof(samplesOf(parts, varying), fc.stringMatching(new RegExp(pattern, 'u'), most));
    } catch {
      // Not every pattern can be generated.
      return samplesOf(parts, varying);
    }
  }
  if (format !== undefined && format !== 'password') return samplesOf(parts, varying);
  return texts(length.low, length.high);
}

function listsBy(
  { item, first, items, isUnique }: ValueConstraints,
  here: unknown,
  varying: Varying,
  level: number,
): Arbitrary<unknown> {
  const known: readonly unknown[] = Array.isArray(here) ? here : [];
  const least = Math.max(0, items.low - first.length);
  const most = Math.max(least, Math.min(items.high - first.length, least + MOST_ITEMS));
  if (least > 200) return fc.constant(here);
  const rest = valuesOf(item, known[first.length], varying, level + 1);
  const bounds = { minLength: least, maxLength: most };
  const others = isUnique
    ? fc.uniqueArray(rest, { ...bounds, selector: (one) => JSON.stringify(one) })
    : fc.array(rest, bounds);
  const begins = first.map((parts, index) => valuesOf(parts, known[index], varying, level + 1));
  return fc.tuple(fc.tuple(...begins), others).map(([begun, more]) => [...begun, ...more]);
}

/** Placeholder for an absent property. */
const ABSENT = Symbol('absent');

function objectsBy(demands: ValueConstraints, here: unknown, varying: Varying, level: number): Arbitrary<unknown> {
  const known = isRecord(here) ? here : {};
  const { properties, required, others } = demands;
  const described = [...properties].filter(([, parts]) => !isReadOnly(parts, varying));
  const needed = described.filter(([name]) => required.has(name) || Object.hasOwn(known, name));
  const free = described.filter(([name]) => !required.has(name) && !Object.hasOwn(known, name));
  const undescribed = [...required, ...Object.keys(known)].filter((name) => !properties.has(name));
  const entries = [
    ...needed.map(([name, parts]) => [name, property(parts, known[name], !required.has(name))] as const),
    ...free.slice(0, MOST_PROPERTIES).map(([name, parts]) => [name, property(parts, undefined, true)] as const),
    ...[...new Set(undescribed)].map((name) => [name, property(others, known[name], false)] as const),
  ];
  const drawn = fc
    .tuple(...entries.map(([, values]) => values))
    .map((values) => entries.map(([name], index) => [name, values[index]] as const));
  const name = others.length > 0 ? fc.oneof(texts(1, 12), oddNames) : oddNames;
  const extra = fc.tuple(name, valuesOf(others, undefined, varying, level + 1));
  const one = fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(extra) },
  );
  const extras = others.length > 0 ? fc.array(extra, { maxLength: 3 }) : one;
  return fc
    .tuple(drawn, extras)
    .map(([own, more]) => Object.fromEntries([...more, ...own].filter(([, value]) => value !== ABSENT)));

  function property(parts: readonly Part[], value: unknown, mayMiss: boolean): Arbitrary<unknown> {
    const values = valuesOf(parts, value, varying, level + 1);
    if (!mayMiss) return values;
    const absent = fc.constant(ABSENT);
    const [least, other] = value === undefined ? [absent, values] : [values, absent];
    return fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: least }, { weight: 1, arbitrary: other });
  }
}
