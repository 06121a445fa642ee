// Lints documents in limited time: slow rules are skipped and named.

import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createDocumentFiles, type ReadOptions } from '../openapi/read/document-files.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { UsageError } from '../schema/usage-error.ts';
import { createCallMemory, type RuleCall, runningCall, type SkippedCall } from './call-memory.ts';
import type { LintFinding } from './finding.ts';
import { type LintSettings, type LintTarget, NO_RULESET, PACKAGED_RULESET } from './lint-document.ts';
import type { LintResult, LintTask } from './thread.ts';

/** How long a document is judged, in seconds of processor time, however much else the machine does. */
export const DEFAULT_LIMIT = 120;

/** Share of the time for one rule, and for one rule at one location. */
const RULE_SHARE = 1 / 4;
const LOOK_SHARE = 1 / 24;
/** How many places a rule may be stopped at before it is passed over. */
const MOST_PLACES = 6;

/** Milliseconds between two checks of the time. */
const PERIOD = 50;

interface Settings extends Omit<LintSettings, 'watch'> {
  /** In seconds of processor time for one document. Default: `DEFAULT_LIMIT`. */
  readonly limit?: number | undefined;
}

/**
 * Lints documents, see `judgeDocument`. A rule that takes too long, at one location or in total, is stopped and named
 * in a finding, and the rest continues; a document that still takes too long has one finding about that.
 *
 * Rulesets may contain functions, which are executed: use only trusted ones.
 *
 * @throws UsageError naming every unreadable file; or if the ruleset or the released document cannot be used, or
 * Spectral is not installed
 */
export async function lintDocuments(
  documents: readonly Named[],
  { ruleset = PACKAGED_RULESET, released, overlays, limit = DEFAULT_LIMIT }: Settings = {},
): Promise<LintTarget[]> {
  const problems: string[] = [];
  const readAt = async ({ location, reading = {} }: Named) => {
    const { root, displayName: nameOf, read } = createDocumentFiles(location, reading);
    const path = nameOf(root);
    const given = await read(root).catch((error: Error) => void problems.push(`${path}: ${error.message}`));
    return { path, given: given ?? Buffer.alloc(0), hosts: reading.hosts };
  };
  const [read] = await Promise.all([
    Promise.all(documents.map(readAt)),
    ruleset === NO_RULESET ? undefined : readAt({ location: ruleset }),
  ]);
  if (problems.length > 0) throw new UsageError('These files cannot be read:', problems);
  const linted: LintTarget[] = [];
  for (const { path, given, hosts } of read) {
    const findings = await findingsWithin(limit, { path, given, hosts, ruleset, released, overlays });
    linted.push({ path, findings });
  }
  return linted;
}

/** A document by its location, and how it is read. Default: as a file, and from no host. */
interface Named {
  readonly location: string;
  readonly reading?: ReadOptions;
}

/** Lints a document; again without slow parts, until the time is used up. */
async function findingsWithin(
  limit: number,
  about: Pick<LintTask, 'path' | 'given' | 'hosts' | 'ruleset' | 'released' | 'overlays'>,
): Promise<readonly LintFinding[]> {
  const passedOver: SkippedCall[] = [];
  const whole = (severity: 'error' | 'warn', rule: string, message: string): LintFinding => ({
    ...{ file: about.path, line: 1, column: 1, pointer: '' },
    ...{ severity, rule, message },
  });
  for (let left = limit; ; ) {
    const ended = await judgeInThread({ ...about, passedOver }, limit, left);
    if ('findings' in ended) {
      const rules = passedOver.filter(({ place }) => place === undefined);
      return [...rules.map(({ rule, because }) => whole('warn', rule, because)), ...ended.findings];
    }
    if ('unjudged' in ended) return [whole('error', ended.rule ?? 'spectral', ended.unjudged)];
    left -= ended.spent;
    const { rule, place } = ended.tooLong;
    const placesBefore = passedOver.filter((before) => before.rule === rule).length;
    if (!place) passedOver.push({ rule, because: `skipped: the rule ${tookLonger(limit * RULE_SHARE)}` });
    else if (placesBefore === MOST_PLACES)
      passedOver.push({ rule, because: `skipped: the rule ${tookLonger(limit * LOOK_SHARE)} in too many places` });
    else passedOver.push({ rule, place, because: `skipped here: the rule ${tookLonger(limit * LOOK_SHARE)}` });
  }
}

const tookLonger = (seconds: number) => `took longer than ${seconds} s`;

/** The result of one attempt. */
type Ended =
  | { readonly findings: readonly LintFinding[] }
  /** It was stopped, because of a rule at one location, or in total. */
  | { readonly tooLong: Pick<SkippedCall, 'rule' | 'place'>; readonly spent: number }
  /** It was given up, with the reason and the rule that was at work, if one was. */
  | { readonly unjudged: string; readonly rule?: string | undefined };

/** Lints a document in a thread. @param limit the time that shares refer to @param left the remaining time */
async function judgeInThread(task: Omit<LintTask, 'looks'>, limit: number, left: number): Promise<Ended> {
  const looks = createCallMemory();
  const module = new URL(`../lint/thread${extname(import.meta.url)}`, import.meta.url);
  const thread = new Worker(module, { workerData: { ...task, looks } satisfies LintTask });
  const judged = new Promise<Ended>((resolve, reject) => {
    thread.on('message', (judgement: LintResult) => {
      if ('unusable' in judgement) reject(new UsageError(judgement.unusable));
      else resolve(judgement);
    });
    thread.on('error', reject);
  });
  const tooLong = tooLongWithin(limit, left);
  let before = secondsSpent();
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<Ended>((resolve) => {
    timer = setInterval(() => {
      const now = secondsSpent();
      const found = tooLong(now - before, runningCall(looks));
      before = now;
      if (found) resolve(found);
    }, PERIOD);
  });
  try {
    return await Promise.race([judged, ended]);
  } finally {
    clearInterval(timer);
    await thread.terminate();
  }
}

/** Processor time of this process, which does nothing else meanwhile. */
function secondsSpent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * Creates the check of the time, which gets the elapsed seconds and the running rule, and returns what took too long.
 */
function tooLongWithin(
  limit: number,
  left: number,
): (seconds: number, look: RuleCall | undefined) => Ended | undefined {
  const spentByRule = new Map<string, number>();
  let spent = 0;
  let last = { number: 0, spent: 0 };
  return (seconds, look) => {
    spent += seconds;
    if (look) {
      const { number, rule, place } = look;
      last = { number, spent: number === last.number ? last.spent + seconds : 0 };
      if (last.spent > limit * LOOK_SHARE) return { tooLong: { rule, place }, spent };
      const ofRule = (spentByRule.get(rule) ?? 0) + seconds;
      spentByRule.set(rule, ofRule);
      if (ofRule > limit * RULE_SHARE) return { tooLong: { rule }, spent };
    }
    if (spent <= left) return undefined;
    const at = look ? `, in the rule ${look.rule} at ${childPointer('', ...look.place)}` : '';
    return { unjudged: `not checked: ${tookLonger(limit)}${at}`, rule: look?.rule };
  };
}
