// A singleton of `call.items`, such as `/settings`: get and update, no id.

import type { ItemCollection } from '../../../server/pipeline/api/items.ts';

/** Creates the methods for a collection with a single item below its parents. */
export function createSingleItem({ get, update }: ItemCollection): ItemCollection {
  const isSingleton = {
    get: (parents?: Parameters<ItemCollection['get']>[1]) => get('', parents),
    update: (change: Parameters<ItemCollection['update']>[1], parents?: Parameters<ItemCollection['update']>[2]) =>
      update('', change, parents),
  };
  // The generated types of an API declare which collections are singletons.
  return isSingleton as unknown as ItemCollection;
}
