// Sort inputs: `sort=-created`, `order_by=name desc`, `sortBy=name&order=asc`.

import type { RequestParts } from '../../../openapi/document.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { PropertyPath, StoredItem } from '../resource.ts';
import { compareSortValues, parseTime } from './compare-sort-values.ts';
import type { CursorPosition } from './cursor.ts';
import { getInputValue, type ListInput } from './list-input.ts';
import { collectValues, type QueryProperty } from './query-property.ts';

export interface SortInputs {
  /** The input for sort properties; undefined if only the direction can be sent. */
  readonly by: ListInput | undefined;
  /** The input for the sort direction. */
  readonly direction: ListInput | undefined;
}

/** A sort property; an empty path means the creation order. */
export interface SortKey {
  readonly path: PropertyPath;
  readonly isDescending: boolean;
  /** The order of the values of an enum. Default: that of numbers, times and texts. */
  readonly ranks?: QueryProperty['ranks'];
}

const BY =
  /^(sort|sortby|orderby|order|ordering|sortfield|sortkey|sortcolumn|orderfield|sorton|sorts|sorting|sortingcolumn|sortproperty|sortattribute)$/;
const DIRECTION =
  /^(order|sortorder|sortdir|sortdirection|direction|dir|orderdir|orderdirection|orderway|sorttype|ordertype|sort|asc|desc|ascending|descending|reverse|sortasc|sortdesc|sortascending|sortdescending|sortreverse)$/;
const ASCENDING = /^(a|asc|ascending|ascend|up|1|true|forward)$/;
const DESCENDING = /^(d|desc|descending|descend|down|-1|reverse)$/;

export function findSortInputs(inputs: readonly ListInput[], references: References): SortInputs {
  const choices = ({ schema }: ListInput): readonly string[] => {
    const shape = getSchemaShape(schema, references);
    const declared = shape?.keywordValue('enum') ?? getSchemaShape(shape?.items, references)?.keywordValue('enum');
    return Array.isArray(declared) ? declared.filter((one) => typeof one === 'string') : [];
  };
  const onlyDirection = (input: ListInput) =>
    input.types.has('boolean') ||
    (choices(input).length > 0 && choices(input).every((one) => directionIn(one) !== undefined));
  const direction = inputs.find((one) => DIRECTION.test(one.normalName) && onlyDirection(one));
  const by = inputs.find((one) => BY.test(one.normalName) && one !== direction && !onlyDirection(one));
  const named = inputs.find((one) => DIRECTION.test(one.normalName) && one !== by && /order|dir/.test(one.normalName));
  return { by, direction: direction ?? (by ? named : undefined) };
}

function directionIn(text: string): 'up' | 'down' | undefined {
  const word = text.trim().toLowerCase();
  if (DESCENDING.test(word)) return 'down';
  return ASCENDING.test(word) ? 'up' : undefined;
}

/** Maximum number of sort properties. */
const MAX_TERMS = 100;

/** Parses the sort inputs of a request; empty without any. @param unknown - called for an unknown property */
export function parseSortKeys(
  { by, direction }: SortInputs,
  parts: RequestParts,
  property: (name: string) => QueryProperty | undefined,
  unknown: (text: string) => void,
): readonly SortKey[] {
  const isDown = direction !== undefined && isDescending(direction, getInputValue(direction, parts));
  const sent = by && getInputValue(by, parts);
  const texts = (Array.isArray(sent) ? sent : [sent]).flatMap((one) => (typeof one === 'string' ? one.split(',') : []));
  const terms = new Set(withDirections(texts.map((text) => text.trim())));
  // The first of equal properties applies.
  const found = new Map<string, SortKey>();
  for (const term of [...terms].slice(0, MAX_TERMS)) {
    const key = keyIn(term, property, isDown);
    if (!key) unknown(term);
    else if (!found.has(key.path.join('/'))) found.set(key.path.join('/'), key);
  }
  const keys = [...found.values()];
  return keys.length === 0 && isDown ? [{ path: [], isDescending: true }] : keys;
}

/** Joins names with the directions after them: `name,desc` and `name,kind,desc`, as in Spring. */
function withDirections(terms: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let open = 0;
  for (const term of terms) {
    const isDirection = /^(asc|desc)(ending)?$/i.test(term) && open < joined.length;
    if (isDirection) {
      for (; open < joined.length; open += 1) joined[open] = `${joined[open]} ${term.toLowerCase()}`;
    } else joined.push(term);
  }
  return joined;
}

function isDescending({ normalName: name }: ListInput, sent: unknown): boolean {
  if (typeof sent === 'boolean' || sent === 'true' || sent === 'false') {
    return /desc|reverse/.test(name) === (String(sent) === 'true');
  }
  return typeof sent === 'string' && directionIn(sent) === 'down';
}

/** Parses `-name`, `name:desc`, `name desc`, `name_desc`, `nameDesc`; `desc` alone sorts by creation order. */
function keyIn(
  term: string,
  property: (name: string) => QueryProperty | undefined,
  isDown: boolean,
): SortKey | undefined {
  const only = directionIn(term);
  if (only) return { path: [], isDescending: only === 'down' };
  const whole = property(normalizeName(term));
  const [, sign, name = '', way] =
    /^([-+]?)(.*?)(?:[\s:._-]?(asc|desc|ASC|DESC|Asc|Desc|ascending|descending))?$/.exec(term) ?? [];
  const found = (sign ? undefined : whole) ?? property(normalizeName(name));
  if (!found) return undefined;
  const isDescendingTerm = sign === '-' || (found !== whole && way !== undefined && directionIn(way) === 'down');
  const hasDirection = sign !== '' || (found !== whole && way !== undefined);
  return { path: found.path, ranks: found.ranks, isDescending: hasDirection ? isDescendingTerm : isDown };
}

/** The position of an item in a sorted list. */
export function getCursorPosition({ item, number }: StoredItem, keys: readonly SortKey[]): CursorPosition {
  return {
    keys: keys.map(({ path, ranks }) => {
      const value = path.length === 0 ? number : (collectValues(item, path)[0] ?? null);
      // Values that the document does not list come after those that it does.
      return value === null || !ranks ? value : (ranks.get(value) ?? ranks.size);
    }),
    number,
  };
}

/** Compares positions; missing values come last in both directions, and equal ones keep the creation order. */
export function createComparator(keys: readonly SortKey[]): (one: CursorPosition, other: CursorPosition) => number {
  return (one, other) => {
    let index = 0;
    for (const { isDescending: descending } of keys) {
      const first = one.keys[index];
      const second = other.keys[index];
      index += 1;
      const order = compareSortValues(first, second);
      if (order !== 0) return descending && first !== null && second !== null ? -order : order;
    }
    return one.number - other.number;
  };
}

/** Sorts items. */
export function sortItems(items: readonly StoredItem[], keys: readonly SortKey[]): readonly StoredItem[] {
  const placed = items.map((stored) => ({ item: stored, ...getCursorPosition(stored, keys) }));
  // Times are parsed once per item, not once per comparison.
  const areTimes = keys.map((_, index) => placed.every((one) => isTimeOrNothing(one.keys[index])));
  const read = (value: unknown, index: number) =>
    areTimes[index] && typeof value === 'string' ? parseTime(value) : value;
  return placed
    .map((one) => ({ ...one, keys: one.keys.map(read) }))
    .sort(createComparator(keys))
    .map(({ item: stored }) => stored);
}

function isTimeOrNothing(value: unknown): boolean {
  return value === null || (typeof value === 'string' && parseTime(value) !== undefined);
}
