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
  ask(action: ResourceAction, input: Said, what: string): Promise<Exchange | string>;
  /** Replaces the ids in the body of a rejected request; undefined if no others are known. */
  naming(action: ResourceAction, input: Said): Promise<Said | undefined>;
  /**
   * Whether the item in a create response existed before, and must not be changed or deleted.
   *
   * @param path - of the create request
   */
  isTheirs(action: ResourceAction, path: Values, id: string | number): boolean;
  /** Reports the violations of a check in an exchange. */
  tell(check: StoryCheckId, exchange: Exchange, findings: Iterable<Complaint>): void;
  /** Reports that a check applies, but cannot be made. @param reason - a clause */
  miss(check: StoryCheckId, action: ResourceAction, reason: string): void;
}

/** Generates the input of a request; undefined if none is valid. */
export function saidFor(
  { requests }: Pick<Story, 'requests'>,
  action: ResourceAction,
  values: Values,
  more: Partial<RequestOptions> = {},
): Said | undefined {
  try {
    return requests.said(action.operation, { values, width: 'least', key: 'story', examples: false, ...more });
  } catch (error) {
    if (error instanceof UnwritableParameter) return undefined;
    throw error;
  }
}

/** Sends a request; after a rejection, once more with existing ids. Returns the last one. */
export async function askNaming(
  context: Story,
  action: ResourceAction,
  input: Said,
  what: string,
): Promise<readonly [said: Said, exchange: Exchange | string]> {
  const exchange = await context.ask(action, input, what);
  const isRejected = typeof exchange === 'object' && exchange.answer.status >= 400;
  const other = isRejected ? await context.naming(action, input) : undefined;
  return other ? [other, await context.ask(action, other, `${what}, with ids of existing items`)] : [input, exchange];
}

/** The item in a response; undefined if there is none. */
export function itemIn({ responsePath: shown }: ResourceAction, { read: { value } }: Pick<Exchange, 'read'>): unknown {
  return shown === undefined ? undefined : getAtPath(value, shown);
}

/** The id of a created item: from the response, its `Location`, or the request if the client chooses ids. */
export function idOfMade(
  action: ResourceAction,
  exchange: Pick<Exchange, 'answer' | 'read' | 'call'>,
  body: unknown,
): string | number | undefined {
  const { path, isClientProvided: given } = action.resource.id ?? {};
  const item = itemIn(action, exchange);
  const sent = action.requestPath === undefined || !given ? undefined : getAtPath(body, action.requestPath);
  const shown = path && [getAtPath(item, path), getAtPath(sent, path)].find(isId);
  // A rounded id identifies another item.
  if (isId(shown)) return typeof shown !== 'number' || Math.abs(shown) <= Number.MAX_SAFE_INTEGER ? shown : undefined;
  // The URL of an item is below that of its collection.
  const { location = '' } = exchange.answer.headers;
  const kind = /([^/?]+)\/?(?:\?|$)/.exec(exchange.call.target)?.[1];
  const [, before, last] = /([^/]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(location) ?? [];
  return last !== undefined && before === kind ? decodeOrKeep(last) : undefined;
}

/** The sent properties that the response schema allows. */
export function showable(sent: unknown, action: ResourceAction, { answer: response, read }: Exchange): unknown {
  if (!isRecord(sent) || action.responsePath === undefined || !read.type) return sent;
  const path = action.responsePath;
  const entries = Object.entries(sent).filter(([name, value]) => {
    const shown = setAtPath(read.value, [...path, name], value);
    return action.operation.validateResponse(response.status, shown, read.type).length === 0;
  });
  return Object.fromEntries(entries);
}

export function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
