// Creates the items that the checks of a list need.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { SandboxHeaders } from '../cases/sandboxes.ts';
import type { Run } from '../run.ts';
import { hasAllParents, pathValuesFor } from './crud.ts';
import { countItemsForPages } from './pagination.ts';
import { readList } from './read-list.ts';
import { createInput, type ScenarioContext } from './scenario-context.ts';

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
  context: ScenarioContext,
  sandbox: SandboxHeaders,
  list: ResourceAction,
  parentValues: PathValues,
): Promise<PathValues> {
  const wanted = countWantedItems(context, list);
  const before = wanted === 0 ? undefined : await readList(context, list, parentValues);
  const create = findCreateAction(run, list);
  if (!before || before.items.length >= wanted || wanted > MAX_CREATED || !create) return parentValues;
  const known = await run.knownValues.valuesFor(create.operation);
  const parents = (await run.itemProvider.valuesFor(create.operation, known)) ?? known;
  const values = { ...parentValues, ...pathValuesFor(list, create, parents, '') };
  const isSame = list.parents.every(({ parameter }) => values[parameter] === parentValues[parameter]);
  const own = isSame ? before : await readList(context, list, values);
  let count = own?.items.length ?? 0;
  while (count < wanted && (await createItem(run, context, sandbox, create, parents, count))) count += 1;
  return count > before.items.length ? values : parentValues;
}

function countWantedItems(context: ScenarioContext, list: ResourceAction): number {
  const { filters, sorting } = getListRule(list);
  const isSorted = (sorting.by ?? sorting.direction) !== undefined;
  return Math.max(countItemsForPages(context, list), filters.length > 0 || isSorted ? FOR_FILTERS : 0);
}

/** The operation that creates items of a list, below parents that contain those of the list. */
function findCreateAction({ document, resources, session }: Run, list: ResourceAction): ResourceAction | undefined {
  return [...document.operations.keys()]
    .flatMap((id) => resources.action(id) ?? [])
    .filter(({ kind, resource }) => kind === 'create' && resource === list.resource && !resource.isSingleton)
    .filter((one) => hasAllParents(list, one) && session.permission.findDenial(one.operation) === undefined)
    .toSorted((one, other) => one.parents.length - other.parents.length)[0];
}

/** Whether an item was created: with all properties, which differ, or with the required ones only. */
async function createItem(
  { session, itemProvider }: Run,
  context: ScenarioContext,
  sandbox: SandboxHeaders,
  create: ResourceAction,
  parents: PathValues,
  number: number,
): Promise<boolean> {
  const { operation } = create;
  for (const width of ['all', 'least'] as const) {
    const input = createInput(context, create, parents, { width, key: `list ${number}` });
    const first = input && (await session.sendUnchecked(operation, input, sandbox));
    if (first && first.response.status < 300) return true;
    const other = first && (await itemProvider.withExistingIds(operation, input, sandbox));
    const second = other && (await session.sendUnchecked(operation, other, sandbox));
    if (second && second.response.status < 300) return true;
  }
  return false;
}
