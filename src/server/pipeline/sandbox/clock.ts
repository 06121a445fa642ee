// The clock of one world: that of the machine, until somebody stops it, sets it, or lets it run at another speed.

import { ApiError } from '../errors/failure.ts';

/** How a clock is to go on. What is left out stays as it is. */
export interface ClockOrder {
  /** The time that it shows from now on. */
  readonly set?: Date | undefined;
  /** How much further it goes at once, in milliseconds; after it was set. */
  readonly advance?: number | undefined;
  /** Whether it stands still. */
  readonly frozen?: boolean | undefined;
  /** How many times as fast as the machine's it runs, unless it stands still. */
  readonly speed?: number | undefined;
}

/** The present time of one world, and how it goes on. */
export interface Clock {
  now(): Date;
  readonly isFrozen: boolean;
  readonly speed: number;
  /** Whether it is that of the machine, which nobody has touched. */
  readonly isMachines: boolean;
  /** By how many milliseconds it is ahead of that of the machine. */
  readonly ahead: number;
  /** Another number after each change of its course. */
  readonly version: number;
  /** @throws ApiError `invalid_argument` if it would leave what dates can tell, and nothing has changed */
  change(order: ClockOrder): void;
  /** Goes with the machine again. */
  release(): void;
  /** How it goes; undefined when it goes with the machine. It can be written as JSON. */
  readonly course: Course | undefined;
  /** Goes as another one does, from now on. */
  follow(course: Course | undefined): void;
  /** A clock that shows the same time and goes on in the same way, independently of this one. */
  fork(): Clock;
}

/** The times that a clock can show, in milliseconds since 1970: from 1970, before which no id counts, to a hundred years before the last one that RFC 3339 can tell: when a token ends can be told, too. */
const [EARLIEST, LATEST] = [0, Date.UTC(9899, 11, 31, 23, 59, 59, 999)];

/** How a clock goes: the time that it showed when the machine's showed another one, and how fast it has run since. */
export interface Course {
  /** Both in milliseconds since 1970. */
  readonly shown: number;
  readonly machine: number;
  readonly speed: number;
  readonly isFrozen: boolean;
}

/** @param machine - the clock of the machine */
export function createClock(machine: () => Date, begun?: Course): Clock {
  let course = begun;
  let version = 0;
  /** Beyond the last time it shows the last time. */
  const time = ({ shown, machine: then, speed, isFrozen }: Course) =>
    isFrozen ? shown : Math.min(LATEST, shown + Math.trunc((machine().getTime() - then) * speed));
  return {
    now: () => (course === undefined ? machine() : new Date(time(course))),
    get isFrozen() {
      return course?.isFrozen ?? false;
    },
    get speed() {
      return course?.speed ?? 1;
    },
    get isMachines() {
      return course === undefined;
    },
    get ahead() {
      return course === undefined ? 0 : time(course) - machine().getTime();
    },
    get version() {
      return version;
    },
    change({ set, advance = 0, frozen = course?.isFrozen ?? false, speed = course?.speed ?? 1 }) {
      const then = machine().getTime();
      const from = set?.getTime() ?? (course === undefined ? then : time(course));
      const shown = from + advance;
      if (!(shown >= EARLIEST && shown <= LATEST)) throw outOfRange();
      course = { shown, machine: then, speed, isFrozen: frozen };
      version += 1;
    },
    release() {
      course = undefined;
      version += 1;
    },
    get course() {
      return course;
    },
    follow(other) {
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
