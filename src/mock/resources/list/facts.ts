// Values of pagination metadata in body and headers.

import type { Place } from '../resource.ts';
import type { Input } from './input.ts';
import type { ListRule } from './list-rule.ts';
import type { Page } from './page.ts';
import type { Paging } from './paging.ts';
import type { Fact, Telling } from './telling.ts';

/** The metadata in the body. */
export function factsOf(page: Page, rule: ListRule, url: string): readonly (readonly [Place, unknown])[] {
  return rule.tells.map((telling) => {
    const value = toldFor(telling, page, rule.paging, url);
    return [telling.place, value ?? nothingFor(telling)];
  });
}

/** The value for missing metadata: null, omitted, or empty if required. */
function nothingFor({ nullable, required, form }: Telling): unknown {
  if (nullable) return null;
  if (!required) return undefined;
  return form === 'number' ? 0 : '';
}

/** The metadata in the headers. */
export function headersFor(page: Page, rule: ListRule, url: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const telling of rule.tellsInHeaders) {
    const [name = ''] = telling.place;
    const value = name === 'link' ? linksTo(page, rule.paging, url) : toldFor(telling, page, rule.paging, url);
    if (value !== undefined && value !== '') fields[name] = String(value);
    else if (telling.required) fields[name] = '';
  }
  return fields;
}

/** The `Link` header (RFC 8288); empty without other pages. */
function linksTo(page: Page, paging: Paging, url: string): string {
  const facts = [
    ['first', 'first'],
    ['prev', 'previous'],
    ['next', 'next'],
    ['last', 'last'],
  ] as const;
  return facts
    .flatMap(([relation, fact]) => {
      const address = addressOf(fact, page, paging, url);
      return address === undefined ? [] : [`<${address}>; rel="${relation}"`];
    })
    .join(', ');
}

/** The value of a metadata field; undefined if it does not apply. */
function toldFor(telling: Telling, page: Page, paging: Paging, url: string): unknown {
  const { fact, form } = telling;
  const { items, asked, hasMore, hasLess, before, total } = page;
  const { size = Math.max(1, items.length) } = asked;
  const asForm = (count: number | undefined) => (form === 'text' && count !== undefined ? String(count) : count);
  switch (fact) {
    case 'total':
      return asForm(total());
    case 'pages':
      return asForm(Math.ceil(total() / Math.max(1, size)));
    case 'returned':
      return items.length;
    case 'page':
      return pageNumber(page, paging);
    case 'size':
      return asked.size ?? items.length;
    case 'offset':
      return (before ?? 0) + paging.firstOffset;
    case 'more':
      return hasMore;
    case 'less':
      return hasLess;
    case 'isLast':
      return !hasMore;
    case 'isFirst':
      return !hasLess;
    case 'isEmpty':
      return items.length === 0;
    default:
      if (form === 'address') return addressOf(fact, page, paging, url);
      return form === 'cursor' ? cursorTo(fact, page, paging) : numberTo(fact, page, paging);
  }
}

function pageNumber({ asked, before = 0 }: Page, { firstPage }: Paging): number {
  if (asked.by === 'page') return asked.page + firstPage;
  return Math.floor(before / Math.max(1, asked.size ?? 1)) + firstPage;
}

/** The cursor of another page. Without cursors, the page number or offset as text. */
function cursorTo(fact: Fact, page: Page, paging: Paging): string | undefined {
  if (fact === 'self') return undefined;
  if (paging.after || paging.before || (!paging.page && !paging.offset)) {
    const { items, hasMore, hasLess, cursorOf } = page;
    const [first, last] = [items[0], items.at(-1)];
    if (fact === 'next') return hasMore && last ? cursorOf(last) : undefined;
    return fact === 'previous' && hasLess && first && paging.before ? cursorOf(first) : undefined;
  }
  const number = numberTo(fact, page, paging);
  return number === undefined ? undefined : String(number);
}

/** The page number or offset of another page. */
function numberTo(fact: Fact, page: Page, paging: Paging): number | undefined {
  const start = startOf(fact, page);
  if (start === undefined) return undefined;
  if (paging.offset && !(paging.page && page.asked.by === 'page')) return start + paging.firstOffset;
  return Math.floor(start / Math.max(1, page.asked.size ?? 1)) + paging.firstPage;
}

/** The offset of another page; undefined without such a page. */
function startOf(fact: Fact, { items, before, asked, hasMore, hasLess, total }: Page): number | undefined {
  const { size } = asked;
  if (before === undefined) return undefined;
  switch (fact) {
    case 'next':
      return hasMore ? before + items.length : undefined;
    case 'previous':
      if (!hasLess) return undefined;
      // Beyond the end of the list, the previous page is the last one.
      return items.length === 0 ? lastStart(size, total()) : Math.max(0, before - (size ?? before));
    case 'last':
      return lastStart(size, total());
    case 'self':
      return before;
    default:
      return 0;
  }
}

function lastStart(size: number | undefined, total: number): number {
  return size ? Math.max(0, Math.ceil(total / size) - 1) * size : 0;
}

/** The URL of another page; undefined without one, or if pages are requested in a body. */
function addressOf(fact: Fact, page: Page, paging: Paging, url: string): string | undefined {
  if (fact === 'self') return url;
  const change = changeTo(fact, page, paging);
  if (!change) return undefined;
  const [input, value] = change;
  const at = url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const inputs = [paging.page, paging.offset, paging.after, paging.before].filter((one) => one !== undefined);
  for (const other of inputs) query.delete(parameterOf(other));
  if (value !== undefined) query.set(parameterOf(input), value);
  const text = query.toString();
  return (at < 0 ? url : url.slice(0, at)) + (text === '' ? '' : `?${text}`);
}

/** The input and its value in a request for another page; the value is undefined if it can be omitted. */
function changeTo(fact: Fact, page: Page, paging: Paging): readonly [Input, string | undefined] | undefined {
  const { asked } = page;
  const isByCursor = asked.cursor !== undefined || !(paging.page || paging.offset);
  const input = isByCursor
    ? fact === 'previous'
      ? paging.before
      : paging.after
    : asked.by === 'page'
      ? paging.page
      : (paging.offset ?? paging.page);
  if (input?.place[0] !== 'query') return undefined;
  if (isByCursor && fact === 'first') return [input, undefined];
  const value = isByCursor ? cursorTo(fact, page, paging) : numberTo(fact, page, paging);
  return value === undefined ? undefined : [input, String(value)];
}

function parameterOf({ place }: Input): string {
  return place[1] ?? '';
}
