// A single item of `call.items`, such as `/settings`: get and update, without an id.

import type { ItemCollection } from '../../../server/pipeline/api/items.ts';

/** The methods of a collection that has one item below its parents. */
export function singleItem({ get, update }: ItemCollection): ItemCollection {
  const single = {
    get: (parents?: Parameters<ItemCollection['get']>[1]) => get('', parents),
    update: (change: Parameters<ItemCollection['update']>[1], parents?: Parameters<ItemCollection['update']>[2]) =>
      update('', change, parents),
  };
  // The types of an API tell which of its collections are single.
  return single as unknown as ItemCollection;
}
