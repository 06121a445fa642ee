// The points of an operation by name, equal for all processes.

import type { Operation } from '../openapi/document.ts';
import { type CoveragePlans, countPoints, type PointCount } from './coverage-plans.ts';
import { DIMENSIONS, type Dimension } from './dimension.ts';
import type { OperationTally } from './operation-tally.ts';

/** By its name whether a point was seen. */
type NamedPoint = ReadonlyMap<string, boolean>;

/** The points of an operation. */
interface NamedPoints {
  readonly points: Readonly<Record<Dimension, NamedPoint>>;
  /** Whether its values hold more than is counted. */
  readonly isCut: boolean;
}

/** @param cell - its counts. Default: none */
export function namedPoints(operation: Operation, cell: OperationTally | undefined, plans: CoveragePlans): NamedPoints {
  const points = Object.fromEntries(DIMENSIONS.map((one) => [one, new Map<string, boolean>()])) as Record<
    Dimension,
    Map<string, boolean>
  >;
  // Names may repeat, for example of one body in two media types.
  const put = (dimension: Dimension, name: string, isSeen: boolean) =>
    points[dimension].set(name, isSeen || points[dimension].get(name) === true);
  const plan = plans.of(operation);
  for (const [number, { dimension, name }] of plan.points.entries())
    put(dimension, name, cell?.head.has(number) === true);
  let isCut = false;
  for (const [at, spot] of plan.spots.entries()) {
    const values = plans.at(spot, operation);
    const seen = cell?.spots[at];
    isCut ||= values.isCut;
    for (const [number, { dimension, name }] of values.points.entries())
      put(dimension, name(spot.whole, spot.between), seen?.has(number) === true);
  }
  return { points, isCut };
}

/** The number of points, without names. */
export function extentOf(operation: Operation, plans: CoveragePlans): Pick<PointCount, 'counts' | 'isCut'> {
  const { points, spots } = plans.of(operation);
  const counts = { ...countPoints(points) };
  let isCut = false;
  const wholes = new Map<string, PointCount>();
  for (const spot of spots) {
    const extent = plans.extent(spot, operation);
    const known = wholes.get(spot.whole);
    // A body may have several media types: mostly of one schema, else some names may be the same.
    if (known && known.schema !== extent.schema) return extentByName(operation, plans);
    if (known) continue;
    wholes.set(spot.whole, extent);
    isCut ||= extent.isCut;
    for (const dimension of DIMENSIONS) {
      const count = extent.counts[dimension];
      if (count !== undefined) counts[dimension] = (counts[dimension] ?? 0) + count;
    }
  }
  return { counts, isCut };
}

function extentByName(operation: Operation, plans: CoveragePlans): Pick<PointCount, 'counts' | 'isCut'> {
  const { points, isCut } = namedPoints(operation, undefined, plans);
  return { counts: Object.fromEntries(DIMENSIONS.map((one) => [one, points[one].size])), isCut };
}
