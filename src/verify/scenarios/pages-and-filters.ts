// List scenario: pagination and filters.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import type { ListFilter } from '../../mock/resources/list/list-filter.ts';
import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { PropertyPath, ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { JsonNumber } from '../../schema/json/exact-number.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { PathValues } from '../cases/known-values.ts';
import { filterApplied } from '../checks/scenario/filter-applied.ts';
import { type Bound, findBound, isBound } from './bound-filters.ts';
import { isAllowedInput, testPagination } from './pagination.ts';
import { readItems } from './read-list.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** Maximum number of tested filters per list. */
const MAX_FILTERS = 8;

export async function testPagesAndFilters(
  context: ScenarioContext,
  action: ResourceAction,
  parentValues: PathValues,
): Promise<void> {
  const rule = getListRule(action);
  const whole = await readItems(context, action, parentValues);
  if (!whole) return;
  await testPagination(context, action, parentValues, whole);
  const isCompared = (filter: ListFilter) => filter.comparison === 'is' || isBound(filter, rule, action);
  const compared = rule.filters.filter((one) => one.property && isCompared(one)).slice(0, MAX_FILTERS);
  if (whole.items.length === 0 && compared.length > 0)
    context.reportUntested('filter-applied', action, 'too few items (0, 1 is needed)');
  for (const filter of compared) {
    const { input, property } = filter;
    if (!property) continue;
    const values = whole.items.map((item) => getAtPath(item, property.path));
    const wanted =
      filter.comparison === 'is' ? chooseValue(context, action, filter, values) : chooseBound(context, filter, values);
    if (!wanted) continue;
    const { value, isExcluded, isIncluded } = wanted;
    const sent = input.types.has('array') ? [value] : value;
    const found = await readItems(context, action, parentValues, undefined, [[input, sent]]);
    if (!found) continue;
    const others = found.items
      .map((item) => getAtPath(item, property.path))
      .filter((one) => one !== undefined && isExcluded(one));
    const isEmpty = found.items.length === 0 && values.some(isIncluded);
    const isMissing = (id: string, index: number) => isIncluded(values[index]) && !found.ids.includes(id);
    const lost = filter.comparison !== 'is' && found.isWhole ? whole.ids.filter(isMissing) : [];
    // Another test may have deleted it.
    const rest = lost.length > 0 ? await readItems(context, action, parentValues) : undefined;
    const missing = rest?.ids.findIndex((id) => lost.includes(id)) ?? -1;
    context.report(
      'filter-applied',
      { ...found.exchange, steps: [...(isEmpty || missing >= 0 ? whole.steps : []), ...found.steps] },
      filterApplied.evaluate({
        name: input.name,
        value,
        others,
        isEmpty,
        missing: getAtPath(rest?.items[missing], property.path),
      }),
    );
  }
}

/** A filter by bounds with a value; undefined if the items have no comparable ones. */
function chooseBound(context: ScenarioContext, filter: ListFilter, values: readonly unknown[]): Bound | undefined {
  return findBound(filter, values, (value) => isAllowedInput(context, filter.input, value));
}

/** A filter by equal values with one of them; undefined if the items have none. */
function chooseValue(
  context: ScenarioContext,
  action: ResourceAction,
  { input, property }: ListFilter,
  values: readonly unknown[],
): (Pick<Bound, 'isExcluded' | 'isIncluded'> & { readonly value: string | JsonNumber | boolean }) | undefined {
  const scalars = values.flat().filter(isScalar);
  // A value that not all items have shows most.
  const own = scalars.find((one) => values.some((other) => !isSame(other, one))) ?? scalars[0];
  const holder = values.find((one) => own !== undefined && [one].flat().includes(own));
  if (!property || own === undefined || isOtherData(context, action, property.path, holder)) return undefined;
  // If all items have the same value, a filter by another value shows that it is applied.
  const isShared = values.every((one) => one === undefined || one === null || isSame(one, own));
  const other = isShared
    ? listEnumValues(action, property.path).find((one) => !isSame(own, one) && isAllowedInput(context, input, one))
    : undefined;
  const value = other ?? own;
  return { value, isExcluded: (one) => !isSame(one, value), isIncluded: () => value === own };
}

/** Whether a list value is invalid in the item schema, so that the list has other data. */
function isOtherData(
  { requests: { document } }: ScenarioContext,
  { resource }: ResourceAction,
  path: PropertyPath,
  value: unknown,
): boolean {
  if (!resource.schema) return false;
  const found = document.validate(resource.schema, setAtPath({}, path, value), 'response');
  return found.some(({ pointer }) => pointer === childPointer('', ...path));
}

function isScalar(value: unknown): value is string | JsonNumber | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value) && value !== '';
}

/** Whether a value matches a filter: texts partially and in any case, arrays by one item. */
function isSame(one: unknown, value: string | JsonNumber | boolean): boolean {
  return [one].flat().some((each) => {
    if (typeof each !== 'string' || typeof value !== 'string') return String(each) === String(value);
    return each.toLowerCase().includes(value.toLowerCase());
  });
}

/** @returns none without an enum */
function listEnumValues(
  { resource, operation: { references } }: ResourceAction,
  path: PropertyPath,
): readonly string[] {
  let shape = getSchemaShape(resource.schema, references);
  for (const name of path) shape = getSchemaShape(shape?.properties.get(name), references);
  const enumValues = shape?.keywordValue('enum');
  return Array.isArray(enumValues) ? enumValues.filter((one) => typeof one === 'string') : [];
}
