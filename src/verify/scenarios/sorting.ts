// Sort scenario: the documented orders of a list.

import { parseTime } from '../../mock/resources/list/compare-sort-values.ts';
import { getListRule, type ListRule } from '../../mock/resources/list/input-roles.ts';
import type { ListInput } from '../../mock/resources/list/list-input.ts';
import { parseSortKeys, type SortKey } from '../../mock/resources/list/sorting.ts';
import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { parseExamples } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../schema/is-record.ts';
import type { PathValues } from '../cases/known-values.ts';
import { sortApplied } from '../checks/scenario/sort-applied.ts';
import { type ReadList, readList, setInput } from './read-list.ts';
import { createInput, type ScenarioContext } from './scenario-context.ts';

/** Maximum number of tested orders per list. */
const MAX_ORDERS = 10;

/** The input of a sorted request, and its query. */
interface SortRequest {
  readonly inputs: readonly (readonly [ListInput, unknown])[];
  readonly query: string;
}

export async function testSorting(context: ScenarioContext, action: ResourceAction, values: PathValues): Promise<void> {
  const rule = getListRule(action);
  const orders = listSortRequests(rule, action.operation);
  const whole = orders.length > 0 ? await readList(context, action, values) : undefined;
  if (!whole) return;
  const count = whole.items.length;
  if (count < 2) return context.reportUntested('sort-applied', action, `too few items (${count}, 2 are needed)`);
  for (const order of orders) {
    const key = keyOf(context, action, values, { rule, order, items: whole.items });
    const path = key?.path ?? [];
    // Enum values may have their own order.
    if (!key || path.length === 0 || isEnum(action, path)) continue;
    const list = await readList(context, action, values, undefined, order.inputs);
    if (!list) continue;
    const shown = list.items.map((item) => getAtPath(item, path)).filter((one) => one !== undefined && one !== null);
    const facts = {
      query: order.query,
      descending: key.isDescending,
      values: shown,
      missing: findMissingItems(list, whole),
    };
    const steps = [...(facts.missing.length > 0 ? whole.steps : []), ...list.steps];
    context.report('sort-applied', { ...list.exchange, steps }, sortApplied.evaluate(facts));
  }
}

/** The documented sort values: enumerations, examples and defaults, in each direction. */
function listSortRequests({ sorting: { by, direction } }: ListRule, operation: Operation): readonly SortRequest[] {
  if (!by && !direction) return [];
  const named = by ? listSortValues(by, operation) : [];
  const directions = direction ? listDirections(direction, operation) : [];
  const each = by ? named.map((name) => [[by, name]] as [ListInput, unknown][]) : [[]];
  const all =
    directions.length === 0
      ? each
      : each.flatMap((one) => directions.map((way) => [...one, [direction, way] as [ListInput, unknown]]));
  return all.slice(0, MAX_ORDERS).map((inputs) => ({
    inputs,
    query: inputs.map(([{ name }, value]) => `${name}=${String(value)}`).join('&'),
  }));
}

function listSortValues(input: ListInput, { references, parameters }: Operation): readonly unknown[] {
  const shape = getSchemaShape(input.schema, references);
  const isList = input.types.has('array');
  const inner = isList ? getSchemaShape(shape?.items, references) : shape;
  const listed = inner?.keywordValue('enum');
  const parameter = parameters.find(({ name, in: where }) => where === input.path[0] && name === input.path[1]);
  const examples = parameter ? parseExamples(references, parameter.part).map(({ value }) => value) : [];
  const documented = [...examples, shape?.keywordValue('example'), shape?.keywordValue('default')].flat();
  const all = (Array.isArray(listed) ? listed : documented).filter((one) => typeof one === 'string');
  return [...new Set(all)].map((one) => (isList ? [one] : one));
}

function listDirections(input: ListInput, { references }: Operation): readonly unknown[] {
  const listed = getSchemaShape(input.schema, references)?.keywordValue('enum');
  if (Array.isArray(listed)) return listed;
  return input.types.has('boolean') ? [true, false] : ['asc', 'desc'];
}

/** The property that a request sorts by; undefined if that is not one known property. */
function keyOf(
  context: ScenarioContext,
  action: ResourceAction,
  values: PathValues,
  { rule: { sorting, property }, order, items }: { rule: ListRule; order: SortRequest; items: readonly unknown[] },
): SortKey | undefined {
  const requestInput = createInput(context, action, values, { width: 'least', examples: false });
  if (!requestInput) return undefined;
  const parts = order.inputs.reduce((so, [input, value]) => setInput(so, input, value), requestInput);
  let isKnown = true;
  const [key] = parseSortKeys(sorting, parts, property, () => {
    isKnown = false;
  });
  if (sorting.by || !sorting.direction) return isKnown ? key : undefined;
  // A direction without a property may sort by creation time.
  const path = describesTime(sorting.direction, action)
    ? (property('created')?.path ?? findCreationTime(items[0]))
    : undefined;
  return path && { path, isDescending: key?.isDescending ?? false };
}

/** The path of the creation time in an item. */
function findCreationTime(item: unknown, level = 0): readonly string[] | undefined {
  for (const [name, value] of isRecord(item) ? Object.entries(item) : []) {
    if (/creat|insert/i.test(name) && typeof value === 'string' && parseTime(value) !== undefined) return [name];
    const inner = level < 2 ? findCreationTime(value, level + 1) : undefined;
    if (inner) return [name, ...inner];
  }
  return undefined;
}

function describesTime({ path: [where, ...names], schema }: ListInput, { operation }: ResourceAction): boolean {
  const { references, parameters } = operation;
  const parameter = where === 'query' ? parameters.find(({ name }) => name === names[0]) : undefined;
  const text = parameter?.part.value.description ?? getSchemaShape(schema, references)?.keywordValue('description');
  return /\b(old|new|recent|creat|chronolog|date|time|age)/i.test(String(text ?? ''));
}

function isEnum({ resource, operation: { references } }: ResourceAction, path: readonly string[]): boolean {
  let shape = getSchemaShape(resource.schema, references);
  for (const name of path) shape = getSchemaShape(shape?.properties.get(name), references);
  return Array.isArray(shape?.keywordValue('enum'));
}

/** Items of the unsorted list that are missing; none if one was not read completely. */
function findMissingItems(list: ReadList, whole: ReadList): readonly string[] {
  return list.isWhole && whole.isWhole ? whole.ids.filter((id) => !list.ids.includes(id)) : [];
}
