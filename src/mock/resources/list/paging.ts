// How the pages of a list are asked for: by their number, by how many items to leave out, or by where another page ended.

import type { RequestParts } from '../../../openapi/document.ts';
import type { References } from '../../../openapi/references.ts';
import { samplePattern } from '../../../openapi/schema/sample-pattern.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { toComparableText } from '../../../schema/comparable-text.ts';
import { createPattern } from '../../../schema/pattern.ts';
import { type Input, numberFor, sentFor } from './input.ts';

/** The inputs by which pages are asked for; undefined those that there are not. None at all: a list is answered whole. */
export interface Paging {
  readonly page: Input | undefined;
  /** The number of the first page. */
  readonly firstPage: number;
  readonly offset: Input | undefined;
  /** The offset of the first item. */
  readonly firstOffset: number;
  /** Where the page before ended. */
  readonly after: Input | undefined;
  /** Where the page behind begins. */
  readonly before: Input | undefined;
  /** What cursors begin with, because the document has a pattern for them that others do not match. Mostly empty. */
  readonly mark: string;
  readonly size: Input | undefined;
  /** How many items a page has when nobody says; undefined for all of them. */
  readonly usual: number | undefined;
  /** How many it has at most; undefined when the document does not say. */
  readonly most: number | undefined;
}

/** What a request asks for. */
export interface Asked {
  readonly by: 'page' | 'offset' | 'after' | 'before' | 'nothing';
  /** The page's number, counted from 0. */
  readonly page: number;
  /** How many items to leave out. */
  readonly offset: number;
  /** The cursor that was sent. */
  readonly cursor: string | undefined;
  /** Undefined for all that there are. */
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
/** What stands around such inputs: `page[size]`, `paging.limit`. */
const AROUND = /^(page|paging|pagination|pager|cursor|query|options|pageinfo|listquery|pageable|request)?$/;

/** How many items a page has where there are pages, and the document does not say how large they are. */
const USUAL = 20;

/** Finds the inputs by which pages are asked for. */
export function pagingOf(inputs: readonly Input[], references: References): Paging {
  const free = inputs.filter(({ around }) => AROUND.test(around));
  const isNumber = ({ types }: Input) => types.has('integer') || types.has('number') || types.size === 0;
  const isText = ({ types, isDate }: Input) => (types.has('string') || types.size === 0) && !isDate;
  const isOwn = (input: Input, name: string) => input.around === 'page' && input.plain === name;
  const page =
    free.find((one) => isOwn(one, 'number') || isOwn(one, 'page')) ??
    free.find((one) => PAGE.test(one.plain) && isNumber(one));
  const offset = free.find((one) => OFFSET.test(one.plain) && (isNumber(one) || one.plain === 'offset') && !one.isDate);
  const before = free.find((one) => BEFORE.test(one.plain) && isText(one));
  const after = free.find((one) => AFTER.test(one.plain) && isText(one) && one !== page && one !== offset);
  const sizes = free.filter((one) => SIZE.test(one.plain) && !isBoolean(one));
  // `first` is a size where it is beside a cursor.
  const size = sizes[0] ?? (after && free.find((one) => one.plain === 'first' && isNumber(one)));
  const says = (input: Input | undefined, keyword: string) => {
    const said = getSchemaShape(input?.schema, references)?.keywordValue(keyword);
    return typeof said === 'number' ? said : undefined;
  };
  const first = (input: Input | undefined, names: RegExp, otherwise: number) =>
    says(input, 'default') ?? says(input, 'minimum') ?? (input && names.test(input.plain) ? 1 - otherwise : otherwise);
  const most = says(size, 'maximum');
  const isPaged = page ?? offset ?? after;
  return {
    page,
    firstPage: Math.min(1, first(page, /index$/, 1)),
    offset,
    firstOffset: Math.min(1, Math.max(0, first(offset, /^$/, 0))),
    after,
    before,
    mark: markOf(getSchemaShape((after ?? before)?.schema, references)?.keywordValue('pattern')),
    size,
    usual: says(size, 'default') ?? (isPaged ? Math.min(USUAL, most ?? USUAL) : undefined),
    most,
  };
}

/** A text that makes a pattern match whatever stands behind it; empty where cursors match it by themselves, or nothing helps. */
function markOf(pattern: unknown): string {
  if (typeof pattern !== 'string' || fits(pattern, '')) return '';
  const mark = samplePattern(pattern) ?? '';
  return fits(pattern, mark) ? mark : '';
}

/** Cursors are Base64, of any length that is a multiple of four. */
function fits(pattern: string, mark: string): boolean {
  const expression = createPattern(pattern);
  return ['WyJh', 'Q1-_'.repeat(20)].every((cursor) => expression.test(mark + cursor));
}

function isBoolean({ types }: Input): boolean {
  return types.has('boolean');
}

/** What a request asks for; what was not sent is as the rule says. */
export function askedOf(paging: Paging, parts: RequestParts): Asked {
  const { page, offset, after, before, firstPage, firstOffset, usual, most } = paging;
  const wanted = numberFor(paging.size, parts);
  const size = wanted === undefined || wanted < 0 ? usual : Math.min(wanted, most ?? wanted);
  const nothing = { by: 'nothing', page: 0, offset: 0, cursor: undefined, size } as const;
  for (const [by, input] of [
    ['after', after],
    ['before', before],
  ] as const) {
    const cursor = input && sentFor(input, parts);
    // `page=2`, in a document that calls it a text.
    if (typeof cursor === 'string' && PAGE.test(input?.plain ?? '') && /^\d{1,9}$/.test(cursor)) {
      const at = Math.max(0, Number(cursor) - 1);
      return { ...nothing, by: 'page', page: at, offset: at * (size ?? 0) };
    }
    if (cursor !== undefined) return { ...nothing, by, cursor: toComparableText(cursor) };
  }
  const left = numberFor(offset, parts);
  const number = numberFor(page, parts);
  // Where both have defaults, that counts which says something.
  if (left !== undefined && !(number !== undefined && number > firstPage))
    return { ...nothing, by: 'offset', offset: Math.max(0, left - firstOffset) };
  if (number === undefined) return nothing;
  const at = Math.max(0, number - firstPage);
  return { ...nothing, by: 'page', page: at, offset: at * (size ?? 0) };
}
