// How far a verify is, while it runs: a line that changes in a terminal, elsewhere a line now and then.

import type { Progress } from '../../verify/settings.ts';

export interface ProgressSettings {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  /** The time, in milliseconds since whenever. */
  readonly now: () => number;
}

export interface ShownProgress {
  show(progress: Progress): void;
  /** Takes the line away. */
  clear(): void;
}

/** How often something is written, in milliseconds. */
const OFTEN = 100;
const SELDOM = 30_000;
/** The time and steps before the remaining time is estimated: earlier estimates are wrong. */
const KNOWN_AFTER = 2000;
const KNOWN_STEPS = 3;

export function createProgress({ isTerminal, write, now }: ProgressSettings): ShownProgress {
  const began = now();
  let last = isTerminal ? Number.NEGATIVE_INFINITY : began;
  let isShown = false;
  return {
    show(progress) {
      if (now() - last < (isTerminal ? OFTEN : SELDOM)) return;
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
  const isKnown = elapsed >= KNOWN_AFTER && done >= KNOWN_STEPS && done < of;
  const left = isKnown ? `, about ${timeOf((elapsed * (of - done)) / done)} left` : '';
  return `${done} of ${of} steps, ${counted(requests, 'request')}, ${counted(findings, 'finding')}${left}`;
}

function timeOf(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
