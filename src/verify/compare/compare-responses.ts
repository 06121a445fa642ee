// Compares two responses: status, media type, declared headers and body.

import type { ResourceAction } from '../../mock/resources/resource.ts';
import type { Operation } from '../../openapi/document.ts';
import { bareMediaType } from '../../openapi/document.ts';
import { decodeOrKeep } from '../../openapi/lookup/path-template.ts';
import { getSchemaShape } from '../../openapi/schema/schema-shape.ts';
import type { DecodedBody } from '../responses/decode-response-body.ts';
import type { NoResponse, ReceivedResponse } from '../target.ts';
import { compareValues, type ResponseDifference, scalarDifferences } from './compare-values.ts';
import type { ComparisonContext } from './comparison-context.ts';

/** A decoded response; or the reason why there is none. */
export type ComparedResponse = (ReceivedResponse & { readonly read: DecodedBody }) | NoResponse;

/** The differences of two responses. @param role - the action of the operation, if there is one */
export function* compareResponses(
  operation: Operation,
  role: ResourceAction | undefined,
  first: ComparedResponse,
  second: ComparedResponse,
  comparing: Omit<ComparisonContext, 'items' | 'isFailure'>,
): Generator<ResponseDifference> {
  if ('reason' in first || 'reason' in second) {
    if ('reason' in first && 'reason' in second) return;
    const [which, { reason }] = 'reason' in first ? ['reference', first] : ['candidate', second as NoResponse];
    yield differs('/response', `no valid response from the ${which}: ${reason}`);
    return;
  }
  if (first.status !== second.status) yield differs('/status', `reference ${first.status}, candidate ${second.status}`);
  // An error and a success have nothing in common.
  if (Math.floor(first.status / 100) !== Math.floor(second.status / 100)) return;
  const whole = { ...comparing, items: itemsOf(role, first.status), isFailure: first.status >= 400 };
  yield* mediaTypeDifferences(first, second);
  yield* bodyDifferences(first, second, whole);
  yield* headerDifferences(operation, role, first, second, whole);
}

type Answered = Exclude<ComparedResponse, NoResponse>;

function* mediaTypeDifferences(first: Answered, second: Answered): Generator<ResponseDifference> {
  const [one, other] = [first, second].map(({ headers, body }) =>
    body.length === 0 ? undefined : bareMediaType(headers['content-type'] ?? ''),
  );
  const told = (type: string | undefined) => (type === undefined ? 'no body' : type || 'a body without Content-Type');
  if (one !== other) yield differs('/media-type', `reference ${told(one)}, candidate ${told(other)}`);
}

function* bodyDifferences(
  first: Answered,
  second: Answered,
  comparing: ComparisonContext,
): Generator<ResponseDifference> {
  const [one, other] = [first.read, second.read];
  const areRead = one.value !== undefined && other.value !== undefined;
  if (areRead) return yield* compareValues(one.value, other.value, one.type?.schema, comparing);
  for (const [which, { problem }] of [
    ['reference', one],
    ['candidate', other],
  ] as const)
    if (problem !== undefined) yield differs('/body', `body of the ${which} cannot be decoded: ${problem}`);
  const isUnread = one.value === undefined && other.value === undefined && !one.problem && !other.problem;
  // A missing body is reported with its media type.
  if (isUnread && first.body.length > 0 && second.body.length > 0 && !Buffer.from(first.body).equals(second.body))
    yield { ...differs('/body', 'different bytes'), severity: comparing.isFailure ? 'warning' : 'difference' };
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
  role: ResourceAction | undefined,
  first: Answered,
  second: Answered,
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
      yield differs(field, `only the ${one === undefined ? 'candidate' : 'reference'} sends it`);
    } else if (COUNTED.test(name)) {
      if (name === 'etag') pairing.note('~mark', one, other);
      if (/^\d+$/.test(one) !== /^\d+$/.test(other) || /^W\//.test(one) !== /^W\//.test(other))
        yield differs(field, `reference ${one}, candidate ${other}`);
    } else {
      if (name === 'location') meetMade(role, one, other, comparing);
      const schema = declared.find((header) => header.name === name)?.schema;
      const spot = { field, names: [name], shape: getSchemaShape(schema, references), item: undefined };
      yield* scalarDifferences(one, other, spot, { ...comparing, isFailure: false });
    }
  }
}

/** A created item without a readable id is identified by its `Location`. */
function meetMade(
  role: ResourceAction | undefined,
  first: string,
  second: string,
  { pairing }: ComparisonContext,
): void {
  const [one, other] = [first, second].map((text) => decodeOrKeep(/([^/?#]+)\/?(?:[?#].*)?$/.exec(text)?.[1] ?? ''));
  if (role?.kind === 'create' && one && other && !role.resource.id?.isClientProvided)
    pairing.meet(role.resource.name, one, other);
}

/** The location of items in a body. */
function itemsOf(role: ResourceAction | undefined, status: number): ComparisonContext['items'] {
  if (!role?.responsePath || status >= 300 || role.part.length > 0) return undefined;
  const isList = role.kind === 'list' || role.kind === 'search' || role.kind === 'createMany';
  const field = ['/body', ...role.responsePath.map((name) => `/${name}`), ...(isList ? ['/*'] : [])].join('');
  return { field, resource: role.resource };
}

function differs(field: string, message: string): ResponseDifference {
  return { severity: 'difference', field, message: `${field}: ${message}` };
}
