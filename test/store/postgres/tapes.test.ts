// Tapes in PostgreSQL: one order for all who write, bounds that hold, and nothing twice.

import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresPlace } from '../../../src/store/postgres/place.ts';
import type { TapeLimits, Tapes } from '../../../src/store/tape.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('tapes in PostgreSQL', () => {
  const postgres = sharedPostgres();

  async function opened(url: string, limits: Partial<TapeLimits> = {}): Promise<Tapes> {
    const place = await openPostgresPlace(url);
    onTestFinished(() => place.close());
    const tapes = place.tapes?.({ texts: 1000, bytes: 1_000_000, ...limits });
    if (!tapes) throw new Error('the place has no tapes');
    return tapes;
  }

  const add = (
    tapes: Tapes,
    tape: string,
    texts: readonly unknown[],
    { cleared = 0, behind = 0, batch = randomUUID() } = {},
  ) => tapes.add([{ tape, cleared, behind, texts: texts.map((text) => JSON.stringify(text)) }], batch);

  async function read(tapes: Tapes, tape: string, from = 0): Promise<(readonly [number: number, text: unknown])[]> {
    const told: (readonly [number, unknown])[] = [];
    for (;;) {
      const some = await tapes.after(tape, told.at(-1)?.[0] ?? from);
      if (some.length === 0) return told;
      told.push(...some.map(({ number, text }) => [number, JSON.parse(text)] as const));
    }
  }

  test('number what several write at once without a gap, those of each writer in their order', async () => {
    const url = await postgres().database();
    const [one, other] = [await opened(url), await opened(url)];
    const writers = [one, other].map(async (tapes, writer) => {
      for (let at = 0; at < 20; at += 1) await add(tapes, 'main', [`${writer}-${2 * at}`, `${writer}-${2 * at + 1}`]);
    });
    // Whoever reads meanwhile sees no number before those below it are there.
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

  test('go on behind what a writer knows, where they came back without that', async () => {
    const tapes = await opened(await postgres().database());
    await add(tapes, 'main', ['a', 'b']);
    await add(tapes, 'main', ['c'], { behind: 1 });
    await add(tapes, 'main', ['d', 'e'], { behind: 7 });
    expect(await read(tapes, 'main')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [8, 'd'],
      [9, 'e'],
    ]);
    await add(tapes, 'gone', ['f'], { behind: 4 });
    expect(await read(tapes, 'gone')).toEqual([[5, 'f']]);
    expect(await tapes.ends(['main', 'gone'])).toEqual(
      new Map([
        ['main', { newest: 9, cleared: 0, clearedTo: 0 }],
        ['gone', { newest: 5, cleared: 0, clearedTo: 4 }],
      ]),
    );
  });

  test('take texts of any kind, of several tapes at once, and each batch once', async () => {
    const tapes = await opened(await postgres().database());
    const texts = ['\u0000', '\ud800', { __proto__: null, a: ['"\\'] }, 'ü'];
    const batch = randomUUID();
    const recordings = [
      { tape: 'b', cleared: 0, behind: 0, texts: ['1'] },
      { tape: 'a', cleared: 0, behind: 0, texts: texts.map((text) => JSON.stringify(text)) },
    ];
    expect(await tapes.add(recordings, batch)).toEqual(new Set(['a', 'b']));
    expect(await tapes.add(recordings, batch)).toEqual(new Set());
    expect((await read(tapes, 'a')).map(([, text]) => JSON.stringify(text))).toEqual(
      texts.map((text) => JSON.stringify(text)),
    );
    expect(await read(tapes, 'b')).toEqual([[1, 1]]);
  });

  test('forget the oldest texts of a tape that has too many', async () => {
    const url = await postgres().database();
    const tapes = await opened(url, { texts: 10 });
    for (let at = 0; at < 7; at += 1) await add(tapes, 'main', [at, at, at]);
    expect((await read(tapes, 'main')).map(([number]) => number)).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    expect(await inDatabase(url, 'select bytes::int as bytes from understudy.tape')).toEqual([{ bytes: 10 }]);
  });

  test('forget the oldest texts of the largest tape when all are too large together', async () => {
    const url = await postgres().database();
    const tapes = await opened(url, { bytes: 100_000 });
    await add(tapes, 'quiet', ['kept']);
    for (let at = 0; at < 40; at += 1)
      await add(
        tapes,
        'loud',
        Array.from({ length: 10 }, () => 'x'.repeat(998)),
      );
    expect(await read(tapes, 'quiet')).toEqual([[1, 'kept']]);
    const loud = await read(tapes, 'loud');
    expect(loud.at(-1)?.[0]).toBe(400);
    expect(loud.length).toBeGreaterThan(0);
    expect(loud.length * 1000).toBeLessThan(110_000);
  });

  test('are empty when they were cleared, also of what was written before that and comes later', async () => {
    const tapes = await opened(await postgres().database());
    await add(tapes, 'main', [1, 2]);
    await tapes.clear('main', 1);
    expect(await add(tapes, 'main', ['late'])).toEqual(new Set());
    expect(await add(tapes, 'main', [3], { cleared: 1 })).toEqual(new Set(['main']));
    expect(await read(tapes, 'main')).toEqual([[3, 3]]);
    expect(await tapes.ends(['main', 'none'])).toEqual(new Map([['main', { newest: 3, cleared: 1, clearedTo: 2 }]]));
  });

  test('are taken away, and those that nobody adds to or knows an hour later', async () => {
    const url = await postgres().database();
    const tapes = await opened(url);
    for (const tape of ['main', 'mine', 'lost', 'new']) await add(tapes, tape, [1]);
    await tapes.remove(['mine']);
    await inDatabase(url, `update understudy.tape set used = now() - interval '2 hours' where name <> 'new'`);
    await tapes.keepOnly(['main']);
    expect(await inDatabase(url, 'select tape from understudy.taped order by tape')).toEqual([
      { tape: 'main' },
      { tape: 'new' },
    ]);
  });
});
