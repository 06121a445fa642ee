// Shows the progress of a run: one changing line in a terminal, otherwise occasional lines.

import type { Progress } from '../../verify/settings.ts';
import { countedNoun } from '../counted-noun.ts';

export interface ProgressSettings {
  readonly isTerminal: boolean;
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
const OTHER_INTERVAL = 30_000;
/** The time and steps before the first estimate of the remaining time: earlier ones are wrong. */
const MIN_TIME = 2000;
const MIN_STEPS = 3;

export function createProgress({ isTerminal, write, now }: ProgressSettings): ShownProgress {
  const began = now();
  let last = isTerminal ? Number.NEGATIVE_INFINITY : began;
  let isShown = false;
  return {
    show(progress) {
      if (now() - last < (isTerminal ? TERMINAL_INTERVAL : OTHER_INTERVAL)) return;
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
function lineOf({ done, of, requests, findings }: Progress, elapsed: number): string {
  const canEstimate = elapsed >= MIN_TIME && done >= MIN_STEPS && done < of;
  const remaining = canEstimate ? `, about ${timeOf((elapsed * (of - done)) / done)} left` : '';
  return `${done} of ${of} tests, ${countedNoun(requests, 'request')}, ${countedNoun(findings, 'finding')}${remaining}`;
}

function timeOf(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
