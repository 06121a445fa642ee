// Publishes the coverage of a replica in batches, shortly after the requests.

import { randomUUID } from 'node:crypto';
import type { CoveredApi } from '../coverage/coverage-report.ts';
import { type CoverageTallies, createTallies, type TalliesSettings } from '../coverage/coverage-tallies.ts';
import type { Tally } from '../coverage/tally.ts';
import { MAIN, type Sandbox } from '../server/pipeline/sandbox/sandbox.ts';
import { createWorkQueue, waitForTurn } from '../server/pipeline/scheduling/work-queue.ts';
import { type LedgerPosting, type Ledgers, REST_LEDGER } from '../store/ledger.ts';
import { type StoreError, storageUnavailable } from '../store/store-error.ts';
import { createAccountNames } from './account-names.ts';
import { createFlusher } from './flusher.ts';
import type { SandboxRecord } from './shared-records.ts';
import { accountSize, addAccount, SharedTally } from './shared-tally.ts';

export interface SharedTallies extends CoverageTallies {
  /** Sets the identity of a sandbox among those of its name. @param tag - default: it is the only one */
  stand(sandbox: Sandbox, tag?: string): void;
  /** How often that of a sandbox was cleared, by whomever. */
  clearedOf(sandbox: Sandbox): number;
  /** Reports that other replicas have cleared it. */
  wasCleared(sandbox: Sandbox, times: number): void;
  /** Sets the function that publishes how often some sandboxes were cleared. */
  tellBy(tell: (sandboxes: readonly Sandbox[]) => Promise<void>): void;
  /**
   * Moves the coverage of removed sandboxes, and late additions, to the rest. Nothing waits for it: reads include
   * both.
   */
  remove(gone: readonly SandboxRecord[], there: readonly SandboxRecord[]): void;
  /** Publishes the rest, if that does not take long. */
  close(): Promise<void>;
}

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

export function createSharedTallies(ledgers: Ledgers, { apis, isLocal, most }: SharedTalliesSettings): SharedTallies {
  const writer = randomUUID();
  const names = createAccountNames(apis);
  const changed = new Set<SharedTally>();
  /** Unpublished coverage of sandboxes that were removed here. */
  let left: readonly Part[] = [];
  let batch: Batch | undefined;
  let batches = 0;
  let ending: Promise<void> = Promise.resolve();
  // Each uses a database connection while it processes a result.
  const inTurn = createWorkQueue();
  let tell: Parameters<SharedTallies['tellBy']>[0] = async () => undefined;

  const bringing = createFlusher(async () => {
    for (batch ??= nextBatch(); batch; batch = nextBatch()) await add(batch);
  });
  const change = (tally: SharedTally) => {
    changed.add(tally);
    bringing.soon();
  };
  const own = createTallies({ most, make: (plans, room) => new SharedTally(plans, room, change) });
  const { plans } = own;
  const of = (tally: Tally) => (tally instanceof SharedTally ? tally : undefined);
  of(own.rest)?.standAt({ ledger: REST_LEDGER, sandbox: undefined });

  function nextBatch(): Batch | undefined {
    const until = performance.now() + TURN;
    const parts = new Map<string, Part>();
    let room = LONGEST_TOGETHER;
    const put = (part: Part) => {
      parts.set(part.posting.ledger, part);
      for (const account of part.posting.accounts) room -= accountSize(account);
    };
    const isFull = () => room <= 0 || (parts.size > 0 && performance.now() > until);
    // A sandbox that exists again may have the ledger of its leftovers.
    const later = left.filter((part) => {
      if (isFull() || parts.has(part.posting.ledger)) return true;
      put(part);
      return false;
    });
    left = later;
    for (const tally of [...changed]) {
      if (isFull()) break;
      const ledger = tally.stand?.ledger;
      if (ledger !== undefined && parts.has(ledger)) continue;
      changed.delete(tally);
      // It returns when its ledger is known.
      if (ledger === undefined) continue;
      const accounts = tally.outgoing(names.of, { room, until });
      if (accounts.length > 0) put({ tally, posting: { ledger, cleared: tally.cleared, accounts } });
      // Behind the others, so that all have their turn.
      if (tally.isWaiting) changed.add(tally);
    }
    if (parts.size === 0) return undefined;
    batches += 1;
    return { number: batches, parts: [...parts.values()] };
  }

  async function add({ number, parts }: Batch): Promise<void> {
    const postings = parts.map(({ posting }) => posting);
    const added = await ledgers.add(postings, { writer, number });
    const refused = parts.filter(({ posting: { ledger } }) => !added.has(ledger));
    if (refused.length === 0) return;
    // A rejected addition means that a clear was missed, or that it was added before.
    const cleared = await ledgers.cleared(refused.map(({ posting: { ledger } }) => ledger)).catch(() => undefined);
    for (const { tally, posting } of refused) tally?.wasCleared(cleared?.get(posting.ledger) ?? 0);
  }

  /** The coverage of all replicas. */
  async function read(tallies: readonly Tally[], all: boolean): Promise<Tally> {
    await bringing.now();
    // The ones that are not shared.
    const whole = own.together(tallies.filter((tally) => !of(tally)?.stand));
    const shared = standsOf(tallies).map(({ ledger }) => ledger);
    let end = performance.now() + TURN;
    await ledgers.read(all ? undefined : shared, async (accounts) => {
      for (const account of accounts) {
        addAccount(whole, account, names.operation(account.name), plans);
        if (performance.now() < end) continue;
        await waitForTurn();
        end = performance.now() + TURN;
      }
    });
    return whole;
  }

  const standsOf = (tallies: readonly Tally[]) => tallies.flatMap((tally) => of(tally)?.stand ?? []);
  return {
    ...own,
    end(tally) {
      const last = of(tally);
      // It is not shared.
      if (!last?.stand) return own.end(tally);
      const { ledger } = last.stand;
      const accounts = last.outgoing(names.of);
      if (accounts.length > 0) left = [...left, { posting: { ledger, cleared: last.cleared, accounts } }];
      last.clear();
    },
    async counted(tallies, all) {
      try {
        return await inTurn(() => read(tallies, all));
      } catch (error) {
        if (isLocal) return own.counted(tallies, all);
        throw untold(error);
      }
    },
    async clear(tallies, all) {
      const meant = [...(all ? [own.rest] : []), ...tallies].flatMap((tally) => of(tally) ?? []);
      const known = meant.flatMap(({ stand, cleared }) => (stand ? [[stand.ledger, cleared] as const] : []));
      try {
        const cleared = await ledgers.clear(new Map(known), all);
        for (const tally of meant)
          tally.wasCleared((tally.stand && cleared.get(tally.stand.ledger)) ?? tally.cleared + 1);
        await tell(standsOf(tallies).flatMap(({ sandbox }) => sandbox ?? []));
      } catch (error) {
        throw untold(error);
      }
    },
    stand: (sandbox, tag) => of(sandbox.tally)?.standAt({ ledger: ledgerOf({ id: sandbox.name, tag }), sandbox }),
    clearedOf: ({ tally }) => of(tally)?.cleared ?? 0,
    wasCleared: ({ tally }, times) => of(tally)?.wasCleared(times),
    tellBy(given) {
      tell = given;
    },
    remove(gone, there) {
      // A failure is repeated an hour later.
      ending = ending
        .then(() => ledgers.end(gone.map(ledgerOf), [MAIN, ...there.map(ledgerOf)]))
        .catch(() => undefined);
    },
    close: bringing.end,
  };
}

function untold(error: unknown): StoreError {
  return storageUnavailable(error as Error, 'cannot read the coverage of other replicas', { retryAfter: 1 });
}

function ledgerOf({ id, tag = '' }: { readonly id: string; readonly tag?: string | undefined }): string {
  return id === MAIN ? MAIN : `${id}@${tag}`;
}
