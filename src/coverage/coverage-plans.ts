// A bounded cache of the plans of operations and values.

import type { Operation } from '../openapi/document.ts';
import { isRecord } from '../schema/is-record.ts';
import type { Dimension } from './dimension.ts';
import { type OperationPlan, planOperation, type ValueSpot } from './operation-plan.ts';
import { planValues, type ValuePlan } from './value-plan.ts';

/** Maximum number of each. Those of the values of a large document take about ten thousand bytes each. */
const MOST_OPERATIONS = 500;
const MOST_SCHEMAS = 300;

export interface CoveragePlans {
  of(operation: Operation): OperationPlan;
  /** The points of the values at a spot of an operation. */
  at(spot: ValueSpot, operation: Operation): ValuePlan;
  /** The number of these points. Cached for every schema: reports of a whole document are frequent. */
  extent(spot: ValueSpot, operation: Operation): PointCount;
}

/** The number of points. */
export interface PointCount {
  readonly schema: unknown;
  readonly counts: Readonly<Partial<Record<Dimension, number>>>;
  readonly isCut: boolean;
}

export function createCoveragePlans(): CoveragePlans {
  const operations = new Map<Operation, OperationPlan>();
  const spots = new Map<ValueSpot, ValuePlan>();
  const schemas = { request: new Map<unknown, ValuePlan>(), response: new Map<unknown, ValuePlan>() };
  const extents = { request: new WeakMap<object, PointCount>(), response: new WeakMap<object, PointCount>() };
  /** A reference is planned as its target. */
  const schemaAt = ({ schema }: ValueSpot, { references }: Operation): unknown =>
    (references.resolve(schema) ?? schema).value;
  const planned = (spot: ValueSpot, operation: Operation) =>
    getOrCreate(schemas[spot.direction], schemaAt(spot, operation), MOST_SCHEMAS, () =>
      planValues(spot.schema, operation.references, spot.direction),
    );
  return {
    of: (operation) => getOrCreate(operations, operation, MOST_OPERATIONS, () => planOperation(operation)),
    at: (spot, operation) => getOrCreate(spots, spot, MOST_SCHEMAS, () => planned(spot, operation)),
    extent(spot, operation) {
      const schema = schemaAt(spot, operation);
      if (!isRecord(schema)) return { schema, counts: {}, isCut: false };
      const known = extents[spot.direction].get(schema);
      if (known) return known;
      const { points, isCut } = planned(spot, operation);
      const extent = { schema, counts: countPoints(points), isCut };
      extents[spot.direction].set(schema, extent);
      return extent;
    },
  };
}

/** The number of points of each dimension. */
export function countPoints(points: readonly { readonly dimension: Dimension }[]): PointCount['counts'] {
  const counts: Partial<Record<Dimension, number>> = {};
  for (const { dimension } of points) counts[dimension] = (counts[dimension] ?? 0) + 1;
  return counts;
}

/** Returns the cached value of a key, or creates it. The oldest one is removed. */
function getOrCreate<Key, Plan>(plans: Map<Key, Plan>, key: Key, most: number, make: () => Plan): Plan {
  const known = plans.get(key);
  if (known) return known;
  const made = make();
  const [oldest] = plans.size >= most ? plans.keys() : [];
  if (oldest !== undefined) plans.delete(oldest);
  plans.set(key, made);
  return made;
}
