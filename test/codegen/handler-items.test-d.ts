// Types of items in handlers. Checked by `tsc`, never run: each line marked below fails if the compiler accepts the next one.

import type { Operations } from '../../examples/shop/operations.ts';
import { defineApi, type HandlerOf } from '../../src/index.ts';

type Place = HandlerOf<Operations, 'placeOrder'>;
type Get = HandlerOf<Operations, 'getOrder'>;

export const set: Place = ({ next }) => next({ set: { total: 12, status: 'open' } });

// @ts-expect-error The property is misspelt.
export const misspelt: Place = ({ next }) => next({ set: { totl: 12 } });

// @ts-expect-error The value has another type.
export const text: Place = ({ next }) => next({ set: { total: '12' } });

// @ts-expect-error The operation stores no item.
export const read: Get = ({ next }) => next({ set: { total: 12 } });

export const get: Get = async ({ input, items, next }) => (await items.orders.get(input.id)) ?? next();

// @ts-expect-error The collection does not exist.
export const order: Get = async ({ input, items, next }) => (await items.order.get(input.id)) ?? next();

// @ts-expect-error The id is a number.
export const byText: Get = async ({ items, next }) => (await items.orders.get('1')) ?? next();

export const list: Get = async ({ items, next }) => (await items.orders.list({ sku: 'tent-2' }))[0] ?? next();

// @ts-expect-error Items do not have the property.
export const listed: Get = async ({ items, next }) => (await items.orders.list({ skew: 'tent-2' }))[0] ?? next();

// Read-only properties can be set.
export const create: Get = ({ items }) => items.orders.create({ sku: 'tent-2', count: 1, total: 289 });

// @ts-expect-error A client has to send a count.
export const incomplete: Get = ({ items }) => items.orders.create({ sku: 'tent-2' });

export const update: Get = ({ items }) => items.orders.update(1, ({ count }) => ({ count: count + 1 }));

// @ts-expect-error Items do not have the property.
export const updated: Get = ({ items }) => items.orders.update(1, { cout: 1 });

// @ts-expect-error A removed item is no output.
export const removed: Get = ({ items }) => items.orders.remove(1);

/** A nested collection and a single item, as written by `understudy types`. */
interface Nested {
  putSettings: {
    readonly input: object;
    readonly output: { readonly theme: string };
    readonly secured: false;
    readonly items: {
      readonly settings: Collection<{ readonly theme: string }, undefined, Record<never, never>>;
      readonly lines: Collection<{ readonly text: string }, string, { readonly orderId: number }>;
    };
    readonly set: { readonly theme: string };
  };
}
interface Collection<Item, Id, Parents> {
  readonly item: Item;
  readonly properties: Item;
  readonly id: Id;
  readonly parents: Parents;
}
type Put = HandlerOf<Nested, 'putSettings'>;

export const single: Put = async ({ items }) => (await items.settings.get()) ?? items.settings.update({ theme: 'a' });

// @ts-expect-error A single item is not in a list.
export const singles: Put = async ({ items }) => (await items.settings.list())[0];

export const nested: Put = async ({ items, next }) => {
  await items.lines.create({ text: 'a' }, { orderId: 1 });
  await items.lines.list({ orderId: 1, text: 'a' });
  return next({ set: { theme: 'dark' } });
};

// @ts-expect-error The parent does not exist.
export const below: Put = async ({ items, next }) => (await items.lines.list({ order: 1 })) && next();

/** Handwritten types without items. */
interface Untyped {
  getPet: { readonly input: object; readonly output: unknown; readonly secured: false };
}

export const untyped: HandlerOf<Untyped, 'getPet'> = async ({ items, next }) =>
  (await items.pets?.list({ name: 'Minka' })) ?? next({ set: { any: 'value' } });

// Handlers in code need no types.
defineApi({
  name: 'pets',
  document: 'pets.yaml',
  infer: true,
  handlers: {
    addPet: ({ input, next }) => next({ set: { name: `${input.name}!` } }),
    countPets: async ({ items }) => ({ count: (await items.pets?.list())?.length }),
  },
});

// @ts-expect-error A handler is a function.
defineApi({ name: 'pets', document: 'pets.yaml', infer: true, handlers: { addPet: 1 } });

// @ts-expect-error Only an API that is inferred can do without.
defineApi({ name: 'pets', document: 'pets.yaml', handlers: { addPet: ({ next }) => next() } });
