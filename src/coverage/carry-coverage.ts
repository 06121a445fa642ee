// Keeps the coverage of an operation when its document is reloaded.

import type { Operation } from '../openapi/document.ts';
import { Bits } from './bit-set.ts';
import type { CoveragePlans } from './coverage-plans.ts';
import { namedPoints } from './named-points.ts';
import { OperationTally } from './operation-tally.ts';

/** Points with a known name stay covered; removed ones are dropped. */
export function carryCoverage(
  cell: OperationTally,
  before: Operation,
  after: Operation,
  plans: CoveragePlans,
): OperationTally {
  const { points } = namedPoints(before, cell, plans);
  const old = plans.of(before);
  const plan = plans.of(after);
  const made = new OperationTally(plan);
  made.requests = cell.requests;
  for (const [status, count] of cell.undeclared) made.undeclared.set(status, count);
  for (const [number, status] of plan.statuses.entries())
    made.statuses[number] = cell.statuses[old.statuses.indexOf(status)] ?? 0;
  for (const [number, { dimension, name }] of plan.points.entries())
    if (points[dimension].get(name)) made.head.add(number);
  for (const [at, spot] of plan.spots.entries()) {
    const values = plans.at(spot, after);
    const seen = new Bits(values.size);
    for (const [number, { dimension, name }] of values.points.entries())
      if (points[dimension].get(name(spot.whole, spot.between))) seen.add(number);
    made.spots[at] = seen;
  }
  return made;
}
