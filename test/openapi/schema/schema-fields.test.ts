// Flat list of the properties of a schema.

import { expect, test } from 'vitest';
import { createReferences } from '../../../src/openapi/references.ts';
import { listSchemaFields } from '../../../src/openapi/schema/schema-fields.ts';

const fieldsIn = (schema: object, root: object = {}) => listSchemaFields(schema, createReferences(root));
const pointersIn = (schema: object, root?: object) => fieldsIn(schema, root).map(({ pointer }) => pointer);
const text = { type: 'string' };

test('lists types, required flags, values and descriptions', () => {
  const properties = {
    name: { ...text, description: 'By which it is called.' },
    kind: { enum: ['cat', 'dog'] },
    born: { type: ['string', 'null'], format: 'date' },
    weight: { type: 'number', nullable: true },
    always: { const: 1 },
    anything: {},
  };
  expect(fieldsIn({ required: ['name', 'missing'], properties })).toEqual([
    { pointer: '/name', types: ['string'], required: true, description: 'By which it is called.' },
    { pointer: '/kind', types: [], required: false, values: ['cat', 'dog'] },
    { pointer: '/born', types: ['string', 'null'], required: false, format: 'date' },
    { pointer: '/weight', types: ['number', 'null'], required: false },
    { pointer: '/always', types: [], required: false, values: [1] },
    { pointer: '/anything', types: [], required: false },
  ]);
});

test('lists outer objects first, with escaped names', () => {
  const schema = { properties: { 'a/b': { required: ['~'], properties: { '~': text } }, c: text } };
  expect(fieldsIn(schema)).toEqual([
    { pointer: '/a~1b', types: ['object'], required: false },
    { pointer: '/c', types: ['string'], required: false },
    { pointer: '/a~1b/~0', types: ['string'], required: true },
  ]);
});

test('merges composed schemas and includes all alternatives as optional', () => {
  const schema = {
    allOf: [{ required: ['a'], properties: { a: { description: 'first' } } }, { $ref: '#/B' }],
    oneOf: [
      { required: ['human'], properties: { human: text } },
      { required: ['machine'], properties: { machine: text } },
    ],
  };
  const root = { B: { required: ['b'], properties: { a: text, b: text } } };
  expect(fieldsIn(schema, root)).toEqual([
    { pointer: '/a', types: ['string'], required: true, description: 'first' },
    { pointer: '/b', types: ['string'], required: true },
    { pointer: '/human', types: ['string'], required: false },
    { pointer: '/machine', types: ['string'], required: false },
  ]);
});

test('ends for recursive and for many schemas', () => {
  const root = { Node: { allOf: [{ $ref: '#/Node' }], properties: { next: { $ref: '#/Node' } } } };
  expect(pointersIn({ $ref: '#/Node' }, root)).toEqual([
    '/next',
    '/next/next',
    '/next/next/next',
    '/next/next/next/next',
  ]);
  const properties = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`p${n}`, text]));
  expect(fieldsIn({ properties })).toHaveLength(1000);
});

test.each([undefined, true, 7, { properties: 7, required: {}, allOf: 1, oneOf: [null] }, { $ref: '#/nowhere' }])(
  'returns nothing for %j',
  (schema) => {
    expect(listSchemaFields(schema, createReferences({}))).toEqual([]);
  },
);
