// Logs in PostgreSQL with much data: large records, many streams, many changes.

import { expect, onTestFinished, test } from 'vitest';
import type { NewEntries } from '../../../src/store/log/store-log.ts';
import { createDatabase } from '../../../src/store/postgres/database.ts';
import { openPostgresPlace } from '../../../src/store/postgres/postgres-storage.ts';
import type { Identified } from '../../../src/store/record.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';
import { put, versionOf, whole } from '../../support/written-logs.ts';

describeWithPostgres('a log in PostgreSQL that holds much', () => {
  const postgres = sharedPostgres();
  test('waiting while all connections are busy is not reported as an unreachable database', async () => {
    const database = createDatabase(await postgres().database());
    onTestFinished(() => database.close());
    const long = Array.from({ length: 4 }, () => database.query('select pg_sleep(6)'));
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await Promise.all(long);
  });

  test('stores records of ten megabytes', async () => {
    const url = await postgres().database();
    const log = (await openPlace(url)).log('s');
    const [large, larger] = ['a', 'b'].map((letter) => ({ id: 'large', text: letter.repeat(10_000_000) }));
    await log.open();
    await log.replace(whole(large as Identified), -1);
    expect(await log.append([put(0, larger as Identified, large)], 0)).toEqual({ version: 1 });
    const stored = await (await openPlace(url)).log('s').open();
    expect(stored.whole?.records.cats).toEqual([larger]);
    expect(stored.entries[0]?.change[0]?.was?.record).toEqual(large);
  });

  test('stores a thousand streams, and reads news of all of them in one query', async () => {
    const url = await postgres().database();
    const [here, there] = [await openPlace(url), await openPlace(url)];
    const names = Array.from({ length: 1000 }, (_, index) => `box-${index}/cats`);
    const logs = names.map((name) => here.log(name));
    await Promise.all(
      logs.map(async (log) => {
        await log.open();
        await log.replace(whole(), -1);
      }),
    );
    const reported = new Map<string, number>();
    const others = await Promise.all(
      names.map(async (name) => {
        const log = there.log(name);
        await log.open();
        log.subscribe(({ version }) => reported.set(name, version));
        return log;
      }),
    );
    const outcomes = await Promise.all(logs.map((log, index) => log.append([put(0, { id: `${index}` })], 0)));
    expect(new Set(outcomes.map(versionOf))).toEqual(new Set([1]));
    const batches = await inDatabase(url, 'select distinct xmin::text from understudy.change where version = 1');
    expect(batches.length).toBeLessThan(20);
    await Promise.all(others.map((log) => log.newest()));
    expect(reported).toEqual(new Map(names.map((name) => [name, 1])));
  });

  test.each([
    ['no data', []],
    ['little data, with statistics', ['vacuum analyze']],
  ])('reads only the newer entries, also with a query plan that was made with %s', async (_, counts) => {
    const url = await postgres().database();
    const [here, there] = [await openPostgresPlace(url), await openPostgresPlace(url)];
    const [log, other] = [here.log('s'), there.log('s')];
    await log.open();
    await log.replace(whole(), -1);
    await other.open();
    await inDatabase(url, ...counts);
    // The plan is cached by then (`plan_cache_mode`).
    for (let times = 0; times < 10; times += 1) await other.newest();
    const many = Array.from({ length: 900 }, (_, count) => put(0, { id: 'counter', count } as Identified));
    expect(versionOf(await log.append(many, 0))).toBe(900);
    await other.newest();
    const scanned = async () => {
      const counters = 'sum(idx_scan + seq_scan)::int as scans, sum(idx_tup_fetch + seq_tup_read)::int as rows';
      const [sum] = await inDatabase(url, `select ${counters} from pg_stat_user_tables where relname = 'change'`);
      return sum as { readonly scans: number; readonly rows: number };
    };
    const before = await scanned();
    for (let version = 900; version < 950; version += 1) {
      await log.append([put(0, { id: 'counter', count: version } as Identified)], version);
      await other.newest();
    }
    // Reads of a connection are counted at the latest when it ends; all earlier entries are read once.
    await there.close();
    await here.close();
    await expect.poll(async () => (await scanned()).scans - before.scans).toBeGreaterThanOrEqual(100);
    expect((await scanned()).rows - before.rows).toBeLessThan(2000);
  });

  test('disables JIT compilation for short queries', async () => {
    const database = createDatabase(await postgres().database());
    onTestFinished(() => database.close());
    await database.query('create table few (count int)');
    const explained = await database.query('explain (analyze, format json) select sum(count) from few');
    expect(JSON.stringify(explained)).toContain('Seq Scan');
    expect(JSON.stringify(explained)).not.toContain('JIT');
  });

  test('removes changes that can no longer be undone; a reader that missed them reads everything', async () => {
    const url = await postgres().database();
    const [log, other] = [(await openPlace(url)).log('s'), (await openPlace(url)).log('s')];
    await log.open();
    await log.replace(whole(), -1);
    await other.open();
    const reported: NewEntries[] = [];
    for (let version = 0; version < 4000; version += 200) {
      const steps = Array.from({ length: 200 }, (_, index) =>
        put(0, { id: 'counter', count: version + index } as Identified),
      );
      expect(versionOf(await log.append(steps, version))).toBe(version + 200);
    }
    const isPruned = () => inDatabase(url, 'select min(version) >= 1000 as pruned from understudy.change');
    await expect.poll(isPruned).toEqual([{ pruned: true }]);
    other.subscribe((newer) => void reported.push(newer));
    await other.newest();
    expect(reported).toMatchObject([
      { version: 4000, replaced: { records: { cats: [{ id: 'counter', count: 3999 }] } } },
    ]);
    expect(reported[0]?.entries).toHaveLength(1000);
  });
});
