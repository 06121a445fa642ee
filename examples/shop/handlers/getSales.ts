// Handles GET /sales: the sum over all orders.

import type { HandlerOf } from 'understudy-api';
import type { Operations } from '../operations.ts';

const handler: HandlerOf<Operations, 'getSales'> = async ({ items }) => {
  const orders = await items.orders.list();
  return { orders: orders.length, revenue: orders.reduce((sum, { total = 0 }) => sum + total, 0) };
};

export default handler;
