// Custom actions on items: the state and the time that they set, and repetition.

import { expect, test } from 'vitest';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred } from './inferred.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const loan = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { ...text, readOnly: true },
    status: { ...text, enum: ['lent', 'returned', 'lost'] },
    returnedAt: { ...time, nullable: true },
    lostOn: { ...text, format: 'date' },
    recalledAt: time,
  },
};

/** Loans with actions that declare these error statuses. */
async function openLoans(declared: Readonly<Record<number, undefined>>) {
  const action = { responses: jsonAnswers({ 200: loan, ...declared }) };
  const at = { parameters: inPath({ id: text }) };
  const { send } = await openInferred({
    '/loans': { post: { responses: jsonAnswers({ 201: loan }) } },
    '/loans/{id}': { ...at, get: { responses: jsonAnswers({ 200: loan, 404: undefined }) } },
    '/loans/{id}/return': { ...at, post: action },
    '/loans/{id}/lose': { ...at, post: action, put: { ...action, operationId: 'lose' } },
    '/loans/{id}/recall': { ...at, post: action },
  });
  const { body } = await send('POST', '/loans');
  return { path: `/loans/${body.id}`, send };
}

test.each([
  ['return', { status: 'returned', returnedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) }],
  ['lose', { status: 'lost', lostOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
  ['recall', { status: 'lent', recalledAt: expect.stringMatching(/Z$/) }],
])('%s sets the state and the time that have its name', async (action, set) => {
  const { path, send } = await openLoans({});
  const before = { id: expect.any(String), status: 'lent', returnedAt: null };
  expect((await send('POST', `${path}/${action}`)).body).toEqual({ ...before, ...set });
});

test('a repeated action is a conflict where 409 is declared, except for PUT', async () => {
  const { path, send } = await openLoans({ 409: undefined });
  const statuses: number[] = [];
  for (const [method, action] of [
    ['POST', 'return'],
    ['POST', 'return'],
    ['POST', 'lose'],
    ['PUT', 'lose'],
  ])
    statuses.push((await send(method as string, `${path}/${action}`)).status);
  expect(statuses).toEqual([200, 409, 200, 200]);
});

test('a repeated action changes nothing where no 409 is declared', async () => {
  const { path, send } = await openLoans({});
  for (const expected of [200, 200]) expect((await send('POST', `${path}/return`)).status).toBe(expected);
  expect((await send('GET', path)).body.status).toBe('returned');
});
