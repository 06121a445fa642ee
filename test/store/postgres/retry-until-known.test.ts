// Retries of statements whose result is unknown.

import { expect, test } from 'vitest';
import { databaseError } from '../../../src/store/postgres/database-error.ts';
import { retryUntilKnown } from '../../../src/store/postgres/retry-until-known.ts';
import type { StoreError } from '../../../src/store/store-error.ts';

const where = 'postgres://ann@db:5432/app';
const connectionLost = () => databaseError(new Error('Connection terminated'), where, true);

test('a statement whose connection ended is repeated with that error', async () => {
  const first = connectionLost();
  const received: (StoreError | undefined)[] = [];
  const result = await retryUntilKnown(async (lost) => {
    received.push(lost);
    if (received.length < 3) throw received.length === 1 ? first : connectionLost();
    return 'stored';
  });
  expect(result).toBe('stored');
  expect(received).toEqual([undefined, first, first]);
});

test('it is not repeated once its result cannot be determined any more', async () => {
  const first = connectionLost();
  let attempts = 0;
  const result = retryUntilKnown(async (lost) => {
    attempts += 1;
    throw lost ?? first;
  });
  await expect(result).rejects.toBe(first);
  expect(attempts).toBe(2);
});

test('it is not repeated after an error that certainly changed nothing', async () => {
  const full = databaseError(Object.assign(new Error('no space'), { code: '53100' }), where);
  let attempts = 0;
  const result = retryUntilKnown(async () => {
    attempts += 1;
    throw full;
  });
  await expect(result).rejects.toMatchObject({ kind: 'database', code: '53100', mayBeDone: false });
  expect(attempts).toBe(1);
});
