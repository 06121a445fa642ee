// List scenario: pagination and filters.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { PropertyPath, ResourceAction } from '../../mock/resources/resource.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { JsonNumber } from '../../schema/json/exact-number.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { PathValues } from '../cases/known-values.ts';
import { filterApplied } from '../checks/scenario/filter-applied.ts';
import { isAllowedInput, testPagination } from './pagination.ts';
import { readList } from './read-list.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** Maximum number of tested filters per list. */
const MAX_FILTERS = 8;

export async function testPagesAndFilters(
  context: ScenarioContext,
  action: ResourceAction,
  parentValues: PathValues,
): Promise<void> {
  const { filters } = getListRule(action);
  const whole = await readList(context, action, parentValues);
  if (!whole) return;
  await testPagination(context, action, parentValues, whole);
  const compared = filters.filter(({ comparison, property }) => comparison === 'is' && property).slice(0, MAX_FILTERS);
  if (whole.items.length === 0 && compared.length > 0)
    context.reportUntested('filter-applied', action, 'too few items (0, 1 is needed)');
  for (const { input, property } of compared) {
    if (!property) continue;
    const values = whole.items.map((item) => getAtPath(item, property.path));
    const scalars = values.flat().filter(isScalar);
    // A value that not all items have shows most.
    const own = scalars.find((one) => values.some((other) => !isSame(other, one))) ?? scalars[0];
    const holder = values.find((one) => own !== undefined && [one].flat().includes(own));
    if (own === undefined || isOtherData(context, action, property.path, holder)) continue;
    // If all items have the same value, a filter by another value shows that it is applied.
    const value = values.some((one) => one !== undefined && one !== null && !isSame(one, own))
      ? own
      : (listEnumValues(action, property.path).find(
          (one) => !isSame(own, one) && isAllowedInput(context, input, one),
        ) ?? own);
    const isList = input.types.has('array');
    const found = await readList(context, action, parentValues, undefined, [[input, isList ? [value] : value]]);
    if (!found) continue;
    const listedValues = found.items.map((item) => getAtPath(item, property.path)).filter((one) => one !== undefined);
    const others = listedValues.filter((one) => !isSame(one, value));
    const isEmpty = value === own && found.items.length === 0;
    context.report(
      'filter-applied',
      found.exchange,
      filterApplied.evaluate({ name: input.name, value, others, isEmpty }),
    );
  }
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
