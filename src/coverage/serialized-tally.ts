// The serialised coverage of an operation, for other processes.

import { createHash } from 'node:crypto';
import type { Operation } from '../openapi/document.ts';
import { Bits } from './bit-set.ts';
import type { CoveragePlans } from './coverage-plans.ts';
import { OperationTally } from './operation-tally.ts';

/** Without the names of points: readers have the document. */
export interface SerializedTally {
  readonly requests: number;
  /** Number of responses per status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** A digit for each point, 1 where it was seen. */
  readonly seen: string;
  /** The same where the digits are for the same points. */
  readonly points: string;
}

export function serializeTally(cell: OperationTally, operation: Operation, plans: CoveragePlans): SerializedTally {
  const { statuses } = plans.of(operation);
  const declared = statuses.map((status, number) => [status, cell.statuses[number] ?? 0] as const);
  const { points, head, spots } = layoutOf(operation, plans);
  return {
    requests: cell.requests,
    statuses: Object.fromEntries([...declared, ...cell.undeclared]),
    seen: digitsOf(cell.head, head) + spots.map((count, at) => digitsOf(cell.spots[at], count)).join(''),
    points,
  };
}

/** Marks with another plan are ignored. */
export function readTally(
  { requests, statuses, seen, points }: SerializedTally,
  operation: Operation,
  plans: CoveragePlans,
): OperationTally {
  const plan = plans.of(operation);
  const cell = new OperationTally(plan);
  cell.requests = requests;
  for (const [status, count] of Object.entries(statuses)) {
    const number = plan.statuses.indexOf(status);
    if (number >= 0) cell.statuses[number] = count;
    else if (/^\d{3}$/.test(status)) cell.undeclared.set(Number(status), count);
  }
  const layout = layoutOf(operation, plans);
  if (points !== layout.points) return cell;
  let from = addDigits(seen, 0, cell.head, layout.head);
  for (const [at, spot] of plan.spots.entries()) {
    const bits = new Bits(plans.at(spot, operation).size);
    from = addDigits(seen, from, bits, layout.spots[at] ?? 0);
    cell.spots[at] = bits;
  }
  return cell;
}

function digitsOf(bits: Bits | undefined, count: number): string {
  if (!bits) return '0'.repeat(count);
  let digits = '';
  for (let number = 0; number < count; number += 1) digits += bits.has(number) ? '1' : '0';
  return digits;
}

/** @returns the index after its digits */
function addDigits(digits: string, from: number, bits: Bits, count: number): number {
  for (let number = 0; number < count; number += 1) if (digits[from + number] === '1') bits.add(number);
  return from + count;
}

/** The order of the points of an operation. */
interface Layout {
  /** Follows from their names in that order. */
  readonly points: string;
  /** How many are of the operation, and of each of its spots. */
  readonly head: number;
  readonly spots: readonly number[];
}

const known = new WeakMap<Operation, Layout>();

function layoutOf(operation: Operation, plans: CoveragePlans): Layout {
  const found = known.get(operation);
  if (found) return found;
  const { points, spots } = plans.of(operation);
  const hash = createHash('sha256');
  const add = (dimension: string, name: string) => hash.update(`${JSON.stringify([dimension, name])}\n`);
  for (const { dimension, name } of points) add(dimension, name);
  const counts = spots.map((spot) => {
    const values = plans.at(spot, operation).points;
    for (const { dimension, name } of values) add(dimension, name(spot.whole, spot.between));
    return values.length;
  });
  const layout = { points: hash.digest('base64url').slice(0, 22), head: points.length, spots: counts };
  known.set(operation, layout);
  return layout;
}
