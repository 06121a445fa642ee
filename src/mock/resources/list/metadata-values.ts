// Values of pagination metadata in body and headers.

import type { PropertyPath } from '../resource.ts';
import type { ListRule } from './input-roles.ts';
import type { ItemPage } from './item-page.ts';
import type { ListInput } from './list-input.ts';
import type { MetadataField, MetadataKind } from './pagination-metadata.ts';
import type { PagingInputs } from './paging.ts';

/** The metadata in the body. */
export function getMetadataValues(
  page: ItemPage,
  rule: ListRule,
  url: string,
): readonly (readonly [PropertyPath, unknown])[] {
  return rule.bodyMetadata.map((field) => {
    const value = getValue(field, page, rule.paging, url);
    return [field.path, value ?? getEmptyValue(field)];
  });
}

/** The value for missing metadata: null, omitted, or empty if required. */
function getEmptyValue({ nullable, required, form }: MetadataField): unknown {
  if (nullable) return null;
  if (!required) return undefined;
  return form === 'number' ? 0 : '';
}

/** The metadata in the headers. */
export function getMetadataHeaders(page: ItemPage, rule: ListRule, url: string): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const field of rule.headerMetadata) {
    const [name = ''] = field.path;
    const value = name === 'link' ? buildLinks(page, rule.paging, url) : getValue(field, page, rule.paging, url);
    if (value !== undefined && value !== '') fields[name] = String(value);
    else if (field.required) fields[name] = '';
  }
  return fields;
}

/** The `Link` header (RFC 8288); empty without other pages. */
function buildLinks(page: ItemPage, paging: PagingInputs, url: string): string {
  const relations = [
    ['first', 'first'],
    ['prev', 'previous'],
    ['next', 'next'],
    ['last', 'last'],
  ] as const;
  return relations
    .flatMap(([relation, kind]) => {
      const address = buildUrl(kind, page, paging, url);
      return address === undefined ? [] : [`<${address}>; rel="${relation}"`];
    })
    .join(', ');
}

/** The value of a metadata field; undefined if it does not apply. */
function getValue(field: MetadataField, page: ItemPage, paging: PagingInputs, url: string): unknown {
  const { kind, form } = field;
  const { items, request, hasMore, hasPrevious, offset, total } = page;
  const { size = Math.max(1, items.length) } = request;
  const asForm = (count: number | undefined) => (form === 'text' && count !== undefined ? String(count) : count);
  switch (kind) {
    case 'total':
      return asForm(total());
    case 'pages':
      return asForm(Math.ceil(total() / Math.max(1, size)));
    case 'returned':
      return items.length;
    case 'page':
      return pageNumber(page, paging);
    case 'size':
      return request.size ?? items.length;
    case 'offset':
      return (offset ?? 0) + paging.firstOffset;
    case 'more':
      return hasMore;
    case 'less':
      return hasPrevious;
    case 'isLast':
      return !hasMore;
    case 'isFirst':
      return !hasPrevious;
    case 'isEmpty':
      return items.length === 0;
    default:
      if (form === 'address') return buildUrl(kind, page, paging, url);
      return form === 'cursor' ? getCursor(kind, page, paging) : getNumber(kind, page, paging);
  }
}

function pageNumber({ request, offset = 0 }: ItemPage, { firstPage }: PagingInputs): number {
  if (request.by === 'page') return request.page + firstPage;
  return Math.floor(offset / Math.max(1, request.size ?? 1)) + firstPage;
}

/** The cursor of another page. Without cursors, the page number or offset as text. */
function getCursor(kind: MetadataKind, page: ItemPage, paging: PagingInputs): string | undefined {
  if (kind === 'self') return undefined;
  if (paging.after || paging.before || (!paging.page && !paging.offset)) {
    const { items, hasMore, hasPrevious, createCursor: cursorOf } = page;
    const [first, last] = [items[0], items.at(-1)];
    if (kind === 'next') return hasMore && last ? cursorOf(last) : undefined;
    return kind === 'previous' && hasPrevious && first && paging.before ? cursorOf(first) : undefined;
  }
  const number = getNumber(kind, page, paging);
  return number === undefined ? undefined : String(number);
}

/** The page number or offset of another page. */
function getNumber(kind: MetadataKind, page: ItemPage, paging: PagingInputs): number | undefined {
  const start = getOffset(kind, page);
  if (start === undefined) return undefined;
  if (paging.offset && !(paging.page && page.request.by === 'page')) return start + paging.firstOffset;
  return Math.floor(start / Math.max(1, page.request.size ?? 1)) + paging.firstPage;
}

/** The offset of another page; undefined without such a page. */
function getOffset(
  kind: MetadataKind,
  { items, offset, request, hasMore, hasPrevious, total }: ItemPage,
): number | undefined {
  const { size } = request;
  if (offset === undefined) return undefined;
  switch (kind) {
    case 'next':
      return hasMore ? offset + items.length : undefined;
    case 'previous':
      if (!hasPrevious) return undefined;
      // Beyond the end of the list, the previous page is the last one.
      return items.length === 0 ? getLastOffset(size, total()) : Math.max(0, offset - (size ?? offset));
    case 'last':
      return getLastOffset(size, total());
    case 'self':
      return offset;
    default:
      return 0;
  }
}

function getLastOffset(size: number | undefined, total: number): number {
  return size ? Math.max(0, Math.ceil(total / size) - 1) * size : 0;
}

/** The URL of another page; undefined without one, or if pages are requested in a body. */
function buildUrl(kind: MetadataKind, page: ItemPage, paging: PagingInputs, url: string): string | undefined {
  if (kind === 'self') return url;
  const change = pageInput(kind, page, paging);
  if (!change) return undefined;
  const [input, value] = change;
  const at = url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1));
  const inputs = [paging.page, paging.offset, paging.after, paging.before].filter((one) => one !== undefined);
  for (const other of inputs) query.delete(parameterName(other));
  if (value !== undefined) query.set(parameterName(input), value);
  const text = query.toString();
  return (at < 0 ? url : url.slice(0, at)) + (text === '' ? '' : `?${text}`);
}

/** The input and its value in a request for another page; the value is undefined if it can be omitted. */
function pageInput(
  kind: MetadataKind,
  page: ItemPage,
  paging: PagingInputs,
): readonly [ListInput, string | undefined] | undefined {
  const { request } = page;
  const isByCursor = request.cursor !== undefined || !(paging.page || paging.offset);
  const input = isByCursor
    ? kind === 'previous'
      ? paging.before
      : paging.after
    : request.by === 'page'
      ? paging.page
      : (paging.offset ?? paging.page);
  if (input?.path[0] !== 'query') return undefined;
  if (isByCursor && kind === 'first') return [input, undefined];
  const value = isByCursor ? getCursor(kind, page, paging) : getNumber(kind, page, paging);
  return value === undefined ? undefined : [input, String(value)];
}

function parameterName({ path }: ListInput): string {
  return path[1] ?? '';
}
