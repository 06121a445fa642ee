// Pagination inputs: page number, offset or cursor.

import type { RequestParts } from '../../../openapi/document.ts';
import type { References } from '../../../openapi/references.ts';
import { samplePattern } from '../../../openapi/schema/sample-pattern.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { toComparableText } from '../../../schema/equality.ts';
import { toDouble } from '../../../schema/json/exact-number.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { getInputNumber, getInputValue, type ListInput } from './list-input.ts';

/** The pagination inputs; undefined if not declared. Without any, the whole list is returned. */
export interface PagingInputs {
  readonly page: ListInput | undefined;
  /** The number of the first page. */
  readonly firstPage: number;
  readonly offset: ListInput | undefined;
  /** The offset of the first item. */
  readonly firstOffset: number;
  /** The cursor to the next page. */
  readonly after: ListInput | undefined;
  /** The cursor to the previous page. */
  readonly before: ListInput | undefined;
  /** A prefix of cursors, if the document has a pattern that they would not match otherwise. Usually empty. */
  readonly cursorPrefix: string;
  readonly size: ListInput | undefined;
  /** The default page size; undefined for all items. */
  readonly defaultSize: number | undefined;
  /** The maximum page size; undefined if not declared. */
  readonly maxSize: number | undefined;
}

/** The page that a request selects. */
export interface PageRequest {
  readonly by: 'page' | 'offset' | 'after' | 'before' | 'nothing';
  /** The page number, from 0. */
  readonly page: number;
  /** The number of items to skip. */
  readonly offset: number;
  /** The sent cursor. */
  readonly cursor: string | undefined;
  /** Undefined for all items. */
  readonly size: number | undefined;
}

const SIZE =
  /^(limit|pagesize|perpage|itemsperpage|resultsperpage|recordsperpage|size|count|maxresults|maxitems|maxrecords|maxentries|max|maxkeys|pagelimit|take|top|rows|num|numresults|limitperpage|pagecount|maxpagesize|resultlimit|resultcount|maxcount|fetch)$/;
const PAGE = /^(page|pagenumber|pageno|pagenum|pageindex|currentpage|p|pg|pageid)$/;
const OFFSET =
  /^(offset|skip|start|startindex|startat|startposition|firstresult|from|pageoffset|startoffset|startrow|begin)$/;
const AFTER =
  /^(cursor|pagetoken|nexttoken|after|startingafter|marker|continuationtoken|continuation|nextcursor|continue|next|nextpagetoken|nextpage|scrollid|pagecursor|bookmark|token|paginationtoken|startkey|exclusivestartkey|skiptoken|nextmarker|aftercursor|aftertoken|startafter|afterid|startfrom|sinceid|pagekey|pagemarker|page)$/;
const BEFORE =
  /^(before|endingbefore|previoustoken|prevtoken|previouscursor|prevcursor|beforecursor|beforetoken|endbefore|beforeid|maxid)$/;
/** Names around pagination inputs: `page[size]`, `paging.limit`. */
const AROUND = /^(page|paging|pagination|pager|cursor|query|options|pageinfo|listquery|pageable|request)?$/;

/** The default page size, if the document declares none. */
const USUAL = 20;

/** Finds the pagination inputs. */
export function findPagingInputs(inputs: readonly ListInput[], references: References): PagingInputs {
  const free = inputs.filter(({ prefix: around }) => AROUND.test(around));
  const isNumber = ({ types }: ListInput) => types.has('integer') || types.has('number') || types.size === 0;
  const isText = ({ types, isDate }: ListInput) => (types.has('string') || types.size === 0) && !isDate;
  const isOwn = (input: ListInput, name: string) => input.prefix === 'page' && input.normalName === name;
  const page =
    free.find((one) => isOwn(one, 'number') || isOwn(one, 'page')) ??
    free.find((one) => PAGE.test(one.normalName) && isNumber(one));
  const offset = free.find(
    (one) => OFFSET.test(one.normalName) && (isNumber(one) || one.normalName === 'offset') && !one.isDate,
  );
  const before = free.find((one) => BEFORE.test(one.normalName) && isText(one));
  const after = free.find((one) => AFTER.test(one.normalName) && isText(one) && one !== page && one !== offset);
  const sizes = free.filter((one) => SIZE.test(one.normalName) && !isBoolean(one));
  // Beside a cursor, `first` is a size.
  const size = sizes[0] ?? (after && free.find((one) => one.normalName === 'first' && isNumber(one)));
  const numericKeyword = (input: ListInput | undefined, keyword: string) => {
    return toDouble(getSchemaShape(input?.schema, references)?.keywordValue(keyword));
  };
  const first = (input: ListInput | undefined, names: RegExp, otherwise: number) =>
    numericKeyword(input, 'default') ??
    numericKeyword(input, 'minimum') ??
    (input && names.test(input.normalName) ? 1 - otherwise : otherwise);
  const maxSize = numericKeyword(size, 'maximum');
  const isPaged = page ?? offset ?? after;
  return {
    page,
    firstPage: Math.min(1, first(page, /index$/, 1)),
    offset,
    firstOffset: Math.min(1, Math.max(0, first(offset, /^$/, 0))),
    after,
    before,
    cursorPrefix: findPrefix(getSchemaShape((after ?? before)?.schema, references)?.keywordValue('pattern')),
    size,
    defaultSize: numericKeyword(size, 'default') ?? (isPaged ? Math.min(USUAL, maxSize ?? USUAL) : undefined),
    maxSize,
  };
}

/** A prefix with which cursors match a pattern; empty if none is needed or none works. */
function findPrefix(pattern: unknown): string {
  if (typeof pattern !== 'string' || matchesCursors(pattern, '')) return '';
  const prefix = samplePattern(pattern) ?? '';
  return matchesCursors(pattern, prefix) ? prefix : '';
}

/** Cursors are Base64, with a length that is a multiple of four. */
function matchesCursors(pattern: string, prefix: string): boolean {
  const expression = createPattern(pattern);
  return ['WyJh', 'Q1-_'.repeat(20)].every((cursor) => expression.test(prefix + cursor));
}

function isBoolean({ types }: ListInput): boolean {
  return types.has('boolean');
}

/** Parses the pagination inputs of a request, with defaults. */
export function parsePageRequest(paging: PagingInputs, parts: RequestParts): PageRequest {
  const { page, offset, after, before, firstPage, firstOffset, defaultSize, maxSize } = paging;
  const wanted = getInputNumber(paging.size, parts);
  const size = wanted === undefined || wanted < 0 ? defaultSize : Math.min(wanted, maxSize ?? wanted);
  const nothing = { by: 'nothing', page: 0, offset: 0, cursor: undefined, size } as const;
  for (const [by, input] of [
    ['after', after],
    ['before', before],
  ] as const) {
    const cursor = input && getInputValue(input, parts);
    // `page=2`, declared as a string.
    if (typeof cursor === 'string' && PAGE.test(input?.normalName ?? '') && /^\d{1,9}$/.test(cursor)) {
      const at = Math.max(0, Number(cursor) - 1);
      return { ...nothing, by: 'page', page: at, offset: at * (size ?? 0) };
    }
    if (cursor !== undefined) return { ...nothing, by, cursor: toComparableText(cursor) };
  }
  const left = getInputNumber(offset, parts);
  const number = getInputNumber(page, parts);
  // If both have defaults, the one that differs from its default applies.
  if (left !== undefined && !(number !== undefined && number > firstPage))
    return { ...nothing, by: 'offset', offset: Math.max(0, left - firstOffset) };
  if (number === undefined) return nothing;
  const at = Math.max(0, number - firstPage);
  return { ...nothing, by: 'page', page: at, offset: at * (size ?? 0) };
}
