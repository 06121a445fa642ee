// Handles POST /orders/{id}/ship: an order is shipped only once.

import { ApiError, type HandlerOf } from 'understudy-api';
import type { Operations } from '../operations.ts';

const handler: HandlerOf<Operations, 'shipOrder'> = async ({ input, items, next }) => {
  const order = await items.orders.get(input.id);
  if (order?.status === 'shipped')
    throw new ApiError('failed_precondition', `Order ${input.id} is already shipped`, { status: 409 });
  return next();
};

export default handler;
