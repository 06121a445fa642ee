// Holds a server against a document: tries each operation in all that the document says of it, and tells what is not kept.

import type { Operation } from '../openapi/document.ts';
import { createRun } from './run.ts';
import type { VerifySettings } from './settings.ts';
import { doAll } from './steps.ts';
import { storiesOf } from './story/stories.ts';
import { tryOperation } from './trying.ts';
import { requestsOf, type Verdict, verdictOn } from './verdict.ts';

export type { Progress, VerifySettings } from './settings.ts';

/** Tries a server. Whatever it answers, or not, is told, not thrown. */
export async function verify(settings: VerifySettings): Promise<Verdict> {
  const { document, target, worlds, operations: wanted, concurrency = 10, onProgress } = settings;
  const began = performance.now();
  const run = await createRun(settings);
  const operations = [...document.operations.values()].filter(({ id }) => !wanted || wanted.includes(id));
  const reasons = new Map<Operation, string | undefined>();
  const trials = operations.map((operation) => async () => {
    reasons.set(operation, await tryOperation(run, operation));
  });
  const stories = run.phases.has('stories') ? storiesOf(run) : [];
  let done = 0;
  const tell = () => onProgress?.({ done, of: trials.length + stories.length, ...run.session.soFar });
  run.session.onCount = tell;
  const onDone = () => {
    done += 1;
    tell();
    return !run.hasEnded();
  };
  // A story is about what changes by its own requests only.
  const atOnce = worlds.areApart ? concurrency : 1;
  await doAll(trials, atOnce, onDone);
  if (!worlds.areApart) await run.made.remove();
  await doAll(stories, atOnce, onDone);
  if (!worlds.areApart) {
    await run.made.remove();
    for (const sentence of run.made.leftBehind()) run.onNotice(sentence);
  }

  const all = operations.map((operation) => {
    const reason = reasons.has(operation) ? reasons.get(operation) : 'it was ended before';
    return verdictOn(operation, run.session.gathered(operation), reason);
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
  };
}
