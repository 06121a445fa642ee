// Sort scenario: the documented orders of a list.

import { parseTime } from '../../mock/resources/list/compare-sort-values.ts';
import type { ListInput } from '../../mock/resources/list/list-input.ts';
import { getListRule, type ListRule } from '../../mock/resources/list/list-rule.ts';
import { parseSortKeys, type SortKey } from '../../mock/resources/list/sorting.ts';
import { getAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { parseExamples } from '../../openapi/content.ts';
import type { Operation } from '../../openapi/document.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { Values } from '../cases/known-values.ts';
import { sortApplied } from '../checks/sort-applied.ts';
import { idsOfList, put, type ReadList } from './list.ts';
import { type Story, saidFor } from './story.ts';

/** Maximum number of tested orders per list. */
const MOST_ORDERS = 10;

/** The input of a sorted request, and its query. */
interface Order {
  readonly wanted: readonly (readonly [ListInput, unknown])[];
  readonly asked: string;
}

export async function askOrders(story: Story, role: ResourceAction, values: Values): Promise<void> {
  const rule = getListRule(role);
  const orders = ordersOf(rule, role.operation);
  const whole = orders.length > 0 ? await idsOfList(story, role, values) : undefined;
  if (!whole) return;
  const count = whole.items.length;
  if (count < 2) return story.miss('sort-applied', role, `too few items (${count}, 2 are needed)`);
  for (const order of orders) {
    const key = keyOf(story, role, values, { rule, order, items: whole.items });
    const place = key?.path ?? [];
    // Enum values may have their own order.
    if (!key || place.length === 0 || isChoice(role, place)) continue;
    const list = await idsOfList(story, role, values, undefined, order.wanted);
    if (!list) continue;
    const shown = list.items.map((item) => getAtPath(item, place)).filter((one) => one !== undefined && one !== null);
    const facts = { asked: order.asked, descending: key.isDescending, values: shown, missing: missingIn(list, whole) };
    story.tell('sort-applied', list.exchange, sortApplied.tell(facts));
  }
}

/** The documented sort values: enumerations, examples and defaults, in each direction. */
function ordersOf({ sorting: { by, direction } }: ListRule, operation: Operation): readonly Order[] {
  if (!by && !direction) return [];
  const named = by ? namedFor(by, operation) : [];
  const ways = direction ? waysOf(direction, operation) : [];
  const each = by ? named.map((name) => [[by, name]] as [ListInput, unknown][]) : [[]];
  const all =
    ways.length === 0
      ? each
      : each.flatMap((one) => ways.map((way) => [...one, [direction, way] as [ListInput, unknown]]));
  return all.slice(0, MOST_ORDERS).map((wanted) => ({
    wanted,
    asked: wanted.map(([{ name }, value]) => `${name}=${String(value)}`).join('&'),
  }));
}

function namedFor(input: ListInput, { references, parameters }: Operation): readonly unknown[] {
  const shape = getSchemaShape(input.schema, references);
  const isList = input.types.has('array');
  const inner = isList ? getSchemaShape(shape?.items, references) : shape;
  const listed = inner?.keywordValue('enum');
  const parameter = parameters.find(({ name, in: where }) => where === input.path[0] && name === input.path[1]);
  const examples = parameter ? parseExamples(references, parameter.part).map(({ value }) => value) : [];
  const told = [...examples, shape?.keywordValue('example'), shape?.keywordValue('default')].flat();
  const all = (Array.isArray(listed) ? listed : told).filter((one) => typeof one === 'string');
  return [...new Set(all)].map((one) => (isList ? [one] : one));
}

function waysOf(input: ListInput, { references }: Operation): readonly unknown[] {
  const listed = getSchemaShape(input.schema, references)?.keywordValue('enum');
  if (Array.isArray(listed)) return listed;
  return input.types.has('boolean') ? [true, false] : ['asc', 'desc'];
}

/** The property that a request sorts by; undefined if that is not one known property. */
function keyOf(
  story: Story,
  role: ResourceAction,
  values: Values,
  { rule: { sorting, property }, order, items }: { rule: ListRule; order: Order; items: readonly unknown[] },
): SortKey | undefined {
  const said = saidFor(story, role, values, { width: 'least', examples: false });
  if (!said) return undefined;
  const parts = order.wanted.reduce((so, [input, value]) => put(so, input, value), said);
  let isKnown = true;
  const [key] = parseSortKeys(sorting, parts, property, () => {
    isKnown = false;
  });
  if (sorting.by || !sorting.direction) return isKnown ? key : undefined;
  // A direction without a property may sort by creation time.
  const place = saysTime(sorting.direction, role) ? (property('created')?.path ?? madeIn(items[0])) : undefined;
  return place && { path: place, isDescending: key?.isDescending ?? false };
}

/** The path of the creation time in an item. */
function madeIn(item: unknown, level = 0): readonly string[] | undefined {
  for (const [name, value] of isRecord(item) ? Object.entries(item) : []) {
    if (/creat|insert/i.test(name) && typeof value === 'string' && parseTime(value) !== undefined) return [name];
    const inner = level < 2 ? madeIn(value, level + 1) : undefined;
    if (inner) return [name, ...inner];
  }
  return undefined;
}

function saysTime({ path: [where, ...names], schema }: ListInput, { operation }: ResourceAction): boolean {
  const { references, parameters } = operation;
  const parameter = where === 'query' ? parameters.find(({ name }) => name === names[0]) : undefined;
  const text = parameter?.part.value.description ?? getSchemaShape(schema, references)?.keywordValue('description');
  return /\b(old|new|recent|creat|chronolog|date|time|age)/i.test(String(text ?? ''));
}

function isChoice({ resource, operation: { references } }: ResourceAction, place: readonly string[]): boolean {
  let shape = getSchemaShape(resource.schema, references);
  for (const name of place) shape = getSchemaShape(shape?.properties.get(name), references);
  return Array.isArray(shape?.keywordValue('enum'));
}

/** Items of the unsorted list that are missing; none if one was not read completely. */
function missingIn(list: ReadList, whole: ReadList): readonly string[] {
  return list.isWhole && whole.isWhole ? whole.ids.filter((id) => !list.ids.includes(id)) : [];
}
