// Schedule for the removal of old changes, and for how many streams it is known.

import { expect, onTestFinished, test } from 'vitest';
import { createCleaning } from '../../../src/store/postgres/cleanup.ts';
import { createDatabase } from '../../../src/store/postgres/database.ts';
import { prepareLayout } from '../../../src/store/postgres/layout.ts';
import { describeWithPostgres, inDatabase, sharedPostgres } from '../../support/postgres.ts';

describeWithPostgres('changes that are too old to be taken back', () => {
  const postgres = sharedPostgres();

  /** The version up to which changes of a stream at 2400 are removed, after other streams have grown. */
  async function prunedBeside(...others: readonly number[]): Promise<unknown> {
    const url = await postgres().database();
    const database = createDatabase(url);
    onTestFinished(() => database.close());
    await prepareLayout(database);
    await inDatabase(
      url,
      `insert into understudy.stream (name, version, replaced, pruned, collections) values ('main/pets', 2400, 0, 0, '[]')`,
    );
    const cleaning = createCleaning(database);
    for (const [at, count] of [0, ...others].entries()) {
      for (let stream = 0; stream < count; stream += 1) cleaning.grown(`other ${at} ${stream}`, 1);
      if (at < others.length) cleaning.grown('1', 1500);
    }
    cleaning.grown('1', 2400);
    await cleaning.close();
    const [row] = await inDatabase<{ pruned: string }>(url, 'select pruned from understudy.stream');
    return Number(row?.pruned);
  }

  test('are removed after a thousand changes since the last cleanup', async () => {
    expect(await prunedBeside(9_999)).toBe(1000);
    expect(await prunedBeside(9_999, 9_999)).toBe(1000);
  });

  test('wait for another thousand when too many other streams have grown since', async () => {
    expect(await prunedBeside(10_000)).toBe(0);
  });
});
