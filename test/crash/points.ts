// The points of the work on the disk at which the crash test ends a process.

/** What is done to the disk. A `note` is the line in the log that says into which checkpoint it is being folded. */
const OPERATIONS = [
  'append',
  'append flush',
  'note',
  'note flush',
  'checkpoint write',
  'checkpoint flush',
  'checkpoint rename',
  'folder flush',
  'log removal',
  'length write',
  'length removal',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** What ends half-way leaves a part of its bytes behind. */
const HALVES = ['halfway through append', 'halfway through note', 'between checkpoint pieces'] as const;

export type Point = `before ${Operation}` | `after ${Operation}` | (typeof HALVES)[number];

export const POINTS: readonly Point[] = [
  ...OPERATIONS.flatMap((operation) => [`before ${operation}`, `after ${operation}`] as const),
  ...HALVES,
];

/** When a process ends itself. */
export interface Crash {
  readonly point: Point;
  /** The how many-th time the point is reached, from 1. */
  readonly count: number;
  /** Whether the power goes as well: what was not flushed is lost, all of it or only the oldest. */
  readonly powerCut?: 'all' | 'oldest';
}
