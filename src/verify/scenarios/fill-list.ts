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
const MOST_CREATED = 25;

/**
 * Creates items until the list has enough of them, below new parents on a shared server.
 *
 * @param above - values of its path
 * @returns the values of the path with the most items
 */
export async function fillList(
  run: Run,
  story: Story,
  world: World,
  list: ResourceAction,
  above: Values,
): Promise<Values> {
  const wanted = itemsWanted(story, list);
  const before = wanted === 0 ? undefined : await idsOfList(story, list, above);
  const create = createOf(run, list);
  if (!before || before.items.length >= wanted || wanted > MOST_CREATED || !create) return above;
  const known = await run.listed.for(create.operation);
  const parents = (await run.made.for(create.operation, known)) ?? known;
  const values = { ...above, ...pathFor(list, create, parents, '') };
  const isSame = list.parents.every(({ parameter }) => values[parameter] === above[parameter]);
  const own = isSame ? before : await idsOfList(story, list, values);
  let count = own?.items.length ?? 0;
  while (count < wanted && (await createItem(run, story, world, create, parents, count))) count += 1;
  return count > before.items.length ? values : above;
}

function itemsWanted(story: Story, list: ResourceAction): number {
  const { filters, sorting } = getListRule(list);
  const isSorted = (sorting.by ?? sorting.direction) !== undefined;
  return Math.max(itemsForPages(story, list), filters.length > 0 || isSorted ? FOR_FILTERS : 0);
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
  story: Story,
  world: World,
  create: ResourceAction,
  parents: Values,
  number: number,
): Promise<boolean> {
  const { operation } = create;
  for (const width of ['all', 'least'] as const) {
    const said = saidFor(story, create, parents, { width, key: `list ${number}` });
    const first = said && (await session.ask(operation, said, world));
    if (first && first.answer.status < 300) return true;
    const other = first && (await made.naming(operation, said, world));
    const second = other && (await session.ask(operation, other, world));
    if (second && second.answer.status < 300) return true;
  }
  return false;
}
