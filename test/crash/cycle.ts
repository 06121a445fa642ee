// One cycle of the crash test: start, look, change, end; and look at what is left of the stand-in.

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
/** Longest time that a process may take, in milliseconds. */
const TIMEOUT = 60_000;

/** What is on the disk between two cycles, as far as it is known. */
export interface Kept {
  /** Where the stand-in runs; its state is in the folder `data` in there. */
  readonly folder: string;
  readonly fixture: AllRecords;
  /** What clients know. Where it was not seen whether a reset took place, there are two possibilities. */
  readonly possible: readonly Known[];
  readonly torn: Torn;
}

/** How a cycle ended. */
export interface Outcome {
  readonly end: Point | 'kill' | 'early kill' | 'stop';
  /** How many requests were answered. */
  readonly answers: number;
  readonly kept: Kept;
}

/** Runs a cycle on what the one before left. @throws Error with everything that is wrong */
export async function runCycle(plan: Plan, kept: Kept): Promise<Outcome> {
  const command = start(plan, kept.folder);
  const { child, ended } = command;
  const watchdog = setTimeout(() => child.kill('SIGABRT'), TIMEOUT);
  try {
    const session = await useWhileItLives(command, plan, kept);
    if (session.served && !session.wasTold) child.kill('SIGTERM');
    const end = await ended;
    const outcome = outcomeOf(plan, end, session);
    requireOutput(end.stderr, plan.fresh ? 'no' : kept.torn, session.served);
    const possible = outcome === 'stop' ? await afterStop(kept.folder, session.possible) : session.possible;
    const torn = tornBy(outcome) ?? (session.served || kept.torn === 'no' ? 'no' : 'perhaps');
    return { end: outcome, answers: session.answers, kept: { ...kept, possible, torn } };
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

/** What happened between the start of a stand-in and its end. */
interface Session {
  /** Whether it came so far that it answered. */
  readonly served: boolean;
  /** Whether it was killed or told to stop. */
  readonly wasTold: boolean;
  /** Whether a client found that nobody answered any more. */
  readonly wasGone: boolean;
  readonly answers: number;
  readonly possible: readonly Known[];
}

async function useWhileItLives({ child, prints }: Command, plan: Plan, kept: Kept): Promise<Session> {
  const { fresh, load, end } = plan;
  const { fixture, folder } = kept;
  let possible = kept.possible;
  let answers = 0;
  let wasTold = false;
  const tell = async (signal: NodeJS.Signals, turns: number) => {
    wasTold = true;
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    child.kill(signal);
  };
  const early = end.by === 'early kill' ? setTimeout(tell, end.after, 'SIGKILL', 0) : undefined;
  const greeting = await prints(SERVES).catch(() => undefined);
  clearTimeout(early);
  if (fresh) possible = greeting ? [knownFrom(fixture)] : [...possible, knownFrom(fixture)];
  if (!greeting) return { served: false, wasTold, wasGone: true, answers, possible };
  let wasGone = false;
  try {
    const url = greeting[1] ?? '';
    const state = await stateOf(url);
    requireOneOf(possible, state, 'after the start');
    // Nothing was changed since it started, and to start is to fold.
    requireOneOf([knownFrom(state)], await stateInFile(folder), 'in the JSON file after the start');
    const onAnswer = () => {
      answers += 1;
      if ((end.by === 'kill' || end.by === 'stop') && answers === end.answers)
        void tell(end.by === 'kill' ? 'SIGKILL' : 'SIGTERM', end.turns);
    };
    const onKnown = (...known: Known[]) => {
      possible = known;
    };
    wasGone = await changeThings(state, load, { url, fixture, onKnown, onAnswer });
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    wasGone = true;
  }
  return { served: true, wasTold, wasGone, answers, possible };
}

function outcomeOf({ end }: Plan, { code, signal, stderr }: Ended, { wasTold, wasGone }: Session): Outcome['end'] {
  if (signal === 'SIGKILL' && end.by === 'point') return end.crash.point;
  if (signal === 'SIGKILL' && wasTold && end.by !== 'point') return end.by;
  if (signal === null && code === 0 && (wasTold || !wasGone)) return 'stop';
  throw new Error(
    `it left a request without an answer, or ended by itself, with code ${code} and signal ${signal}: ${stderr}`,
  );
}

/** What is in the JSON file after a clean stop, when that must be all that is left. */
async function afterStop(folder: string, possible: readonly Known[]): Promise<readonly Known[]> {
  await requireNothingElse(folder);
  const state = await stateInFile(folder);
  requireOneOf(possible, state, 'in the JSON file after a clean stop');
  return [knownFrom(state)];
}
