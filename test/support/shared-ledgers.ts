// Shared counters in the memory of one process, as replicas share them in a database.

import { setImmediate as turn } from 'node:timers/promises';
import { type CounterAccount, type Ledgers, REST_LEDGER } from '../../src/store/counter-ledger.ts';

interface Ledger {
  readonly cleared: number;
  readonly accounts: ReadonlyMap<string, CounterAccount>;
}

export interface SharedLedgers extends Ledgers {
  /** Whether all requests fail. Default false. */
  isAway: boolean;
  /** Whether additions are stored without an acknowledgement. Default false. */
  isCutOff: boolean;
  /** Their content. */
  readonly all: ReadonlyMap<string, Ledger>;
  /** The number of requests, and the number of additions. */
  readonly requested: number;
  readonly added: number;
  /** The length of the longest addition, in characters. */
  readonly longest: number;
  /** The maximum number of concurrent readers. */
  readonly readers: number;
}

export function createSharedLedgers(): SharedLedgers {
  const all = new Map<string, Ledger>();
  const numbers = new Map<string, number>();
  let [askedFor, added, longest, reading, readers] = [0, 0, 0, 0, 0];
  const requested = async () => {
    askedFor += 1;
    await turn();
    if (ledgers.isAway) throw new Error('it is away');
  };
  const put = (name: string, cleared: number, accounts: readonly CounterAccount[]) => {
    const together = new Map(all.get(name)?.accounts);
    for (const account of accounts) together.set(account.name, sumOf(together.get(account.name), account));
    all.set(name, { cleared, accounts: together });
  };
  const ledgers: SharedLedgers = {
    isAway: false,
    isCutOff: false,
    all,
    get requested() {
      return askedFor;
    },
    get added() {
      return added;
    },
    get readers() {
      return readers;
    },
    get longest() {
      return longest;
    },
    async add(postings, { writer, number }) {
      await requested();
      if (new Set(postings.map(({ ledger }) => ledger)).size < postings.length) throw new Error('duplicate name');
      const isNew = number > (numbers.get(writer) ?? 0);
      numbers.set(writer, number);
      const taken = postings.filter(({ ledger, cleared }) => isNew && (all.get(ledger)?.cleared ?? 0) <= cleared);
      for (const { ledger, cleared, accounts } of taken) put(ledger, cleared, JSON.parse(JSON.stringify(accounts)));
      added += 1;
      longest = Math.max(longest, JSON.stringify(postings).length);
      if (ledgers.isCutOff) throw new Error('unknown result');
      return new Set(taken.map(({ ledger }) => ledger));
    },
    async cleared(names) {
      await requested();
      return new Map(names.flatMap((name) => (all.has(name) ? [[name, all.get(name)?.cleared ?? 0]] : [])));
    },
    async read(names = [...all.keys()], take) {
      reading += 1;
      readers = Math.max(readers, reading);
      await requested().finally(() => {
        reading -= 1;
      });
      for (const accounts of names.map((name) => [...(all.get(name)?.accounts.values() ?? [])])) await take(accounts);
    },
    async clear(names, isAll) {
      await requested();
      for (const [name, { cleared }] of all) if (isAll && !names.has(name)) put(name, cleared + 1, []);
      const cleared = [...names].map(
        ([name, known]) => [name, Math.max((all.get(name)?.cleared ?? 0) + 1, known + 1)] as const,
      );
      for (const [name, times] of cleared) all.set(name, { cleared: times, accounts: new Map() });
      if (isAll) for (const [name, one] of all) all.set(name, { ...one, accounts: new Map() });
      return new Map(cleared);
    },
    async end(gone) {
      await requested();
      for (const name of gone) {
        const { cleared = 0, accounts } = all.get(name) ?? {};
        put(REST_LEDGER, all.get(REST_LEDGER)?.cleared ?? 0, [...(accounts?.values() ?? [])]);
        all.set(name, { cleared, accounts: new Map() });
      }
    },
  };
  return ledgers;
}

function sumOf(before: CounterAccount | undefined, after: CounterAccount): CounterAccount {
  if (!before) return after;
  const names = new Set([...Object.keys(before.counts), ...Object.keys(after.counts)]);
  const counts = [...names]
    .slice(0, after.most)
    .map((name) => [name, (before.counts[name] ?? 0) + (after.counts[name] ?? 0)]);
  const isSame = before.meaning === after.meaning;
  return {
    ...after,
    total: before.total + after.total,
    counts: Object.fromEntries(counts),
    marks: isSame ? after.marks.replace(/0/g, (digit, at: number) => before.marks[at] ?? digit) : after.marks,
  };
}
