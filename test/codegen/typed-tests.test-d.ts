// Types of operations in tests. Checked by `tsc`, never run: each line marked below fails if the compiler accepts the next one.

import type { Operations } from '../../examples/shop/operations.ts';
import { type SandboxClient, understudy } from '../../src/client/client.ts';
import { createMockServer, type MockServer } from '../../src/index.ts';
import type { UnderstudyTest } from '../../src/integrations/playwright/test.ts';
import { createTest } from '../../src/integrations/vitest/test.ts';

const mock = await createMockServer<Operations>('shop.yaml', {
  port: 0,
  handlers: {
    placeOrder: async ({ input, items, next }) => {
      const product = await items.products.get(input.sku);
      return next({ set: { total: (product?.price ?? 0) * input.count } });
    },
  },
});

await mock.respondOnce('getOrder', 200, { status: 'shipped' }, { 'x-cache': 'hit' });
await mock.respondOnce('getOrder', 200);
await mock.respondOnce('getOrder', 404, { message: 'gone' });
await mock.respondOnce('getOrder', 503);
await mock.respondOnce('listOrders', 200, [{ id: 1, sku: 'tent-2', count: 1 }]);
// A property that may be missing is removed.
await mock.respondOnce('getOrder', 200, { total: null });

// @ts-expect-error The operation does not exist.
await mock.respondOnce('getOrdr', 200);
// @ts-expect-error The operation does not declare the status.
await mock.respondOnce('getOrder', 201);
// @ts-expect-error The status has another body.
await mock.respondOnce('getOrder', 404, { status: 'shipped' });
// @ts-expect-error The property is misspelt.
await mock.respondOnce('getOrder', 200, { statos: 'shipped' });
// @ts-expect-error The value is not allowed.
await mock.respondOnce('getOrder', 200, { status: 'lost' });
// @ts-expect-error The property is required.
await mock.respondOnce('getOrder', 200, { id: null });
// @ts-expect-error Items of a list are complete.
await mock.respondOnce('listOrders', 200, [{ id: 1 }]);

// @ts-expect-error The operation does not exist.
await createMockServer<Operations>('shop.yaml', { handlers: { placeOrdr: ({ next }) => next() } });
// @ts-expect-error The property is misspelt.
await createMockServer<Operations>('shop.yaml', { handlers: { placeOrder: ({ next }) => next({ set: { totl: 1 } }) } });
// @ts-expect-error The output has another type.
await createMockServer<Operations>('shop.yaml', { handlers: { getSales: () => ({ orders: 'many', revenue: 1 }) } });

const client = understudy<Operations>('http://localhost', mock);
const sandbox: SandboxClient<Operations> = await client.createSandbox();
await sandbox.respondOnce('getOrder', 200, { count: 3 });
await sandbox.fault({ on: { operation: 'getOrder' }, steps: [{ status: 404 }] });
await sandbox.fault('getOrder: status=404');
await sandbox.requests({ operation: 'getOrder' });
await sandbox.waitFor({ operation: 'getOrder', status: 404 });

// @ts-expect-error The operation does not exist.
await sandbox.fault({ on: { operation: 'getOrdr' }, steps: [{ status: 404 }] });
// @ts-expect-error The operation does not exist.
await sandbox.requests({ operation: 'getOrdr' });
// @ts-expect-error The operation does not exist.
await client.waitFor({ operation: 'getOrdr' });

createTest<Operations>()('in Vitest', async ({ sandbox, server }) => {
  sandbox.expectFindings({ operation: 'placeOrder' });
  await sandbox.respondOnce('getOrder', 200, { status: 'shipped' });
  await server.respondOnce('getOrder', 200, { status: 'shipped' });
  // @ts-expect-error The operation does not exist.
  await sandbox.respondOnce('getOrdr', 200);
});

export function inPlaywright(base: UnderstudyTest): void {
  (base as UnderstudyTest<Operations>)('in Playwright', async ({ sandbox }) => {
    await sandbox.respondOnce('getOrder', 200, { status: 'shipped' });
    // @ts-expect-error The operation does not exist.
    await sandbox.respondOnce('getOrdr', 200);
  });
}

// Without generated types every operation, status and body is possible.
const untyped: MockServer = await createMockServer('shop.yaml', {
  handlers: { placeOrder: ({ input, next }) => next({ set: { total: Number(input.count) } }) },
});
await untyped.respondOnce('anything', 418, { tea: true });
await understudy().requests({ operation: 'anything' });
await (await createMockServer({ apis: [{ name: 'shop', document: 'shop.yaml', infer: true }] })).respondOnce(
  'any',
  200,
);

// Code for any mock server takes a typed one.
const any: MockServer = mock;
const anySandbox: SandboxClient = sandbox;
await Promise.all([any.reset(), anySandbox.reset()]);
