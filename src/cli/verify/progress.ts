// Shows the progress of a run: one changing line in a terminal, otherwise a line every 10 seconds.

import type { Progress } from '../../verify/settings.ts';
import { countedNoun } from '../counted-noun.ts';

export interface ProgressSettings {
  readonly isTerminal: boolean;
  /** Whether nothing is shown: with `--quiet`, and with `--json` outside a terminal. Default false. */
  readonly isQuiet?: boolean;
  readonly write: (text: string) => void;
  /** A monotonic time, in milliseconds. */
  readonly now: () => number;
}

export interface ShownProgress {
  show(progress: Progress): void;
  /** Clears the line. */
  clear(): void;
}

/** Milliseconds between updates, in a terminal and elsewhere. */
const TERMINAL_INTERVAL = 100;
const OTHER_INTERVAL = 10_000;
/** The time and steps before the first estimate of the remaining time: earlier ones are wrong. */
const MIN_TIME = 2000;
const MIN_STEPS = 3;

export function createProgress({ isTerminal, isQuiet = false, write, now }: ProgressSettings): ShownProgress {
  const began = now();
  let last = isTerminal ? Number.NEGATIVE_INFINITY : began;
  let isShown = false;
  return {
    show(progress) {
      if (isQuiet || now() - last < (isTerminal ? TERMINAL_INTERVAL : OTHER_INTERVAL)) return;
      last = now();
      const line = lineOf(progress, last - began);
      write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
      isShown = isTerminal;
    },
    clear() {
      if (isShown) write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** @param elapsed - in milliseconds */
function lineOf({ operations, done, of, requests, findings }: Progress, elapsed: number): string {
  const isKnown = elapsed >= MIN_TIME;
  const rate = isKnown ? ` (${ratePerSecond(requests, elapsed)}/s)` : '';
  const canEstimate = isKnown && done >= MIN_STEPS && done < of;
  const remaining = canEstimate ? `, about ${timeOf((elapsed * (of - done)) / done)} left` : '';
  return `${stepsOf({ operations, done, of })}, ${countedNoun(requests, 'request')}${rate}, ${countedNoun(findings, 'finding')}${remaining}`;
}

/** Operations apart from the scenarios, which follow them. */
function stepsOf({ operations, done, of }: Pick<Progress, 'operations' | 'done' | 'of'>): string {
  if (!operations) return `${done} of ${of} tests`;
  const scenarios = countedNoun(of - operations.of, 'scenario');
  const scenariosDone = done - operations.done;
  const areNext = scenariosDone === 0 && operations.done < operations.of;
  const others = of === operations.of ? '' : areNext ? `, then ${scenarios}` : `, ${scenariosDone} of ${scenarios}`;
  return `${operations.done} of ${countedNoun(operations.of, 'operation')}${others}`;
}

/** Requests per second; with a digit below 10. */
function ratePerSecond(requests: number, elapsed: number): string {
  const rate = (requests / elapsed) * 1000;
  return rate < 9.95 ? rate.toFixed(1) : rate.toFixed(0);
}

function timeOf(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
