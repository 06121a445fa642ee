// The context of a scenario: successive requests in one sandbox.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import type { Values } from '../cases/known-values.ts';
import type { Complaint, Exchange } from '../cases/trial.ts';
import type { StoryCheckId } from '../checks.ts';
import type { Said } from '../requests/call.ts';
import type { RequestOptions, Requests } from '../requests/requests.ts';

/** A scenario in progress. */
export interface Story {
  readonly requests: Requests;
  /**
   * Sends a request, with credentials; a text with the reason if there is no response. Each response is checked as
   * well.
   */
  ask(role: ResourceAction, said: Said, what: string): Promise<Exchange | string>;
  /** Replaces the ids in the body of a rejected request; undefined if no others are known. */
  naming(role: ResourceAction, said: Said): Promise<Said | undefined>;
  /**
   * Whether the item in a create response existed before, and must not be changed or deleted.
   *
   * @param path - of the create request
   */
  isTheirs(role: ResourceAction, path: Values, id: string | number): boolean;
  /** Reports the violations of a check in an exchange. */
  tell(check: StoryCheckId, exchange: Exchange, complaints: Iterable<Complaint>): void;
  /** Reports that a check applies, but cannot be made. @param reason - a clause */
  miss(check: StoryCheckId, role: ResourceAction, reason: string): void;
}

/** Generates the input of a request; undefined if none is valid. */
export function saidFor(
  { requests }: Pick<Story, 'requests'>,
  role: ResourceAction,
  values: Values,
  more: Partial<RequestOptions> = {},
): Said | undefined {
  try {
    return requests.said(role.operation, { values, width: 'least', key: 'story', examples: false, ...more });
  } catch (error) {
    if (error instanceof UnwritableParameter) return undefined;
    throw error;
  }
}

/** Sends a request; after a rejection, once more with existing ids. Returns the last one. */
export async function askNaming(
  story: Story,
  role: ResourceAction,
  said: Said,
  what: string,
): Promise<readonly [said: Said, exchange: Exchange | string]> {
  const exchange = await story.ask(role, said, what);
  const isRefused = typeof exchange === 'object' && exchange.answer.status >= 400;
  const other = isRefused ? await story.naming(role, said) : undefined;
  return other ? [other, await story.ask(role, other, `${what}, with ids of existing items`)] : [said, exchange];
}

/** The item in a response; undefined if there is none. */
export function itemIn({ responsePath: shown }: ResourceAction, { read: { value } }: Pick<Exchange, 'read'>): unknown {
  return shown === undefined ? undefined : getAtPath(value, shown);
}

/** The id of a created item: from the response, its `Location`, or the request if the client chooses ids. */
export function idOfMade(
  role: ResourceAction,
  exchange: Pick<Exchange, 'answer' | 'read' | 'call'>,
  body: unknown,
): string | number | undefined {
  const { path: place, isClientProvided: given } = role.resource.id ?? {};
  const item = itemIn(role, exchange);
  const sent = role.requestPath === undefined || !given ? undefined : getAtPath(body, role.requestPath);
  const shown = place && [getAtPath(item, place), getAtPath(sent, place)].find(isId);
  // A rounded id identifies another item.
  if (isId(shown)) return typeof shown !== 'number' || Math.abs(shown) <= Number.MAX_SAFE_INTEGER ? shown : undefined;
  // The URL of an item is below that of its collection.
  const { location = '' } = exchange.answer.headers;
  const kind = /([^/?]+)\/?(?:\?|$)/.exec(exchange.call.target)?.[1];
  const [, before, last] = /([^/]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(location) ?? [];
  return last !== undefined && before === kind ? decodeOrKeep(last) : undefined;
}

/** The sent properties that the response schema allows. */
export function showable(sent: unknown, role: ResourceAction, { answer, read }: Exchange): unknown {
  if (!isRecord(sent) || role.responsePath === undefined || !read.type) return sent;
  const place = role.responsePath;
  const entries = Object.entries(sent).filter(([name, value]) => {
    const shown = setAtPath(read.value, [...place, name], value);
    return role.operation.validateResponse(answer.status, shown, read.type).length === 0;
  });
  return Object.fromEntries(entries);
}

export function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
