// What the traffic of one world has exercised: counted while it passes, in memory that does not grow with it.

import type { Document, Operation } from '../openapi/document.ts';
import { carried } from './carry.ts';
import { Cell } from './cell.ts';
import type { ObservedExchange } from './observed-exchange.ts';
import type { Plans } from './plans.ts';

/** Requests for what no document has. */
export interface Unmatched {
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** How many different ones are remembered, and how much of their paths and methods, in characters. */
const MOST_UNMATCHED = 100;
const [LONGEST_METHOD, LONGEST_PATH] = [40, 200];

/** The room that tallies share. */
export interface Room {
  /** Asks for room for what is counted of one more operation. */
  take(): boolean;
  give(cells: number): void;
  /** Counts what there is no room for. */
  readonly rest: Tally;
}

export class Tally {
  readonly #plans: Plans;
  readonly #room: Room | undefined;
  readonly #cells = new Map<Operation, Cell>();
  readonly #unmatched = new Map<string, Unmatched & { readonly count: number }>();
  #beyond = 0;

  /** @param room - default: as much as there are operations */
  constructor(plans: Plans, room?: Room) {
    this.#plans = plans;
    this.#room = room;
  }

  count(told: ObservedExchange): void {
    const plan = this.#plans.of(told.operation);
    const cell = this.#cells.get(told.operation) ?? this.#another(told.operation);
    if (cell) cell.count(told, plan, this.#plans);
    else this.#room?.rest.count(told);
  }

  /** Counts a request that means no operation. */
  countUnmatched({ method, path, status }: Unmatched, times = 1): void {
    const brief = { method: method.slice(0, LONGEST_METHOD), path: path.slice(0, LONGEST_PATH), status };
    const key = Object.values(brief).join(' ');
    const known = this.#unmatched.get(key);
    if (known === undefined && this.#unmatched.size >= MOST_UNMATCHED) this.#beyond += times;
    else this.#unmatched.set(key, { ...brief, count: (known?.count ?? 0) + times });
  }

  /** What was counted of an operation; undefined when nothing was. */
  cell(operation: Operation): Cell | undefined {
    return this.#cells.get(operation);
  }

  get unmatched(): readonly (Unmatched & { readonly count: number })[] {
    return [...this.#unmatched.values()];
  }

  /** How many requests are not among `unmatched`, because those are different ones already. */
  get unmatchedBeyond(): number {
    return this.#beyond;
  }

  /** Adds what another one has counted. */
  addAll(other: Tally): void {
    for (const [operation, cell] of other.#cells) this.add(operation, cell);
    for (const { count, ...one } of other.#unmatched.values()) this.countUnmatched(one, count);
    this.countBeyond(other.#beyond);
  }

  /** Adds what was counted of an operation elsewhere. */
  add(operation: Operation, cell: Cell): void {
    const own = this.#cells.get(operation) ?? this.#another(operation);
    own?.addAll(cell);
  }

  /** Counts requests that mean no operation, and are not among those that are remembered elsewhere. */
  countBeyond(times: number): void {
    this.#beyond += times;
  }

  /** Goes on with a document that was read again: what it still has stays counted. */
  renew(before: Document, after: Document): void {
    for (const old of before.operations.values()) {
      const cell = this.#cells.get(old);
      if (!cell) continue;
      this.#cells.delete(old);
      const operation = after.operations.get(old.id);
      if (operation) this.#cells.set(operation, carried(cell, old, operation, this.#plans));
      else this.#room?.give(1);
    }
  }

  /** Begins anew. */
  clear(): void {
    this.#room?.give(this.#cells.size);
    this.#cells.clear();
    this.#unmatched.clear();
    this.#beyond = 0;
  }

  #another(operation: Operation): Cell | undefined {
    if (this.#room?.take() === false) return undefined;
    const cell = new Cell(this.#plans.of(operation));
    this.#cells.set(operation, cell);
    return cell;
  }
}
