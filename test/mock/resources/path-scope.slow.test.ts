// Items below thousands of path values without a resource: generated, not stored.

import { expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred } from './inferred.ts';

const text = { type: 'string' };
const Group = { type: 'object', required: ['name', 'region'], properties: { name: text, region: text } };
const groups = { type: 'array', items: { $ref: '#/components/schemas/Group' } };
const PATHS = {
  '/subscriptions/{subscriptionId}/groups': {
    parameters: inPath({ subscriptionId: text }),
    get: { responses: jsonAnswers({ 200: groups, 404: undefined }) },
  },
  '/subscriptions/{subscriptionId}/groups/{groupName}': {
    parameters: inPath({ subscriptionId: text, groupName: text }),
    get: { responses: jsonAnswers({ 200: { $ref: '#/components/schemas/Group' }, 404: undefined }) },
  },
};

test('thousands of generated lists are not stored, and the first one is the same when it is generated again', async () => {
  const { send } = await openInferred(PATHS, { Group }, {}, 3);
  const state = async () => (await send('GET', '/_understudy/state')).body;
  const before = await state();
  const seen = await send('GET', '/subscriptions/0/groups');
  expect(seen.body).toHaveLength(3);
  for (let index = 1; index <= 1500; index += 1) await send('GET', `/subscriptions/${index}/groups`);
  expect(await state()).toEqual(before);
  expect((await send('GET', '/subscriptions/0/groups')).body).toEqual(seen.body);
});
