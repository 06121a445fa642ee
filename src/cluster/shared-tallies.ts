// Publishes the coverage of a replica in batches, shortly after the requests.

import { randomUUID } from 'node:crypto';
import type { CoveragePlans } from '../coverage/coverage-plans.ts';
import type { CoveredApi } from '../coverage/coverage-report.ts';
import { type CoverageTallies, createTallies, type TalliesSettings } from '../coverage/coverage-tallies.ts';
import type { Tally } from '../coverage/tally.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { createWorkQueue, waitForTurn } from '../server/pipeline/scheduling/work-queue.ts';
import { type LedgerPosting, type Ledgers, REST_LEDGER } from '../store/counter-ledger.ts';
import { type StoreError, storageUnavailable } from '../store/store-error.ts';
import { type AccountNames, createAccountNames } from './coverage-counter-names.ts';
import { createFlusher } from './flusher.ts';
import type { SandboxRecord } from './shared-records.ts';
import { accountSize, addAccount, SharedTally, type TallyLocation } from './shared-tally.ts';

export interface SharedTalliesSettings extends Pick<TalliesSettings, 'most'> {
  readonly apis: readonly CoveredApi[];
  /** Whether missing parts of other replicas are omitted instead of an error. */
  readonly isLocal: boolean;
}

/** Approximate characters of a batch; and the longest blocking time while one is built or read, in milliseconds. */
const [LONGEST_TOGETHER, TURN] = [256 * 1024, 10];

/** A batch. */
interface Batch {
  readonly number: number;
  readonly parts: readonly Part[];
}

/** @param tally - undefined for a removed sandbox */
interface Part {
  readonly tally?: SharedTally;
  readonly posting: LedgerPosting;
}

/** The coverage of a replica: counted here, published in batches, read from all replicas. */
export class SharedTallies implements CoverageTallies {
  readonly #ledgers: Ledgers;
  readonly #isLocal: boolean;
  readonly #writer = randomUUID();
  readonly #names: AccountNames;
  /** The coverage of this replica. */
  readonly #own: CoverageTallies;
  /** Tallies with unpublished coverage. */
  readonly #changed = new Set<SharedTally>();
  /** Unpublished coverage of sandboxes that were removed here. */
  #removed: readonly Part[] = [];
  #batch: Batch | undefined;
  #batches = 0;
  #ending: Promise<void> = Promise.resolve();
  /** Reads one after the other: each uses a database connection while it processes a result. */
  readonly #inTurn = createWorkQueue();
  readonly #flusher = createFlusher(async () => {
    for (this.#batch ??= this.#nextBatch(); this.#batch; this.#batch = this.#nextBatch()) await this.#add(this.#batch);
  });
  #onCleared: (sandboxes: readonly Sandbox[]) => Promise<void> = async () => undefined;

  constructor(ledgers: Ledgers, { apis, isLocal, most }: SharedTalliesSettings) {
    this.#ledgers = ledgers;
    this.#isLocal = isLocal;
    this.#names = createAccountNames(apis);
    const change = (tally: SharedTally) => {
      this.#changed.add(tally);
      this.#flusher.soon();
    };
    this.#own = createTallies({ most, make: (plans, room) => new SharedTally(plans, room, change) });
    sharedTally(this.#own.rest)?.setIdentity({ ledger: REST_LEDGER, sandbox: undefined });
  }

  get plans(): CoveragePlans {
    return this.#own.plans;
  }

  get rest(): Tally {
    return this.#own.rest;
  }

  create(): Tally {
    return this.#own.create();
  }

  together(tallies: readonly Tally[]): Tally {
    return this.#own.together(tallies);
  }

  renew(...change: Parameters<CoverageTallies['renew']>): void {
    this.#own.renew(...change);
  }

  end(tally: Tally): void {
    const shared = sharedTally(tally);
    if (!shared?.identity) {
      this.#own.end(tally);
      return;
    }
    const { ledger } = shared.identity;
    const accounts = shared.outgoing(this.#names.of);
    if (accounts.length > 0)
      this.#removed = [...this.#removed, { posting: { ledger, cleared: shared.cleared, accounts } }];
    shared.clear();
  }

  async counted(tallies: readonly Tally[], all: boolean): Promise<Tally> {
    try {
      return await this.#inTurn(() => this.#read(tallies, all));
    } catch (error) {
      if (this.#isLocal) return this.#own.counted(tallies, all);
      throw coverageUnavailable(error);
    }
  }

  async clear(tallies: readonly Tally[], all: boolean): Promise<void> {
    const shared = [...(all ? [this.rest] : []), ...tallies].flatMap((tally) => sharedTally(tally) ?? []);
    const known = shared.flatMap(({ identity, cleared }) => (identity ? [[identity.ledger, cleared] as const] : []));
    try {
      const cleared = await this.#ledgers.clear(new Map(known), all);
      for (const tally of shared)
        tally.wasCleared((tally.identity && cleared.get(tally.identity.ledger)) ?? tally.cleared + 1);
      await this.#onCleared(identitiesOf(tallies).flatMap(({ sandbox }) => sandbox ?? []));
    } catch (error) {
      throw coverageUnavailable(error);
    }
  }

  /** Sets the identity of a sandbox among those of its name. @param tag - default: it is the only one */
  identify(sandbox: Sandbox, tag?: string): void {
    sharedTally(sandbox.tally)?.setIdentity({ ledger: ledgerOf({ id: sandbox.name, tag }), sandbox });
  }

  /** How often that of a sandbox was cleared, by any replica. */
  clearedOf({ tally }: Sandbox): number {
    return sharedTally(tally)?.cleared ?? 0;
  }

  /** Reports that other replicas have cleared it. */
  wasCleared({ tally }: Sandbox, times: number): void {
    sharedTally(tally)?.wasCleared(times);
  }

  /** Sets the function that publishes how often some sandboxes were cleared. */
  onCleared(publish: (sandboxes: readonly Sandbox[]) => Promise<void>): void {
    this.#onCleared = publish;
  }

  /**
   * Moves the coverage of removed sandboxes, and late additions, to the rest. Nothing waits for it: reads include
   * both.
   */
  remove(removed: readonly SandboxRecord[], remaining: readonly SandboxRecord[]): void {
    // A failure is repeated an hour later.
    this.#ending = this.#ending
      .then(() => this.#ledgers.end(removed.map(ledgerOf), [MAIN, ...remaining.map(ledgerOf)]))
      .catch(() => undefined);
  }

  /** Publishes the rest, if that does not take long. */
  close(): Promise<void> {
    return this.#flusher.end();
  }

  /** The coverage of all replicas. */
  async #read(tallies: readonly Tally[], all: boolean): Promise<Tally> {
    await this.#flusher.now();
    const whole = this.together(tallies.filter((tally) => !sharedTally(tally)?.identity));
    const ledgers = identitiesOf(tallies).map(({ ledger }) => ledger);
    let end = performance.now() + TURN;
    await this.#ledgers.read(all ? undefined : ledgers, async (accounts) => {
      for (const account of accounts) {
        addAccount(whole, account, this.#names.operation(account.name), this.plans);
        if (performance.now() < end) continue;
        await waitForTurn();
        end = performance.now() + TURN;
      }
    });
    return whole;
  }

  async #add({ number, parts }: Batch): Promise<void> {
    const postings = parts.map(({ posting }) => posting);
    const added = await this.#ledgers.add(postings, { writer: this.#writer, number });
    const rejected = parts.filter(({ posting: { ledger } }) => !added.has(ledger));
    if (rejected.length === 0) return;
    // A rejected addition means that a clear was missed, or that it was added before.
    const ledgers = rejected.map(({ posting: { ledger } }) => ledger);
    const cleared = await this.#ledgers.cleared(ledgers).catch(() => undefined);
    for (const { tally, posting } of rejected) tally?.wasCleared(cleared?.get(posting.ledger) ?? 0);
  }

  #nextBatch(): Batch | undefined {
    const builder = new BatchBuilder();
    // A sandbox that exists again may have the ledger of its removed namesake.
    this.#removed = this.#removed.filter((part) => {
      if (builder.isFull || builder.has(part.posting.ledger)) return true;
      builder.add(part);
      return false;
    });
    for (const tally of [...this.#changed]) {
      if (builder.isFull) break;
      const ledger = tally.identity?.ledger;
      if (ledger !== undefined && builder.has(ledger)) continue;
      this.#changed.delete(tally);
      // It returns when its ledger is known.
      if (ledger === undefined) continue;
      const accounts = tally.outgoing(this.#names.of, builder.limits);
      if (accounts.length > 0) builder.add({ tally, posting: { ledger, cleared: tally.cleared, accounts } });
      // Behind the others, so that all have their turn.
      if (tally.isWaiting) this.#changed.add(tally);
    }
    if (builder.parts.length === 0) return undefined;
    this.#batches += 1;
    return { number: this.#batches, parts: builder.parts };
  }
}

/** Collects the parts of a batch, at most one of each ledger, up to its size and time. */
class BatchBuilder {
  readonly #parts = new Map<string, Part>();
  readonly #until = performance.now() + TURN;
  #room = LONGEST_TOGETHER;

  get parts(): readonly Part[] {
    return [...this.#parts.values()];
  }

  get limits(): { readonly room: number; readonly until: number } {
    return { room: this.#room, until: this.#until };
  }

  get isFull(): boolean {
    return this.#room <= 0 || (this.#parts.size > 0 && performance.now() > this.#until);
  }

  has(ledger: string): boolean {
    return this.#parts.has(ledger);
  }

  add(part: Part): void {
    this.#parts.set(part.posting.ledger, part);
    for (const account of part.posting.accounts) this.#room -= accountSize(account);
  }
}

function sharedTally(tally: Tally): SharedTally | undefined {
  return tally instanceof SharedTally ? tally : undefined;
}

function identitiesOf(tallies: readonly Tally[]): readonly TallyLocation[] {
  return tallies.flatMap((tally) => sharedTally(tally)?.identity ?? []);
}

function coverageUnavailable(error: unknown): StoreError {
  return storageUnavailable(error as Error, 'cannot read the coverage of other replicas', { retryAfter: 1 });
}

function ledgerOf({ id, tag = '' }: { readonly id: string; readonly tag?: string | undefined }): string {
  return id === MAIN ? MAIN : `${id}@${tag}`;
}
