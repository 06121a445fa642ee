// Shared counters in PostgreSQL: concurrent writes are added once, limits apply, and cleared counts do not return.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type CounterAccount, type Ledgers, REST_LEDGER } from '../../../src/store/counter-ledger.ts';
import { openPostgresPlace } from '../../../src/store/postgres/postgres-storage.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('ledgers in PostgreSQL', () => {
  const postgres = sharedPostgres();

  async function opened(url: string): Promise<Ledgers> {
    const place = await openPostgresPlace(url);
    onTestFinished(() => place.close());
    const ledgers = place.ledgers();
    if (!ledgers) throw new Error('the storage has no shared counters');
    return ledgers;
  }

  const account = (given: Partial<CounterAccount>): CounterAccount => ({
    ...{ name: 'a', total: 1, counts: {}, most: 100, marks: '', meaning: '' },
    ...given,
  });

  /** A writer that adds to one ledger at a time. */
  function writerOf(ledgers: Ledgers) {
    const writer = randomUUID();
    let number = 0;
    return (ledger: string, accounts: readonly Partial<CounterAccount>[], cleared = 0) => {
      number += 1;
      return ledgers.add([{ ledger, cleared, accounts: accounts.map(account) }], { writer, number });
    };
  }

  async function read(ledgers: Ledgers, names?: readonly string[]): Promise<Readonly<Record<string, unknown>>[]> {
    const all: CounterAccount[] = [];
    await ledgers.read(names, async (some) => void all.push(...some));
    return all.map(({ name, total, counts, marks }) => ({ name, total, counts, marks }));
  }

  test('sum concurrent writes, and merge their marks', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    const writers = [one, other].map(async (ledgers, at) => {
      const add = writerOf(ledgers);
      for (let times = 0; times < 20; times += 1)
        await add('main', [
          { name: 'b', counts: { 200: 1 }, marks: at ? '0010' : '1000', meaning: 'm' },
          { name: 'a', total: 2, counts: { [`40${at}`]: 2 } },
        ]);
    });
    await Promise.all(writers);
    expect(await read(one)).toEqual([
      { name: 'a', total: 80, counts: { 400: 40, 401: 40 }, marks: '' },
      { name: 'b', total: 40, counts: { 200: 40 }, marks: '1010' },
    ]);
  });

  test('add each batch once, also when its writer got no acknowledgement and other writes follow', async () => {
    const ledgers = await opened(await postgres().database());
    const writer = randomUUID();
    const postings = [
      { ledger: 'b', cleared: 0, accounts: [account({})] },
      { ledger: 'a', cleared: 0, accounts: [account({})] },
    ];
    expect(await ledgers.add(postings, { writer, number: 1 })).toEqual(new Set(['a', 'b']));
    for (let times = 0; times < 100; times += 1) await writerOf(ledgers)('a', [{}]);
    expect(await ledgers.add(postings, { writer, number: 1 })).toEqual(new Set());
    expect(await ledgers.add(postings, { writer, number: 2 })).toEqual(new Set(['a', 'b']));
    expect(await read(ledgers, ['a'])).toMatchObject([{ total: 102 }]);
    expect(await read(ledgers, ['b'])).toMatchObject([{ total: 2 }]);
  });

  test('accept names of any kind', async () => {
    const ledgers = await opened(await postgres().database());
    const names = ['__proto__', '"\\', 'ü', JSON.stringify('\u0000\ud800'), ''];
    const counts = Object.fromEntries(names.map((name, at) => [name, at + 1]));
    const add = writerOf(ledgers);
    await add('main', [{ counts }]);
    await add('main', [{ counts }]);
    const [reported] = await read(ledgers);
    expect(Object.entries(reported?.counts ?? {}).sort()).toEqual(names.map((name, at) => [name, 2 * (at + 1)]).sort());
  });

  test('limit the number of kinds, and continue to count the first ones', async () => {
    const ledgers = await opened(await postgres().database());
    const add = writerOf(ledgers);
    await add('main', [{ total: 2, counts: { y: 1, z: 1 }, most: 3 }]);
    await add('main', [{ total: 4, counts: { a: 1, b: 1, y: 1, z: 1 }, most: 3 }]);
    expect(await read(ledgers)).toEqual([{ name: 'a', total: 6, counts: { y: 2, z: 2, a: 1 }, marks: '' }]);
  });

  test('do not merge marks with different meanings', async () => {
    const ledgers = await opened(await postgres().database());
    const add = writerOf(ledgers);
    await add('main', [{ marks: '111', meaning: 'before' }]);
    await add('main', [{ marks: '010', meaning: 'after' }]);
    expect(await read(ledgers)).toEqual([{ name: 'a', total: 2, counts: {}, marks: '010' }]);
  });

  test('are read in chunks, all of them or by name', async () => {
    const ledgers = await opened(await postgres().database());
    const add = writerOf(ledgers);
    const many = Array.from({ length: 1100 }, (_, at) => ({ name: `${at}` }));
    await add('main', many);
    await add('mine@1', [{ name: 'x' }]);
    const pieces: number[] = [];
    await ledgers.read(['main'], async (some) => void pieces.push(some.length));
    expect(pieces).toEqual([500, 500, 100]);
    expect(new Set((await read(ledgers)).map(({ name }) => name))).toEqual(
      new Set(['x', ...many.map(({ name }) => name)]),
    );
  });

  test('are read as of one moment, also when one ends meanwhile', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    const many = Array.from({ length: 600 }, (_, at) => ({ name: `${at}` }));
    await writerOf(one)(REST_LEDGER, many);
    await writerOf(one)('mine@1', many);
    let total = 0;
    let isEnded = false;
    await one.read(undefined, async (some) => {
      total += some.reduce((sum, account) => sum + account.total, 0);
      if (!isEnded) await other.end(['mine@1'], []);
      isEnded = true;
    });
    expect(total).toBe(1200);
  });

  test('are empty after they were cleared, also of earlier counts that arrive later', async () => {
    const ledgers = await opened(await postgres().database());
    const add = writerOf(ledgers);
    await add('main', [{}]);
    await add('mine@1', [{}]);
    expect(await ledgers.clear(new Map([['main', 0]]), false)).toEqual(new Map([['main', 1]]));
    expect(await add('main', [{ total: 7 }])).toEqual(new Set());
    expect(await ledgers.cleared(['main', 'mine@1', 'none'])).toEqual(
      new Map([
        ['main', 1],
        ['mine@1', 0],
      ]),
    );
    expect(await add('main', [{ total: 3 }], 1)).toEqual(new Set(['main']));
    expect(await read(ledgers)).toMatchObject([{ total: 3 }, { total: 1 }]);
    // The first clear may not have reached another replica.
    expect(await ledgers.clear(new Map([['main', 0]]), true)).toEqual(new Map([['main', 2]]));
    expect(await add('mine@1', [{}])).toEqual(new Set());
    expect(await add('main', [{}], 1)).toEqual(new Set());
    expect(await read(ledgers)).toEqual([]);
    // The database may have been restored without some of them.
    expect(await ledgers.clear(new Map([['main', 7]]), false)).toEqual(new Map([['main', 8]]));
  });

  test('do not deadlock when they are cleared in another order than others add to them', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    const postings = ['a', 'b', 'c'].map((ledger) => ({ ledger, cleared: 1000, accounts: [account({})] }));
    const writer = randomUUID();
    const adding = (async () => {
      for (let number = 1; number <= 150; number += 1) await one.add(postings, { writer, number });
    })();
    for (let times = 0; times < 150; times += 1) await other.clear(new Map([['c', times]]), true);
    await adding;
  });

  test('do not deadlock when they are cleared while others create new ones', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    const writer = randomUUID();
    const added = { cleared: 1000, accounts: [account({})] };
    const adding = (async () => {
      for (let number = 1; number <= 200; number += 1) {
        const names = [`a${Math.ceil(number / 2)}`, `b${Math.ceil(number / 2)}`, 'c'];
        await one.add(
          names.map((ledger) => ({ ...added, ledger })),
          { writer, number },
        );
      }
    })();
    const clearing = (async () => {
      for (let times = 0; times < 200; times += 1) await other.clear(new Map([['c', times]]), true);
    })();
    await Promise.all([adding, clearing]);
  });

  test('are all cleared while others add to them and end', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    for (let round = 0; round < 20; round += 1) {
      const name = `mine@${round}`;
      await writerOf(one)(name, [{}]);
      await Promise.all([one.end([name], [name]), other.clear(new Map(), true), writerOf(one)(name, [{}])]);
      // Additions after the clear are stored only with the number of that clear.
      const [{ cleared } = {}] = await inDatabase<{ cleared: string }>(
        url,
        `select cleared from understudy.ledger where name = '${name}'`,
      );
      expect([cleared, await read(one)]).toEqual(['1', []]);
    }
  });

  test('are added to the rest once when they end, with late additions', async () => {
    const url = await postgres().database();
    const ledgers = await opened(url);
    const add = writerOf(ledgers);
    await add('blue@1', [{ counts: { 200: 1 }, marks: '10', meaning: 'm' }]);
    await add('red@1', [{ counts: { 404: 1 }, marks: '01', meaning: 'm' }]);
    await ledgers.end(['blue@1', 'red@1'], ['main']);
    await ledgers.end(['blue@1', 'red@1'], ['main']);
    expect(await read(ledgers, [REST_LEDGER])).toEqual([
      { name: 'a', total: 2, counts: { 200: 1, 404: 1 }, marks: '11' },
    ]);
    await add('blue@1', [{}]);
    await add('green@1', [{}]);
    await add('main', [{}]);
    await add(REST_LEDGER, [{ total: 0 }]);
    await ledgers.end([], ['main']);
    expect(await read(ledgers, [REST_LEDGER])).toMatchObject([{ total: 2 }]);
    await inDatabase(url, `update understudy.ledger set used = now() - interval '2 hours' where name <> 'green@1'`);
    await ledgers.end([], ['main']);
    expect(await read(ledgers, [REST_LEDGER])).toMatchObject([{ total: 3 }]);
    expect(await inDatabase(url, 'select name from understudy.ledger order by name')).toEqual([
      { name: REST_LEDGER },
      { name: 'green@1' },
      { name: 'main' },
    ]);
  });

  test('report invalid data in the database, until they are cleared', async () => {
    const url = await postgres().database();
    const ledgers = await opened(url);
    const add = writerOf(ledgers);
    const sentence = 'rows of understudy.account were changed by another program';
    for (const counts of ['[]', '"x"', '{"200":"many"}', '{"200":{}}', '{"200":1.5}']) {
      await add('main', [{ counts: { 200: 1 }, marks: '1', meaning: 'm' }]);
      await inDatabase(url, `update understudy.account set counts = '${counts}'`);
      if (counts !== '[]') await expect(read(ledgers)).rejects.toThrow(sentence);
      await expect(add('main', [{ counts: { 200: 1 } }])).rejects.toThrow(sentence);
      await inDatabase(url, 'delete from understudy.account');
    }
    await add('main', [{ marks: '1', meaning: 'm' }]);
    await inDatabase(url, `update understudy.account set marks = B'10101'`);
    await add('main', [{ marks: '1', meaning: 'm' }]);
    expect(await read(ledgers)).toMatchObject([{ total: 2, marks: '1' }]);
  });

  test('are created in a database of an older version', async () => {
    const url = await postgres().database();
    await opened(url);
    const tables = ['ledger', 'account', 'posting'].map((table) => `understudy.${table}`);
    await inDatabase(url, `drop table ${tables}`, 'update understudy.layout set version = 2');
    const ledgers = await opened(url);
    await writerOf(ledgers)('main', [{ total: 3 }]);
    expect(await read(ledgers)).toMatchObject([{ total: 3 }]);
  });

  test('store the last batch of a writer for a day', async () => {
    const url = await postgres().database();
    const ledgers = await opened(url);
    await writerOf(ledgers)('main', [{}]);
    await inDatabase(url, `update understudy.posting set used = now() - interval '25 hours'`);
    await writerOf(ledgers)('main', [{}]);
    const count = () => inDatabase(url, 'select count(*)::int as count from understudy.posting');
    expect(await count()).toEqual([{ count: 1 }]);
    await inDatabase(url, `update understudy.posting set used = now() - interval '23 hours'`);
    await writerOf(ledgers)('main', [{}]);
    expect(await count()).toEqual([{ count: 2 }]);
  });
});
