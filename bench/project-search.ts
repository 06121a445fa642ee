// `searchProjects`, asked of servers that answer like the identity API and of json-server, which has its own way.

import { jsonOf, type Question, wireRequest } from './contender.ts';
import { ORGANIZATION } from './identity-state.ts';

/** What is sought. */
export interface Search {
  readonly limit: number;
  /** A part of the name, in any letter case, or the exact name; without both, everything. */
  readonly contains?: string;
  readonly equals?: string;
  /** The names that are found, in order. */
  readonly finds: readonly string[];
  /** How many there are besides this page, all in all. */
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

/** Where the document has the search. */
export const SEARCH_PATH = '/management/v1/projects/_search';

/** How many bytes a time may be shorter than another: one of a full second is told without `.000`. */
const FRACTION = 4;

/** The search as the document has it. */
export function searchProjects(search: Search): Question {
  const request = wireRequest('POST', SEARCH_PATH, searchBody(search));
  return {
    request: () => request,
    check: (answer) => checkPage(jsonOf(answer), search),
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

/** @throws Error if the body of an answer is not what a search finds */
export function checkPage(page: unknown, { finds, total }: Search): void {
  const { details, result = [] } = page as Page;
  const complete = details?.totalResult === String(total) && details.viewTimestamp !== undefined;
  if (!complete || !isPage(result, finds)) throw new Error(`not the page that was asked for: ${JSON.stringify(page)}`);
}

/** The same search as json-server understands it. It tells no total, and finds a part of a name by a regular expression. */
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
    check(answer) {
      if (!isPage(jsonOf(answer) as readonly Shown[], finds)) throw new Error(`not what was sought: ${answer.body}`);
    },
  };
}

function isPage(shown: readonly Shown[], names: readonly string[]): boolean {
  const complete = shown.every((one) => one.id && one.state && one.details?.resourceOwner === ORGANIZATION);
  return complete && shown.map(({ name }) => name).join() === names.join();
}
