// Tests one operation: starting request, then its cases.

import type { Operation } from '../../openapi/document.ts';
import { SAFE_METHODS } from '../../openapi/methods.ts';
import { examplesValid } from '../checks/examples-valid.ts';
import { withContract } from '../contracts/with-contract.ts';
import { findMalformedId } from '../created/malformed-id.ts';
import { testRandomRequests } from '../generate/test-random-requests.ts';
import type { RequestInput, SerializedRequest } from '../requests/serialize-request.ts';
import type { Run } from '../run.ts';
import { createListItems } from '../scenarios/fill-list.ts';
import { followLinks } from '../scenarios/links.ts';
import { createContext } from '../scenarios/list-scenarios.ts';
import { NO_RESPONSE } from '../session.ts';
import { createCaseRunner } from './case-runner.ts';
import { findStartingRequest, type TestedOperation } from './find-starting-request.ts';
import { generateCases, generateMethodCases } from './generate-cases.ts';
import type { CheckFinding, TestCase, TestExchange } from './test-case.ts';
import { findUniqueValues } from './unique-values.ts';

/** @returns why the operation was not tested; undefined if it was */
export async function testOperation(run: Run, operation: Operation): Promise<string | undefined> {
  if (run.phases.has('examples')) checkExamples(run, operation);
  const untested = run.session.permission.findDenial(operation);
  if (untested) return untested.reason;
  const contract = run.contracts.get(operation.id);
  return contract
    ? withContract(run, operation, contract, (own) => testFromStart(own, operation))
    : testFromStart(run, operation);
}

async function testFromStart(run: Run, operation: Operation): Promise<string | undefined> {
  const { session, sandboxes, knownValues, itemProvider, requests } = run;
  const action = run.resources.action(operation.id);
  const listed = await knownValues.valuesFor(operation);
  // An empty list shows little of a server.
  const known =
    action?.kind === 'list' && !sandboxes.areIsolated
      ? await createListItems(run, createContext({}, run), action, listed)
      : listed;
  const own = await itemProvider.valuesFor(operation, known);
  if (own === undefined) {
    const reason = itemProvider.findCreateFailure();
    return `it would change data that the run did not create, and no item could be created for it${reason === undefined ? '' : `: ${reason}`}`;
  }
  const mayVaryPath = session.permission.mayAddressAny(operation);
  const withExistingIds = (input: RequestInput) => itemProvider.withExistingIds(operation, input);
  const search = { requests, session, mayVaryPath, withExistingIds };
  const first = await findStartingRequest(operation, own, search);
  // A new item is not always in the state that an operation needs.
  const isOther = mayVaryPath && own !== known && !first.ok;
  const start = isOther ? await findStartingRequest(operation, known, search) : first;
  // On a shared server, another path could change another item.
  const mayMove = sandboxes.areIsolated || SAFE_METHODS.has(operation.method);
  if (start.ok) return runCases(run, { operation, start: start.value, session, mayVaryPath: mayMove });
  if (!mayVaryPath) return start.reason;
  // Required items may have to be created first, in the same sandbox.
  return session.withSandbox(async (sandbox) => {
    const values = await itemProvider.createMissing(operation, knownValues.givenValues(operation), sandbox);
    if (values === undefined) return start.reason;
    const after = session.startingFrom(sandbox);
    const again = await findStartingRequest(operation, values, {
      ...search,
      session: after,
      mayVaryPath: false,
      withExistingIds: (input) => itemProvider.withExistingIds(operation, input, sandbox),
    });
    if (!again.ok) return again.reason;
    return runCases(run, { operation, start: again.value, session: after, mayVaryPath: mayMove });
  });
}

/** Runs the cases of an operation with a starting request. */
async function runCases(run: Run, tested: TestedOperation): Promise<string | undefined> {
  const { operation, start, mayVaryPath } = tested;
  const { phases } = run;
  const isSelected = ({ phase, request }: TestCase) =>
    phases.has(phase) &&
    (mayVaryPath || pathOf(request) === pathOf(start.request) || findMalformedId(operation, request) !== undefined);
  const uniqueValues = await findUniqueValues(run, tested);
  const runCase = createCaseRunner(run, tested, uniqueValues);
  for await (const testCase of generateCases({ ...run, operation, ...start, uniqueValues })) {
    if (run.hasEnded()) return undefined;
    if (isSelected(testCase)) await runCase(testCase);
  }
  if (phases.has('random')) await testRandomRequests(run, tested, uniqueValues);
  for (const testCase of generateMethodCases(run, operation, start.request))
    if (phases.has(testCase.phase)) await runCase(testCase);
  if (phases.has('scenarios')) await followLinks(run, tested);
  return undefined;
}

function pathOf({ target }: SerializedRequest): string {
  return target.replace(/\?.*$/s, '');
}

/** Reports invalid examples of an operation, each once. */
function checkExamples({ document, session, reported }: Run, operation: Operation): void {
  const findings: CheckFinding[] = [];
  const examples = [...examplesValid.validateEach(document, operation)];
  if (examples.length === 0) return;
  for (const finding of examples.flat()) {
    if (reported.has(finding.cause ?? '')) continue;
    reported.add(finding.cause ?? '');
    findings.push(finding);
  }
  const { method, path } = operation;
  const placeholder: TestExchange = {
    operation,
    phase: 'examples',
    description: 'no request: the example is in the document',
    expectation: { kind: 'open' },
    request: {
      method,
      target: path,
      headers: [],
      body: undefined,
      rawParameters: { path: {}, query: '', headers: {} },
    },
    response: NO_RESPONSE,
    decoded: { type: undefined, value: undefined },
  };
  session.report('examples-valid', placeholder, findings);
}
