// Request logs in PostgreSQL: one order for all writers, limits, and no duplicates.

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresPlace } from '../../../src/store/postgres/postgres-storage.ts';
import type { RequestLogLimits, SharedRequestLogs } from '../../../src/store/shared-request-log.ts';
import type { WriteId } from '../../../src/store/write-id.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('request logs in PostgreSQL', () => {
  const postgres = sharedPostgres();

  /** A writer with nothing to add. */
  const anyone = (): WriteId => ({ writer: randomUUID(), number: 1 });

  async function opened(url: string, limits: Partial<RequestLogLimits> = {}): Promise<SharedRequestLogs> {
    const place = await openPostgresPlace(url);
    onTestFinished(() => place.close());
    const logs = place.requestLogs({ texts: 1000, bytes: 1_000_000, ...limits });
    if (!logs) throw new Error('the storage has no request logs');
    return logs;
  }

  const add = (
    logs: SharedRequestLogs,
    log: string,
    texts: readonly unknown[],
    { cleared = 0, behind = 0, by = anyone() }: { cleared?: number; behind?: number; by?: WriteId } = {},
  ) => logs.add([{ log, cleared, behind, texts: texts.map((text) => JSON.stringify(text)) }], by);

  async function read(
    logs: SharedRequestLogs,
    log: string,
    from = 0,
  ): Promise<(readonly [number: number, text: unknown])[]> {
    const reported: (readonly [number, unknown])[] = [];
    for (;;) {
      const some = await logs.after(log, reported.at(-1)?.[0] ?? from);
      if (some.length === 0) return reported;
      reported.push(...some.map(({ number, text }) => [number, JSON.parse(text)] as const));
    }
  }

  test('number concurrent writes without a gap, in the order of each writer', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    const writers = [one, other].map(async (logs, writer) => {
      for (let at = 0; at < 20; at += 1) await add(logs, 'main', [`${writer}-${2 * at}`, `${writer}-${2 * at + 1}`]);
    });
    // A concurrent reader never sees a number before all lower ones.
    let seen = 0;
    const reading = (async () => {
      while (seen < 80) {
        const numbers = (await one.after('main', seen)).map(({ number }) => number);
        expect(numbers).toEqual(numbers.map((_, index) => seen + 1 + index));
        seen += numbers.length;
      }
    })();
    await Promise.all([...writers, reading]);
    const all = await read(other, 'main');
    expect(all.map(([number]) => number)).toEqual(Array.from({ length: 80 }, (_, at) => at + 1));
    for (const writer of [0, 1])
      expect(all.map(([, text]) => text).filter((text) => String(text).startsWith(`${writer}-`))).toEqual(
        Array.from({ length: 40 }, (_, at) => `${writer}-${at}`),
      );
  });

  test('continue after the number that a writer knows, if the database was restored without it', async () => {
    const logs = await opened(await postgres().database());
    await add(logs, 'main', ['a', 'b']);
    await add(logs, 'main', ['c'], { behind: 1 });
    await add(logs, 'main', ['d', 'e'], { behind: 7 });
    expect(await read(logs, 'main')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [8, 'd'],
      [9, 'e'],
    ]);
    await add(logs, 'gone', ['f'], { behind: 4 });
    expect(await read(logs, 'gone')).toEqual([[5, 'f']]);
    expect(await logs.ends(['main', 'gone'])).toEqual(
      new Map([
        ['main', { newest: 9, cleared: 0, clearedTo: 0 }],
        ['gone', { newest: 5, cleared: 0, clearedTo: 4 }],
      ]),
    );
  });

  test('accept any text, several logs at once, and each batch once', async () => {
    const logs = await opened(await postgres().database());
    const texts = ['\u0000', '\ud800', { __proto__: null, a: ['"\\'] }, 'ü'];
    const by = anyone();
    const recordings = [
      { log: 'b', cleared: 0, behind: 0, texts: ['1'] },
      { log: 'a', cleared: 0, behind: 0, texts: texts.map((text) => JSON.stringify(text)) },
    ];
    expect(await logs.add(recordings, by)).toEqual(new Set(['a', 'b']));
    expect(await logs.add(recordings, by)).toEqual(new Set());
    expect((await read(logs, 'a')).map(([, text]) => JSON.stringify(text))).toEqual(
      texts.map((text) => JSON.stringify(text)),
    );
    expect(await read(logs, 'b')).toEqual([[1, 1]]);
  });

  test('accept a retried batch once, however late it is, despite later additions', async () => {
    const url = await postgres().database();
    const logs = await opened(url);
    const by = anyone();
    await add(logs, 'main', ['a'], { by });
    for (let at = 0; at < 100; at += 1) await add(logs, 'main', [at]);
    expect(await add(logs, 'main', ['a'], { by })).toEqual(new Set());
    await add(logs, 'main', ['b'], { by: { ...by, number: 2 } });
    expect(await add(logs, 'main', ['a'], { by })).toEqual(new Set());
    expect(await add(logs, 'other', ['a'], { by })).toEqual(new Set());
    const texts = (await read(logs, 'main')).map(([, text]) => text);
    expect(texts).toEqual(['a', ...Array.from({ length: 100 }, (_, at) => at), 'b']);
    expect(await logs.ends(['other'])).toEqual(new Map());
  });

  test('remove writers that have added nothing for a day', async () => {
    const url = await postgres().database();
    const logs = await opened(url);
    await add(logs, 'main', ['a']);
    await inDatabase(url, `update understudy.posting set used = now() - interval '25 hours'`);
    await add(logs, 'main', ['b']);
    expect(await inDatabase(url, 'select count(*)::int as writers from understudy.posting')).toEqual([{ writers: 1 }]);
  });

  test('remove the oldest texts of a log that has too many', async () => {
    const url = await postgres().database();
    const logs = await opened(url, { texts: 10 });
    for (let at = 0; at < 7; at += 1) await add(logs, 'main', [at, at, at]);
    expect((await read(logs, 'main')).map(([number]) => number)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    expect(await inDatabase(url, 'select bytes::int as bytes from understudy.request_log')).toEqual([{ bytes: 10 }]);
  });

  test('remove the oldest texts of the largest log when all together are too large', async () => {
    const url = await postgres().database();
    const logs = await opened(url, { bytes: 100_000 });
    await add(logs, 'quiet', ['kept']);
    for (let at = 0; at < 40; at += 1)
      await add(
        logs,
        'loud',
        Array.from({ length: 10 }, () => 'x'.repeat(998)),
      );
    expect(await read(logs, 'quiet')).toEqual([[1, 'kept']]);
    const loud = await read(logs, 'loud');
    expect(loud.at(-1)?.[0]).toBe(400);
    expect(loud.length).toBeGreaterThan(0);
    expect(loud.length * 1000).toBeLessThan(110_000);
  });

  test('are empty after they were cleared, also of earlier texts that arrive later', async () => {
    const logs = await opened(await postgres().database());
    await add(logs, 'main', [1, 2]);
    await logs.clear('main', 1);
    expect(await add(logs, 'main', ['late'])).toEqual(new Set());
    expect(await add(logs, 'main', [3], { cleared: 1 })).toEqual(new Set(['main']));
    expect(await read(logs, 'main')).toEqual([[3, 3]]);
    expect(await logs.ends(['main', 'none'])).toEqual(new Map([['main', { newest: 3, cleared: 1, clearedTo: 2 }]]));
  });

  /** Locks the rows of a table while queries run one after the other, so that each waits for the lock or for the one before. */
  async function whileHeld(url: string, table: string, requested: readonly (() => Promise<unknown>)[]): Promise<void> {
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await holder.query(`select from understudy.${table} for update`);
    const all: Promise<unknown>[] = [];
    for (const one of requested) {
      all.push(one());
      const waiting =
        'select count(*)::int as count from pg_stat_activity where wait_event_type = $1 and datname = current_database()';
      await expect.poll(async () => (await holder.query(waiting, ['Lock'])).rows[0].count).toBe(all.length);
    }
    await holder.query('commit');
    await Promise.all(all);
  }

  test.each([
    ['cleared', (logs: SharedRequestLogs) => logs.clear('main', 1)],
    ['removed', (logs: SharedRequestLogs) => logs.remove(['main'])],
  ])('contain nothing that was being added when they were %s', async (_, takeAway) => {
    const url = await postgres().database();
    const logs = await opened(url);
    await add(logs, 'main', [1]);
    await whileHeld(url, 'request_log', [() => add(logs, 'main', [2]), () => takeAway(logs)]);
    expect(await inDatabase(url, 'select number from understudy.request')).toEqual([]);
    const { newest = 0, cleared = 0 } = (await logs.ends(['main'])).get('main') ?? {};
    await add(logs, 'main', [3], { cleared });
    expect(await read(logs, 'main')).toEqual([[newest + 1, 3]]);
    expect(await inDatabase(url, 'select bytes::int as bytes from understudy.request_log')).toEqual([{ bytes: 1 }]);
  });

  test.each([
    ['of a log that has too many', { texts: 3 }, 'main'],
    ['of the largest log', { bytes: 67 }, 'other'],
  ])('are cleared while the oldest texts %s are being removed', async (_, limits, log) => {
    const url = await postgres().database();
    const logs = await opened(url, limits);
    await add(
      logs,
      'main',
      Array.from({ length: 3 }, () => 'x'.repeat(20)),
    );
    const more = () => add(logs, log, ['one', 'two']);
    await whileHeld(url, 'request', [more, () => logs.clear('main', 1)]);
    expect(await read(logs, 'main')).toEqual([]);
    const sums = `select name, bytes::int - coalesce(sum(octet_length(body::text)), 0)::int as more
      from understudy.request_log left join understudy.request on log = name group by name, bytes`;
    for (const sum of await inDatabase(url, sums)) expect(sum).toMatchObject({ more: 0 });
  });

  test('are upgraded from an older layout, without leftovers of clearing and removing', async () => {
    const url = await postgres().database();
    const logs = await opened(url);
    await add(logs, 'main', [1, 2]);
    await logs.clear('main', 1);
    await add(logs, 'main', [3], { cleared: 1 });
    await inDatabase(
      url,
      `insert into understudy.request values ('main', 2, '2'), ('gone', 1, '1')`,
      'alter table understudy.request_log alter column batches drop default',
      'update understudy.layout set version = 3',
    );
    await opened(url);
    expect(await inDatabase(url, 'select log, number::int as number from understudy.request')).toEqual([
      { log: 'main', number: 3 },
    ]);
    await add(logs, 'new', [1]);
    expect(await read(logs, 'new')).toEqual([[1, 1]]);
  });

  test('are removed on request, and after an hour if unused and unknown', async () => {
    const url = await postgres().database();
    const logs = await opened(url);
    for (const log of ['main', 'mine', 'lost', 'new']) await add(logs, log, [1]);
    await logs.remove(['mine']);
    await inDatabase(url, `update understudy.request_log set used = now() - interval '2 hours' where name <> 'new'`);
    await logs.keepOnly(['main']);
    expect(await inDatabase(url, 'select log from understudy.request order by log')).toEqual([
      { log: 'main' },
      { log: 'new' },
    ]);
  });
});
