// Lists: filtered, sorted and paged items with pagination metadata.

import type { RequestParts } from '../../../openapi/document.ts';
import type { KeptItem, Place } from '../resource.ts';
import { factsOf, headersFor } from './facts.ts';
import { sentFor } from './input.ts';
import type { ListRule } from './list-rule.ts';
import { type Listing, pageOf } from './page.ts';
import { sortKeysOf } from './sorting.ts';

/** A list request. */
export interface ListRequest {
  readonly parts: RequestParts;
  /** The URL of the request, as clients know it; links to other pages are derived from it. */
  readonly url: string;
  /** Finds an item by id: some clients send an id instead of a cursor. Undefined without one. */
  withId(id: string): KeptItem | undefined;
}

/** One page of a list. */
export interface ListAnswer {
  readonly items: readonly KeptItem[];
  /** Metadata in the body, by property path; undefined values are omitted. */
  readonly beside: readonly (readonly [place: Place, value: unknown])[];
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
export function answerList(listing: Listing, rule: ListRule, request: ListRequest): ListAnswer {
  const { parts } = request;
  const warnings = rule.ignored
    .filter((input) => sentFor(input, parts) !== undefined)
    .map(({ name }) => `${name} is not supported and was ignored`);
  const unknown = (text: string) => warnings.push(`cannot sort by ${JSON.stringify(text)}; it was ignored`);
  const keys = sortKeysOf(rule.sorting, parts, rule.property, unknown);
  const page = pageOf(listing, rule, keys, parts, request.withId);
  return {
    items: page.items,
    beside: factsOf(page, rule, request.url),
    headers: headersFor(page, rule, request.url),
    warnings,
  };
}
