// Makes a response body invalid on purpose.

import { isRecord } from '../../schema/is-record.ts';
import { ApiError } from '../../server/pipeline/errors/api-error.ts';
import { HandlerResponse } from '../../server/pipeline/handler-response.ts';
import type { OperationRequest } from '../../server/pipeline/responder.ts';
import { discardStream, isStream } from '../../server/pipeline/wire.ts';
import { errorBody } from './patched-response.ts';

/**
 * The response with an invalid body: without a property, with a wrong type, or replaced. Where no body is found that
 * violates the document, the response is unchanged, and a warning says so.
 *
 * @param respond - returns the response, or throws the error of it
 */
export async function breakResponse(
  respond: () => Promise<HandlerResponse>,
  request: OperationRequest,
): Promise<HandlerResponse> {
  let rejection: ApiError | undefined;
  const intact = await respond().catch((thrown: unknown) => {
    rejection = ApiError.from(thrown);
    if (rejection.isBug) throw rejection;
    const { status, headers } = rejection;
    return new HandlerResponse(status, errorBody(rejection, status, request), headers, 'fault', rejection);
  });
  const broken = await findBroken(intact, request);
  if (broken) {
    if (isStream(intact.body)) discardStream(intact.body);
    return broken;
  }
  request.warn(`not broken: found no body that violates ${intact.status} of ${request.operation.id}`);
  if (rejection) throw rejection;
  return intact;
}

/** The response with the first body that its client reads as invalid. */
async function findBroken(
  { status, body, headers, error }: HandlerResponse,
  request: OperationRequest,
): Promise<HandlerResponse | undefined> {
  let left = MAX_ATTEMPTS;
  for (const attempt of attempts(body)) {
    const broken = new HandlerResponse(status, attempt, headers, 'fault', error);
    if ((await request.findBodyViolations(broken)).length > 0) return broken;
    left -= 1;
    if (left === 0) break;
  }
  return undefined;
}

/** Maximum number of bodies that are tried: each is written and validated. */
const MAX_ATTEMPTS = 1000;
/** Maximum depth of the violation. */
const DEEPEST = 3;

/** Bodies, the nearest to the intact one first; then one of each type, and extreme ones. */
function* attempts(body: unknown): Generator<unknown> {
  const isValue = !isStream(body) && !(body instanceof Uint8Array || body instanceof Blob);
  if (isValue && body !== undefined) yield* changedValues(body);
  yield* OTHERS;
}

const LONG = 'broken '.repeat(10_000);
const OTHERS: readonly unknown[] = [
  ...[{ broken: 'by a fault' }, {}, [], null, true, 17, 'broken', [{ broken: 'by a fault' }]],
  ...['', LONG, -1e15, 1e15, 0.5, Array.from({ length: 1000 }, () => null), ['broken', 'broken'], { [LONG]: LONG }],
];

/** Values that are nearly as a value, the nearest first. */
function* changedValues(value: unknown, depth = 0): Generator<unknown> {
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield { ...value, [name]: otherType(member) };
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
    }
    if (depth < DEEPEST)
      for (const [name, member] of Object.entries(value))
        for (const one of changedValues(member, depth + 1)) yield { ...value, [name]: one };
  } else if (Array.isArray(value) && depth < DEEPEST) {
    const [first, ...rest] = value;
    if (first !== undefined) for (const one of changedValues(first, depth + 1)) yield [one, ...rest];
  }
  yield otherType(value);
}

function otherType(value: unknown): unknown {
  return typeof value === 'string' ? 17 : Array.isArray(value) ? {} : typeof value === 'object' ? [] : 'broken';
}
