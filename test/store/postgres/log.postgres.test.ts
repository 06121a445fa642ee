// Logs in PostgreSQL: several processes on one stream, and lost connections.

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { NewEntries } from '../../../src/store/log/store-log.ts';
import type { Identified } from '../../../src/store/record.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';
import { entriesOf, put, versionOf, whole } from '../../support/written-logs.ts';

/** An incompressible text. */
const LONG = Array.from({ length: 200 }, (_, index) => createHash('sha256').update(`${index}`).digest('hex')).join('');

describeWithPostgres('a log in PostgreSQL', () => {
  const postgres = sharedPostgres();
  test('returns exactly what was stored', async () => {
    const url = await postgres().database();
    const odd = [
      JSON.parse('{"id":"__proto__","b":1,"a":{"__proto__":[1e21,-0.5,1e-7]}}'),
      { id: 'zero \u0000', text: '\u0000 \\u0000 "\u2028\ud800' },
      { id: '\ud800' },
      { id: '\ufffd' },
      { id: '\\ud800' },
      { id: `${LONG}x` },
      { id: `${LONG}y` },
    ];
    const log = (await openPlace(url)).log('main/cats');
    expect(await log.open()).toEqual({ whole: undefined, version: -1, entries: [] });
    expect(await log.replace(whole(...odd), -1)).toEqual({ version: 0 });
    const more = JSON.parse('{"id":"10","z":1,"__proto__":{"id":2},"a":"\\u0000"}');
    const step = put(7.5, more);
    expect(await log.append([step], 0)).toEqual({ version: 1 });
    const stored = await (await openPlace(url)).log('main/cats').open();
    expect(JSON.stringify(stored.whole?.records)).toBe(JSON.stringify({ cats: [...odd, more] }));
    expect(stored.whole?.places).toEqual({ cats: [0, 1, 2, 3, 4, 5, 6, 7.5] });
    expect(JSON.stringify(entriesOf(stored))).toBe(JSON.stringify(entriesOf({ entries: [step] })));
  });

  test('allows SQL queries of records and changes', async () => {
    const url = await postgres().database();
    const log = (await openPlace(url)).log('main/cats');
    await log.open();
    await log.replace(whole({ id: 'a' }), -1);
    await log.append([put(1, { id: 'b', name: 'Bello' } as Identified), put(2, { id: 'nul \u0000' })], 0);
    expect(
      await inDatabase(
        url,
        `select id, value ->> 'name' as name from understudy.records where stream = 'main/cats' order by place`,
      ),
    ).toEqual([
      { id: 'a', name: null },
      { id: 'b', name: 'Bello' },
      { id: 'nul \\u0000', name: null },
    ]);
    expect(
      await inDatabase(url, 'select version::int, at, operation, caller from understudy.changes order by version'),
    ).toEqual([
      { version: 0, at: null, operation: null, caller: null },
      { version: 1, at: '1970-01-01T00:00:00.000Z', operation: 'addCat', caller: 'ada' },
      { version: 2, at: null, operation: null, caller: null },
    ]);
  });

  test('accepts one of two writes on top of the same version, and returns the newer entries to the other', async () => {
    const url = await postgres().database();
    const [one, other] = [(await openPlace(url)).log('s'), (await openPlace(url)).log('s')];
    await Promise.all([one.open(), other.open()]);
    const firsts = await Promise.all([one.replace(whole({ id: 'a' }), -1), other.replace(whole({ id: 'b' }), -1)]);
    expect(firsts.filter((outcome) => versionOf(outcome) === 0)).toHaveLength(1);
    const [late] = firsts.flatMap((outcome) => ('newer' in outcome ? outcome.newer : []));
    expect(late).toMatchObject({ version: 0, entries: [], replaced: { records: { cats: [expect.anything()] } } });
    const [left, right] = [put(1, { id: 'left' }), put(1, { id: 'right' })];
    const seconds = await Promise.all([one.append([left], 0), other.append([right], 0)]);
    expect(seconds.filter((outcome) => versionOf(outcome) === 1)).toHaveLength(1);
    const [newer] = seconds.flatMap((outcome) => ('newer' in outcome ? outcome.newer : []));
    const first = versionOf(seconds[0]) === 1 ? left : right;
    expect(newer?.version).toBe(1);
    expect(entriesOf(newer as NewEntries)).toEqual(entriesOf({ entries: [first] }));
  });

  test('has delivered all acknowledged changes of others when the barrier is passed', async () => {
    const url = await postgres().database();
    const [one, other] = [(await openPlace(url)).log('s'), (await openPlace(url)).log('s')];
    const reported: NewEntries[] = [];
    await one.open();
    await one.replace(whole(), -1);
    await other.open();
    other.subscribe((newer) => void reported.push(newer));
    for (let version = 0; version < 20; version += 1) {
      await one.append([put(version, { id: `${version}` })], version);
      await other.newest();
      expect(reported.at(-1)?.version).toBe(version + 1);
    }
    const ids = reported.flatMap(({ entries }) => entries.flatMap(({ change }) => change.map(({ id }) => id)));
    expect([...new Set(ids)]).toEqual(Array.from({ length: 20 }, (_, index) => `${index}`));
    await one.replace(whole({ id: 'all' }), 20);
    await Promise.all([other.newest(), other.newest(), other.newest()]);
    expect(reported.at(-1)).toMatchObject({ version: 21, replaced: { records: { cats: [{ id: 'all' }] } } });
    expect(reported.filter(({ replaced }) => replaced)).toHaveLength(1);
  });

  test('reports no removed stream while its first state is being stored', async () => {
    const place = await openPlace(await postgres().database());
    for (let round = 0; round < 60; round += 1) {
      const log = place.log(`box${round}/cats`);
      await log.open();
      log.subscribe(() => undefined);
      let isStored = false;
      const keeping = log.replace(whole({ id: 'a' }), -1).finally(() => {
        isStored = true;
      });
      while (!isStored) await log.newest();
      expect(await keeping).toEqual({ version: 0 });
      expect(await log.append([put(1, { id: 'b' })], 0)).toEqual({ version: 1 });
    }
  });

  test('a removed stream is gone for all, and another one of the same name is distinct', async () => {
    const url = await postgres().database();
    const [here, there] = [await openPlace(url), await openPlace(url)];
    const [old, oldThere] = [here.log('box/cats'), there.log('box/cats')];
    await old.open();
    await old.replace(whole({ id: 'a' }), -1);
    await oldThere.open();
    oldThere.subscribe(() => undefined);
    await there.remove('box/cats');
    await expect(old.append([put(1, { id: 'b' })], 0)).rejects.toMatchObject({ kind: 'removed' });
    await expect(oldThere.newest()).rejects.toMatchObject({ kind: 'removed' });
    const next = here.log('box/cats');
    expect(await next.open()).toMatchObject({ version: -1 });
    await next.replace(whole({ id: 'new' }), -1);
    await expect(oldThere.append([put(1, { id: 'b' })], 0)).rejects.toMatchObject({ kind: 'removed' });
    expect(await inDatabase(url, 'select id from understudy.records')).toEqual([{ id: 'new' }]);
    await expect.poll(() => inDatabase(url, 'select stream from understudy.gone')).toEqual([]);
    expect(await inDatabase(url, 'select id from understudy.record')).toEqual([{ id: 'new' }]);
    expect(await inDatabase(url, 'select version::int from understudy.change')).toEqual([{ version: 0 }]);
  });

  test.each(['box/cats', `${'x'.repeat(300)}\0/cats`])(
    'a stream can only be removed while it is still the same one: %j',
    async (name) => {
      const url = await postgres().database();
      const place = await openPlace(url);
      const made = async () => {
        const log = place.log(name);
        await log.open();
        await log.replace(whole({ id: 'a' }), -1);
      };
      expect(await place.ids([name, 'box/dogs'])).toEqual(new Map());
      await made();
      const old = (await place.ids([name, 'box/dogs'])) ?? new Map();
      expect([...old.keys()]).toEqual([name]);
      await place.remove(name);
      await made();
      const now = (await place.ids([name])) ?? new Map();
      await place.remove(name, old.get(name));
      expect(await place.ids([name])).toEqual(now);
      await place.remove(name, now.get(name));
      expect(await place.ids([name])).toEqual(new Map());
    },
  );
});
