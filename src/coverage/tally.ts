// The coverage of one sandbox, counted live with bounded memory.

import type { Document, Operation } from '../openapi/document.ts';
import { Bits } from './bit-set.ts';
import type { CoveragePlans } from './coverage-plans.ts';
import { namedPoints } from './named-points.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import { OperationTally } from './operation-tally.ts';

/** A request that matches no operation. */
export interface Unmatched {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** How many different ones are remembered, and how much of their paths and methods, in characters. */
const MOST_UNMATCHED = 100;
const [LONGEST_METHOD, LONGEST_PATH] = [40, 200];

/** The room that tallies share. */
export interface TallyBudget {
  /** Reserves room for one more operation. */
  take(): boolean;
  give(cells: number): void;
  /** Counts for which there is no room. */
  readonly rest: Tally;
}

export class Tally {
  readonly #plans: CoveragePlans;
  readonly #room: TallyBudget | undefined;
  readonly #cells = new Map<Operation, OperationTally>();
  readonly #unmatched = new Map<string, Unmatched & { readonly count: number }>();
  #beyond = 0;

  /** @param room - default: enough for all operations */
  constructor(plans: CoveragePlans, room?: TallyBudget) {
    this.#plans = plans;
    this.#room = room;
  }

  count(observed: ObservedExchange): void {
    const plan = this.#plans.of(observed.operation);
    const cell = this.#cells.get(observed.operation) ?? this.#another(observed.operation);
    if (cell) cell.count(observed, plan, this.#plans);
    else this.#room?.rest.count(observed);
  }

  /** Counts a request without an operation. */
  countUnmatched({ method, path, status }: Unmatched, times = 1): void {
    const brief = { method: method.slice(0, LONGEST_METHOD), path: path.slice(0, LONGEST_PATH), status };
    const key = Object.values(brief).join(' ');
    const known = this.#unmatched.get(key);
    if (known === undefined && this.#unmatched.size >= MOST_UNMATCHED) this.#beyond += times;
    else this.#unmatched.set(key, { ...brief, count: (known?.count ?? 0) + times });
  }

  /** The counts of an operation; undefined without requests. */
  cell(operation: Operation): OperationTally | undefined {
    return this.#cells.get(operation);
  }

  get unmatched(): readonly (Unmatched & { readonly count: number })[] {
    return [...this.#unmatched.values()];
  }

  /** The number of requests that are not in `unmatched`, which has a maximum size. */
  get unmatchedBeyond(): number {
    return this.#beyond;
  }

  /** Adds the counts of another one. */
  addAll(other: Tally): void {
    for (const [operation, cell] of other.#cells) this.add(operation, cell);
    for (const { count, ...one } of other.#unmatched.values()) this.countUnmatched(one, count);
    this.countBeyond(other.#beyond);
  }

  /** Adds counts of an operation. */
  add(operation: Operation, cell: OperationTally): void {
    const own = this.#cells.get(operation) ?? this.#another(operation);
    own?.addAll(cell);
  }

  /** Counts requests without an operation that are beyond the list of another tally. */
  countBeyond(times: number): void {
    this.#beyond += times;
  }

  /** Continues with a reloaded document: operations that still exist keep their counts. */
  renew(before: Document, after: Document): void {
    for (const old of before.operations.values()) {
      const cell = this.#cells.get(old);
      if (!cell) continue;
      this.#cells.delete(old);
      const operation = after.operations.get(old.id);
      if (operation) this.#cells.set(operation, carryCoverage(cell, old, operation, this.#plans));
      else this.#room?.give(1);
    }
  }

  /** Clears all counts. */
  clear(): void {
    this.#room?.give(this.#cells.size);
    this.#cells.clear();
    this.#unmatched.clear();
    this.#beyond = 0;
  }

  #another(operation: Operation): OperationTally | undefined {
    if (this.#room?.take() === false) return undefined;
    const cell = new OperationTally(this.#plans.of(operation));
    this.#cells.set(operation, cell);
    return cell;
  }
}

/** Points with a known name stay covered; removed ones are dropped. */
function carryCoverage(
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
