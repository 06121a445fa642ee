// Tests a server against its OpenAPI document.

import type { Operation } from '../openapi/document.ts';
import { reportMissingOperations } from './cases/missing-operations.ts';
import { testOperation } from './cases/test-operation.ts';
import type { Untested } from './created/permission.ts';
import { createRun, type Run } from './run.ts';
import { listScenarios, type Scenario } from './scenarios/list-scenarios.ts';
import type { VerifySettings } from './settings.ts';
import { SERVER_ENDED } from './target.ts';
import { countRequests, createOperationVerdict, type Verdict, type VerdictLeftovers } from './verdict.ts';

export type { Progress, VerifySettings } from './settings.ts';

/** Tests a server. Its errors are part of the result. */
export async function verify(settings: VerifySettings): Promise<Verdict> {
  const { document, target, sandboxes, operations: wanted, concurrency = 10, onProgress, signal } = settings;
  const began = performance.now();
  const run = await createRun(settings);
  const { session, limits } = run;
  const { permission } = session;
  // Its data ended with it, or cannot be deleted.
  const hasServerEnded = () => signal?.reason === SERVER_ENDED;
  const stopCause = () => {
    if (hasServerEnded()) return 'the server ended';
    if (session.outage)
      return session.outage.status === 0
        ? 'the server accepted no connections'
        : `the server responded only with ${session.outage.status}`;
    return limits.reached === undefined ? 'the run was stopped' : `the limit of ${limits.reached} was reached`;
  };
  const interrupted = (when: 'before' | 'during its test', reason?: string): Untested => ({
    outcome: 'notTested',
    reason: reason ?? `${stopCause()} ${when}`,
    isInterrupted: true,
  });
  const operations = [...document.operations.values()].filter(({ id }) => !wanted || wanted.includes(id));
  const reasons = new Map<Operation, Untested | undefined>();
  let operationsDone = 0;
  // The reason is that a request was not sent.
  const limitedReason = (reason: string | undefined) => (limits.reached === undefined ? reason : undefined);
  const createTest = (operation: Operation) => async () => {
    const reason = await testOperation(run, operation);
    const untested = reason === undefined ? undefined : ({ outcome: 'notTested', reason } as const);
    reasons.set(operation, run.hasEnded() ? interrupted('during its test', limitedReason(reason)) : untested);
    operationsDone += 1;
  };
  // The examples of create operations come before the items that the tests of lists create.
  const isFirst = (one: Operation) => run.resources.action(one.id)?.kind === 'create' && run.requests.hasExamples(one);
  const inOrder = sandboxes.areIsolated
    ? operations
    : operations.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  const tests = inOrder.filter((operation) => !permission.isUnsafe(operation)).map(createTest);
  const unsafeOperations = operations.filter((operation) => permission.isUnsafe(operation));
  const unsafe = unsafeOperations.map(createTest);
  const scenarios = run.phases.has('scenarios') ? listScenarios(run) : [];
  const unfinished = new Set(scenarios);
  const runScenario = (scenario: Scenario) => async () => {
    await scenario.run();
    if (!run.hasEnded()) unfinished.delete(scenario);
  };
  let done = 0;
  const of = tests.length + scenarios.length + unsafe.length;
  const reportProgress = () =>
    onProgress?.({ operations: { done: operationsDone, of: operations.length }, done, of, ...session.totals });
  session.onCount = reportProgress;
  const onDone = () => {
    done += 1;
    reportProgress();
    return !run.hasEnded();
  };
  // Scenarios on a shared server run one at a time, because they observe changes.
  const atOnce = sandboxes.areIsolated ? concurrency : 1;
  // Unsafe operations run last: they may affect later tests, and the deletion of created items.
  for (const steps of [tests, scenarios.map(runScenario), unsafe]) {
    if (steps === unsafe) permission.startUnsafe();
    if (!run.hasEnded()) await runConcurrently(steps, atOnce, onDone);
    const tested = steps === tests ? operations : steps === unsafe ? unsafeOperations : [];
    if (!run.hasEnded()) await reportMissingOperations(run, tested, operations);
    if (!sandboxes.areIsolated && !hasServerEnded()) await limits.exempt(() => run.itemProvider.removeAll());
  }
  if (hasServerEnded()) session.reportEnd('the server ended after this request');

  const isUnfinished = (operation: Operation) => [...unfinished].some((one) => one.operations.includes(operation));
  const all = operations.map((operation) =>
    createOperationVerdict(
      operation,
      session.resultsOf(operation),
      permission.findDenial(operation) ?? (reasons.has(operation) ? reasons.get(operation) : interrupted('before')),
      isUnfinished(operation) ? `${stopCause()} before its scenarios were finished` : undefined,
      (finding) => run.isKnown(operation, finding),
    ),
  );
  return {
    title: document.source.bundled.info.title,
    url: target.url,
    seed: run.seed,
    checks: run.checks,
    operations: all,
    requests: countRequests({ operations: all }),
    duration: performance.now() - began,
    isIncomplete: run.hasEnded(),
    ...(limits.reached !== undefined && { reachedLimit: limits.reached }),
    ...(run.coverage && { coverage: run.coverage.report(operations) }),
    ...(!sandboxes.areIsolated && !hasServerEnded() && { leftovers: listLeftovers(run) }),
    ...(session.outage && { outage: session.outage }),
  };
}

/** The leftovers of a run on a shared server. */
export function listLeftovers({ itemProvider, session }: Run): VerdictLeftovers {
  return {
    items: itemProvider.leftovers(),
    unsafe: [...session.unsafeRequests].map(([operation, requests]) => ({ operation, requests })),
  };
}

/** Runs steps concurrently. @param onDone - called after each step; false stops */
async function runConcurrently(
  steps: readonly (() => Promise<void>)[],
  concurrency: number,
  onDone: () => boolean,
): Promise<void> {
  const waiting = steps.values();
  let goesOn = true;
  const work = async () => {
    for (const step of waiting) {
      if (!goesOn) return;
      await step();
      goesOn = onDone() && goesOn;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
