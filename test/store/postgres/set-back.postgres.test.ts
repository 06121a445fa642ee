// A database restored without some acknowledged changes: its state counts, the loss is reported, and nothing is mixed.

import { setTimeout as after } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import type { NewEntries, SharedLog } from '../../../src/store/log/store-log.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { identityMockServer, send } from '../../support/mock-server.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, ownPostgres, type Postgres } from '../../support/postgres.ts';
import { put, whole } from '../../support/written-logs.ts';

const [A, B, C, X, Y] = ['a', 'b', 'c', 'x', 'y'].map((id) => ({ id })) as [Id, Id, Id, Id, Id];
type Id = { readonly id: string };

interface Listening {
  readonly log: SharedLog;
  readonly reported: NewEntries[];
  readonly losses: string[];
}

/** Opens a stream like another process, and collects received entries; if deaf, it does not subscribe. */
async function listening(url: string, { isLasting = false, isDeaf = false } = {}): Promise<Listening> {
  const place = await openPlace(url);
  const losses: string[] = [];
  place.onLost((sentence) => losses.push(sentence));
  const log = place.log('main/cats', isLasting);
  const reported: NewEntries[] = [];
  await log.open();
  if (!isDeaf) log.subscribe((newer) => reported.push(newer));
  return { log, reported, losses };
}

/** Retries until the database is available again. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 50) throw error;
      await after(100);
    }
  }
}

const catsIn = ({ replaced }: NewEntries) => replaced?.records.cats?.map(({ id }) => id);
const idsIn = async (url: string) =>
  (await inDatabase<Id>(url, 'select id from understudy.records order by place')).map(({ id }) => id);

describeWithPostgres('a PostgreSQL that is restored to an earlier state', () => {
  /** A stream with two changes; the copy has only the first. @returns a function that restores the copy */
  async function written(): Promise<{ readonly postgres: Postgres; readonly url: string; putBack(): Promise<void> }> {
    const postgres = await ownPostgres();
    const url = await postgres.database();
    const { log } = await listening(url);
    await log.replace(whole(A), -1);
    const putBack = await postgres.copy();
    await patiently(() => log.append([put(1, B), put(2, C)], 0));
    return { postgres, url, putBack };
  }

  test('a reader gets the current state in place of the lost one, and the loss is reported once', async () => {
    const { url, putBack } = await written();
    const { log, reported, losses } = await listening(url);
    await putBack();
    await patiently(async () => log.newest());
    await log.newest();
    expect(reported).toMatchObject([{ version: 0, isSetBack: true, entries: [] }]);
    expect(reported.map(catsIn)).toEqual([['a']]);
    expect(losses).toEqual([
      expect.stringMatching(
        /^postgres:.* has lost changes that it had acknowledged: main\/cats was at version 2 and is now at version 0\. The server continues with the state of the database\.$/,
      ),
    ]);
    expect(await log.append([put(1, X)], 0)).toEqual({ version: 1 });
    expect(await idsIn(url)).toEqual(['a', 'x']);
  });

  test('nothing is acknowledged on top of a lost state', async () => {
    const { url, putBack } = await written();
    const { log, losses } = await listening(url, { isDeaf: true });
    await putBack();
    const outcome = await patiently(() => log.append([put(3, X)], 2));
    expect(outcome).toMatchObject({ newer: { version: 0, isSetBack: true } });
    expect('newer' in outcome && catsIn(outcome.newer)).toEqual(['a']);
    expect(losses).toHaveLength(1);
    expect(await idsIn(url)).toEqual(['a']);
    expect(await log.append([put(1, X)], 0)).toEqual({ version: 1 });
  });

  test.each([
    ['the same number', 2],
    ['a greater number', 3],
  ])('%s reached since with other changes is distinguished from the lost version', async (_, count) => {
    const { url, putBack } = await written();
    const deaf = { isDeaf: true };
    const [appending, replacing] = [await listening(url, deaf), await listening(url, deaf)];
    const place = await openPlace(url);
    const store = await openStore<{ cats: Id }>({ cats: [] }, place.log('main/cats'));
    onTestFinished(() => store.close());
    await putBack();
    const other = await listening(url);
    const steps = [put(1, X), put(2, Y), put(3, { id: 'z' })].slice(0, count);
    expect(await other.log.append(steps, 0)).toEqual({ version: count });
    const ids = ['a', 'x', 'y', 'z'].slice(0, count + 1);
    await patiently(() => store.newest());
    expect([store.version, ...store.collections.cats.values()]).toEqual([count, ...ids.map((id) => ({ id }))]);
    const stored = [
      await patiently(() => appending.log.append([put(3, C)], 2)),
      await patiently(() => replacing.log.replace(whole(C), 2)),
    ];
    for (const outcome of stored) {
      expect(outcome).toMatchObject({ newer: { version: count, isSetBack: true } });
      expect('newer' in outcome && catsIn(outcome.newer)).toEqual(ids);
    }
    expect([appending, replacing, other].map(({ losses }) => losses.length)).toEqual([1, 1, 0]);
    expect(await idsIn(url)).toEqual(ids);
  });

  test('a recreated stream continues if it is lasting, and counts as removed otherwise', async () => {
    const postgres = await ownPostgres();
    const url = await postgres.database();
    await openPlace(url);
    const putBack = await postgres.copy();
    const [lasting, passing] = [await listening(url, { isLasting: true }), await listening(url)];
    await patiently(() => lasting.log.replace(whole(A), -1));
    await passing.log.newest();
    await putBack();
    const rejectionOf = ({ log }: Listening) => log.newest().catch((error: Error) => error.message);
    await expect.poll(() => rejectionOf(passing)).toContain('main/cats was removed');
    const missing = 'cannot guarantee a consistent read: main/cats is no longer in the database';
    await expect.poll(() => rejectionOf(lasting)).toContain(missing);
    // It gets the number of the lost stream.
    const [strange, other] = [(await openPlace(url)).log('main/dogs'), await listening(url)];
    await strange.open();
    await strange.replace(whole(Y), -1);
    await other.log.replace(whole(X), -1);
    await lasting.log.newest();
    expect(lasting.reported.map(catsIn)).toEqual([['x']]);
    expect(await lasting.log.append([put(1, B)], 0)).toEqual({ version: 1 });
    expect(lasting.losses).toHaveLength(1);
  });

  test('changes in progress are made on the restored state, and readers see nothing else', async () => {
    const { url, putBack } = await written();
    const place = await openPlace(url);
    const store = await openStore<{ cats: Id }>({ cats: [] }, place.log('main/cats', true));
    await putBack();
    const seen = await Promise.all(
      ['x', 'y'].map((id) =>
        patiently(() =>
          store.change(({ cats }) => {
            cats.add({ id });
            return [...cats.values()].map((cat) => cat.id);
          }),
        ),
      ),
    );
    expect(seen).toEqual([
      ['a', 'x'],
      ['a', 'x', 'y'],
    ]);
    expect(store.records().cats?.map(({ id }) => id)).toEqual(['a', 'x', 'y']);
    expect(await idsIn(url)).toEqual(['a', 'x', 'y']);
    expect(store.version).toBe(2);
    await store.close();
  });

  test('mock servers continue from the restored state, in main and in sandboxes, and report it', async () => {
    const postgres = await ownPostgres();
    const url = await postgres.database();
    const notices: string[] = [];
    const settings = { store: url, onNotice: (notice: string) => void notices.push(notice) };
    const [one, other] = [await identityMockServer(settings), await identityMockServer(settings)];
    const plain = { token: undefined };
    const APP = '/_understudy/records/apps/254050008888791753';
    const named = async (mockServer: MockServer, sandbox: string) =>
      (await send(mockServer, 'GET', APP, { ...plain, headers: { 'x-understudy-sandbox': sandbox } })).body.record
        ?.name;
    const rename = async (mockServer: MockServer, sandbox: string, name: string) => {
      const path = '/management/v1/projects/253727421948252873/apps/254050008888791753';
      const { status } = await send(mockServer, 'PUT', path, {
        body: { name },
        headers: { 'x-understudy-sandbox': sandbox },
      });
      return status;
    };
    const first = await named(one, 'main');
    await rename(one, 'early', 'Early');
    const putBack = await postgres.copy();
    await expect.poll(() => rename(one, 'main', 'Lost')).toBe(200);
    await rename(one, 'early', 'Lost too');
    await rename(one, 'late', 'Late');
    // The server was stopped for the copy, which ended its connections.
    await expect.poll(() => named(other, 'main')).toBe('Lost');
    expect([await named(other, 'early'), await named(other, 'late')]).toEqual(['Lost too', 'Late']);
    await putBack();
    await expect.poll(() => rename(other, 'another', 'Another')).toBe(200);
    for (const mockServer of [one, other]) {
      await expect.poll(() => named(mockServer, 'main')).toBe(first);
      expect([
        await named(mockServer, 'early'),
        await named(mockServer, 'late'),
        await named(mockServer, 'another'),
      ]).toEqual(['Early', first, 'Another']);
      const { body, status } = await send(mockServer, 'GET', '/_understudy/ready', plain);
      expect([status, body]).toEqual([
        200,
        { ready: true, lost: expect.stringContaining('has lost changes that it had acknowledged') },
      ]);
      const metrics = await send(mockServer, 'GET', '/_understudy/metrics', plain);
      expect(JSON.stringify(metrics.body)).toMatch(/understudy_store_losses_total [1-9]/);
    }
    expect(notices.filter((notice) => notice.includes('acknowledged: main/identity was at'))).toHaveLength(2);
    expect(await rename(one, 'main', 'Kept')).toBe(200);
    expect(await named(other, 'main')).toBe('Kept');
  });

  test('shared entries of mock servers are registered again: the digests that they serve, and the common signing keys', async () => {
    const postgres = await ownPostgres();
    const url = await postgres.database();
    const keysOf = async (mockServer: MockServer) =>
      (await send(mockServer, 'GET', '/oauth/v2/keys', { token: undefined })).body.keys;
    const served = async () => {
      const digests = await inDatabase<{ by: readonly string[] }>(
        url,
        `select value -> 'by' as by from understudy.records where stream = 'shared' and collection = 'digests'`,
      );
      return digests.map(({ by }) => new Set(by).size);
    };
    const one = await identityMockServer({ store: url });
    const putBack = await postgres.copy();
    const other = await identityMockServer({ store: url });
    const keys = await patiently(async () => {
      const [first, second] = [await keysOf(one), await keysOf(other)];
      if (first === undefined) throw new Error('the database is not back');
      expect(second).toEqual(first);
      return first;
    });
    expect(keys).toHaveLength(1);
    await putBack();
    for (const mockServer of [one, other]) {
      const ready = async () => (await send(mockServer, 'GET', '/_understudy/ready', { token: undefined })).body.lost;
      await expect.poll(ready).toBeDefined();
    }
    await expect.poll(async () => [...new Set(await served())]).toEqual([2]);
    const third = await identityMockServer({ store: url });
    for (const mockServer of [one, other, third]) expect(await keysOf(mockServer)).toEqual(keys);
  });
});
