// Tests a server against its OpenAPI document.

import type { Operation } from '../openapi/document.ts';
import { doAll } from './cases/steps.ts';
import { tryOperation } from './cases/trying.ts';
import { createRun, type Run } from './run.ts';
import { storiesOf } from './scenarios/stories.ts';
import type { VerifySettings } from './settings.ts';
import { requestsOf, type Verdict, type VerdictLeftovers, verdictOn } from './verdict.ts';

export type { Progress, VerifySettings } from './settings.ts';

/** Tests a server. Its errors are part of the result. */
export async function verify(settings: VerifySettings): Promise<Verdict> {
  const { document, target, worlds: sandboxes, operations: wanted, concurrency = 10, onProgress } = settings;
  const began = performance.now();
  const run = await createRun(settings);
  const { session } = run;
  const { permission } = session;
  const operations = [...document.operations.values()].filter(({ id }) => !wanted || wanted.includes(id));
  const reasons = new Map<Operation, string | undefined>();
  const createTest = (operation: Operation) => async () => {
    reasons.set(operation, await tryOperation(run, operation));
  };
  const tests = operations.filter((operation) => !permission.isUnsafe(operation)).map(createTest);
  const unsafe = operations.filter((operation) => permission.isUnsafe(operation)).map(createTest);
  const scenarios = run.phases.has('scenarios') ? storiesOf(run) : [];
  let done = 0;
  const of = tests.length + scenarios.length + unsafe.length;
  const reportProgress = () => onProgress?.({ done, of, ...session.soFar });
  session.onCount = reportProgress;
  const onDone = () => {
    done += 1;
    reportProgress();
    return !run.hasEnded();
  };
  // Scenarios on a shared server run one at a time, because they observe changes.
  const atOnce = sandboxes.areApart ? concurrency : 1;
  // Unsafe operations run last: they may affect later tests, and the deletion of created items.
  for (const steps of [tests, scenarios, unsafe]) {
    if (steps === unsafe) permission.startUnsafe();
    if (!run.hasEnded()) await doAll(steps, atOnce, onDone);
    if (!sandboxes.areApart) await run.made.remove();
  }

  const all = operations.map((operation) => {
    const reason = reasons.has(operation) ? reasons.get(operation) : 'the run was stopped before';
    const notTested = reason === undefined ? undefined : ({ outcome: 'notTested', reason } as const);
    return verdictOn(operation, session.gathered(operation), permission.objection(operation) ?? notTested);
  });
  return {
    title: document.source.bundled.info.title,
    url: target.url,
    seed: run.seed,
    checks: run.checks,
    operations: all,
    requests: requestsOf({ operations: all }),
    duration: performance.now() - began,
    isCut: run.hasEnded(),
    ...(run.coverage && { coverage: run.coverage.told(operations) }),
    ...(!sandboxes.areApart && { leftovers: leftoversOf(run) }),
    ...(session.outage && { outage: session.outage }),
  };
}

/** The leftovers of a run on a shared server. */
export function leftoversOf({ made, session }: Run): VerdictLeftovers {
  return {
    items: made.leftovers(),
    unsafe: [...session.exceptions].map(([operation, requests]) => ({ operation, requests })),
  };
}
