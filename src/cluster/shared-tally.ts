// Coverage of a sandbox at one replica, counted locally and added to a ledger.

import type { CoveragePlans } from '../coverage/coverage-plans.ts';
import type { ObservedExchange } from '../coverage/observed-exchange.ts';
import { readTally, serializeTally } from '../coverage/serialized-tally.ts';
import { Tally, type TallyBudget, type Unmatched } from '../coverage/tally.ts';
import type { Operation } from '../openapi/document.ts';
import type { Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import type { CounterAccount } from '../store/counter-ledger.ts';

/** The account of requests without an operation. Accounts of operations are named by a list. */
export const UNMATCHED = 'unmatched';
/** Maximum number of different requests without an operation, and of statuses of an operation: more than exist. */
const [MOST_UNMATCHED, MOST_STATUSES] = [100, 1000];

/** The place of a tally in the shared counters. */
export interface TallyLocation {
  readonly ledger: string;
  /** Undefined for the coverage of removed sandboxes. */
  readonly sandbox: Sandbox | undefined;
}

export class SharedTally extends Tally {
  readonly #plans: CoveragePlans;
  readonly #changed: (tally: SharedTally) => void;
  #location: TallyLocation | undefined;
  #cleared = 0;
  /** Operations with unpublished coverage; undefined stands for requests without an operation. */
  readonly #waiting = new Set<Operation | undefined>();
  /** How it was when the last of it was given. */
  readonly #given = new Map<Operation | undefined, Amounts>();

  /** @param changed - called when there is unpublished coverage */
  constructor(plans: CoveragePlans, room: TallyBudget | undefined, changed: (tally: SharedTally) => void) {
    super(plans, room);
    this.#plans = plans;
    this.#changed = changed;
  }

  /** Undefined before it is known where it is shared. */
  get identity(): TallyLocation | undefined {
    return this.#location;
  }

  /** How often it was cleared, by whomever. */
  get cleared(): number {
    return this.#cleared;
  }

  /** Sets its place. */
  setIdentity(identity: TallyLocation): void {
    this.#location = identity;
    this.#changed(this);
  }

  /** Sets the number of clears, and drops earlier counts. */
  wasCleared(times: number): void {
    if (times <= this.#cleared) return;
    this.#cleared = times;
    this.clear();
  }

  /** Whether there is unpublished coverage. */
  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /**
   * Returns unpublished coverage.
   *
   * @param limits.room - maximum characters. Default: unlimited
   * @param limits.until - when to stop, in milliseconds of the uptime, after one operation at least. Default: at the
   * end
   */
  outgoing(
    nameOf: (operation: Operation) => string,
    { room = Number.POSITIVE_INFINITY, until = Number.POSITIVE_INFINITY } = {},
  ): readonly CounterAccount[] {
    const accounts: CounterAccount[] = [];
    let left = room;
    for (const operation of this.#waiting) {
      this.#waiting.delete(operation);
      const account = operation ? this.#accountOf(operation, nameOf(operation)) : this.#unmatchedAccount();
      if (account) accounts.push(account);
      left -= accountSize(account);
      if (left <= 0 || performance.now() > until) break;
    }
    return accounts;
  }

  override count(exchange: ObservedExchange): void {
    super.count(exchange);
    this.#note(exchange.operation);
  }

  override countUnmatched(one: Unmatched, times?: number): void {
    super.countUnmatched(one, times);
    this.#note(undefined);
  }

  override add(...[operation, cell]: Parameters<Tally['add']>): void {
    super.add(operation, cell);
    this.#note(operation);
  }

  override clear(): void {
    super.clear();
    this.#waiting.clear();
    this.#given.clear();
  }

  #note(operation: Operation | undefined): void {
    this.#waiting.add(operation);
    this.#changed(this);
  }

  #accountOf(operation: Operation, name: string): CounterAccount | undefined {
    const cell = this.cell(operation);
    if (!cell) return undefined;
    const { requests, statuses, seen, points } = serializeTally(cell, operation, this.#plans);
    const amounts = this.#newSince(operation, { total: requests, counts: statuses });
    return { name, ...amounts, most: MOST_STATUSES, marks: seen, meaning: points };
  }

  #unmatchedAccount(): CounterAccount {
    const counts = Object.fromEntries(this.unmatched.map(({ count, ...one }) => [writeUnmatched(one), count]));
    const total = Object.values(counts).reduce((sum, count) => sum + count, this.unmatchedBeyond);
    const amounts = this.#newSince(undefined, { total, counts });
    return { name: UNMATCHED, ...amounts, most: MOST_UNMATCHED, marks: '', meaning: '' };
  }

  #newSince(operation: Operation | undefined, now: Amounts): Amounts {
    const before = this.#given.get(operation);
    this.#given.set(operation, now);
    const grown = Object.entries(now.counts).map(
      ([name, count]) => [name, count - (before?.counts[name] ?? 0)] as const,
    );
    return {
      total: now.total - (before?.total ?? 0),
      counts: Object.fromEntries(grown.filter(([, count]) => count > 0)),
    };
  }
}

type Amounts = Pick<CounterAccount, 'total' | 'counts'>;

/** The length of an account, in characters. */
export function accountSize(account: CounterAccount | undefined): number {
  return JSON.stringify(account ?? '').length;
}

/** Adds an account to a tally. @param operation - of the account; undefined if there is none */
export function addAccount(
  tally: Tally,
  account: CounterAccount,
  operation: Operation | undefined,
  plans: CoveragePlans,
): void {
  const { name, total, counts, marks, meaning } = account;
  if (operation) {
    const written = { requests: total, statuses: counts, seen: marks, points: meaning };
    tally.add(operation, readTally(written, operation, plans));
  }
  if (name !== UNMATCHED) return;
  let beyond = total;
  for (const [text, count] of Object.entries(counts).sort()) {
    const one = readUnmatched(text);
    if (!one) continue;
    tally.countUnmatched(one, count);
    beyond -= count;
  }
  tally.countBeyond(beyond);
}

function writeUnmatched({ method, path, status }: Unmatched): string {
  return JSON.stringify([method, path, status]);
}

/** Undefined if the text is invalid. */
function readUnmatched(text: string): Unmatched | undefined {
  try {
    const [method, path, status]: readonly unknown[] = JSON.parse(text);
    if (typeof method === 'string' && typeof path === 'string' && typeof status === 'number')
      return { method, path, status };
  } catch {
    // Reported below.
  }
  return undefined;
}
