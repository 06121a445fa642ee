// Selection of the alternative that a value matches.

import { describe, expect, test } from 'vitest';
import { narrowSchema } from '../../../src/mock/resources/narrow-schema.ts';
import type { Schema } from '../../../src/openapi/objects.ts';
import { createReferences } from '../../../src/openapi/references.ts';
import { flattenSchema } from '../../../src/openapi/schema/flat-schema.ts';
import { jsonAnswers } from '../../support/own-api.ts';
import { inPath, openInferred, takes } from './inferred.ts';

const text = { type: 'string' };
const CARD = { type: 'object', required: ['number'], properties: { number: text, kind: { enum: ['card'] } } };
const BANK = {
  type: 'object',
  required: ['iban', 'bic'],
  properties: { iban: text, bic: text, owner: text, kind: { enum: ['bank'] } },
};

describe('selects', () => {
  const references = createReferences({ components: { schemas: { Card: CARD, Bank: BANK } } } as never);
  const card = { $ref: '#/components/schemas/Card' };
  const bank = { $ref: '#/components/schemas/Bank' };
  const kinds = { propertyName: 'type', mapping: { iban: bank.$ref } };
  test.each<[what: string, schema: object, value: unknown, names: readonly string[]]>([
    [
      'the alternative with the same properties',
      { oneOf: [CARD, BANK] },
      { iban: 'AT61' },
      ['iban', 'bic', 'owner', 'kind'],
    ],
    [
      'the alternative with the same properties, behind a reference',
      { anyOf: [card, bank] },
      { owner: 'Ann' },
      ['iban', 'bic', 'owner', 'kind'],
    ],
    [
      'the alternative that allows the value',
      { oneOf: [card, bank] },
      { kind: 'bank' },
      ['iban', 'bic', 'owner', 'kind'],
    ],
    [
      'the alternative of the discriminator',
      { oneOf: [card, bank], discriminator: kinds },
      { type: 'iban', number: '1' },
      ['iban', 'bic', 'owner', 'kind', 'type'],
    ],
    [
      'the alternative in the discriminator mapping',
      { oneOf: [card, bank], discriminator: kinds },
      { type: 'Bank' },
      ['iban', 'bic', 'owner', 'kind', 'type'],
    ],
    ['the first of two matching alternatives', { oneOf: [CARD, BANK] }, {}, ['number', 'kind']],
    ['the alternative of the same type', { oneOf: [text, BANK] }, { note: 1 }, ['iban', 'bic', 'owner', 'kind']],
    [
      'an alternative beside common properties',
      { properties: { id: text }, oneOf: [card, bank] },
      { bic: 'X' },
      ['iban', 'bic', 'owner', 'kind', 'id'],
    ],
    [
      'a nested alternative',
      { oneOf: [{ oneOf: [card, bank] }, { type: 'object', properties: { cash: text } }] },
      { cash: '1' },
      ['cash'],
    ],
    ['nothing without alternatives', CARD, { iban: 'AT61' }, ['number', 'kind']],
  ])('%s', (_, schema, value, names) => {
    const { schema: own } = narrowSchema({ value: schema as Schema, pointer: '/x' }, value, references);
    expect(Object.keys(flattenSchema(own, references).properties).toSorted()).toEqual(names.toSorted());
  });
});

test('a new item has the required properties of its own alternative only', async () => {
  const own = (schema: typeof CARD | typeof BANK) => ({
    ...schema,
    required: [...schema.required, 'id', 'checked_at', 'risk'],
    properties: {
      id: { type: 'string', readOnly: true },
      checked_at: { type: 'string', format: 'date-time', readOnly: true },
      ...schema.properties,
      ...('iban' in schema.properties
        ? {
            risk: { type: 'string', enum: ['low', 'high'], readOnly: true },
            secret: { type: 'string', writeOnly: true },
          }
        : { risk: { type: 'integer', readOnly: true }, limit: { type: 'integer', readOnly: true } }),
    },
  });
  const account = { oneOf: [own(CARD), own(BANK)] };
  const { send, reported } = await openInferred({
    '/accounts': {
      get: { responses: jsonAnswers({ 200: { type: 'array', items: account } }) },
      post: { ...takes({ oneOf: [CARD, BANK] }), responses: jsonAnswers({ 201: account }) },
    },
    '/accounts/{id}': {
      parameters: inPath({ id: text }),
      get: { responses: jsonAnswers({ 200: account, 404: undefined }) },
      patch: { ...takes({ type: 'object' }), responses: jsonAnswers({ 200: account }) },
    },
  });
  const { status, source, body } = await send('POST', '/accounts', { iban: 'AT61', bic: 'GIBA', secret: 's' });
  expect({ status, source }).toEqual({ status: 201, source: 'stored' });
  const checked = expect.any(String);
  expect(body).toEqual({ id: body.id, iban: 'AT61', bic: 'GIBA', checked_at: checked, risk: 'low' });
  expect((await send('PATCH', `/accounts/${body.id}`, { owner: 'Ann' })).body).toEqual({ ...body, owner: 'Ann' });
  expect((await send('GET', '/accounts')).body).toEqual([{ ...body, owner: 'Ann' }]);
  const { body: card } = await send('POST', '/accounts', { number: '4000' });
  expect(card).toMatchObject({ number: '4000', risk: expect.any(Number), limit: expect.any(Number) });
  expect(reported).toEqual([]);
});

test('a created item uses the single-item alternative of the response', async () => {
  const droplet = {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer', readOnly: true }, name: text },
  };
  const one = { type: 'object', required: ['droplet'], properties: { droplet } };
  const several = {
    type: 'object',
    required: ['droplets'],
    properties: { droplets: { type: 'array', items: droplet } },
  };
  const { send } = await openInferred({
    '/droplets': {
      get: { responses: jsonAnswers({ 200: several }) },
      post: { ...takes(droplet), responses: jsonAnswers({ 202: { oneOf: [several, one] } }) },
    },
    '/droplets/{id}': {
      parameters: inPath({ id: { type: 'integer' } }),
      get: { responses: jsonAnswers({ 200: one }) },
    },
  });
  for (const id of [1, 2, 3, 4, 5, 6])
    expect((await send('POST', '/droplets', { name: 'web' })).body).toEqual({ droplet: { id, name: 'web' } });
  expect((await send('GET', '/droplets/1')).body).toEqual({ droplet: { id: 1, name: 'web' } });
});
