// Generates values from a schema. Contradictory schemas are not solved; validation decides.

import { type CollectedSchemas, collectSchemas } from '../../mock/samples/generate/collect-schemas.ts';
import {
  mergeConstraints,
  type TypeName,
  type ValueConstraints,
} from '../../mock/samples/generate/value-constraints.ts';
import type { Part } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { isReadOnly, type VariationContext } from '../requests/variation-context.ts';
import { type Arbitrary, fc } from './fast-check.ts';
import { anything, decimals, oddNames, texts, wholeNumbers } from './scalars.ts';

/** Maximum depth, and numbers of optional properties, of branches of a choice, and of items. */
const MAX_LEVELS = 5;
const MAX_PROPERTIES = 30;
const MAX_BRANCHES = 8;
const MAX_ITEMS = 6;

/** Values of merged schemas. @param current - the value in the starting request, the target of minimisation */
export function createValueArbitrary(
  parts: readonly Part[],
  current: unknown,
  variationContext: VariationContext,
  level = 0,
): Arbitrary<unknown> {
  const generated = fc.oneof(
    ...variantsOf(parts, variationContext).map((constraints) =>
      valuesBy(constraints, parts, current, variationContext, level),
    ),
  );
  if (current === undefined) return generated;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: fc.constant(current) },
    { weight: 2, arbitrary: generated },
  );
}

/** The merged schemas of each of the first branches of choices. */
function variantsOf(parts: readonly Part[], { schemaIndex }: VariationContext): readonly ValueConstraints[] {
  let most = 1;
  const gatherBranch = (index: number): CollectedSchemas =>
    collectSchemas(parts, schemaIndex, (alternatives) => {
      most = Math.max(most, alternatives.length);
      return index % alternatives.length;
    });
  const variants = [mergeConstraints(gatherBranch(0))];
  for (let index = 1; index < Math.min(most, MAX_BRANCHES); index += 1)
    variants.push(mergeConstraints(gatherBranch(index)));
  return variants;
}

function valuesBy(
  constraints: ValueConstraints,
  parts: readonly Part[],
  current: unknown,
  variationContext: VariationContext,
  level: number,
): Arbitrary<unknown> {
  if (constraints.values) return fc.constantFrom(...constraints.values);
  const types = constraints.types ? [...constraints.types] : typesMeantBy(constraints);
  if (types.length === 0) return anything();
  return fc.oneof(...types.map((type) => valuesOfType(type, constraints, parts, current, variationContext, level)));
}

/** Without a type, keywords of objects and lists imply it. */
function typesMeantBy({ properties, required, item, first }: ValueConstraints): readonly TypeName[] {
  if (properties.size + required.size > 0) return ['object'];
  return item.length + first.length > 0 ? ['array'] : [];
}

function valuesOfType(
  type: TypeName,
  constraints: ValueConstraints,
  parts: readonly Part[],
  current: unknown,
  variationContext: VariationContext,
  level: number,
): Arbitrary<unknown> {
  if (type === 'null') return fc.constant(null);
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return wholeNumbers(constraints);
  if (type === 'number') return decimals(constraints);
  if (type === 'string') return textsBy(constraints, parts, variationContext);
  if (level >= MAX_LEVELS) return samplesOf(parts, variationContext);
  return type === 'array'
    ? listsBy(constraints, current, variationContext, level)
    : objectsBy(constraints, current, variationContext, level);
}

/** Sample values, which support formats. */
function samplesOf([part]: readonly Part[], { sample }: VariationContext): Arbitrary<unknown> {
  return fc.nat({ max: 50 }).map((number) => part && sample(part, `drawn ${number}`));
}

function textsBy(
  { patterns, format, length }: ValueConstraints,
  parts: readonly Part[],
  variationContext: VariationContext,
): Arbitrary<unknown> {
  const [pattern] = patterns;
  if (pattern !== undefined) {
    const most = Number.isFinite(length.high) ? { maxLength: length.high } : {};
    try {
      return fc.oneof(samplesOf(parts, variationContext), fc.stringMatching(new RegExp(pattern, 'u'), most));
    } catch {
      // Not every pattern can be generated.
      return samplesOf(parts, variationContext);
    }
  }
  if (format !== undefined && format !== 'password') return samplesOf(parts, variationContext);
  return texts(length.low, length.high);
}

function listsBy(
  { item, first, items, isUnique }: ValueConstraints,
  current: unknown,
  variationContext: VariationContext,
  level: number,
): Arbitrary<unknown> {
  const known: readonly unknown[] = Array.isArray(current) ? current : [];
  const least = Math.max(0, items.low - first.length);
  const most = Math.max(least, Math.min(items.high - first.length, least + MAX_ITEMS));
  if (least > 200) return fc.constant(current);
  const rest = createValueArbitrary(item, known[first.length], variationContext, level + 1);
  const bounds = { minLength: least, maxLength: most };
  const others = isUnique
    ? fc.uniqueArray(rest, { ...bounds, selector: (one) => stringifyJson(one) })
    : fc.array(rest, bounds);
  const prefixItems = first.map((parts, index) =>
    createValueArbitrary(parts, known[index], variationContext, level + 1),
  );
  return fc.tuple(fc.tuple(...prefixItems), others).map(([prefix, more]) => [...prefix, ...more]);
}

/** Placeholder for an absent property. */
const ABSENT = Symbol('absent');

function objectsBy(
  constraints: ValueConstraints,
  current: unknown,
  variationContext: VariationContext,
  level: number,
): Arbitrary<unknown> {
  const known = isRecord(current) ? current : {};
  const { properties, required, others } = constraints;
  const described = [...properties].filter(([, parts]) => !isReadOnly(parts, variationContext));
  const expected = described.filter(([name]) => required.has(name) || Object.hasOwn(known, name));
  const optional = described.filter(([name]) => !required.has(name) && !Object.hasOwn(known, name));
  const undeclared = [...required, ...Object.keys(known)].filter((name) => !properties.has(name));
  const entries = [
    ...expected.map(([name, parts]) => [name, property(parts, known[name], !required.has(name))] as const),
    ...optional.slice(0, MAX_PROPERTIES).map(([name, parts]) => [name, property(parts, undefined, true)] as const),
    ...[...new Set(undeclared)].map((name) => [name, property(others, known[name], false)] as const),
  ];
  const generated = fc
    .tuple(...entries.map(([, values]) => values))
    .map((values) => entries.map(([name], index) => [name, values[index]] as const));
  const name = others.length > 0 ? fc.oneof(texts(1, 12), oddNames) : oddNames;
  const extra = fc.tuple(name, createValueArbitrary(others, undefined, variationContext, level + 1));
  const one = fc.oneof(
    { withCrossShrink: true },
    { weight: 5, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(extra) },
  );
  const extras = others.length > 0 ? fc.array(extra, { maxLength: 3 }) : one;
  return fc
    .tuple(generated, extras)
    .map(([own, more]) => Object.fromEntries([...more, ...own].filter(([, value]) => value !== ABSENT)));

  function property(parts: readonly Part[], value: unknown, isOptional: boolean): Arbitrary<unknown> {
    const values = createValueArbitrary(parts, value, variationContext, level + 1);
    if (!isOptional) return values;
    const absent = fc.constant(ABSENT);
    const [least, other] = value === undefined ? [absent, values] : [values, absent];
    return fc.oneof({ withCrossShrink: true }, { weight: 2, arbitrary: least }, { weight: 1, arbitrary: other });
  }
}
