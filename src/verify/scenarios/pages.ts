// Pagination scenario: small pages together contain the whole list.

import type { ListInput } from '../../mock/resources/list/list-input.ts';
import { getListRule } from '../../mock/resources/list/list-rule.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Values } from '../cases/known-values.ts';
import { paginationComplete } from '../checks/pagination-complete.ts';
import { idsOfList, MOST_PAGES, type ReadList } from './list.ts';
import type { Story } from './story.ts';

/** The usual size of small pages. */
const SMALL = 2;
/** The largest size of small pages. */
const MAX_SMALL = 50;

/** Number of items for three small pages; 0 without pagination. */
export function itemsForPages(context: Story, list: ResourceAction): number {
  const size = smallSize(context, list, 0);
  return size === undefined ? 0 : 2 * size + 1;
}

/** @param whole - the list in pages of the usual size */
export async function readInPages(
  context: Story,
  action: ResourceAction,
  parentValues: Values,
  whole: ReadList,
): Promise<void> {
  const size = smallSize(context, action, whole.items.length);
  if (size === undefined || whole.hasNamesakes) return;
  const count = whole.items.length;
  if (count <= size) {
    const least = itemsForPages(context, action);
    return context.miss('pagination-complete', action, `too few items (${count}, ${least} are needed)`);
  }
  const paged = await idsOfList(context, action, parentValues, size);
  if (!paged) return;
  const { items: longest, exchange } = paged.longest;
  const isWhole = whole.isWhole && paged.isWhole;
  if (!isWhole && !paged.isStuck && longest <= size && hasNextPage(action))
    return context.miss('pagination-complete', action, `the list has more than ${MOST_PAGES} pages`);
  const ids = isWhole ? [...whole.ids, ...(await idsOfLargePages(context, action, parentValues, whole))] : [];
  context.tell(
    'pagination-complete',
    longest > size ? exchange : paged.exchange,
    paginationComplete.tell({
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
function smallSize(context: Story, action: ResourceAction, items: number): number | undefined {
  const { size } = getListRule(action).paging;
  if (!size) return undefined;
  const least = Math.max(SMALL, Math.ceil(items / (MOST_PAGES - 1)));
  const sizes = Array.from({ length: MAX_SMALL }, (_, index) => least + index);
  return [...sizes, 1].find((one) => isAllowed(context, size, one));
}

function hasNextPage(action: ResourceAction): boolean {
  const { page, offset, after } = getListRule(action).paging;
  return (page ?? offset ?? after) !== undefined;
}

/** The ids in larger pages: a server that loses items between pages loses them in pages of the usual size, too. */
async function idsOfLargePages(
  context: Story,
  action: ResourceAction,
  parentValues: Values,
  whole: ReadList,
): Promise<readonly string[]> {
  const { size, maxSize: most } = getListRule(action).paging;
  const { items: usual } = whole.longest;
  if (!size || usual === whole.items.length) return [];
  const large = [most, 2 * whole.items.length].find((one) => one && one > usual && isAllowed(context, size, one));
  const list = large === undefined ? undefined : await idsOfList(context, action, parentValues, large);
  return list?.isWhole && !list.hasNamesakes ? list.ids : [];
}

/** Whether the schema of an input allows a value. */
export function isAllowed(
  { requests: { document } }: Story,
  { schema, types }: ListInput,
  value: number | string,
): boolean {
  const written = types.has('array') ? [[value]] : [value, String(value)];
  return !schema || written.some((one) => document.validate(schema, one, 'request').length === 0);
}
