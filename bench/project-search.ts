// `searchProjects`, sent to servers like the identity API and, in its own form, to json-server.

import { jsonOf, type Question, wireRequest } from './contender.ts';
import { ORGANIZATION } from './identity-state.ts';

/** The search criteria. */
export interface Search {
  readonly limit: number;
  /** A part of the name, in any letter case, or the exact name; without both, everything. */
  readonly contains?: string;
  readonly equals?: string;
  /** The names found, in order. */
  readonly finds: readonly string[];
  /** The total number beyond this page. */
  readonly total: number;
}

interface Page {
  readonly details?: { readonly totalResult?: string; readonly viewTimestamp?: string };
  readonly result?: readonly Shown[];
}

interface Shown {
  readonly id?: string;
  readonly name?: string;
  readonly state?: string;
  readonly details?: { readonly resourceOwner?: string };
}

/** The path of the search. */
export const SEARCH_PATH = '/management/v1/projects/_search';

/** Maximum difference of a time in bytes: a full second has no `.000`. */
const FRACTION = 4;

/** The search as in the document. */
export function searchProjects(search: Search): Question {
  const request = wireRequest('POST', SEARCH_PATH, searchBody(search));
  return {
    request: () => request,
    check: (response) => checkPage(jsonOf(response), search),
    isLike: ({ status, body }, before) =>
      status === before.status && Math.abs(body.length - before.body.length) <= FRACTION,
  };
}

/** The body of a search, in JSON that protobuf reads as well. */
export function searchBody({ limit, contains, equals }: Search) {
  const name =
    equals === undefined
      ? { name: contains, method: 'TEXT_QUERY_METHOD_CONTAINS_IGNORE_CASE' }
      : { name: equals, method: 'TEXT_QUERY_METHOD_EQUALS' };
  return { query: { limit }, ...(name.name !== undefined && { queries: [{ nameQuery: name }] }) };
}

/** @throws Error if the body of a response has other results than the search */
export function checkPage(page: unknown, { finds, total }: Search): void {
  const { details, result = [] } = page as Page;
  const complete = details?.totalResult === String(total) && details.viewTimestamp !== undefined;
  if (!complete || !isPage(result, finds)) throw new Error(`not the requested page: ${JSON.stringify(page)}`);
}

/** The same search for json-server. It has no total, and finds parts of a name by regular expression. */
export function searchJsonServer({ limit, contains, equals, finds }: Search): Question {
  const parameters = new URLSearchParams({
    'details.resourceOwner': ORGANIZATION,
    ...(contains === undefined ? {} : { name_like: contains }),
    ...(equals === undefined ? {} : { name: equals }),
    _sort: 'details.creationDate',
    _order: 'desc',
    _limit: String(limit),
  });
  const request = wireRequest('GET', `/projects?${parameters}`);
  return {
    request: () => request,
    check(response) {
      if (!isPage(jsonOf(response) as readonly Shown[], finds))
        throw new Error(`not the search results: ${response.body}`);
    },
  };
}

function isPage(shown: readonly Shown[], names: readonly string[]): boolean {
  const complete = shown.every((one) => one.id && one.state && one.details?.resourceOwner === ORGANIZATION);
  return complete && shown.map(({ name }) => name).join() === names.join();
}
