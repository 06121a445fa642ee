// The orders of `orders.yaml`, with hand-written handlers, and without.

import { defineApi } from '../../src/index.ts';

const document = new URL('orders.yaml', import.meta.url);

export interface Order {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  readonly currency: string;
  readonly note?: string;
  readonly status: string;
  readonly createdAt: string;
}

interface NewOrder extends Pick<Order, 'customer' | 'amount' | 'note'> {
  readonly currency?: string;
}

interface Operations {
  listOrders: { input: { limit?: number; offset?: number }; output: { data: Order[]; total: number }; secured: false };
  addOrder: { input: NewOrder; output: Order; secured: false };
  getOrder: { input: { orderId: string }; output: Order; secured: false };
}

/** @param fixtures - the folder with `orders.json` */
export const byHand = (fixtures: string) =>
  defineApi<Operations, { orders: Order }, undefined>({
    name: 'orders',
    document,
    fixtures,
    handlers: {
      listOrders({ input: { limit = 20, offset = 0 }, store }) {
        const { orders } = store.collections;
        const data: Order[] = [];
        for (const order of orders.values(offset)) {
          if (data.length === limit) break;
          data.push(order);
        }
        return { data, total: orders.size };
      },
      addOrder({ input, store, newId, now }) {
        const order: Order = { currency: 'EUR', ...input, id: newId(), status: 'open', createdAt: now.toISOString() };
        return store.change(({ orders }) => {
          orders.add(order);
          return order;
        });
      },
      getOrder({ input: { orderId }, store }) {
        const order = store.collections.orders.get(orderId);
        if (!order) throw new Error('there is no such order');
        return order;
      },
    },
  });

/** @param fixtures - the folder with `orders.json` */
export const fromDocument = (fixtures: string) => defineApi({ name: 'orders', document, fixtures, infer: true });
