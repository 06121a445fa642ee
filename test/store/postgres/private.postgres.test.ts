// The PostgreSQL server that tests start.

import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeWithPostgres, inDatabase, startPostgres } from '../../support/postgres.ts';

describeWithPostgres('a PostgreSQL of its own', () => {
  test('has its committed data after a crash, and leaves nothing behind when it is closed', async () => {
    const postgres = await startPostgres();
    try {
      const [url, other] = [await postgres.database(), await postgres.database()];
      await inDatabase(url, 'create table kept (n int)', 'insert into kept values (1)');
      await postgres.crash();
      await expect(inDatabase(url, 'select 1')).rejects.toThrow();
      await postgres.start();
      expect(await inDatabase(url, 'select n from kept')).toEqual([{ n: 1 }]);
      await expect(inDatabase(other, 'select n from kept')).rejects.toThrow('does not exist');
    } finally {
      await postgres.close();
    }
    expect(existsSync(postgres.folder)).toBe(false);
  });
});
