// A cycle of the crash test: start, check, change, end, and check the files.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AllRecords } from '../support/identity-records.ts';
import { type Command, type Ended, SERVES, startProgram } from '../support/process.ts';
import { changeThings } from './clients.ts';
import { requireOneOf } from './compare.ts';
import { type Known, knownFrom } from './known.ts';
import { requireNothingElse, requireOutput, stateInFile, type Torn, tornBy } from './left-behind.ts';
import type { Plan } from './plan.ts';
import type { Point } from './points.ts';
import { Gone, stateOf } from './requests.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const CRASH_AT_POINT = new URL('../support/crash-at-point.ts', import.meta.url).href;
/** Maximum run time of a process, in milliseconds. */
const TIMEOUT = 60_000;

/** The known state on disk between two cycles. */
export interface StoredState {
  /** The folder of the mock server; its state is in the subfolder `data`. */
  readonly folder: string;
  readonly fixture: AllRecords;
  /** The clients' knowledge. There are two possibilities if it is unknown whether a reset happened. */
  readonly possible: readonly Known[];
  readonly torn: Torn;
}

/** The end of a cycle. */
export interface Outcome {
  readonly end: Point | 'kill' | 'early kill' | 'stop';
  /** The number of responses. */
  readonly responses: number;
  readonly stored: StoredState;
}

/** Runs a cycle on the result of the one before. @throws Error with all violations */
export async function runCycle(plan: Plan, stored: StoredState): Promise<Outcome> {
  const command = start(plan, stored.folder);
  const { child, ended } = command;
  const watchdog = setTimeout(() => child.kill('SIGABRT'), TIMEOUT);
  try {
    const session = await useWhileItLives(command, plan, stored);
    if (session.served && !session.wasReported) child.kill('SIGTERM');
    const end = await ended;
    const outcome = outcomeOf(plan, end, session);
    requireOutput(end.stderr, plan.fresh ? 'no' : stored.torn, session.served);
    const possible = outcome === 'stop' ? await afterStop(stored.folder, session.possible) : session.possible;
    const torn = tornBy(outcome) ?? (session.served || stored.torn === 'no' ? 'no' : 'perhaps');
    return { end: outcome, responses: session.responses, stored: { ...stored, possible, torn } };
  } finally {
    clearTimeout(watchdog);
    child.kill('SIGKILL');
    await ended;
  }
}

function start({ fresh, durability, end }: Plan, cwd: string): Command {
  const preloaded = end.by === 'point' ? ['--import', CRASH_AT_POINT] : [];
  const settings = ['--port', '0', '--data', 'data', '--durability', durability, ...(fresh ? ['--fresh'] : [])];
  const env = end.by === 'point' ? { env: { CRASH_AT: JSON.stringify(end.crash) } } : {};
  return startProgram([...preloaded, MAIN, 'demo', ...settings], { cwd, ...env });
}

/** The result of one run of a mock server. */
interface Session {
  /** Whether it responded. */
  readonly served: boolean;
  /** Whether it was killed or stopped. */
  readonly wasReported: boolean;
  /** Whether a client found the server gone. */
  readonly wasGone: boolean;
  readonly responses: number;
  readonly possible: readonly Known[];
}

async function useWhileItLives({ child, prints }: Command, plan: Plan, stored: StoredState): Promise<Session> {
  const { fresh, load, end } = plan;
  const { fixture, folder } = stored;
  let possible = stored.possible;
  let responses = 0;
  let wasReported = false;
  const report = async (signal: NodeJS.Signals, turns: number) => {
    wasReported = true;
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    child.kill(signal);
  };
  const early = end.by === 'early kill' ? setTimeout(report, end.after, 'SIGKILL', 0) : undefined;
  const greeting = await prints(SERVES).catch(() => undefined);
  clearTimeout(early);
  if (fresh) possible = greeting ? [knownFrom(fixture)] : [...possible, knownFrom(fixture)];
  if (!greeting) return { served: false, wasReported, wasGone: true, responses, possible };
  let wasGone = false;
  try {
    const url = greeting[1] ?? '';
    const state = await stateOf(url);
    requireOneOf(possible, state, 'after the start');
    // Nothing was changed since the start, and a start merges the log.
    requireOneOf([knownFrom(state)], await stateInFile(folder), 'in the JSON file after the start');
    const onResponse = () => {
      responses += 1;
      if ((end.by === 'kill' || end.by === 'stop') && responses === end.responses)
        void report(end.by === 'kill' ? 'SIGKILL' : 'SIGTERM', end.turns);
    };
    const onKnown = (...known: Known[]) => {
      possible = known;
    };
    wasGone = await changeThings(state, load, { url, fixture, onKnown, onResponse });
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    wasGone = true;
  }
  return { served: true, wasReported, wasGone, responses, possible };
}

function outcomeOf({ end }: Plan, { code, signal, stderr }: Ended, { wasReported, wasGone }: Session): Outcome['end'] {
  if (signal === 'SIGKILL' && end.by === 'point') return end.crash.point;
  if (signal === 'SIGKILL' && wasReported && end.by !== 'point') return end.by;
  if (signal === null && code === 0 && (wasReported || !wasGone)) return 'stop';
  throw new Error(
    `a request got no response, or the server ended by itself, with code ${code} and signal ${signal}: ${stderr}`,
  );
}

/** The JSON file after a clean stop, when no other file may be left. */
async function afterStop(folder: string, possible: readonly Known[]): Promise<readonly Known[]> {
  await requireNothingElse(folder);
  const state = await stateInFile(folder);
  requireOneOf(possible, state, 'in the JSON file after a clean stop');
  return [knownFrom(state)];
}
