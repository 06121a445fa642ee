// `omitDefaults` omits fields with default values from responses, like the reference implementation.

import { expect, test } from 'vitest';
import { ORGANIZATION } from '../support/identity-records.ts';
import { NOW_TOLD, send } from '../support/mock-server.ts';
import { sharedMockServer } from '../support/shared-mock-server.ts';

const shared = sharedMockServer({ omitDefaults: true });
const SEARCH = '/management/v1/projects/_search';
const viewTimestamp = NOW_TOLD;

test('an empty result has neither result nor total', async () => {
  const { body } = await send(shared(), 'POST', SEARCH, { body: { queries: [{ nameQuery: { name: 'Ice Rink' } }] } });
  expect(body).toEqual({ details: { processedSequence: '6', viewTimestamp } });
});

test('an empty page of a result has its total', async () => {
  const { body } = await send(shared(), 'POST', SEARCH, { body: { query: { offset: 100 } } });
  expect(body).toEqual({ details: { totalResult: '7', processedSequence: '6', viewTimestamp } });
});

test('false, and the enum value with the number 0, are omitted', async () => {
  const { body } = await send(shared(), 'POST', SEARCH, { body: { queries: [{ nameQuery: { name: 'gear_sync' } }] } });
  const date = '2025-01-20T10:27:26.034629Z';
  expect(body.result).toEqual([
    {
      id: '303454280621230948',
      details: { sequence: '1', creationDate: date, changeDate: date, resourceOwner: ORGANIZATION.murmeltal },
      name: 'gear_sync',
    },
  ]);
});

test('other values are returned', async () => {
  const { body } = await send(shared(), 'POST', SEARCH, { body: { queries: [{ nameQuery: { name: 'Gear Shop' } }] } });
  expect(body.result[0]).toMatchObject({
    state: 'PROJECT_STATE_ACTIVE',
    projectRoleAssertion: true,
    projectRoleCheck: true,
  });
  expect(body.result[0]).not.toHaveProperty('hasProjectCheck');
  expect(body.result[0]).not.toHaveProperty('privateLabelingSetting');
});

test('an error without details omits them', async () => {
  const { body } = await send(shared(), 'POST', SEARCH, { body: {}, token: undefined });
  expect(body).toEqual({ code: 16, message: 'auth header missing' });
});

test('an error with details returns them', async () => {
  const { body } = await send(shared(), 'POST', SEARCH, { body: {}, token: 'nobody' });
  expect(body.details).toHaveLength(1);
});
