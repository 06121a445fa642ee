// Creates the items that the checks of a list need.

import { getListRule } from '../../mock/resources/list/list-rule.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Values } from '../cases/known-values.ts';
import type { World } from '../cases/worlds.ts';
import type { Run } from '../run.ts';
import { fits, pathFor } from './life.ts';
import { idsOfList } from './list.ts';
import { itemsForPages } from './pages.ts';
import { type Story, saidFor } from './story.ts';

/** Filters and orders need different items. */
const FOR_FILTERS = 3;
/** The most items that are created for one list. */
const MAX_CREATED = 25;

/**
 * Creates items until the list has enough of them, below new parents on a shared server.
 *
 * @param parentValues - values of its path
 * @returns the values of the path with the most items
 */
export async function fillList(
  run: Run,
  context: Story,
  sandbox: World,
  list: ResourceAction,
  parentValues: Values,
): Promise<Values> {
  const wanted = countWantedItems(context, list);
  const before = wanted === 0 ? undefined : await idsOfList(context, list, parentValues);
  const create = createOf(run, list);
  if (!before || before.items.length >= wanted || wanted > MAX_CREATED || !create) return parentValues;
  const known = await run.listed.for(create.operation);
  const parents = (await run.made.for(create.operation, known)) ?? known;
  const values = { ...parentValues, ...pathFor(list, create, parents, '') };
  const isSame = list.parents.every(({ parameter }) => values[parameter] === parentValues[parameter]);
  const own = isSame ? before : await idsOfList(context, list, values);
  let count = own?.items.length ?? 0;
  while (count < wanted && (await createItem(run, context, sandbox, create, parents, count))) count += 1;
  return count > before.items.length ? values : parentValues;
}

function countWantedItems(context: Story, list: ResourceAction): number {
  const { filters, sorting } = getListRule(list);
  const isSorted = (sorting.by ?? sorting.direction) !== undefined;
  return Math.max(itemsForPages(context, list), filters.length > 0 || isSorted ? FOR_FILTERS : 0);
}

/** The operation that creates items of a list, below parents that contain those of the list. */
function createOf({ document, resources, session }: Run, list: ResourceAction): ResourceAction | undefined {
  return [...document.operations.keys()]
    .flatMap((id) => resources.action(id) ?? [])
    .filter(({ kind: deed, resource }) => deed === 'create' && resource === list.resource && !resource.isSingleton)
    .filter((one) => fits(list, one) && session.permission.objection(one.operation) === undefined)
    .toSorted((one, other) => one.parents.length - other.parents.length)[0];
}

/** Whether an item was created: with all properties, which differ, or with the required ones only. */
async function createItem(
  { session, made }: Run,
  context: Story,
  sandbox: World,
  create: ResourceAction,
  parents: Values,
  number: number,
): Promise<boolean> {
  const { operation } = create;
  for (const width of ['all', 'least'] as const) {
    const input = saidFor(context, create, parents, { width, key: `list ${number}` });
    const first = input && (await session.ask(operation, input, sandbox));
    if (first && first.answer.status < 300) return true;
    const other = first && (await made.naming(operation, input, sandbox));
    const second = other && (await session.ask(operation, other, sandbox));
    if (second && second.answer.status < 300) return true;
  }
  return false;
}
