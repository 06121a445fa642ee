// Lost connections, an unavailable database and missing notifications: acknowledged changes are never lost.

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { NewEntries } from '../../../src/store/log/store-log.ts';
import { type CuttingProxy, cuttingProxy } from '../../support/cutting-proxy.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, ownPostgres, sharedPostgres } from '../../support/postgres.ts';
import { put, versionOf, whole } from '../../support/written-logs.ts';

/** Up to ten seconds until the outcome of a change is known. */

describeWithPostgres('a log in a PostgreSQL that cannot be relied on', () => {
  const postgres = sharedPostgres();
  /** A database, directly and behind a proxy. */
  async function behindProxy(seed: string): Promise<{ url: string; proxied: string; proxy: CuttingProxy }> {
    const url = await postgres().database();
    const proxy = await cuttingProxy(seed, { path: postgres().socket });
    onTestFinished(() => proxy.close());
    return {
      url,
      proxied: `postgres://understudy@127.0.0.1:${proxy.port}${new URL(url.replace('@/', '@x/')).pathname}`,
      proxy,
    };
  }

  /** A client that has locked a stream. */
  async function locking(url: string): Promise<pg.Client> {
    const client = new pg.Client(url);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin');
    await client.query('select 1 from understudy.stream for update');
    return client;
  }

  /** Resolves when a client waits for a lock. */
  const waited = (url: string) =>
    expect
      .poll(() =>
        inDatabase(
          url,
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      )
      .toHaveLength(1);
  const versionIn = async (url: string) =>
    (await inDatabase<{ version: number }>(url, 'select version::int from understudy.stream'))[0]?.version;

  test('a change whose acknowledgement was lost is found, acknowledged, and made once', async () => {
    const { url, proxied, proxy } = await behindProxy('acknowledgement');
    const log = (await openPlace(proxied)).log('s');
    await log.open();
    await log.replace(whole(), -1);
    const lock = await locking(url);
    const outcome = log.append([put(1, { id: 'a' }), put(2, { id: 'b' })], 0);
    await waited(url);
    proxy.hold();
    await lock.query('commit');
    await expect.poll(() => versionIn(url)).toBe(2);
    proxy.cut();
    proxy.release();
    expect(await outcome).toEqual({ version: 2 });
    expect(await log.append([put(3, { id: 'c' })], 2)).toEqual({ version: 3 });
    expect(await inDatabase(url, 'select id from understudy.records order by place')).toEqual([
      { id: 'a' },
      { id: 'b' },
      { id: 'c' },
    ]);
  });

  test('a change whose connection ended before it was made is made once, or gets the changes that came first', async () => {
    const { url, proxied, proxy } = await behindProxy('before');
    const log = (await openPlace(proxied)).log('s');
    const other = (await openPlace(url)).log('s');
    await log.open();
    await log.replace(whole(), -1);
    await other.open();
    const lock = await locking(url);
    const first = log.append([put(1, { id: 'a' })], 0);
    await waited(url);
    proxy.cut();
    await lock.query('commit');
    expect(await first).toEqual({ version: 1 });
    const again = await locking(url);
    const late = log.append([put(2, { id: 'b' })], 1);
    await waited(url);
    proxy.hold();
    proxy.cut();
    await again.query('update understudy.stream set version = 2');
    await again.query(
      'insert into understudy.change (stream, version, batch, entry) select id, 2, gen_random_uuid(), \'{"change":[]}\' from understudy.stream',
    );
    await again.query('commit');
    proxy.release();
    expect(await late).toMatchObject({ newer: { version: 2, entries: [{ change: [] }] } });
    expect(await inDatabase(url, 'select id from understudy.records order by place')).toEqual([{ id: 'a' }]);
  });

  test('with connections that end anywhere, acknowledged changes are stored once, and rejected ones are not stored', async () => {
    const { url, proxied, proxy } = await behindProxy('anywhere');
    const place = await openPlace(proxied);
    const logs = ['a', 'b', 'c'].map((name) => ({
      name,
      log: place.log(name),
      version: 0,
      acknowledged: [] as string[],
      unknown: new Set<string>(),
    }));
    for (const { log } of logs) {
      await log.open();
      await log.replace(whole(), -1);
    }
    proxy.storm({ bytes: 4000, cuts: 0.9, stall: 5 });
    await Promise.all(
      logs.map(async (one) => {
        for (let count = 0; one.acknowledged.length < 12; count += 1) {
          const id = `${one.name}${count}`;
          try {
            const outcome = await one.log.append([put(count, { id })], one.version);
            if (versionOf(outcome) !== undefined) one.acknowledged.push(id);
            one.version = versionOf(outcome) ?? ('newer' in outcome ? outcome.newer.version : one.version);
          } catch (error) {
            expect(error).toMatchObject({ kind: 'unavailable' });
            if (/not known/.test((error as Error).message)) one.unknown.add(id);
          }
        }
      }),
    );
    proxy.storm(undefined);
    expect(proxy.troubles.cuts).toBeGreaterThan(5);
    for (const { name, acknowledged, unknown } of logs) {
      const rows = await inDatabase<{ id: string }>(
        url,
        `select id from understudy.records where stream = '${name}' order by place`,
      );
      const there = rows.map(({ id }) => id);
      expect(there.filter((id) => !unknown.has(id))).toEqual(acknowledged);
      const versions = await inDatabase<{ version: number }>(
        url,
        `select version::int from understudy.changes where stream = '${name}' order by version`,
      );
      expect(versions).toEqual([0, ...there].map((_, version) => ({ version })));
    }
  });

  test('recovers when the database has crashed and is back', async () => {
    const postgres = await ownPostgres();
    const url = await postgres.database();
    const [log, other] = [(await openPlace(url)).log('s'), (await openPlace(url)).log('s')];
    const reported: number[] = [];
    await log.open();
    await log.replace(whole(), -1);
    await other.open();
    other.subscribe(({ version }) => void reported.push(version));
    await postgres.crash();
    const rejection = await log.append([put(1, { id: 'a' })], 0).catch((error) => error);
    expect(rejection).toMatchObject({ kind: 'unavailable' });
    expect(rejection).toMatchObject({
      retryAfter: 1,
      message: expect.stringMatching(
        /^(the change could not be stored, so nothing was changed|the server cannot determine whether the change was stored): the database/,
      ),
    });
    await expect(other.newest()).rejects.toMatchObject({ kind: 'unavailable' });
    await postgres.start();
    await expect.poll(() => log.append([put(1, { id: 'b' })], 0).then(versionOf, () => undefined)).toBe(1);
    await other.newest();
    expect(reported).toEqual([1]);
  });

  test('after a failover, a read-only database rejects changes until it is writable', async () => {
    const url = await postgres().database();
    const name = new URL(url.replace('@/', '@x/')).pathname.slice(1);
    const first = (await openPlace(url)).log('s');
    await first.open();
    await first.replace(whole(), -1);
    await inDatabase(url, `alter database ${name} set default_transaction_read_only = on`);
    const log = (await openPlace(url)).log('s');
    expect(await log.open()).toMatchObject({ version: 0 });
    await expect(log.append([put(1, { id: 'a' })], 0)).rejects.toMatchObject({
      message: 'the change could not be stored, so nothing was changed: the database is read-only',
      retryAfter: 1,
    });
    await inDatabase(url.replace(name, 'postgres'), `alter database ${name} reset default_transaction_read_only`);
    expect(await log.append([put(1, { id: 'a' })], 0)).toEqual({ version: 1 });
  });

  test('polls for changes when notifications do not arrive', async () => {
    const url = await postgres().database();
    await inDatabase(
      url,
      'drop role if exists guest',
      'create role guest login',
      `grant create on database ${new URL(url.replace('@/', '@x/')).pathname.slice(1)} to guest`,
      'revoke execute on function pg_notify(text, text) from public',
    );
    const asGuest = url.replace('understudy@', 'guest@');
    const [log, other] = [(await openPlace(asGuest)).log('s'), (await openPlace(asGuest)).log('s')];
    await log.open();
    await log.replace(whole(), -1);
    await other.open();
    const heard = new Promise<NewEntries>((resolve) => other.subscribe(resolve));
    await log.append([put(1, { id: 'a' })], 0);
    expect(await heard).toMatchObject({ version: 1, entries: [{ change: [{ id: 'a' }] }] });
  });

  test('a listener whose connection ended receives the changes later', async () => {
    const url = await postgres().database();
    const [log, other] = [(await openPlace(url)).log('s'), (await openPlace(url)).log('s')];
    await log.open();
    await log.replace(whole(), -1);
    await other.open();
    const heard = new Promise<NewEntries>((resolve) => other.subscribe(resolve));
    await inDatabase(
      url,
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
    );
    await log.append([put(1, { id: 'a' })], 0);
    expect(await heard).toMatchObject({ version: 1 });
  });
});
