// Limits on the number and total size of fault plans.

import { describe, expect, test } from 'vitest';
import type { MockServer } from '../../../src/index.ts';
import { petsMockServer, requestPets } from '../../support/pets/mock-server.ts';

const FAULTS = '/_understudy/faults';

const planned = (mockServer: MockServer, plan: object) => requestPets(mockServer, 'POST', FAULTS, { body: plan });

describe('a fault plan is rejected', () => {
  test('if 1000 plans exist', async () => {
    const mockServer = await petsMockServer();
    const plan = { steps: [{ code: 'unavailable' }], on: { operation: 'removePet' } };
    for (let n = 0; n < 1000; n++) await planned(mockServer, plan);
    const { status, body } = await planned(mockServer, plan);
    expect([status, body.message]).toEqual([
      429,
      'limit of 1000 faults reached; remove some with DELETE /_understudy/faults',
    ]);
    expect((await requestPets(mockServer, 'GET', '/pets')).status).toBe(200);
  });

  test('if the plans together are too large', async () => {
    const mockServer = await petsMockServer();
    const plan = { on: { body: { text: 'x'.repeat(3_000_000) } }, steps: [{ delay: 1 }] };
    expect((await planned(mockServer, plan)).status).toBe(201);
    expect((await planned(mockServer, plan)).status).toBe(429);
  });

  test('if the plans of all sandboxes together are too large, until some are removed', async () => {
    const mockServer = await petsMockServer();
    const body = { on: { body: { text: 'x'.repeat(3_000_000) } }, steps: [{ delay: 1 }] };
    const inSandbox = (name: string, method: string) =>
      requestPets(mockServer, method, FAULTS, {
        headers: { 'x-understudy-sandbox': name },
        ...(method === 'POST' && { body }),
      });
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) statuses.push((await inSandbox(name, 'POST')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429]);
    await inSandbox('b', 'DELETE');
    expect((await inSandbox('e', 'POST')).status).toBe(201);
  });
});
