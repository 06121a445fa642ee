// Inference rules from docs/reference/inference.md without an example there.

import { expect, test } from 'vitest';
import { inferred } from '../../support/inferred.ts';

const list = (name: string) =>
  `responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/${name}' } } } } } }`;
const one = (name: string, status = 200) =>
  `responses: { '${status}': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } } }`;
const body = (schema: string) => `requestBody: { content: { application/json: { schema: ${schema} } } }`;
const ORDER = "{ $ref: '#/components/schemas/Order' }";

const SHOP = `
paths:
  /customers:
    get: { ${list('Customer')} }
    post: { ${body("{ $ref: '#/components/schemas/Customer' }")}, ${one('Customer', 201)} }
    delete:
      parameters: [{ name: ids, in: query, required: true, schema: { type: array, items: { type: integer } } }]
      responses: { '204': { description: gone } }
  /customers/{customerId}:
    parameters: [{ name: customerId, in: path, required: true, schema: { type: integer } }]
    get: { ${one('Customer')} }
    delete: { ${one('Deleted')} }
  /customers/{customerId}/orders:
    parameters: [{ name: customerId, in: path, required: true, schema: { type: integer } }]
    get: { ${list('Order')} }
    post: { ${body('{ type: object, properties: { total: { type: number } } }')}, ${one('Order', 201)} }
  /customers/{customerId}/lock:
    parameters: [{ name: customerId, in: path, required: true, schema: { type: integer } }]
    put: { responses: { '204': { description: locked } } }
    delete: { responses: { '204': { description: not locked any more } } }
  /orders:
    get: { parameters: [{ name: 'filter[total][gte]', in: query, schema: { type: number } }], ${list('Order')} }
  /orders/batch:
    post: { ${body(`{ type: array, items: ${ORDER} }`)}, ${list('Order')} }
  /orders/{orderId}:
    get: { parameters: [{ name: orderId, in: path, required: true, schema: { type: string } }], ${one('Order')} }
components:
  schemas:
    Customer:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, minimum: 1000, readOnly: true }
        name: { type: string }
        locked: { type: boolean, readOnly: true }
        updatedAt: { type: integer, format: int64, readOnly: true }
    Deleted: { type: object, required: [id, deleted], properties: { id: { type: integer }, deleted: { type: boolean } } }
    Order:
      type: object
      required: [id, total]
      properties:
        id: { type: string, readOnly: true }
        total: { type: number }
        customer_id: { type: integer }
`;

test('a list below a parent returns the items of all paths that reference the parent', async () => {
  const send = await inferred(SHOP);
  const { body: created } = await send('POST', '/customers/1000/orders', { total: 5 });
  expect(created).toEqual({ id: created.id, total: 5, customer_id: 1000 });
  const { body: all } = await send('GET', '/orders');
  const own = all.filter((order: { customer_id: number }) => order.customer_id === 1000);
  expect(own.length).toBeGreaterThan(0);
  expect(own.length).toBeLessThan(all.length);
  expect((await send('GET', '/customers/1000/orders')).body).toEqual(own);
});

test('DELETE removes what PUT created at the same path', async () => {
  const send = await inferred(SHOP);
  await send('PUT', '/customers/1000/lock');
  expect((await send('GET', '/customers/1000')).body.locked).toBe(true);
  await send('DELETE', '/customers/1000/lock');
  expect((await send('GET', '/customers/1000')).body.locked).toBe(false);
});

test('bulk create adds only the sent properties, as a single create does', async () => {
  const send = await inferred(SHOP, { records: 0 });
  const { body: created } = await send('POST', '/orders/batch', [{ total: 1 }, { total: 2 }]);
  expect(created).toEqual([1, 2].map((total) => ({ id: expect.any(String), total })));
  expect((await send('GET', '/orders')).body).toEqual(created);
});

test('bulk delete accepts ids in the query', async () => {
  const send = await inferred(SHOP);
  expect(await send('DELETE', '/customers?ids=1000&ids=1002')).toMatchObject({ status: 204, source: 'stored' });
  expect((await send('GET', '/customers')).body).toMatchObject([{ id: 1001 }]);
});

test('deleting a collection honours filters, and does nothing for an unsupported filter', async () => {
  const properties = '{ id: { type: string, readOnly: true }, status: { type: string }, owner_id: { type: integer } }';
  const pet = `{ type: object, required: [id, status], properties: ${properties} }`;
  const pets = `
paths:
  /pets:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: ${pet} } } } } } }
    post: { ${body(pet)}, responses: { '201': { description: ok, content: { application/json: { schema: ${pet} } } } } }
    delete:
      parameters:
        - { name: status, in: query, schema: { type: array, items: { type: string } } }
        - { name: owner_id, in: query, schema: { type: integer } }
        - { name: olderThan, in: query, schema: { type: string } }
        - { name: limit, in: query, schema: { type: integer, default: 100 } }
        - { name: force, in: query, schema: { type: boolean } }
      responses: { '204': { description: gone } }
`;
  const send = await inferred(pets, { records: 0 });
  const created = [
    { status: 'sold', owner_id: 1 },
    { status: 'here', owner_id: 1 },
    { status: 'lost', owner_id: 2 },
    { status: 'here', owner_id: 3 },
  ];
  for (const one of created) await send('POST', '/pets', one);
  const left = async () => {
    const { body } = await send('GET', '/pets');
    return body.map((one: { status: string; owner_id: number }) => `${one.status} ${one.owner_id}`);
  };
  expect(await send('DELETE', '/pets?status=sold&status=lost&force=true')).toMatchObject({ status: 204 });
  expect(await left()).toEqual(['here 1', 'here 3']);
  for (const unknown of ['olderThan=2020', 'limit=1']) {
    expect(await send('DELETE', `/pets?${unknown}`)).toMatchObject({ status: 204, source: 'generated' });
    expect((await send('GET', '/_understudy/requests')).body.exchanges.at(-1).warnings).toEqual([
      expect.stringContaining('nothing was deleted'),
    ]);
  }
  expect(await left()).toEqual(['here 1', 'here 3']);
  await send('DELETE', '/pets?owner_id=3');
  expect(await left()).toEqual(['here 1']);
  await send('DELETE', '/pets');
  expect(await left()).toEqual([]);
});

test('updates and deletes the item that the body identifies', async () => {
  const ids = '{ type: integer }';
  const pet = `{ type: object, required: [id, name], properties: { id: { type: integer, readOnly: true }, name: { type: string }, tag: { type: string } } }`;
  const shown = `responses: { '200': { description: ok, content: { application/json: { schema: ${pet} } } }, '404': { description: unknown } }`;
  const change = `{ type: object, required: [petId], properties: { petId: ${ids}, name: { type: string }, tag: { type: string } } }`;
  const send = await inferred(
    `
paths:
  /pets:
    get: { responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: ${pet} } } } } } }
    post: { ${body(pet)}, ${shown} }
  /pets/update: { post: { ${body(change)}, ${shown} } }
  /pets/delete: { post: { ${body(`{ type: object, required: [id], properties: { id: ${ids} } }`)}, responses: { '204': { description: gone }, '404': { description: unknown } } } }
  /pets/{petId}:
    get: { parameters: [{ name: petId, in: path, required: true, schema: ${ids} }], ${shown} }
`,
    { records: 0 },
  );
  for (const name of ['Rex', 'Bo']) await send('POST', '/pets', { name });
  expect((await send('POST', '/pets/update', { petId: 2, tag: 'dog' })).body).toEqual({
    id: 2,
    name: 'Bo',
    tag: 'dog',
  });
  expect((await send('GET', '/pets/2')).body).toEqual({ id: 2, name: 'Bo', tag: 'dog' });
  expect((await send('POST', '/pets/update', { petId: 9, tag: 'dog' })).status).toBe(404);
  expect((await send('POST', '/pets/delete', { id: 1 })).status).toBe(204);
  expect((await send('POST', '/pets/delete', { id: 1 })).status).toBe(404);
  expect((await send('GET', '/pets')).body).toEqual([{ id: 2, name: 'Bo', tag: 'dog' }]);
});

test('a new item is in the list with its default filter, and the wrapper may have more properties', async () => {
  const user = `{ type: object, required: [status], properties: { id: { type: string, readOnly: true }, email: { type: string }, status: { type: string, enum: [pending, active] } } }`;
  const sent = `{ type: object, required: [action], properties: { action: { type: string }, user_info: { type: object, properties: { email: { type: string }, first_name: { type: string } } } } }`;
  const send = await inferred(
    `
paths:
  /users:
    get:
      parameters: [{ name: status, in: query, schema: { type: string, enum: [active, pending], default: active } }]
      responses: { '200': { description: ok, content: { application/json: { schema: { type: array, items: ${user} } } } } }
    post: { ${body(sent)}, responses: { '201': { description: ok, content: { application/json: { schema: ${user} } } } } }
  /users/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok, content: { application/json: { schema: ${user} } } } } }
`,
    { records: 0 },
  );
  const { body: created } = await send('POST', '/users', { action: 'create', user_info: { email: 'a@b.example' } });
  expect(created).toEqual({ id: created.id, email: 'a@b.example', status: 'active' });
  expect((await send('GET', '/users')).body).toEqual([created]);
});

test('a delete response contains the id and a success flag', async () => {
  const send = await inferred(SHOP);
  const { source, body: reported } = await send('DELETE', '/customers/1000');
  expect({ source, reported }).toEqual({ source: 'stored', reported: { id: 1000, deleted: true } });
});

test('filters may have nested brackets', async () => {
  const send = await inferred(SHOP, { records: 0 });
  await send('POST', '/orders/batch', [{ total: 1 }, { total: 2 }, { total: 3 }]);
  expect((await send('GET', '/orders?filter[total][gte]=2')).body).toMatchObject([{ total: 2 }, { total: 3 }]);
});

test('timestamps use the same unit in generated and current values', async () => {
  const send = await inferred(SHOP, { now: () => new Date('2026-11-22T09:00:00Z') });
  await send('POST', '/customers', { name: 'Resi' });
  const { body: customers } = await send('GET', '/customers');
  expect(customers.at(-1).updatedAt).toBe(Date.parse('2026-11-22T09:00:00Z'));
  for (const { updatedAt } of customers) expect(new Date(updatedAt).getUTCFullYear()).toBeGreaterThan(2020);
});

test.each([
  ['houses', 'house_id'],
  ['people', 'personId'],
  ['categories', 'categoryIds'],
  ['addresses', 'home_address_id'],
])('a property named like one of %s with an id suffix is a reference: %s', async (kind, property) => {
  const send = await inferred(`
paths:
  /${kind}:
    get: { ${list('Thing')} }
  /${kind}/{id}:
    get: { parameters: [{ name: id, in: path, required: true, schema: { type: integer } }], ${one('Thing')} }
  /visits:
    get: { ${list('Visit')} }
    post:
      ${body('{ type: object }')}
      responses:
        '201': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Visit' } } } }
        '422': { description: no }
components:
  schemas:
    Thing: { type: object, required: [id], properties: { id: { type: integer } } }
    Visit: { type: object, required: [id, at], properties: { id: { type: string }, at: { type: string } } }
`);
  expect((await send('POST', '/visits', { [property]: 1 })).status).toBe(201);
  expect((await send('POST', '/visits', { [property]: 99 })).status).toBe(422);
});

test('an item schema with a deleted alternative resolves to the existing item', async () => {
  const send = await inferred(`
paths:
  /customers:
    get: { ${list('customer')} }
  /customers/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema: { anyOf: [{ $ref: '#/components/schemas/customer' }, { $ref: '#/components/schemas/deleted_customer' }] }
    delete: { ${one('deleted_customer')} }
components:
  schemas:
    customer: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } }
    deleted_customer:
      type: object
      required: [id, deleted]
      properties: { id: { type: string }, deleted: { type: boolean, enum: [true] } }
`);
  const { body: customers } = await send('GET', '/customers');
  expect(customers).toHaveLength(3);
  for (const customer of customers) {
    expect(customer).toEqual({ id: expect.any(String), name: expect.any(String) });
    expect((await send('GET', `/customers/${customer.id}`)).body).toEqual(customer);
  }
  const [{ id }] = customers;
  expect((await send('DELETE', `/customers/${id}`)).body).toEqual({ id, deleted: true });
  expect((await send('GET', `/customers/${id}`)).status).toBe(404);
});
