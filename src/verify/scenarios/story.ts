// What stories are told with: a world of their own, in which one request follows another.

import { valueAt, withValue } from '../../mock/resources/place.ts';
import type { Role } from '../../mock/resources/resource.ts';
import { isRecord } from '../../openapi/is-record.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { UnwritableParameter } from '../../openapi/parameters/write-parameters.ts';
import type { Values } from '../cases/known-values.ts';
import type { Complaint, Exchange } from '../cases/trial.ts';
import type { StoryCheckId } from '../checks.ts';
import type { Said } from '../requests/call.ts';
import type { RequestOptions, Requests } from '../requests/requests.ts';

/** A world in which something happens. */
export interface Story {
  readonly requests: Requests;
  /** Asks, with credentials; a text says why there is no answer. Each answer is held against the other checks as well. */
  ask(role: Role, said: Said, what: string): Promise<Exchange | string>;
  /** What was refused, with other ids in its body; undefined where there are none. */
  naming(role: Role, said: Said): Promise<Said | undefined>;
  /** Whether what making something was answered with was there before, so that it is neither changed nor deleted. @param path - of the request that was to make it */
  isTheirs(role: Role, path: Values, id: string | number): boolean;
  /** Tells what a check has found in an exchange. */
  tell(check: StoryCheckId, exchange: Exchange, complaints: Iterable<Complaint>): void;
}

/** A request for an operation, its body in part given; undefined where nothing valid can be made. */
export function saidFor(
  { requests }: Pick<Story, 'requests'>,
  role: Role,
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

/** Asks, and where that is refused, once more with ids in its body of things that there are; gives what was said last. */
export async function askNaming(
  story: Story,
  role: Role,
  said: Said,
  what: string,
): Promise<readonly [said: Said, exchange: Exchange | string]> {
  const exchange = await story.ask(role, said, what);
  const isRefused = typeof exchange === 'object' && exchange.answer.status >= 400;
  const other = isRefused ? await story.naming(role, said) : undefined;
  return other ? [other, await story.ask(role, other, `${what}, with ids of existing items`)] : [said, exchange];
}

/** The item that an answer shows; undefined when it shows none. */
export function itemIn({ shown }: Role, { read: { value } }: Pick<Exchange, 'read'>): unknown {
  return shown === undefined ? undefined : valueAt(value, shown);
}

/** The id of what was made: as its answer shows it, as its `Location` ends, or as it was sent where whoever makes it names it. */
export function idOfMade(
  role: Role,
  exchange: Pick<Exchange, 'answer' | 'read' | 'call'>,
  body: unknown,
): string | number | undefined {
  const { place, given } = role.resource.id ?? {};
  const item = itemIn(role, exchange);
  const sent = role.asked === undefined || !given ? undefined : valueAt(body, role.asked);
  const shown = place && [valueAt(item, place), valueAt(sent, place)].find(isId);
  // A rounded id is that of another item.
  if (isId(shown)) return typeof shown !== 'number' || Math.abs(shown) <= Number.MAX_SAFE_INTEGER ? shown : undefined;
  // The address of what was made is below that of all of its kind.
  const { location = '' } = exchange.answer.headers;
  const kind = /([^/?]+)\/?(?:\?|$)/.exec(exchange.call.target)?.[1];
  const [, before, last] = /([^/]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(location) ?? [];
  return last !== undefined && before === kind ? decodeOrKeep(last) : undefined;
}

/** What was sent of an item, as far as an answer that shows the item may say it: its schema there can be another one. */
export function showable(sent: unknown, role: Role, { answer, read }: Exchange): unknown {
  if (!isRecord(sent) || role.shown === undefined || !read.type) return sent;
  const place = role.shown;
  const entries = Object.entries(sent).filter(([name, value]) => {
    const shown = withValue(read.value, [...place, name], value);
    return role.operation.validateResponse(answer.status, shown, read.type).length === 0;
  });
  return Object.fromEntries(entries);
}

export function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
