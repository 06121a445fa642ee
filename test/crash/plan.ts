// What a cycle of the crash test is to do, drawn from the seed: no cycle depends on how those before it went.

import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { type Crash, POINTS, type Point } from './points.ts';

/** What clients do, and how much of it. */
export interface Load {
  /** In every name that clients give. */
  readonly tag: string;
  readonly rounds: number;
  /** How many changes each client makes in a round. */
  readonly changes: number;
  /** Whether everything starts over between two rounds. */
  readonly resets: boolean;
  /** How many role keys some of the grants have; 0 for as few as usual. */
  readonly weight: number;
}

/** A record of 260 kB: the checkpoint is written in several pieces. */
const WEIGHTY = 20_000;
/** Records of 1.4 MB: three of them are more than a log holds before it is folded. */
const HEAVY = 110_000;
const HEAVY_EVERY = 16;

/** How a stand-in ends. What does not come about is a clean stop after all the load. */
export type End =
  | { readonly by: 'point'; readonly crash: Crash }
  /** Killed, or told to stop, after so many answers and turns of the event loop. */
  | { readonly by: 'kill' | 'stop'; readonly answers: number; readonly turns: number }
  /** Killed while it starts, after so many milliseconds. */
  | { readonly by: 'early kill'; readonly after: number };

/** One start of a stand-in, what is done to it, and its end. */
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

/** A cycle that ends at a point: at the first or second time it is reached, as drawn, unless `count` tells. */
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
    // There must be users for heavy grants; and these must not stay for long, because they slow everything down.
    fresh: weight > 0 || cycle % HEAVY_EVERY === 3 || chance(random, 1 / 8),
    // What is not flushed before it is acknowledged may be lost with the power.
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
  return { by: choice < 0.9 ? 'kill' : 'stop', answers: 1 + whole(random, 120), turns: whole(random, 30) };
}

function drawCrash(random: RandomNumbers, point: Point): Crash {
  const count = 1 + whole(random, point.includes('append') ? 12 : 2);
  // What ends half-way is what a power cut leaves as well; here it is told apart from losing all of it.
  const isHalf = point.startsWith('halfway');
  if (isHalf || chance(random, 1 / 3)) return { point, count };
  return { point, count, powerCut: chance(random, 1 / 2) ? 'all' : 'oldest' };
}

function chance(random: RandomNumbers, probability: number): boolean {
  return random() < probability;
}

/** A whole number from 0 up to, not including, `limit`. */
function whole(random: RandomNumbers, limit: number): number {
  return Math.floor(random() * limit);
}
