// List scenarios: complete pages, and filters.

import type { Input } from '../../mock/resources/list/input.ts';
import { listRuleOf } from '../../mock/resources/list/list-rule.ts';
import { valueAt, withValue } from '../../mock/resources/place.ts';
import type { Place, Role } from '../../mock/resources/resource.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Values } from '../cases/known-values.ts';
import { filterApplied } from '../checks/filter-applied.ts';
import { paginationComplete } from '../checks/pagination-complete.ts';
import { choicesAt } from './choices.ts';
import { idsOfList, MOST_PAGES } from './list.ts';
import type { Story } from './story.ts';

/** The most filters that are tried of one list. */
const MOST_FILTERS = 8;
/** How many items small pages have. */
const SMALL = 2;

export async function askLists(story: Story, role: Role, above: Values): Promise<void> {
  const { paging, filters } = listRuleOf(role);
  const whole = await idsOfList(story, role, above);
  if (!whole || whole.items.length === 0) return;
  const isPaged = paging.page ?? paging.offset ?? paging.after;
  if (
    isPaged &&
    paging.size &&
    isAllowed(story, paging.size, SMALL) &&
    !whole.hasNamesakes &&
    whole.isWhole &&
    whole.items.length > SMALL &&
    whole.items.length < SMALL * MOST_PAGES
  ) {
    const paged = await idsOfList(story, role, above, SMALL);
    if (paged?.isWhole) {
      const { items: longest, exchange } = paged.longest;
      story.tell(
        'pagination-complete',
        longest > SMALL ? exchange : paged.exchange,
        paginationComplete.tell({
          whole: whole.ids,
          paged: paged.ids,
          total: paged.total,
          size: SMALL,
          longest,
        }),
      );
    }
  }
  for (const { input, property, comparison } of filters.slice(0, MOST_FILTERS)) {
    if (comparison !== 'is' || !property) continue;
    const values = whole.items.map((item) => valueAt(item, property.place));
    const own = values.find(isScalar);
    if (own === undefined || isContradicted(story, role, property.place, own)) continue;
    // In a uniform list an ignored filter is invisible: then a value is used that no item has.
    const value = values.some((one) => one !== undefined && one !== null && !isSame(one, own))
      ? own
      : (choicesAt(role, property.place).find((one) => !isSame(own, one) && isAllowed(story, input, one)) ?? own);
    const isList = input.types.has('array');
    const found = await idsOfList(story, role, above, undefined, [[input, isList ? [value] : value]]);
    if (!found) continue;
    const shown = found.items.map((item) => valueAt(item, property.place)).filter((one) => one !== undefined);
    const others = shown.filter((one) => !isSame(one, value));
    const isEmpty = value === own && found.items.length === 0;
    story.tell('filter-applied', found.exchange, filterApplied.tell({ name: input.name, value, others, isEmpty }));
  }
}

/** Some documents declare other values in lists than in items: then lists show other data. */
function isContradicted({ requests: { document } }: Story, { resource }: Role, place: Place, value: unknown): boolean {
  if (!resource.schema) return false;
  const found = document.validate(resource.schema, withValue({}, place, value), 'response');
  return found.some(({ pointer }) => pointer === childPointer('', ...place));
}

function isAllowed({ requests: { document } }: Story, { schema, types }: Input, value: number | string): boolean {
  const written = types.has('array') ? [[value]] : [value, String(value)];
  return !schema || written.some((one) => document.validate(schema, one, 'request').length === 0);
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}

/** Texts match in any case and partially; of a list, one item is enough. */
function isSame(one: unknown, value: string | number | boolean): boolean {
  return [one].flat().some((each) => {
    if (typeof each !== 'string' || typeof value !== 'string') return String(each) === String(value);
    return each.toLowerCase().includes(value.toLowerCase());
  });
}
