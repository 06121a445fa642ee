// Handles POST /orders: sets the total of the order, and rejects products that are not sold.

import { ApiError, type HandlerOf } from 'understudy-api';
import type { Operations } from '../operations.ts';

const handler: HandlerOf<Operations, 'placeOrder'> = async ({ input, items, next }) => {
  const product = await items.products.get(input.sku);
  if (!product) throw new ApiError('invalid_argument', `There is no product with the SKU ${input.sku}`);
  return next({ set: { total: product.price * input.count } });
};

export default handler;
