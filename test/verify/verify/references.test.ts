// Bodies with references: requests use the ids of existing items.

import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import type { WireRequest, WireResponse } from '../../../src/server/pipeline/wire.ts';
import { detectSandboxes } from '../../../src/verify/cases/sandboxes.ts';
import { createTarget } from '../../../src/verify/target.ts';
import { verify } from '../../../src/verify/verify.ts';
import { documentSource } from '../../support/document-source.ts';
import { responding } from '../../support/wire-server.ts';

const object = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const responses = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, { description: '' }]));
const id = { type: 'integer', minimum: 1, readOnly: true };
const line = object({ productId: { type: 'integer', minimum: 1 }, count: { type: 'integer', minimum: 1 } });
const kinds = {
  customers: object({ id, name: { type: 'string' } }),
  products: object({ id, title: { type: 'string' } }),
  // The id of a customer is a string here.
  orders: object({
    id,
    customerId: { type: 'string', pattern: '^[1-9][0-9]*$' },
    productIds: { type: 'array', minItems: 1, items: { type: 'integer' } },
    lines: { type: 'array', minItems: 1, items: line },
  }),
};

/** @param lists - the types with a list operation */
function documentOf(lists: readonly string[]) {
  const paths = Object.entries(kinds).flatMap(([kind, schema]) => {
    const one = { 200: { description: '', ...content(schema) }, ...responses(404) };
    const many = { 200: { description: '', ...content({ type: 'array', items: schema }) } };
    const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
    const post = {
      operationId: `add ${kind}`,
      requestBody: { required: true, ...content(schema) },
      responses: { 201: { description: '', ...content(schema) }, ...responses(422) },
    };
    return [
      [`/${kind}`, { post, ...(lists.includes(kind) && { get: { operationId: `list ${kind}`, responses: many } }) }],
      [
        `/${kind}/{id}`,
        {
          parameters,
          get: { operationId: `read ${kind}`, responses: one },
          put: {
            operationId: `put ${kind}`,
            requestBody: post.requestBody,
            responses: { ...one, ...responses(422) },
          },
          delete: { operationId: `remove ${kind}`, responses: responses(204, 404) },
        },
      ],
    ];
  });
  const info = { title: 'Orders', version: '1' };
  return createDocument(
    documentSource({ openapi: '3.0.3', info, paths: Object.fromEntries(paths) } as unknown as DocumentObject),
  );
}

type Thing = Readonly<Record<string, unknown>>;

/** A server with items by type and number. */
function shop(begins: Readonly<Record<string, readonly Thing[]>> = {}) {
  const there = new Map(Object.keys(kinds).map((kind) => [kind, new Map<number, Thing>()]));
  let last = 700;
  const keep = (kind: string, thing: Thing, number = ++last) => {
    there.get(kind)?.set(number, { ...thing, id: number });
    return there.get(kind)?.get(number);
  };
  for (const [kind, things] of Object.entries(begins)) for (const thing of things) keep(kind, thing);
  const json = (status: number, value?: unknown): WireResponse => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: value === undefined ? '' : JSON.stringify(value),
  });
  const isRight = (kind: string, { customerId, productIds, lines }: Thing) => {
    if (kind !== 'orders') return true;
    const products = there.get('products');
    const named = [productIds, (lines as Thing[]).map(({ productId }) => productId)].flat();
    return there.get('customers')?.has(Number(customerId)) && named.every((one) => products?.has(Number(one)));
  };
  const response = ({ method, target, body }: WireRequest): WireResponse => {
    const [, kind = '', number] = /^\/(\w+)(?:\/(\d+))?$/.exec(target) ?? [];
    const things = there.get(kind);
    const sent = body.length > 0 ? (JSON.parse(Buffer.from(body).toString()) as Thing) : undefined;
    if (!things) return json(404);
    if (sent && !isRight(kind, sent)) return json(422);
    if (number === undefined) return sent ? json(201, keep(kind, sent)) : json(200, [...things.values()]);
    if (!things.has(Number(number))) return json(404);
    if (sent) return json(200, keep(kind, sent, Number(number)));
    if (method === 'DELETE') things.delete(Number(number));
    return method === 'DELETE' ? json(204) : json(200, things.get(Number(number)));
  };
  return { response, there: () => [...there].map(([kind, things]) => [kind, things.size]) };
}

async function outcomes(lists: readonly string[], { response }: ReturnType<typeof shop>) {
  const { url } = await responding(response);
  const target = createTarget(url);
  const { operations } = await verify({
    document: documentOf(lists),
    target,
    sandboxes: await detectSandboxes(target),
    phases: ['examples', 'scenarios'],
    allowWrites: true,
  });
  target.close();
  return operations.map(({ operation, outcome, reason, appliedChecks: tried }) => ({
    id: operation.id,
    outcome,
    reason,
    tried,
  }));
}

test('ids are taken from lists: single, several, nested, and converted to strings', async () => {
  const all = shop({ customers: [{ name: 'Ada' }], products: [{ title: 'Tea' }] });
  const verdicts = await outcomes(['customers', 'products', 'orders'], all);
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  // The scenario of an order needs them, too.
  expect(verdicts.find(({ id }) => id === 'add orders')?.tried).toContain('read-after-create');
  expect(verdicts.find(({ id }) => id === 'put orders')?.tried).toContain('put-idempotent');
});

test('without a list, an item is created first, and removed at the end', async () => {
  const all = shop();
  expect((await outcomes([], all)).filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(all.there()).toEqual([
    ['customers', 0],
    ['products', 0],
    ['orders', 0],
  ]);
});
