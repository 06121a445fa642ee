// Faults in the inspector: as text, in form fields, after events.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fault, FaultPlan, WorldEvent } from '../../src/client/client.ts';
import { planErrorOf, plansAfter, problemAt } from '../../src/inspector/faults/fault-plans.ts';
import { fieldsOf, newPlan, planOf } from '../../src/inspector/faults/form.ts';
import { NEW_STEP } from '../../src/inspector/faults/step-fields.ts';
import { stepsWords, whenWords } from '../../src/inspector/faults/words.ts';

const UPDATE = { operation: 'updateApp' };

test.each<[FaultPlan, string, string]>([
  [{ steps: [{ delay: 100 }] }, 'All requests', 'delay of 100 ms'],
  [{ steps: [{ code: 'aborted' }] }, 'All requests', 'ABORTED'],
  [
    { on: UPDATE, times: 2, steps: [{ code: 'unavailable', message: 'Later', delay: { from: 1, to: 5 } }] },
    'Next 2 updateApp requests',
    'HTTP 503 Service Unavailable “Later”, after 1 to 5 ms',
  ],
  [
    { on: { method: 'put', path: '/pets/*', api: 'pets' }, times: 1, every: 3, steps: [{ connection: 'reset' }] },
    'Next request to PUT /pets/* of pets (every 3rd)',
    'connection reset',
  ],
  [
    {
      on: { caller: 'Resi', body: { kind: 'hen' }, headers: { a: 'b' } },
      rate: 0.125,
      steps: [{ status: 200, example: 'hen' }],
    },
    'All requests from Resi with body {"kind":"hen"} with header a: b (12.5 % of them)',
    'response 200, example hen',
  ],
  [
    { on: UPDATE, times: 1, steps: [{ status: 200, patch: { name: 'New' } }] },
    'Next updateApp request',
    'response 200, changed by {"name":"New"}',
  ],
  [
    { every: 11, steps: [{ status: 202 }, { broken: true }, { connection: 'hang' }, { expiredToken: true }] },
    'Next 4 requests (every 11th)',
    'response 202, then invalid body, then no response, then expired token (401)',
  ],
  [
    {
      steps: [
        { body: {}, bytesPerSecond: 9, cutAfter: 4, headers: { etag: 'x' } },
        { delay: { median: 200, sigma: 1 } },
      ],
    },
    'Next 2 requests',
    'success response, custom body, headers etag, body at 9 bytes per second, body cut after 4 bytes, then delay of about 200 ms (log-normal)',
  ],
])('%j is described', (plan, when, what) => {
  expect([whenWords(plan), stepsWords(plan)]).toEqual([when, what]);
});

describe('the fields of the form', () => {
  test.each<[FaultPlan]>([
    [{ steps: [{ code: 'unavailable' }] }],
    [
      {
        on: { operation: 'updateApp', api: 'identity', caller: 'Resi' },
        times: 2,
        steps: [{ status: 503, example: 'down', delay: 250 }],
      },
    ],
    [{ on: { method: 'PUT', path: '/x' }, every: 3, steps: [{ connection: 'hang' }] }],
    [{ steps: [{ status: 200, headers: { 'x-a': 'b' }, body: { a: 1 }, undeclared: true }] }],
    [{ steps: [{ status: 200, body: 'plain' }] }],
    [{ rate: 0.07, steps: [{ connection: 'reset' }] }],
    [{ steps: [{ status: 202 }, { delay: { from: 100, to: 500 } }, { broken: true }, { expiredToken: true }] }],
    [{ steps: [{ bytesPerSecond: 100 }] }],
    [{ times: 5, steps: [{ status: 202 }, { status: 200 }] }],
    [{ steps: [{ cutAfter: 0 }] }],
    [{ steps: [{ code: 'not_found', message: 'gone' }] }],
  ])('express %j', (plan) => {
    const fields = fieldsOf(plan);
    expect(fields && planOf(fields)).toEqual(plan);
  });

  test.each<[FaultPlan]>([
    [{ times: 2, rate: 0.5, steps: [{ code: 'aborted' }] }],
    [{ on: { body: { a: 1 } }, steps: [{ code: 'aborted' }] }],
    [{ on: { caller: { id: '1' } }, steps: [{ code: 'aborted' }] }],
    [{ on: { headers: { a: 'b' } }, steps: [{ code: 'aborted' }] }],
    [{ on: { operation: 'updateApp', path: '/x' }, steps: [{ code: 'aborted' }] }],
    [{ steps: [{ status: 200, body: '1' }] }],
    [{ steps: [{ status: 200, patch: { name: 'New' } }] }],
    [{ steps: [{ delay: { median: 1, sigma: 1 } }] }],
    [{ steps: [{ bytesPerSecond: 100, cutAfter: 3 }] }],
  ])('do not express %j', (plan) => {
    expect(fieldsOf(plan)).toBeUndefined();
  });

  test('convert back to the same plan, or cannot express it', () => {
    const step = fc.record(
      {
        status: fc.integer({ min: 200, max: 599 }),
        example: fc.string(),
        code: fc.constantFrom('aborted', 'internal'),
        message: fc.string(),
        delay: fc.oneof(fc.nat(), fc.record({ from: fc.nat(), to: fc.nat() })),
        broken: fc.boolean(),
        cutAfter: fc.nat(),
        connection: fc.constantFrom('reset', 'hang'),
      },
      { requiredKeys: [] },
    );
    const plans = fc.record(
      {
        on: fc.record({ operation: fc.string(), path: fc.string() }, { requiredKeys: [] }),
        times: fc.nat(),
        rate: fc.double({ min: 0, max: 1, noNaN: true }),
        steps: fc.array(step, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: ['steps'] },
    );
    fc.assert(
      fc.property(plans, (plan) => {
        const fields = fieldsOf(plan as unknown as FaultPlan);
        if (fields) expect(planOf(fields)).toEqual(plan);
      }),
    );
  });

  test('leave invalid numbers to the server', () => {
    const steps = [{ ...NEW_STEP, kind: 'respond', status: 'five', delay: 'soon' }] as const;
    expect(planOf({ ...newPlan('updateApp'), frequency: 'times', count: 'two', steps })).toEqual({
      on: { operation: 'updateApp' },
      times: 'two',
      steps: [{ status: 'five', delay: 'soon' }],
    });
  });
});

test.each([
  ['unknown operation "updateapp"; did you mean updateApp?', 'operation'],
  ['unknown API "x"; existing: pets', 'operation'],
  ['unknown path "/x"', 'path'],
  ['body /steps/0/delay must be at least 0', 'steps/0/delay'],
  ['body /on/method must be a string', 'method'],
  ['body /times must be at least 1', 'times'],
  ['step 1 returns 404, which addPet does not declare', 'steps/0'],
  ['step 2 returns 404, which addPet does not declare', 'steps/1'],
  ['step 1 uses example "no", which response 200 of addPet does not have', 'steps/0/example'],
  ['limit of 1000 faults reached', 'plan'],
])('the error "%s" is shown at %s', (message, place) => {
  const error = planErrorOf(message);
  expect(error.place).toBe(place);
  expect(problemAt(error, place)).toBe(message);
  expect(problemAt(error, `${place}2`)).toBeUndefined();
});

test('faults are counted, removed and left unchanged by events', () => {
  const plan: FaultPlan = { steps: [{ delay: 1 }] };
  const fault = (id: string, more = {}): Fault => ({
    id,
    paused: false,
    over: false,
    matched: 0,
    met: 0,
    plan,
    ...more,
  });
  const event = (name: string, data: unknown) => ({ event: name, id: 'x-1', data }) as WorldEvent;
  const plans = [fault('fault-1'), fault('fault-2')];
  expect(plansAfter(plans, [event('seed', { seed: 'a' }), event('fault', { id: 'fault-3' })])).toBe(plans);
  const reported = { id: 'fault-2', paused: false, over: true, matched: 3, met: 2 };
  expect(plansAfter(plans, [event('fault', reported), event('lifted', { ids: ['fault-1'] })])).toEqual([
    fault('fault-2', { over: true, matched: 3, met: 2 }),
  ]);
});
