// The time of a sandbox, computed from the last response and the speed of the clock.

import type { Clock } from '../../client/client.ts';

/** A clock, and when it was read. */
export interface ClockReading {
  readonly clock: Clock;
  /** In milliseconds of `performance.now()`. */
  readonly at: number;
}

/** The time in milliseconds since 1970. @param at - in milliseconds of `performance.now()` */
export function timeAt({ clock: { now, frozen, speed }, at: read }: ClockReading, at: number): number {
  const then = Date.parse(now);
  return frozen ? then : then + (at - read) * speed;
}

/** The state of a clock in words. */
export function paceWords({ frozen, speed, machine }: Clock): string {
  if (frozen) return 'Frozen';
  if (machine) return 'System time';
  if (speed === 1) return 'Running from the time that was set';
  return speed > 1 ? `Running ${speed} times as fast` : `Running at ${speed} of normal speed`;
}

/** The distance from another time: `3 d 2 h ahead`; undefined below a second. */
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
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return `${shown.map(([count, name]) => `${count} ${name}`).join(' ')} ${time > other ? 'ahead' : 'behind'}`;
}
