// The plan of a cycle of the crash test, drawn from the seed, independent of earlier cycles.

import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { type Crash, POINTS, type Point } from './points.ts';

/** The work of the clients. */
export interface Load {
  /** Part of every name that clients give. */
  readonly tag: string;
  readonly rounds: number;
  /** Number of changes of each client in a round. */
  readonly changes: number;
  /** Whether there is a reset between two rounds. */
  readonly resets: boolean;
  /** The number of role keys of some grants; 0 for the usual number. */
  readonly weight: number;
}

/** A record of 260 kB: the checkpoint is written in several chunks. */
const WEIGHTY = 20_000;
/** Records of 1.4 MB: three of them exceed the size at which a log is merged. */
const HEAVY = 110_000;
const HEAVY_EVERY = 16;

/** The end of a mock server. If the event does not occur: a clean stop after all the load. */
export type End =
  | { readonly by: 'point'; readonly crash: Crash }
  /** Killed, or stopped, after a number of responses and event loop turns. */
  | { readonly by: 'kill' | 'stop'; readonly responses: number; readonly turns: number }
  /** Killed during the start, after a number of milliseconds. */
  | { readonly by: 'early kill'; readonly after: number };

/** A start of a mock server, the work of its clients, and its end. */
export interface Plan {
  readonly cycle: number;
  readonly fresh: boolean;
  readonly durability: 'group' | 'relaxed';
  readonly load: Load;
  readonly end: End;
}

/** A cycle that ends as drawn. */
export function drawPlan(seed: string, cycle: number): Plan {
  const random = createRandomNumbers(`${seed} ${cycle}`);
  const end = drawEnd(random);
  return planFor(random, cycle, end);
}

/** A cycle that ends at a point: the first or second time, as drawn, unless `count` is given. */
export function planPoint(seed: string, cycle: number, point: Point, count?: number): Plan {
  const random = createRandomNumbers(`${seed} ${cycle}`);
  const drawn = drawCrash(random, point);
  return planFor(random, cycle, { by: 'point', crash: { ...drawn, count: count ?? drawn.count } });
}

function planFor(random: RandomNumbers, cycle: number, end: End): Plan {
  const isPoint = end.by === 'point';
  const inPieces = isPoint && end.crash.point === 'between checkpoint pieces';
  const weight = cycle % HEAVY_EVERY === 0 ? HEAVY : inPieces ? WEIGHTY : 0;
  return {
    cycle,
    // Heavy grants need users; and they must not remain for long, because they slow everything down.
    fresh: weight > 0 || cycle % HEAVY_EVERY === 3 || chance(random, 1 / 8),
    // Without a flush before the acknowledgement, changes may be lost in a power cut.
    durability: !(isPoint && end.crash.powerCut) && chance(random, 1 / 6) ? 'relaxed' : 'group',
    load: {
      tag: `${cycle}`,
      rounds: 2,
      changes: (weight > 0 ? 3 : 1) + whole(random, 8),
      resets: chance(random, 1 / 4),
      weight,
    },
    end,
  };
}

function drawEnd(random: RandomNumbers): End {
  const choice = random();
  if (choice < 0.6) return { by: 'point', crash: drawCrash(random, POINTS[whole(random, POINTS.length)] as Point) };
  if (choice < 0.65) return { by: 'early kill', after: whole(random, 600) };
  return { by: choice < 0.9 ? 'kill' : 'stop', responses: 1 + whole(random, 120), turns: whole(random, 30) };
}

function drawCrash(random: RandomNumbers, point: Point): Crash {
  const count = 1 + whole(random, point.includes('append') ? 12 : 2);
  // A partial write is also a result of a power cut; here it is distinguished from losing all of it.
  const isHalf = point.startsWith('halfway');
  if (isHalf || chance(random, 1 / 3)) return { point, count };
  return { point, count, powerCut: chance(random, 1 / 2) ? 'all' : 'oldest' };
}

function chance(random: RandomNumbers, probability: number): boolean {
  return random() < probability;
}

/** A random integer in [0, `limit`). */
function whole(random: RandomNumbers, limit: number): number {
  return Math.floor(random() * limit);
}
