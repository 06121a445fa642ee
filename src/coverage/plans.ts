// The plans of documents: made when they are asked for, and again when there are too many to keep.

import type { Operation } from '../openapi/document.ts';
import { isRecord } from '../openapi/is-record.ts';
import type { Dimension } from './dimension.ts';
import { type OperationPlan, planOperation, type Spot } from './operation-plan.ts';
import { planValues, type ValuePlan } from './value-plan.ts';

/** How many of each are kept. Those of the values of a large document take some ten thousand bytes each. */
const MOST_OPERATIONS = 500;
const MOST_SCHEMAS = 300;

export interface Plans {
  of(operation: Operation): OperationPlan;
  /** What can be told of the values at a spot of an operation. */
  at(spot: Spot, operation: Operation): ValuePlan;
  /** How much that is. Remembered for every schema: somebody may ask for all of a document again and again. */
  extent(spot: Spot, operation: Operation): Extent;
}

/** How much can be told of something. */
export interface Extent {
  readonly schema: unknown;
  readonly counts: Readonly<Partial<Record<Dimension, number>>>;
  readonly isCut: boolean;
}

export function createPlans(): Plans {
  const operations = new Map<Operation, OperationPlan>();
  const spots = new Map<Spot, ValuePlan>();
  const schemas = { request: new Map<unknown, ValuePlan>(), response: new Map<unknown, ValuePlan>() };
  const extents = { request: new WeakMap<object, Extent>(), response: new WeakMap<object, Extent>() };
  /** What refers to a schema is planned as the schema. */
  const schemaAt = ({ schema }: Spot, { references }: Operation): unknown =>
    (references.target(schema) ?? schema).value;
  const planned = (spot: Spot, operation: Operation) =>
    kept(schemas[spot.direction], schemaAt(spot, operation), MOST_SCHEMAS, () =>
      planValues(spot.schema, operation.references, spot.direction),
    );
  return {
    of: (operation) => kept(operations, operation, MOST_OPERATIONS, () => planOperation(operation)),
    at: (spot, operation) => kept(spots, spot, MOST_SCHEMAS, () => planned(spot, operation)),
    extent(spot, operation) {
      const schema = schemaAt(spot, operation);
      if (!isRecord(schema)) return { schema, counts: {}, isCut: false };
      const known = extents[spot.direction].get(schema);
      if (known) return known;
      const { points, isCut } = planned(spot, operation);
      const extent = { schema, counts: countsOf(points), isCut };
      extents[spot.direction].set(schema, extent);
      return extent;
    },
  };
}

/** How many points there are of each dimension. */
export function countsOf(points: readonly { readonly dimension: Dimension }[]): Extent['counts'] {
  const counts: Partial<Record<Dimension, number>> = {};
  for (const { dimension } of points) counts[dimension] = (counts[dimension] ?? 0) + 1;
  return counts;
}

/** What is kept under a key, or is made. The oldest makes room. */
function kept<Key, Plan>(plans: Map<Key, Plan>, key: Key, most: number, make: () => Plan): Plan {
  const known = plans.get(key);
  if (known) return known;
  const made = make();
  const [oldest] = plans.size >= most ? plans.keys() : [];
  if (oldest !== undefined) plans.delete(oldest);
  plans.set(key, made);
  return made;
}
