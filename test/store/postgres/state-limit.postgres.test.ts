// The state limit in PostgreSQL, with several processes.

import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import { openPlace } from '../../support/open-place.ts';
import { describeWithPostgres, sharedPostgres } from '../../support/postgres.ts';

interface Cat {
  readonly id: string;
  readonly name: string;
}

describeWithPostgres('a state in PostgreSQL', () => {
  const postgres = sharedPostgres();

  test('applies to the additions of all processes, also after a start', async () => {
    const url = await postgres().database();
    const open = async () => {
      const log = (await openPlace(url)).log('main/cats');
      const store = await openStore<{ cats: Cat }>({ cats: [] }, log, { stateLimit: 400 });
      onTestFinished(() => store.close());
      return store;
    };
    const cat = (id: string) => ({ id, name: 'x'.repeat(100) });
    const [one, other] = [await open(), await open()];
    await one.change(({ cats }) => cats.add(cat('1')));
    await other.change(({ cats }) => cats.add(cat('2')));
    const outcomes = await Promise.allSettled([
      one.change(({ cats }) => cats.add(cat('3'))),
      other.change(({ cats }) => cats.add(cat('4'))),
    ]);
    const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(rejected).toEqual([expect.objectContaining({ kind: 'too-large' })]);
    const later = await open();
    expect(later.records().cats).toHaveLength(3);
    await expect(later.change(({ cats }) => cats.add(cat('5')))).rejects.toThrow('raise --state-limit');
    await later.change(({ cats }) => cats.remove('1'));
    await one.change(({ cats }) => cats.add(cat('6')));
  });
});
