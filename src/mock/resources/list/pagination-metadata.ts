// Pagination metadata in list responses: totals, page numbers, links, cursors.

import { normalizeName } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { ResponseHeader } from '../../../openapi/operation-responses.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape, type SchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { PropertyPath } from '../resource.ts';

/**
 * The kinds of metadata. `returned` is the number of items on the page; `next` and others are a URL, a number or a
 * cursor.
 */
export type MetadataKind =
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
export interface MetadataField {
  readonly kind: MetadataKind;
  /** The property path in the body; for a header, its name. */
  readonly path: PropertyPath;
  /** The form of the value: a number, a string, a boolean; for `next` and others a URL or a cursor. */
  readonly form: 'number' | 'text' | 'flag' | 'address' | 'cursor';
  readonly required: boolean;
  readonly nullable: boolean;
}

const NUMBERS: readonly (readonly [names: RegExp, fact: MetadataKind])[] = [
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
const FLAGS: readonly (readonly [names: RegExp, fact: MetadataKind])[] = [
  [
    /^(hasmore|more|hasnext|hasnextpage|moreresults|truncated|istruncated|moreavailable|moreresultsavailable|hasmorepages|hasmoreresults|hasmoreitems|morerecords|next)$/,
    'more',
  ],
  [/^(hasprevious|hasprev|haspreviouspage|hasprevpage|previous|hasless)$/, 'less'],
  [/^(last|islast|islastpage|lastpage|complete)$/, 'isLast'],
  [/^(first|isfirst|isfirstpage|firstpage)$/, 'isFirst'],
  [/^(empty|isempty)$/, 'isEmpty'],
];
const POINTERS: readonly (readonly [names: RegExp, fact: MetadataKind])[] = [
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
const METADATA_OBJECT =
  /^(meta|metadata|details|paging|pagination|page|pager|links|cursors|cursor|responsemetadata|pageinfo|paginginfo|paginator|resultinfo|searchinfo|listinfo|info|pagemetadata|collection|pages|pageable)$/;
/** Objects whose `number` and `size` describe the page, as beside a total number of pages. */
const PAGE = /^(page|pageinfo|pagination|paging|pageable)$/;
/** The URL property of link objects. */
const HREF = /^(href|url|uri|link)$/;
/** Maximum depth of metadata objects, and maximum number of them. */
const MAX_DEPTH = 4;
const MAX_OBJECTS = 200;

/** Finds the metadata fields in a response body. @param list - the property path of the list */
export function findBodyMetadata(
  schema: Part<Schema> | undefined,
  list: PropertyPath,
  references: References,
): readonly MetadataField[] {
  const found: MetadataField[] = [];
  let left = MAX_OBJECTS;
  const walk = (shape: SchemaShape, above: PropertyPath, isAround: boolean) => {
    left -= 1;
    if (left < 0) return;
    const isPage = PAGE.test(normalizeName(above.at(-1) ?? '')) || countsPages(shape);
    for (const [name, part] of shape.properties) {
      const path = [...above, name];
      const inner = getSchemaShape(part, references);
      if (!inner || path.join('/') === list.join('/')) continue;
      const field = findField(inner, path, isPage, references);
      if (field) {
        found.push({ ...field, required: shape.required.has(name), nullable: isNullable(inner) });
      } else if (inner.isObject && path.length <= MAX_DEPTH) {
        const isOnTheWay = isAround && list.length > path.length && list[path.length - 1] === name;
        if (isOnTheWay || METADATA_OBJECT.test(normalizeName(name))) walk(inner, path, isOnTheWay);
      }
    }
  };
  const shape = getSchemaShape(schema, references);
  if (shape?.isObject) walk(shape, [], true);
  return withCount(found);
}

function countsPages({ properties }: SchemaShape): boolean {
  return [...properties.keys()].some((name) => normalizeName(name) === 'totalpages');
}

function findField(
  shape: SchemaShape,
  path: PropertyPath,
  isPage: boolean,
  references: References,
): Omit<MetadataField, 'required' | 'nullable'> | undefined {
  const name = normalizeName(path.at(-1) ?? '');
  const factIn = (names: typeof NUMBERS) => names.find(([names]) => names.test(name))?.[1];
  if (shape.isObject && factIn(POINTERS)) {
    const [href, part] = [...shape.properties].find(([one]) => HREF.test(normalizeName(one))) ?? [];
    const kind = factIn(POINTERS);
    if (href === undefined || !kind || !getSchemaShape(part, references)?.types.has('string')) return undefined;
    return { kind, path: [...path, href], form: 'address' };
  }
  if (shape.types.has('boolean')) {
    const kind = factIn(FLAGS);
    return kind && { kind, path, form: 'flag' };
  }
  const isNumber = shape.types.has('integer') || shape.types.has('number');
  if (isNumber || shape.types.size === 0) {
    // `count` is the total, unless there is a separate total: see `withCount`.
    const more: MetadataKind | undefined = name === 'count' || name === 'xcount' ? 'returned' : undefined;
    const inPage: MetadataKind | undefined = !isPage
      ? undefined
      : name === 'number'
        ? 'page'
        : name === 'size'
          ? 'size'
          : undefined;
    const kind =
      inPage ??
      factIn(NUMBERS) ??
      more ??
      (name === 'size' ? 'size' : undefined) ??
      (isNumber ? factIn(POINTERS) : undefined);
    return kind && { kind, path, form: 'number' };
  }
  if (!shape.types.has('string')) return undefined;
  const kind = factIn(POINTERS);
  // Numeric strings: `"total": "17"`.
  if (!kind)
    return factIn(NUMBERS.slice(0, 2)) && { kind: factIn(NUMBERS.slice(0, 2)) as MetadataKind, path, form: 'text' };
  return { kind, path, form: isAddress(shape, name, path) ? 'address' : 'cursor' };
}

/** Whether a string is a URL, not a cursor. */
function isAddress(shape: SchemaShape, name: string, path: PropertyPath): boolean {
  if (/(cursor|token|marker|key|id|after|before|continuation|bookmark)$/.test(name)) return false;
  if (/(link|url|uri|href|self|first|last|path)$/.test(name) || path.some((step) => /links?$/i.test(step))) return true;
  const declared = [shape.keywordValue('format'), shape.keywordValue('description'), shape.keywordValue('example')]
    .map(String)
    .join(' ');
  return /\b(ur[il]|link|https?:|href|address)\b/i.test(declared) || !/\b(token|cursor|opaque)\b/i.test(declared);
}

function isNullable(shape: SchemaShape): boolean {
  const type = shape.keywordValue('type');
  return shape.keywordValue('nullable') === true || (Array.isArray(type) && type.includes('null'));
}

/** `count` alone is the total; beside a total it is the number of items on the page. */
function withCount(found: readonly MetadataField[]): readonly MetadataField[] {
  if (found.some(({ kind }) => kind === 'total')) return found;
  const isCount = ({ path, kind }: MetadataField) =>
    kind === 'returned' && /^x?count$/.test(normalizeName(path.at(-1) ?? ''));
  return found.map((field) => (isCount(field) ? { ...field, kind: 'total' as const } : field));
}

/** Finds the metadata in response headers; `Link` contains all pages (RFC 8288). */
export function findHeaderMetadata(headers: readonly ResponseHeader[]): readonly MetadataField[] {
  return headers.flatMap(({ name, required }): readonly MetadataField[] => {
    const word = normalizeName(name);
    const base = { path: [name], required, nullable: false };
    if (name === 'link') return [{ ...base, kind: 'self', form: 'address' }];
    const short = word.replace(/^(x|pagination|xpagination)/, '');
    const [, kind] = NUMBERS.find(([names]) => names.test(word) || names.test(short)) ?? [];
    if (kind) return [{ ...base, kind, form: 'number' }];
    const [, pointer] = POINTERS.slice(0, 2).find(([names]) => names.test(word) || names.test(short)) ?? [];
    return pointer ? [{ ...base, kind: pointer, form: 'cursor' }] : [];
  });
}
