// Failover to a standby at a new address behind the same name: acknowledged changes are stored, or their loss is reported.

import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { cuttingProxy } from '../../support/cutting-proxy.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, ownPostgres, STANDBY } from '../../support/postgres.ts';

interface Cat {
  readonly id: string;
}

describeWithPostgres('a PostgreSQL that fails over to its standby', () => {
  /** A store on a primary with a standby, both behind one address. */
  async function replicated() {
    const postgres = await ownPostgres();
    const url = await postgres.database();
    const standby = await postgres.standby();
    const proxy = await cuttingProxy('standby', { path: postgres.socket });
    onTestFinished(() => proxy.close());
    const name = new URL(url.replace('@/', '@x/')).pathname;
    const place = await openPlace(`postgres://understudy@127.0.0.1:${proxy.port}${name}`);
    const losses: string[] = [];
    place.onLost((sentence) => losses.push(sentence));
    const store = await openStore<{ cats: Cat }>({ cats: [] }, place.log('main/cats', true));
    onTestFinished(() => store.close());
    const add = (id: string) => store.change(({ cats }) => void cats.add({ id }));
    /** From now on the primary does not respond on any connection, and the address is that of the standby. */
    const failOverWithoutAWord = () => {
      proxy.leadTo({ path: standby.socket });
      proxy.strand();
    };
    /** Ends the primary; the address is that of the standby, which is read-only at first. */
    const failOver = async () => {
      await postgres.crash();
      proxy.leadTo({ path: standby.socket });
      proxy.cut();
    };
    return { url, standby, place, store, add, failOver, failOverWithoutAWord, losses };
  }

  /** Adds a record until it is acknowledged. @param rejections - receives the error messages */
  async function untilStored(add: (id: string) => Promise<void>, id: string, rejections: string[] = []): Promise<void> {
    for (;;) {
      try {
        await add(id);
        return;
      } catch (error) {
        // A change with an unknown outcome may be stored already.
        if (/exists already/.test((error as Error).message)) return;
        expect(error).toMatchObject({ kind: 'unavailable' });
        rejections.push((error as Error).message);
        await after(50);
      }
    }
  }

  test('nothing acknowledged is lost where the primary waits for the standby, and the store recovers', async () => {
    const { url, standby, store, add, failOver, losses } = await replicated();
    await inDatabase(
      url,
      `alter system set synchronous_standby_names = '${STANDBY}'`,
      'alter system set synchronous_commit = on',
      'select pg_reload_conf()',
    );
    await expect
      .poll(() => inDatabase(url, "select 1 from pg_stat_replication where sync_state = 'sync'"))
      .toHaveLength(1);
    const acknowledged: string[] = [];
    const rejections: string[] = [];
    let isOver = false;
    const writing = [1, 2, 3].map(async (writer) => {
      for (let number = 0; !isOver; number += 1) {
        const id = `${writer}-${number}`;
        await untilStored(add, id, rejections);
        acknowledged.push(id);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
    await failOver();
    await expect.poll(() => rejections.join('\n')).toContain('the database is read-only');
    await standby.promote();
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
    isOver = true;
    await Promise.all(writing);
    expect(losses).toEqual([]);
    const rows = await inDatabase<Cat>(standby.url(url), 'select id from understudy.records');
    expect(rows.map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
    await store.newest();
    expect([...store.collections.cats.values()].map(({ id }) => id).toSorted()).toEqual(acknowledged.toSorted());
  });

  test('changes that a lagging standby missed are lost, reported, and in no response', async () => {
    const { url, standby, store, add, failOver, losses } = await replicated();
    await add('heard');
    await expect
      .poll(() => inDatabase(standby.url(url), 'select id from understudy.records').catch(() => []), {
        timeout: 20_000,
      })
      .toEqual([{ id: 'heard' }]);
    await standby.cutOff();
    await add('unheard');
    await failOver();
    await standby.promote();
    await untilStored(add, 'next');
    expect(losses).toEqual([expect.stringContaining('main/cats was at version 2 and is now at version 1')]);
    expect([...store.collections.cats.values()]).toEqual([{ id: 'heard' }, { id: 'next' }]);
    expect(await inDatabase(standby.url(url), 'select id from understudy.records order by place')).toEqual([
      { id: 'heard' },
      { id: 'next' },
    ]);
  });

  test('new queries do not wait for a primary that stopped responding, and its notifications are ignored', async () => {
    const { url, standby, place, store, add, failOverWithoutAWord } = await replicated();
    await add('heard');
    await place.living([]);
    await expect
      .poll(() => inDatabase(standby.url(url), 'select id from understudy.records').catch(() => []), {
        timeout: 20_000,
      })
      .toEqual([{ id: 'heard' }]);
    await standby.promote();
    const send = () => place.ids(['main/cats']);
    // All connections of the pool.
    await Promise.all([...Array.from({ length: 8 }, send), store.newest()]);
    failOverWithoutAWord();
    // More than the pool has: some are sent and have 30 seconds, the others are queued.
    const others = Array.from({ length: 8 }, () => send()?.then(() => 'done'));
    const rejected = others.map(
      (one) => new Promise((resolve) => one?.catch(({ message }: Error) => resolve(message))),
    );
    const change = untilStored(add, 'next');
    const barrier = untilStored(async () => void (await store.newest()), 'nothing').then(() => 'the barrier');
    expect(await Promise.race([barrier, ...rejected])).toBe('the barrier');
    expect(await Promise.race([...others, ...rejected])).toBe('done');
    expect(await Promise.race(rejected)).toMatch(/timed out after (?!30)\d+ s/);
    await change;
    const listens = "select 1 from pg_stat_activity where query = 'listen understudy'";
    await expect.poll(() => inDatabase(standby.url(url), listens)).toHaveLength(1);
    await expect.poll(() => place.living([place.processId, 'nobody'])).toEqual([place.processId]);
    expect([...store.collections.cats.values()]).toEqual([{ id: 'heard' }, { id: 'next' }]);
  });
});
