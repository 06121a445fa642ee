// The time of a sandbox between two looks at it: it runs on here as it does there.

import type { Clock } from '../../client/client.ts';

/** A clock, and when it was looked at. */
export interface Looked {
  readonly clock: Clock;
  /** By the clock that `timeAt` is asked by, in milliseconds. */
  readonly at: number;
}

/** What time it is, in milliseconds since 1970. @param at - by the clock that it was looked at by, in milliseconds */
export function timeAt({ clock: { now, frozen, speed }, at: looked }: Looked, at: number): number {
  const then = Date.parse(now);
  return frozen ? then : then + (at - looked) * speed;
}

/** How a clock runs, in words. */
export function paceWords({ frozen, speed, machine }: Clock): string {
  if (frozen) return 'It stands still.';
  if (machine) return 'It goes with the clock of the machine.';
  if (speed === 1) return 'It runs on from where it was set.';
  return speed > 1 ? `It runs ${speed} times as fast.` : `It runs at ${speed} of the usual speed.`;
}

/** How far it is from another time, in words: `3 d 2 h ahead`; undefined where that is less than a second. */
export function distanceWords(time: number, other: number): string | undefined {
  const seconds = Math.round(Math.abs(time - other) / 1000);
  if (seconds === 0) return undefined;
  const units: readonly (readonly [name: string, seconds: number])[] = [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ];
  let rest = seconds;
  const parts = units.map(([name, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return [count, name] as const;
  });
  const first = parts.findIndex(([count]) => count > 0);
  const said = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return `${said.map(([count, name]) => `${count} ${name}`).join(' ')} ${time > other ? 'ahead' : 'behind'}`;
}
