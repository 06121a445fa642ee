// Runs the cases of an operation; those at a used-up item again at a new one.

import { getAtPath, setAtPath } from '../../mock/resources/property-path.ts';
import type { CheckId } from '../checks.ts';
import { parsePathValues } from '../created/created-items.ts';
import { findMalformedId } from '../created/malformed-id.ts';
import { isThrottled } from '../rate-limiter.ts';
import { jsonIn, writeJsonBody } from '../requests/json-body.ts';
import { type SerializedRequest, serializeRequest } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';
import type { CheckedExchange } from '../session.ts';
import type { TestedOperation } from './find-starting-request.ts';
import type { Expectation, TestCase } from './test-case.ts';
import type { UniqueValues } from './unique-values.ts';

/** Sends a case, and records its result. */
export type CaseRunner = (testCase: TestCase) => Promise<void>;

/** The checks whose rejections must have the cause that the case gives, not the state of the item. */
const CHECK_OF: Partial<Record<Expectation['kind'], CheckId>> = {
  anonymous: 'authentication-required',
  unscoped: 'scope-required',
  invalid: 'invalid-input-rejected',
  missing: 'missing-required-rejected',
};

/** Maximum number of items that are created for the cases of one operation. */
const MAX_ITEMS = 50;

/**
 * A server with a shared state rejects any request for an item that is deleted, cancelled or otherwise used up, and any
 * duplicate. So after a rejection that may be such, the valid request follows. If that is rejected as well, a new item
 * is created, and the case is sent to it. Without one, the checks of the case are not tested.
 */
export function createCaseRunner(
  { sandboxes, itemProvider, resources }: Run,
  { operation, start: { input }, session }: TestedOperation,
  uniqueValues: UniqueValues,
): CaseRunner {
  const action = resources.action(operation.id);
  const isDeletion = action?.kind === 'delete' && action.parameter !== undefined && action.part.length === 0;
  let { path } = input;
  let isUsedUp = isDeletion;
  let created = 0;
  /** Why there is no new item; undefined while there may be one. */
  let failure: string | undefined;
  const mayCreate = !session.permission.mayAddressAny(operation) || session.permission.isUnsafe(operation);
  if (sandboxes.areIsolated) return async (testCase) => void (await session.runCase(testCase));

  return async (testCase) => {
    if (isUsedUp) await moveToNewItem();
    let checked = await send(testCase);
    let isConclusive = !isAboutState(testCase, checked) || (await acceptsValid());
    if (!isConclusive && (await moveToNewItem())) {
      checked = await send(testCase);
      isConclusive = !isAboutState(testCase, checked) || (await acceptsValid());
    }
    const check = isConclusive ? undefined : CHECK_OF[testCase.expectation.kind];
    if (check === undefined) return session.record(checked);
    const { status } = checked.exchange.response;
    const reason = `its request got ${status}, and a valid one was rejected there, too`;
    session.reportUntested(check, operation, failure === undefined ? reason : `${reason}; ${failure}`);
    session.record({
      ...checked,
      findings: checked.findings.filter((finding) => finding.check !== check),
      appliedChecks: checked.appliedChecks.filter((one) => one !== check),
    });
  };

  async function send(testCase: TestCase): Promise<CheckedExchange> {
    const checked = await session.send({ ...testCase, request: addressItem(testCase.request) });
    registerResponse(checked.exchange.response.status);
    return checked;
  }

  /** Whether the valid request is accepted at the item, where the case was not. */
  async function acceptsValid(): Promise<boolean> {
    const valid = uniqueValues.renew({ ...input, path, body: withItemId(input.body) }).input;
    const response = (await session.sendUnchecked(operation, valid))?.response;
    if (response) registerResponse(response.status);
    return response !== undefined && response.status < 400;
  }

  function registerResponse(status: number): void {
    if (isDeletion && status > 0 && status < 300) isUsedUp = true;
  }

  async function moveToNewItem(): Promise<boolean> {
    if (!mayCreate || failure !== undefined || created === MAX_ITEMS) return false;
    const values = await itemProvider.createNewItem(operation);
    if (values === undefined) {
      const reason = itemProvider.findCreateFailure();
      failure = `no new item could be created${reason === undefined ? '' : `: ${reason}`}`;
      return false;
    }
    created += 1;
    path = { ...path, ...values };
    isUsedUp = false;
    return true;
  }

  /** The same request for the current item. */
  function addressItem(request: SerializedRequest): SerializedRequest {
    const malformed = findMalformedId(operation, request);
    const kept = malformed === undefined ? {} : { [malformed]: parsePathValues(operation, request)[malformed] };
    const own =
      path === input.path ? undefined : serializeRequest(operation, { ...input, path: { ...path, ...kept } }).value;
    if (!own) return request;
    const [, query = ''] = /^[^?]*(.*)$/s.exec(request.target) ?? [];
    const sent = jsonIn(request.body);
    const body = withItemId(sent);
    return {
      ...request,
      target: own.target.replace(/\?.*$/s, '') + query,
      rawParameters: { ...request.rawParameters, path: own.rawParameters.path },
      ...(body !== sent && { body: Buffer.from(writeJsonBody(body)) }),
    };
  }

  /** A body with the id of the current item in place of that of the first. */
  function withItemId(body: unknown): unknown {
    const { resource, requestPath, parameter } = action ?? {};
    if (!resource?.id?.path || !requestPath || parameter === undefined) return body;
    const place = [...requestPath, ...resource.id.path];
    const id = getAtPath(body, place);
    return id !== undefined && String(id) === String(input.path[parameter])
      ? setAtPath(body, place, path[parameter])
      : body;
  }
}

/** Statuses that may be about the state of an item. */
const OF_STATE: readonly number[] = [404, 409, 410];

/** Whether a rejection may have another cause than the case. */
function isAboutState({ expectation, example }: TestCase, { exchange: { response } }: CheckedExchange): boolean {
  const { status } = response;
  // A malformed id matches no item, whatever its state.
  if (expectation.kind === 'invalid' && expectation.finding?.part === 'path') return false;
  if (expectation.kind === 'anonymous' || expectation.kind === 'unscoped')
    return status >= 400 && status < 500 && status !== 401 && status !== 403 && !isThrottled(response);
  return (expectation.kind !== 'open' || example !== undefined) && OF_STATE.includes(status);
}
