// The points of disk work at which the crash test ends a process.

/** Disk operations. A `note` is the log line with the checkpoint into which the log is merged. */
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

/** A half-done write leaves a part of its bytes. */
const HALVES = ['halfway through append', 'halfway through note', 'between checkpoint pieces'] as const;

export type Point = `before ${Operation}` | `after ${Operation}` | (typeof HALVES)[number];

export const POINTS: readonly Point[] = [
  ...OPERATIONS.flatMap((operation) => [`before ${operation}`, `after ${operation}`] as const),
  ...HALVES,
];

/** The event at which a process ends itself. */
export interface Crash {
  readonly point: Point;
  /** Which time the point is reached, from 1. */
  readonly count: number;
  /** Whether there is a power cut as well: unflushed data is lost, all of it or only the oldest. */
  readonly powerCut?: 'all' | 'oldest';
}
