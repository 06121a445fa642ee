// Answers POST /orders: who orders what is not sold is refused, which the document cannot say. All else is as it would be without this file.

import { ApiError, type HandlerOf } from 'understudy-api';
import type { Operations } from '../operations.ts';

const handler: HandlerOf<Operations, 'placeOrder'> = ({ input, store, next }) => {
  if (!store.collections.products?.get(input.sku))
    throw new ApiError('invalid_argument', `There is no product with the SKU ${input.sku}`);
  return next();
};

export default handler;
