// The plan of a document is cached, and computed again when the document changes.

import { expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { cachedPlanOf } from '../../../src/server/protobuf/cached-plan.ts';
import { documentSource } from '../../support/document-source.ts';

const ready = (procedure: unknown, description = '') => ({
  post: { 'x-rpc': procedure, operationId: 'ready', responses: { 200: { description } } },
});

function documentOf(path: string, parts: object) {
  const bundled = { openapi: '3.0.3', info: { title: 'Shop', version: '1' }, ...parts } as DocumentObject;
  return createDocument(documentSource(bundled, path));
}

const shop = { package: 'shop.v1', service: 'ShopService' };

test('a cached plan belongs to the same document', async () => {
  const make = () => documentOf('remembered.yaml', { 'x-protobuf': shop, paths: { '/ready': ready('Ready') } });
  const first = make();
  const plan = await cachedPlanOf(first);
  expect(plan?.rpcs.map(({ name }) => name)).toEqual(['Ready']);
  expect(await cachedPlanOf(first)).toBe(plan);
  const again = await cachedPlanOf(make());
  expect(again).toEqual(plan);
  expect(again).not.toBe(plan);
  const other = documentOf('remembered.yaml', { 'x-protobuf': shop, paths: { '/ready': ready('IsReady') } });
  expect((await cachedPlanOf(other))?.rpcs.map(({ name }) => name)).toEqual(['IsReady']);
});

test('a document without a service has no plan, and is rejected if it has procedures', async () => {
  expect(await cachedPlanOf(documentOf('none.yaml', { paths: { '/ready': ready(undefined) } }))).toBeUndefined();
  const lost = documentOf('none.yaml', { paths: { '/ready': ready('Ready') } });
  for (let i = 0; i < 2; i += 1) await expect(cachedPlanOf(lost)).rejects.toThrow(/a procedure needs a service/);
});
