// Pagination scenario: small pages together contain the whole list.

import { getListRule } from '../../mock/resources/list/input-roles.ts';
import type { ListInput } from '../../mock/resources/list/list-input.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { PathValues } from '../cases/known-values.ts';
import { paginationComplete } from '../checks/scenario/pagination-complete.ts';
import { MAX_PAGES, type ReadList, readItems } from './read-list.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** The usual size of small pages. */
const SMALL = 2;
/** The largest size of small pages. */
const MAX_SMALL = 50;

/** Number of items for three small pages; 0 without pagination. */
export function countItemsForPages(context: ScenarioContext, list: ResourceAction): number {
  const size = smallSize(context, list, 0);
  return size === undefined ? 0 : 2 * size + 1;
}

/** @param whole - the list in pages of the usual size */
export async function testPagination(
  context: ScenarioContext,
  action: ResourceAction,
  parentValues: PathValues,
  whole: ReadList,
): Promise<void> {
  const size = smallSize(context, action, whole.items.length);
  if (size === undefined || whole.hasDuplicateIds) return;
  const count = whole.items.length;
  if (count <= size) {
    const least = countItemsForPages(context, action);
    return context.reportUntested('pagination-complete', action, `too few items (${count}, ${least} are needed)`);
  }
  const paged = await readItems(context, action, parentValues, size);
  if (!paged) return;
  if (!whole.hasIds && !isEqualList(whole, await readItems(context, action, parentValues)))
    return context.reportUntested('pagination-complete', action, 'its items have no ids, and change between requests');
  const { items: longest, exchange } = paged.longest;
  const isWhole = whole.isWhole && paged.isWhole;
  if (!isWhole && !paged.isStuck && longest <= size && hasNextPage(action))
    return context.reportUntested('pagination-complete', action, `the list has more than ${MAX_PAGES} pages`);
  const large = isWhole ? await readLargePages(context, action, parentValues, whole) : undefined;
  const ids = isWhole ? [...whole.ids, ...(large?.ids ?? [])] : [];
  const isMissing = (id: string) => !paged.ids.includes(id);
  const steps = [
    ...(ids.some(isMissing) ? whole.steps : []),
    ...paged.steps,
    ...(large?.ids.some(isMissing) ? large.steps : []),
  ];
  context.report(
    'pagination-complete',
    { ...(longest > size ? exchange : paged.exchange), steps },
    paginationComplete.evaluate({
      whole: [...new Set(ids)],
      paged: paged.ids,
      total: isWhole ? paged.total : undefined,
      size,
      longest,
      isStuck: paged.isStuck,
    }),
  );
}

/** The smallest page size that the document allows, for at most 20 pages; undefined if it has none. */
function smallSize(context: ScenarioContext, action: ResourceAction, items: number): number | undefined {
  const { size } = getListRule(action).paging;
  if (!size) return undefined;
  const least = Math.max(SMALL, Math.ceil(items / (MAX_PAGES - 1)));
  const sizes = Array.from({ length: MAX_SMALL }, (_, index) => least + index);
  return [...sizes, 1].find((one) => isAllowedInput(context, size, one));
}

function hasNextPage(action: ResourceAction): boolean {
  const { page, offset, after } = getListRule(action).paging;
  return (page ?? offset ?? after) !== undefined;
}

function isEqualList({ ids }: ReadList, other: ReadList | undefined): boolean {
  return other?.ids.length === ids.length && ids.every((id, index) => other.ids[index] === id);
}

/** Reads larger pages: a server that loses items between pages loses them in pages of the usual size, too. */
async function readLargePages(
  context: ScenarioContext,
  action: ResourceAction,
  parentValues: PathValues,
  whole: ReadList,
): Promise<ReadList | undefined> {
  const { size, maxSize } = getListRule(action).paging;
  const { items: usual } = whole.longest;
  if (!size || usual === whole.items.length) return undefined;
  const large = [maxSize, 2 * whole.items.length].find(
    (one) => one && one > usual && isAllowedInput(context, size, one),
  );
  const list = large === undefined ? undefined : await readItems(context, action, parentValues, large);
  return list?.isWhole && !list.hasDuplicateIds ? list : undefined;
}

/** Whether the schema of an input allows a value. */
export function isAllowedInput(
  { requests: { document } }: ScenarioContext,
  { schema, types }: ListInput,
  value: number | string,
): boolean {
  const written = types.has('array') ? [[value]] : [value, String(value)];
  return !schema || written.some((one) => document.validate(schema, one, 'request').length === 0);
}
