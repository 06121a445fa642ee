// Answers a list: the items that are asked for, in their order, one page of them, and what is told beside them.

import type { RequestParts } from '../../../openapi/document.ts';
import type { KeptItem, Place } from '../resource.ts';
import { factsOf, headersFor } from './facts.ts';
import { sentFor } from './input.ts';
import type { ListRule } from './list-rule.ts';
import { type Listing, pageOf } from './page.ts';
import { sortKeysOf } from './sorting.ts';

/** What is asked of a list. */
export interface ListRequest {
  readonly parts: RequestParts;
  /** The address of the request, as its sender knows it: pages before and behind are told by their addresses. */
  readonly url: string;
  /** The item with an id, as clients know it: some give it instead of a cursor. Undefined when there is none. */
  withId(id: string): KeptItem | undefined;
}

/** One page of a list. */
export interface ListAnswer {
  readonly items: readonly KeptItem[];
  /** What is told in the body beside the list, by its place; what is undefined there is left out. */
  readonly beside: readonly (readonly [place: Place, value: unknown])[];
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sentences about what was asked for and means nothing. */
  readonly warnings: readonly string[];
}

/**
 * Answers a list. Without a filter, an order or a count that nobody knows, nothing behind the page is looked at.
 *
 * @throws ApiError `invalid_argument` for a cursor that is none of this list
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
