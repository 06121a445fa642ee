// Pagination metadata in list responses: totals, page numbers, links, cursors.

import type { Schema } from '../../../openapi/objects.ts';
import type { ResponseHeader } from '../../../openapi/operation-responses.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { plain } from '../inference/word.ts';
import type { Place } from '../resource.ts';

/**
 * The kinds of metadata. `returned` is the number of items on the page; `next` and others are a URL, a number or a
 * cursor.
 */
export type Fact =
  | 'total'
  | 'returned'
  | 'pages'
  | 'page'
  | 'size'
  | 'offset'
  | 'more'
  | 'less'
  | 'isLast'
  | 'isFirst'
  | 'isEmpty'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'self';

/** A metadata field and its location. */
export interface Telling {
  readonly fact: Fact;
  /** The property path in the body; for a header, its name. */
  readonly place: Place;
  /** The form of the value: a number, a string, a boolean; for `next` and others a URL or a cursor. */
  readonly form: 'number' | 'text' | 'flag' | 'address' | 'cursor';
  readonly required: boolean;
  readonly nullable: boolean;
}

const NUMBERS: readonly (readonly [names: RegExp, fact: Fact])[] = [
  [
    /^(total|totalcount|totalresult|totalresults|totalitems|totalelements|totalrecords|totalsize|totalhits|nbhits|recordstotal|resultscount|found|odatacount|totalresultscount|totalrows|totalnumber|totalentries|numfound|xtotalcount|xtotal|totalcounts|fullcount|numtotal|numberofresults|recordcount|availablecount)$/,
    'total',
  ],
  [
    /^(totalpages|pages|pagecount|numpages|pagestotal|lastpage|totalpagecount|xtotalpages|maxpage|numberofpages|totalpage|pagetotal)$/,
    'pages',
  ],
  [/^(page|currentpage|pagenumber|pageindex|pageno|xpage|pagenum|current)$/, 'page'],
  [/^(perpage|pagesize|limit|itemsperpage|maxresults|xperpage|resultsperpage|recordsperpage)$/, 'size'],
  [/^(offset|start|startindex|skip|from|startat|firstresult)$/, 'offset'],
  [
    /^(numberofelements|returned|resultsize|itemcount|currentitemcount|pageitems|returnedcount|resultsreturned)$/,
    'returned',
  ],
];
const FLAGS: readonly (readonly [names: RegExp, fact: Fact])[] = [
  [
    /^(hasmore|more|hasnext|hasnextpage|moreresults|truncated|istruncated|moreavailable|moreresultsavailable|hasmorepages|hasmoreresults|hasmoreitems|morerecords|next)$/,
    'more',
  ],
  [/^(hasprevious|hasprev|haspreviouspage|hasprevpage|previous|hasless)$/, 'less'],
  [/^(last|islast|islastpage|lastpage|complete)$/, 'isLast'],
  [/^(first|isfirst|isfirstpage|firstpage)$/, 'isFirst'],
  [/^(empty|isempty)$/, 'isEmpty'],
];
const POINTERS: readonly (readonly [names: RegExp, fact: Fact])[] = [
  [
    /^(next|nextlink|nexturl|nextpageurl|nexturi|nextpageuri|nexthref|odatanextlink|nextpagelink|nextcursor|nextpagetoken|nexttoken|nextmarker|nextpage|continuationtoken|continuation|endcursor|cursor|after|nextpagecursor|paginationtoken|xnextpage|xnextcursor|nextoffset|nextpageid|nextpagekey|scrollid|nextcontinuationtoken|nextrecord|marker|nexturlcursor|next_page_path|nextpagepath|lastevaluatedkey|pagetoken|bookmark)$/,
    'next',
  ],
  [
    /^(prev|previous|prevlink|previouslink|prevurl|previousurl|prevpageurl|previouspageurl|previouspageuri|prevcursor|previouscursor|previouspagetoken|prevpagetoken|startcursor|before|prevpage|previouspage|xprevpage|previoustoken|prevtoken|odataprevlink)$/,
    'previous',
  ],
  [/^(first|firstlink|firsturl|firstpageurl|firstpageuri|firstpage)$/, 'first'],
  [/^(last|lastlink|lasturl|lastpageurl|lastpageuri|lastpage)$/, 'last'],
  [/^(self|selflink|href|uri|url|selfurl|currentpageurl)$/, 'self'],
];
/** Objects with metadata, around or beside a list. */
const TELLING_OBJECT =
  /^(meta|metadata|details|paging|pagination|page|pager|links|cursors|cursor|responsemetadata|pageinfo|paginginfo|paginator|resultinfo|searchinfo|listinfo|info|pagemetadata|collection|pages|pageable)$/;
/** Objects whose `number` and `size` describe the page, as beside a total number of pages. */
const PAGE = /^(page|pageinfo|pagination|paging|pageable)$/;
/** The URL property of link objects. */
const HREF = /^(href|url|uri|link)$/;
/** Maximum depth of metadata objects, and maximum number of them. */
const DEEPEST = 4;
const MOST_LOOKED_INTO = 200;

/** Finds the metadata fields in a response body. @param list - the property path of the list */
export function tellingsIn(schema: Part<Schema> | undefined, list: Place, references: References): readonly Telling[] {
  const found: Telling[] = [];
  let left = MOST_LOOKED_INTO;
  const walk = (shape: SchemaShape, above: Place, isAround: boolean) => {
    left -= 1;
    if (left < 0) return;
    const isPage = PAGE.test(plain(above.at(-1) ?? '')) || countsPages(shape);
    for (const [name, part] of shape.properties) {
      const place = [...above, name];
      const inner = getSchemaShape(part, references);
      if (!inner || place.join('/') === list.join('/')) continue;
      const telling = tellingOf(inner, place, isPage, references);
      if (telling) {
        found.push({ ...telling, required: shape.required.has(name), nullable: isNullable(inner) });
      } else if (inner.isObject && place.length <= DEEPEST) {
        const isOnTheWay = isAround && list.length > place.length && list[place.length - 1] === name;
        if (isOnTheWay || TELLING_OBJECT.test(plain(name))) walk(inner, place, isOnTheWay);
      }
    }
  };
  const shape = getSchemaShape(schema, references);
  if (shape?.isObject) walk(shape, [], true);
  return withCount(found);
}

function countsPages({ properties }: SchemaShape): boolean {
  return [...properties.keys()].some((name) => plain(name) === 'totalpages');
}

function tellingOf(
  shape: SchemaShape,
  place: Place,
  isPage: boolean,
  references: References,
): Pick<Telling, 'fact' | 'place' | 'form'> | undefined {
  const name = plain(place.at(-1) ?? '');
  const factIn = (names: typeof NUMBERS) => names.find(([names]) => names.test(name))?.[1];
  if (shape.isObject && factIn(POINTERS)) {
    const [href, part] = [...shape.properties].find(([one]) => HREF.test(plain(one))) ?? [];
    const fact = factIn(POINTERS);
    if (href === undefined || !fact || !getSchemaShape(part, references)?.types.has('string')) return undefined;
    return { fact, place: [...place, href], form: 'address' };
  }
  if (shape.types.has('boolean')) {
    const fact = factIn(FLAGS);
    return fact && { fact, place, form: 'flag' };
  }
  const isNumber = shape.types.has('integer') || shape.types.has('number');
  if (isNumber || shape.types.size === 0) {
    // `count` is the total, unless there is a separate total: see `withCount`.
    const more: Fact | undefined = name === 'count' || name === 'xcount' ? 'returned' : undefined;
    const inPage: Fact | undefined = !isPage
      ? undefined
      : name === 'number'
        ? 'page'
        : name === 'size'
          ? 'size'
          : undefined;
    const fact =
      inPage ??
      factIn(NUMBERS) ??
      more ??
      (name === 'size' ? 'size' : undefined) ??
      (isNumber ? factIn(POINTERS) : undefined);
    return fact && { fact, place, form: 'number' };
  }
  if (!shape.types.has('string')) return undefined;
  const fact = factIn(POINTERS);
  // Numeric strings: `"total": "17"`.
  if (!fact) return factIn(NUMBERS.slice(0, 2)) && { fact: factIn(NUMBERS.slice(0, 2)) as Fact, place, form: 'text' };
  return { fact, place, form: isAddress(shape, name, place) ? 'address' : 'cursor' };
}

/** Whether a string is a URL, not a cursor. */
function isAddress(shape: SchemaShape, name: string, place: Place): boolean {
  if (/(cursor|token|marker|key|id|after|before|continuation|bookmark)$/.test(name)) return false;
  if (/(link|url|uri|href|self|first|last|path)$/.test(name) || place.some((step) => /links?$/i.test(step)))
    return true;
  const said = [shape.keywordValue('format'), shape.keywordValue('description'), shape.keywordValue('example')]
    .map(String)
    .join(' ');
  return /\b(ur[il]|link|https?:|href|address)\b/i.test(said) || !/\b(token|cursor|opaque)\b/i.test(said);
}

function isNullable(shape: SchemaShape): boolean {
  const type = shape.keywordValue('type');
  return shape.keywordValue('nullable') === true || (Array.isArray(type) && type.includes('null'));
}

/** `count` alone is the total; beside a total it is the number of items on the page. */
function withCount(found: readonly Telling[]): readonly Telling[] {
  if (found.some(({ fact }) => fact === 'total')) return found;
  const isCount = ({ place, fact }: Telling) => fact === 'returned' && /^x?count$/.test(plain(place.at(-1) ?? ''));
  return found.map((telling) => (isCount(telling) ? { ...telling, fact: 'total' as const } : telling));
}

/** Finds the metadata in response headers; `Link` contains all pages (RFC 8288). */
export function tellingHeaders(headers: readonly ResponseHeader[]): readonly Telling[] {
  return headers.flatMap(({ name, required }): readonly Telling[] => {
    const word = plain(name);
    const told = { place: [name], required, nullable: false };
    if (name === 'link') return [{ ...told, fact: 'self', form: 'address' }];
    const short = word.replace(/^(x|pagination|xpagination)/, '');
    const [, fact] = NUMBERS.find(([names]) => names.test(word) || names.test(short)) ?? [];
    if (fact) return [{ ...told, fact, form: 'number' }];
    const [, pointer] = POINTERS.slice(0, 2).find(([names]) => names.test(word) || names.test(short)) ?? [];
    return pointer ? [{ ...told, fact: pointer, form: 'cursor' }] : [];
  });
}
