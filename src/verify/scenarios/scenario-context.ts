// The context of a scenario: successive requests in one sandbox.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { ResourceAction } from '../../mock/resources/resource.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { isRecord } from '../../schema/is-record.ts';
import { isStringOrNumber, type JsonNumber } from '../../schema/json/exact-number.ts';
import type { PathValues } from '../cases/known-values.ts';
import type { CheckFinding, ScenarioStep, TestExchange } from '../cases/test-case.ts';
import type { ScenarioCheckId } from '../checks.ts';
import type { RequestGenerator, RequestOptions } from '../requests/request-generator.ts';
import { sendUntilAccepted } from '../requests/revise-request.ts';
import type { RequestInput } from '../requests/serialize-request.ts';

/** A scenario in progress. */
export interface ScenarioContext {
  readonly requests: RequestGenerator;
  /**
   * Sends a request, with credentials; a text with the reason if there is no response. Each response is checked as
   * well.
   */
  send(action: ResourceAction, input: RequestInput, what: string): Promise<TestExchange | undefined>;
  /** Replaces the ids in the body of a rejected request; undefined if no others are known. */
  withExistingIds(action: ResourceAction, input: RequestInput): Promise<RequestInput | undefined>;
  /**
   * Whether the item in a create response existed before, and must not be changed or deleted.
   *
   * @param path - of the create request
   */
  existedBefore(action: ResourceAction, path: PathValues, id: string | JsonNumber): boolean;
  /** Reports the violations of a check in an exchange. */
  report(check: ScenarioCheckId, exchange: TestExchange, findings: Iterable<CheckFinding>): void;
  /** Reports that a check applies, but cannot be made. @param reason - a clause */
  reportUntested(check: ScenarioCheckId, action: ResourceAction, reason: string): void;
}

/** The steps of a check that compared these exchanges. */
export function stepsOf(...exchanges: readonly (TestExchange | undefined)[]): readonly ScenarioStep[] {
  return exchanges.flatMap((exchange) => (exchange ? [{ exchange }] : []));
}

/** Generates the input of a request; undefined if none is valid. */
export function createInput(
  { requests }: Pick<ScenarioContext, 'requests'>,
  action: ResourceAction,
  values: PathValues,
  more: Partial<RequestOptions> = {},
): RequestInput | undefined {
  const options = { values, width: 'least', key: 'story', examples: false, ...more } as const;
  return requests.createInput(action.operation, options).value;
}

/** Sends a request; after a rejection, with existing ids, then changed as the reasons ask. Returns the last one. */
export async function sendWithExistingIds(
  context: ScenarioContext,
  action: ResourceAction,
  input: RequestInput,
  what: string,
): Promise<readonly [sentInput: RequestInput, exchange: TestExchange | undefined]> {
  const sent = await sendUntilAccepted(
    input,
    context.requests.createRevisions(action.operation),
    (one, difference) => context.send(action, one, difference === undefined ? what : `${what}, with ${difference}`),
    (one) => context.withExistingIds(action, one),
  );
  return [sent.input, sent.exchange];
}

/** The item in a response; undefined if there is none. */
export function getResponseItem(
  { responsePath }: ResourceAction,
  { decoded: { value } }: Pick<TestExchange, 'decoded'>,
): unknown {
  return responsePath === undefined ? undefined : getAtPath(value, responsePath);
}

/** The id of a created item: from the response, its `Location`, or the request if the client chooses ids. */
export function findCreatedId(
  action: ResourceAction,
  exchange: Pick<TestExchange, 'response' | 'decoded' | 'request'>,
  body: unknown,
): string | JsonNumber | undefined {
  const { path, isClientProvided } = action.resource.id ?? {};
  const item = getResponseItem(action, exchange);
  const sent = action.requestPath === undefined || !isClientProvided ? undefined : getAtPath(body, action.requestPath);
  const shown = path && [getAtPath(item, path), getAtPath(sent, path)].find(isStringOrNumber);
  if (shown !== undefined) return shown;
  // The URL of an item is below that of its collection.
  const { location = '' } = exchange.response.headers;
  const kind = /([^/?]+)\/?(?:\?|$)/.exec(exchange.request.target)?.[1];
  const [, before, last] = /([^/]+)\/([^/?#]+)\/?(?:[?#]|$)/.exec(location) ?? [];
  return last !== undefined && before === kind ? decodeOrKeep(last) : undefined;
}

/** The sent properties that the response schema allows. */
export function selectReturnable(sent: unknown, action: ResourceAction, { response, decoded }: TestExchange): unknown {
  if (!isRecord(sent) || action.responsePath === undefined || !decoded.type) return sent;
  const path = action.responsePath;
  const entries = Object.entries(sent).filter(([name, value]) => {
    const shown = setAtPath(decoded.value, [...path, name], value);
    return action.operation.validateResponse(response.status, shown, decoded.type).length === 0;
  });
  return Object.fromEntries(entries);
}
