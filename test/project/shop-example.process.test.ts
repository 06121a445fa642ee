// The example of an api with a document, products to begin with, and two handlers.

import { expect, test } from 'vitest';
import { serveExample } from '../support/example.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('what is sold is ordered and kept, what is not is refused by a handler, and the rest is the document', async () => {
  const { url, greeting } = await serveExample('shop', await temporaryFolder());
  expect(greeting).toContain('shop.yaml has 6 operations: 2 have handlers, 4 remember.');
  const order = async (sku: string) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/orders`, { method: 'POST', headers, body: JSON.stringify({ sku, count: 2 }) });
    return [response.status, await response.json()] as const;
  };
  expect(await (await fetch(`${url}/products/tent-2`)).json()).toMatchObject({ price: 289 });
  const [status, placed] = await order('tent-2');
  expect([status, placed]).toMatchObject([201, { sku: 'tent-2', count: 2 }]);
  expect(await (await fetch(`${url}/orders/${(placed as { id: number }).id}`)).json()).toEqual(placed);
  expect(await order('yacht')).toEqual([422, { message: 'There is no product with the SKU yacht' }]);
  const { rate } = (await (await fetch(`${url}/exchange-rate`)).json()) as { rate: number };
  expect(rate).toBeGreaterThan(1);
});
