// Lists: filtered, sorted and paged items with pagination metadata.

import type { RequestParts } from '../../../openapi/document.ts';
import type { PropertyPath, StoredItem } from '../resource.ts';
import type { ListRule } from './input-roles.ts';
import { type ItemSource, selectPage } from './item-page.ts';
import { isInputSent } from './list-input.ts';
import { getMetadataHeaders, getMetadataValues } from './metadata-values.ts';
import { parseSortKeys } from './sorting.ts';

/** A list request. */
export interface ListRequest {
  readonly parts: RequestParts;
  /** The URL of the request, as clients know it; links to other pages are derived from it. */
  readonly url: string;
  /** Finds an item by id: some clients send an id instead of a cursor. Undefined without one. */
  findById(id: string): StoredItem | undefined;
}

/** One page of a list. */
export interface ListResult {
  readonly items: readonly StoredItem[];
  /** Metadata in the body, by property path; undefined values are omitted. */
  readonly metadata: readonly (readonly [place: PropertyPath, value: unknown])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Messages about ignored parameters. */
  readonly warnings: readonly string[];
}

/**
 * Builds one page of a list. Without filters, sort keys and unknown counts, only the items of the page are read.
 *
 * @throws ApiError `invalid_argument` for an invalid cursor
 */
export function buildList(listing: ItemSource, rule: ListRule, request: ListRequest): ListResult {
  const { parts } = request;
  const warnings = rule.ignored
    .filter((input) => isInputSent(input, parts, rule.references))
    .map(({ name }) => `${name} is not supported and was ignored`);
  const unknown = (text: string) => warnings.push(`cannot sort by ${JSON.stringify(text)}; it was ignored`);
  const keys = parseSortKeys(rule.sorting, parts, rule.property, unknown);
  const page = selectPage(listing, rule, keys, parts, request.findById);
  return {
    items: page.items,
    metadata: getMetadataValues(page, rule, request.url),
    headers: getMetadataHeaders(page, rule, request.url),
    warnings,
  };
}
