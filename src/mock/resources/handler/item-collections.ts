// `call.items`: the collections of an inferred API, by name.

import { findNearestName } from '../../../schema/nearest-name.ts';
import type { ItemCollection, UntypedCollections } from '../../../server/pipeline/api/items.ts';
import { handlerError } from '../../../server/pipeline/handler-call.ts';
import type { OperationRequest } from '../../../server/pipeline/responder.ts';
import { joinNames } from '../items/set-properties.ts';
import type { InferredModel } from '../resource-call.ts';
import { createItemCollection } from './item-collection.ts';

/** Creates the collections for one handler call. An unknown name throws an error that suggests the nearest one. */
export function createItemCollections(request: OperationRequest, inferred: InferredModel): UntypedCollections {
  const { all } = inferred.resources;
  return new Proxy({} as UntypedCollections, {
    get(_, name) {
      // Promises and tools that print objects read these names.
      if (typeof name !== 'string' || name === 'then' || name === 'toJSON') return undefined;
      const resource = all.get(name);
      if (!resource) throw unknownCollection(name, [...all.keys()]);
      return resource.isSingleton
        ? createSingleItem(createItemCollection(request, inferred, resource))
        : createItemCollection(request, inferred, resource);
    },
    has: (_, name) => typeof name === 'string' && all.has(name),
    ownKeys: () => [...all.keys()],
    getOwnPropertyDescriptor: (_, name) =>
      typeof name === 'string' && all.has(name) ? { enumerable: true, configurable: true } : undefined,
  });
}

function unknownCollection(name: string, names: readonly string[]) {
  const meant = findNearestName(name, names);
  const hint = meant === undefined ? `the collections are ${joinNames(names)}` : `did you mean ${meant}?`;
  return handlerError(
    names.length === 0 ? `items has no collections: the document has none` : `items has no collection ${name}; ${hint}`,
  );
}

/** Creates the methods for a collection with a single item below its parents. */
function createSingleItem({ get, update }: ItemCollection): ItemCollection {
  const isSingleton = {
    get: (parents?: Parameters<ItemCollection['get']>[1]) => get('', parents),
    update: (change: Parameters<ItemCollection['update']>[1], parents?: Parameters<ItemCollection['update']>[2]) =>
      update('', change, parents),
  };
  // The generated types of an API declare which collections are singletons.
  return isSingleton as unknown as ItemCollection;
}
