// Compares two responses: status, media type, declared headers and body.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { bareMediaType } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { DecodedResponseBody } from '../responses/decode-response-body.ts';
import type { NoResponse, ReceivedResponse } from '../target.ts';
import { compareValues, scalarDifferences } from './compare-values.ts';
import type { ComparisonContext } from './comparison-context.ts';
import type { ResponseDifference } from './response-difference.ts';

/** A decoded response; or the reason why there is none. */
export type ComparedResponse = (ReceivedResponse & { readonly decoded: DecodedResponseBody }) | NoResponse;

/** The differences of two responses. @param action - the action of the operation, if there is one */
export function* compareServerResponses(
  operation: Operation,
  action: ResourceAction | undefined,
  first: ComparedResponse,
  second: ComparedResponse,
  comparing: Omit<ComparisonContext, 'items' | 'isErrorResponse'>,
): Generator<ResponseDifference> {
  if ('reason' in first || 'reason' in second) {
    if ('reason' in first && 'reason' in second) return;
    const [which, { reason }] = 'reason' in first ? ['reference', first] : ['candidate', second as NoResponse];
    yield differs('/response', `no valid response from the ${which}: ${reason}`);
    return;
  }
  const [kind, otherKind] = [first, second].map(({ status }) => Math.floor(status / 100));
  // A document does not say which of its rules comes first.
  const isOtherRejection = comparing.isMock && first.status !== second.status && kind === 4 && otherKind === 4;
  if (first.status !== second.status)
    yield {
      ...differs('/status', `reference ${first.status}, candidate ${second.status}`),
      severity: isOtherRejection ? 'warning' : 'difference',
    };
  // An error and a success have nothing in common.
  if (kind !== otherKind || isOtherRejection) return;
  const whole = { ...comparing, items: itemsOf(action, first.status), isErrorResponse: first.status >= 400 };
  const isOpen = comparing.isMock && !operation.responses.forStatus(first.status);
  for (const difference of contentDifferences(operation, action, first, second, whole))
    yield isOpen ? { ...difference, severity: 'warning' } : difference;
}

function* contentDifferences(
  operation: Operation,
  action: ResourceAction | undefined,
  first: DecodedResponse,
  second: DecodedResponse,
  comparing: ComparisonContext,
): Generator<ResponseDifference> {
  yield* mediaTypeDifferences(first, second);
  yield* bodyDifferences(first, second, comparing);
  yield* headerDifferences(operation, action, first, second, comparing);
}

type DecodedResponse = Exclude<ComparedResponse, NoResponse>;

function* mediaTypeDifferences(first: DecodedResponse, second: DecodedResponse): Generator<ResponseDifference> {
  const [one, other] = [first, second].map(({ headers, body, isStart }) =>
    body.length === 0 && !isStart ? undefined : bareMediaType(headers['content-type'] ?? ''),
  );
  const describeType = (type: string | undefined) =>
    type === undefined ? 'no body' : type || 'a body without Content-Type';
  if (one !== other) yield differs('/media-type', `reference ${describeType(one)}, candidate ${describeType(other)}`);
}

function* bodyDifferences(
  first: DecodedResponse,
  second: DecodedResponse,
  comparing: ComparisonContext,
): Generator<ResponseDifference> {
  // Starts of streams end anywhere.
  if (first.isStart || second.isStart) return;
  const [one, other] = [first.decoded, second.decoded];
  const areRead = one.value !== undefined && other.value !== undefined;
  if (areRead) return yield* compareValues(one.value, other.value, one.type?.schema, comparing);
  for (const [which, { problem }] of [
    ['reference', one],
    ['candidate', other],
  ] as const)
    if (problem !== undefined)
      yield differs('/body', `body of the ${which} cannot be decoded: ${problem}`, `no body of the ${which}`);
  const isUnread = one.value === undefined && other.value === undefined && !one.problem && !other.problem;
  // A missing body is reported with its media type.
  if (isUnread && first.body.length > 0 && second.body.length > 0 && !Buffer.from(first.body).equals(second.body))
    yield {
      ...differs('/body', 'different bytes'),
      severity: comparing.isErrorResponse && !comparing.comparesErrorTexts ? 'warning' : 'difference',
    };
}

/** Headers that always differ. */
const VOLATILE = new Set([
  'date',
  'age',
  'server',
  'via',
  'connection',
  'content-length',
  'transfer-encoding',
  'set-cookie',
]);
/** Headers that depend on earlier requests. */
const COUNTED = /^(x-)?rate-?limit|^retry-after$|request-?id$|trace|^etag$|^last-modified$/;

function* headerDifferences(
  operation: Operation,
  action: ResourceAction | undefined,
  first: DecodedResponse,
  second: DecodedResponse,
  comparing: ComparisonContext,
): Generator<ResponseDifference> {
  const { pairing, references } = comparing;
  const declared = operation.responses.forStatus(first.status)?.headers ?? [];
  const names = new Set([...declared.map(({ name }) => name), 'location']);
  for (const name of names) {
    if (VOLATILE.has(name)) continue;
    const [one, other] = [first.headers[name], second.headers[name]];
    const field = `/headers/${name}`;
    if (one === undefined && other === undefined) continue;
    if (one === undefined || other === undefined) {
      const isOpen = comparing.isMock && !declared.some((header) => header.name === name && header.required);
      yield {
        ...differs(field, `only the ${one === undefined ? 'candidate' : 'reference'} sends it`),
        severity: isOpen ? 'warning' : 'difference',
      };
    } else if (COUNTED.test(name)) {
      if (name === 'etag') pairing.pair('~mark', one, other);
      if (/^\d+$/.test(one) !== /^\d+$/.test(other) || /^W\//.test(one) !== /^W\//.test(other))
        yield differs(field, `reference ${one}, candidate ${other}`, 'another form');
    } else {
      if (name === 'location') pairCreated(action, one, other, comparing);
      const schema = declared.find((header) => header.name === name)?.schema;
      const spot = { field, names: [name], shape: getSchemaShape(schema, references), item: undefined };
      yield* scalarDifferences(one, other, spot, { ...comparing, isErrorResponse: false });
    }
  }
}

/** A created item without a readable id is identified by its `Location`. */
function pairCreated(
  action: ResourceAction | undefined,
  first: string,
  second: string,
  { pairing }: ComparisonContext,
): void {
  const [one, other] = [first, second].map((text) => decodeOrKeep(/([^/?#]+)\/?(?:[?#].*)?$/.exec(text)?.[1] ?? ''));
  if (action?.kind === 'create' && one && other && !action.resource.id?.isClientProvided)
    pairing.pairOrCompare(action.resource.name, one, other);
}

/** The location of items in a body. */
function itemsOf(action: ResourceAction | undefined, status: number): ComparisonContext['items'] {
  if (!action?.responsePath || status >= 300 || action.part.length > 0) return undefined;
  const isList = action.kind === 'list' || action.kind === 'search' || action.kind === 'createMany';
  const field = ['/body', ...action.responsePath.map((name) => `/${name}`), ...(isList ? ['/*'] : [])].join('');
  return { field, resource: action.resource };
}

/** @param cause - how it differs, without values */
function differs(field: string, message: string, cause = message): ResponseDifference {
  return { severity: 'difference', field, message: `${field}: ${message}`, cause: `${field} ${cause}` };
}
