// The shop example: handlers set a total, reject a second shipment, and sum up orders.

import { expect, test } from 'vitest';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** The shop, and a function that sends requests to it. */
async function shop() {
  const { url, greeting } = await serveExample('shop', await temporaryFolder());
  const send = async (method: string, path: string, body?: object) => {
    const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, ...init });
    return [response.status, await response.json()] as const;
  };
  return { greeting, send };
}

test('the shop sets the total of an order, rejects a second shipment, and sums up its orders', async () => {
  const { greeting, send } = await shop();
  expect(greeting).toContain('\n8 operations: 4 with handlers, 4 stateful\n');
  const before = await sales(send);

  const [status, order] = await send('POST', '/orders', { sku: 'tent-2', count: 2 });
  expect([status, order]).toMatchObject([201, { sku: 'tent-2', count: 2, status: 'open', total: 578 }]);
  const path = `/orders/${(order as { id: number }).id}`;
  expect(await send('GET', path)).toEqual([200, order]);
  const message = 'There is no product with the SKU yacht';
  expect(await send('POST', '/orders', { sku: 'yacht', count: 1 })).toEqual([422, { message }]);

  expect(await send('POST', `${path}/ship`)).toMatchObject([200, { status: 'shipped', total: 578 }]);
  expect(await send('POST', `${path}/ship`)).toMatchObject([409, { message: expect.stringContaining('already') }]);
  expect((await send('POST', '/orders/999/ship'))[0]).toBe(404);

  expect(await sales(send)).toEqual({ orders: before.orders + 1, revenue: before.revenue + 578 });
  expect(await send('GET', '/exchange-rate')).toMatchObject([200, { rate: expect.any(Number) }]);
});

async function sales(send: (method: string, path: string) => Promise<readonly [number, unknown]>) {
  const [, body] = await send('GET', '/sales');
  return body as { readonly orders: number; readonly revenue: number };
}
