// Error responses for errors of the store.

import { expect, test } from 'vitest';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';
import { StoreError, type StoreErrorKind } from '../../../src/store/store-error.ts';

const ROWS: readonly (readonly [kind: StoreErrorKind, code: string, status: number, message: string])[] = [
  ['unavailable', 'unavailable', 503, 'it failed'],
  ['removed', 'aborted', 409, 'it failed'],
  ['conflict', 'aborted', 409, 'it failed'],
  ['too-large', 'resource_exhausted', 507, 'it failed'],
  // The details are for operators, not for clients.
  ['lock-lost', 'internal', 500, 'An internal error occurred'],
  ['database', 'internal', 500, 'An internal error occurred'],
];

test.each(ROWS)('a store error of kind %s becomes %s', (kind, code, status, message) => {
  const thrown = new StoreError(kind, 'it failed');
  expect(ApiError.from(thrown)).toMatchObject({ code, status, message, cause: thrown, headers: {} });
});

test('retryAfter of an error becomes a header', () => {
  const thrown = new StoreError('unavailable', 'it failed', { retryAfter: 3 });
  expect(ApiError.from(thrown).headers).toEqual({ 'retry-after': '3' });
});
