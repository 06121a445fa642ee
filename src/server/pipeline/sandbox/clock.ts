// The clock of a sandbox: the machine's, or frozen, shifted, or with another speed.

import { ApiError } from '../errors/api-error.ts';
import type { WireBody, WireResponse } from '../wire.ts';

/** A change of a clock. Absent parts are unchanged. */
export interface ClockChange {
  /** The time that it shows from now on. */
  readonly set?: Date | undefined;
  /** Advance in milliseconds; after `set`. */
  readonly advance?: number | undefined;
  /** Whether it is frozen. */
  readonly frozen?: boolean | undefined;
  /** Its speed relative to the machine's, unless it is frozen. */
  readonly speed?: number | undefined;
}

/** The present time of one sandbox, and its course. */
export interface Clock {
  now(): Date;
  readonly isFrozen: boolean;
  readonly speed: number;
  /** Whether it is the unchanged clock of the machine. */
  readonly isSystemTime: boolean;
  /** By how many milliseconds it is ahead of that of the machine. */
  readonly offset: number;
  /** Another number after each change of its course. */
  readonly version: number;
  /** @throws ApiError `invalid_argument` outside of the range of dates; then nothing has changed */
  change(order: ClockChange): void;
  /** Returns to the machine's time. */
  reset(): void;
  /** Its course; undefined for the machine's. JSON. */
  readonly state: ClockState | undefined;
  /** Adopts the course of another clock. */
  setState(course: ClockState | undefined): void;
  /** An independent clock with the same time and course. */
  fork(): Clock;
}

/**
 * The range of a clock, in milliseconds since 1970: from 1970, the start of time-ordered ids, to a hundred years
 * before the end of RFC 3339, so that expiry times are valid, too.
 */
const [EARLIEST, LATEST] = [0, Date.UTC(9899, 11, 31, 23, 59, 59, 999)];

/** The course of a clock: its time at a time of the machine, and its speed since. */
export interface ClockState {
  /** Both in milliseconds since 1970. */
  readonly shown: number;
  readonly machine: number;
  readonly speed: number;
  readonly isFrozen: boolean;
}

/** @param machine - the clock of the machine */
export function createClock(machine: () => Date, initial?: ClockState): Clock {
  let course = initial;
  let version = 0;
  /** Beyond the last time it shows the last time. */
  const time = ({ shown, machine: systemTime, speed, isFrozen }: ClockState) =>
    isFrozen ? shown : Math.min(LATEST, shown + Math.trunc((machine().getTime() - systemTime) * speed));
  return {
    now: () => (course === undefined ? machine() : new Date(time(course))),
    get isFrozen() {
      return course?.isFrozen ?? false;
    },
    get speed() {
      return course?.speed ?? 1;
    },
    get isSystemTime() {
      return course === undefined;
    },
    get offset() {
      return course === undefined ? 0 : time(course) - machine().getTime();
    },
    get version() {
      return version;
    },
    change({ set, advance = 0, frozen = course?.isFrozen ?? false, speed = course?.speed ?? 1 }) {
      const systemTime = machine().getTime();
      const from = set?.getTime() ?? (course === undefined ? systemTime : time(course));
      const shown = from + advance;
      if (!(shown >= EARLIEST && shown <= LATEST)) throw outOfRange();
      course = { shown, machine: systemTime, speed, isFrozen: frozen };
      version += 1;
    },
    reset() {
      course = undefined;
      version += 1;
    },
    get state() {
      return course;
    },
    setState(other) {
      course = other;
      version += 1;
    },
    fork: () => createClock(machine, course),
  };
}

function outOfRange(): ApiError {
  const [from, to] = [EARLIEST, LATEST].map((time) => new Date(time).toISOString());
  return new ApiError('invalid_argument', `time out of range: the clock must be between ${from} and ${to}`);
}

/**
 * A response with the time of its sandbox (RFC 9110, section 6.6.1), if that differs from the machine's, which a
 * listener adds itself.
 */
export function addDateHeader<Body extends WireBody>(response: WireResponse<Body>, clock: Clock): WireResponse<Body> {
  if (clock.isSystemTime) return response;
  return { ...response, headers: { date: clock.now().toUTCString(), ...response.headers } };
}
