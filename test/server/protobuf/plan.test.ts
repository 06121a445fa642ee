// The protobuf plan of a document, and errors for documents that cannot be converted.

import { describe, expect, test } from 'vitest';
import type { DocumentObject } from '../../../src/openapi/objects.ts';
import { planDocument } from '../../../src/server/protobuf/plan-document.ts';
import { documentWith, documentWithProperty, EVERYTHING, IDENTITY, planOf } from './plans.ts';

const BODY = '/paths/~1call/post/requestBody/content/application~1json/schema';
const IT = `${BODY}/properties/it`;

const object = (numbers: object, properties: object, rest: object = {}) => ({
  type: 'object',
  'x-field-numbers': numbers,
  properties,
  ...rest,
});

/** The field `it` as in a `.proto` file. */
function written(document: DocumentObject): string {
  const { plan, problems } = planDocument(document);
  const field = plan?.messages[0]?.fields[0];
  if (!field) throw new Error(JSON.stringify(problems));
  const { cardinality, type, singular } = field;
  const name =
    type.kind === 'scalar' ? `${type.scalar}${type.isNumber ? ' as number' : ''}` : `${type.kind} ${type.name}`;
  return [cardinality === 'single' ? '' : cardinality, singular ? 'singular' : '', name].filter(Boolean).join(' ');
}

describe('a schema', () => {
  const POINT = { Point: object({ x: 1 }, { x: { type: 'number' } }) };
  const POINT_REFERENCE = { $ref: '#/components/schemas/Point' };
  const SHADE = { Shade: { type: 'string', enum: ['DARK', 'LIGHT'], 'x-enum-numbers': [0, 4] } };

  test.each<[schema: unknown, written: string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'string', format: 'email' }, 'string'],
    [{ type: 'string', format: 'byte' }, 'bytes'],
    [{ type: 'string', format: 'int64' }, 'int64'],
    [{ type: 'string', format: 'uint64' }, 'uint64'],
    [{ type: 'string', format: 'date-time' }, 'message google.protobuf.Timestamp'],
    [{ type: 'boolean' }, 'bool'],
    [{ type: 'integer' }, 'int64 as number'],
    [{ type: 'integer', format: 'int64' }, 'int64 as number'],
    [{ type: 'integer', format: 'uint64' }, 'uint64 as number'],
    [{ type: 'integer', format: 'int32' }, 'int32'],
    [{ type: 'integer', format: 'uint32' }, 'uint32'],
    [{ type: 'integer', format: 'uint8', enum: [1, 2] }, 'uint32'],
    [{ type: 'integer', format: 'constructor' }, 'int64 as number'],
    [{ type: 'number' }, 'double'],
    [{ type: 'number', format: 'float' }, 'float'],
    [{ type: 'string', nullable: true }, 'optional string'],
    [{ type: ['string', 'null'] }, 'optional string'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'optional string'],
    [{ nullable: true, allOf: [{ $ref: '#/components/schemas/Shade' }] }, 'enum small.v1.Shade'],
    [{ oneOf: [{ $ref: '#/components/schemas/Shade' }, { type: 'null' }] }, 'optional enum small.v1.Shade'],
    [{ type: 'array', items: { type: 'string' } }, 'repeated string'],
    [{ items: { type: 'string' } }, 'repeated string'],
    [{ type: ['array', 'null'], items: { type: 'integer' } }, 'repeated int64 as number'],
    [{ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1, 'x-singular': true }, 'singular string'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'map bool'],
    [{ type: 'object', additionalProperties: {} }, 'map message google.protobuf.Value'],
    [{ type: 'object' }, 'message google.protobuf.Struct'],
    [{ type: 'object', additionalProperties: true }, 'message google.protobuf.Struct'],
    [{ type: 'object', additionalProperties: false }, 'message small.v1.CallRequest.It'],
    [{}, 'message google.protobuf.Value'],
    [true, 'message google.protobuf.Value'],
    [{ type: 'null' }, 'message google.protobuf.Value'],
    [{ enum: ['A', 'B'], 'x-enum-numbers': [0, 1] }, 'enum small.v1.CallRequest.It'],
    [{ type: ['string', 'null'], enum: ['A', null], 'x-enum-numbers': [0] }, 'optional enum small.v1.CallRequest.It'],
    [object({ a: 1 }, { a: {} }), 'message small.v1.CallRequest.It'],
    [POINT_REFERENCE, 'message small.v1.Point'],
    [{ allOf: [POINT_REFERENCE], description: 'Where.' }, 'message small.v1.Point'],
    [{ allOf: [POINT_REFERENCE, object({ y: 2 }, { y: { type: 'number' } })] }, 'message small.v1.CallRequest.It'],
    [{ type: 'array', items: POINT_REFERENCE }, 'repeated message small.v1.Point'],
    [{ type: 'string', 'x-message': 'google.protobuf.Duration' }, 'message google.protobuf.Duration'],
    [{ type: 'array', items: {}, 'x-message': 'google.protobuf.ListValue' }, 'message google.protobuf.ListValue'],
  ])('%j is %s', (schema, expected) => {
    expect(written(documentWithProperty(schema, { ...POINT, ...SHADE }))).toBe(expected);
  });

  test('without a number is checked as well, so that all errors are reported at once', () => {
    const schemas = { Line: object({}, { sku: { type: 'string' } }), Kind: { type: 'string', enum: ['a', 'b'] } };
    const lines = { type: 'array', items: { $ref: '#/components/schemas/Line' } };
    const { problems } = planDocument(
      documentWith(object({}, { lines, kind: { $ref: '#/components/schemas/Kind' } }), schemas),
    );
    expect(problems.map(({ message }) => message).toSorted()).toEqual([
      'property "kind" has no number in x-field-numbers',
      'property "lines" has no number in x-field-numbers',
      'property "sku" has no number in x-field-numbers',
      'x-enum-numbers must have a number for each of the 2 enum values; none given',
    ]);
  });

  test('that refers to itself is a recursive message', () => {
    const tree = object({ below: 1 }, { below: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } });
    const { plan } = planDocument(documentWithProperty({ $ref: '#/components/schemas/Tree' }, { Tree: tree }));
    expect(plan?.messages.find(({ name }) => name === 'Tree')?.fields).toMatchObject([
      { cardinality: 'repeated', type: { kind: 'message', name: 'small.v1.Tree' } },
    ]);
  });

  test.each<[what: string, schema: unknown, pointer: string, said: string]>([
    ['without a number', object({}, { it: {} }), IT, 'property "it" has no number in x-field-numbers'],
    [
      'with a number twice',
      object({ it: 1, a: 1 }, { it: {}, a: {} }),
      `${BODY}/x-field-numbers/a`,
      'number 1 is used for both "it" and "a"',
    ],
    [
      'with the number 0',
      object({ it: 0 }, { it: {} }),
      `${BODY}/x-field-numbers/it`,
      'the number 0 is not from 1 to 536870911',
    ],
    [
      'with a number that is too large',
      object({ it: 2 ** 29 }, { it: {} }),
      `${BODY}/x-field-numbers/it`,
      'is not from 1 to 536870911',
    ],
    [
      'with a fraction as a number',
      object({ it: 1.5 }, { it: {} }),
      `${BODY}/x-field-numbers/it`,
      'the number 1.5 is not from',
    ],
    [
      'with a string as a number',
      object({ it: '1' }, { it: {} }),
      `${BODY}/x-field-numbers/it`,
      'the number "1" is not from',
    ],
    [
      'with a number that protobuf reserves',
      object({ it: 19_500 }, { it: {} }),
      `${BODY}/x-field-numbers/it`,
      'is in the range 19000 to 19999',
    ],
    [
      'with a reserved number',
      object({ it: 3 }, { it: {} }, { 'x-reserved-numbers': [3] }),
      `${BODY}/x-field-numbers/it`,
      'the number 3 is reserved',
    ],
    [
      'that reserves an invalid number',
      object({ it: 3 }, { it: {} }, { 'x-reserved-numbers': [0] }),
      `${BODY}/x-reserved-numbers`,
      'the number 0 is not from',
    ],
    [
      'with a number for an unknown property',
      object({ it: 1, no: 2 }, { it: {} }),
      `${BODY}/x-field-numbers/no`,
      'property "no" not found',
    ],
    [
      'with a oneof of an unknown property',
      object({ it: 1 }, { it: {} }, { 'x-oneofs': { c: ['no'] } }),
      `${BODY}/x-oneofs/c`,
      'property "no" of x-oneofs not found',
    ],
    [
      'with an empty oneof',
      object({ it: 1 }, { it: {} }, { 'x-oneofs': { c: [] } }),
      `${BODY}/x-oneofs/c`,
      'needs a name and a list',
    ],
    [
      'with a oneof of a required property',
      object({ it: 1 }, { it: {} }, { required: ['it'], 'x-oneofs': { c: ['it'] } }),
      `${BODY}/x-oneofs/c`,
      '"it" is required',
    ],
    [
      'with a property in two oneofs',
      object({ it: 1 }, { it: {} }, { 'x-oneofs': { c: ['it'], d: ['it'] } }),
      `${BODY}/x-oneofs/d`,
      '"it" is in two entries of x-oneofs',
    ],
    [
      'with a oneof that is named like a field',
      object({ it: 1 }, { it: {} }, { 'x-oneofs': { it: ['it'] } }),
      BODY,
      '"it" is the name of a field and of a choice',
    ],
    [
      'with a list in a oneof',
      object({ it: 1 }, { it: { type: 'array' } }, { 'x-oneofs': { c: ['it'] } }),
      IT,
      'a list cannot be a member of x-oneofs',
    ],
    [
      'with one protobuf name twice',
      object({ homeUrl: 1, homeURL: 2 }, { homeUrl: {}, homeURL: {} }),
      `${BODY}/properties/homeURL`,
      '"homeUrl" and "homeURL" are both "home_url" in protobuf',
    ],
    [
      'with the JSON name of another property in protobuf',
      object({ aB: 1, 'a-b1': 2, aB1: 3 }, { aB: {}, 'a-b1': {}, aB1: {} }),
      `${BODY}/properties/aB1`,
      'are both "a_b1" in protobuf',
    ],
    [
      'with a name that has no protobuf form',
      object({ 字: 1 }, { 字: {} }),
      `${BODY}/properties/字`,
      '"字" cannot be converted to a protobuf name',
    ],
    [
      'with a name that starts with a digit',
      object({ '2fa': 1 }, { '2fa': {} }),
      `${BODY}/properties/2fa`,
      '"2fa" cannot be converted to a protobuf name',
    ],
    [
      'with contradictory parts',
      { allOf: [object({ it: 1 }, { it: {} }), object({ it: 1 }, { it: {} }), object({ it: 2 }, { it: {} })] },
      `${BODY}/allOf/2/x-field-numbers/it`,
      'another part of this object has a different number',
    ],
    ['that is a list', { type: 'array', items: {} }, BODY, 'a message must be an object with named properties'],
    ['that is a string', { type: 'string' }, BODY, 'a message must be an object with named properties'],
    [
      'that is a map',
      { type: 'object', additionalProperties: { type: 'string' } },
      BODY,
      'a message must be an object with named properties',
    ],
  ])('of a request %s is rejected', (_, schema, pointer, said) => {
    const { plan, problems } = planDocument(documentWith(schema));
    expect(plan).toBeUndefined();
    expect(problems).toEqual([{ pointer, message: expect.stringContaining(said) }]);
  });

  test.each<[schema: unknown, pointer: string, said: string]>([
    [
      { type: 'array', items: { type: 'array', items: {} } },
      IT,
      'a list or map in a list cannot be converted to protobuf',
    ],
    [
      { type: 'object', additionalProperties: { type: 'array', items: {} } },
      IT,
      'a list or map in a map cannot be converted to protobuf',
    ],
    [{ type: 'array', items: { type: ['string', 'null'] } }, IT, 'a list in protobuf cannot contain null'],
    [
      { type: 'object', additionalProperties: { type: ['string', 'null'] } },
      IT,
      'a map in protobuf cannot contain null',
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, IT, 'a union of types cannot be converted to protobuf'],
    [{ type: ['string', 'number'] }, IT, 'a union of types cannot be converted to protobuf'],
    [{ type: 'string', format: 'binary' }, IT, 'format "binary" cannot be converted to protobuf'],
    [{ type: 'file' }, IT, 'type "file" cannot be converted to protobuf'],
    [false, IT, 'no value is allowed here'],
    [{ 'x-message': 'google.protobuf.Api' }, IT, 'not a well-known type with a JSON form'],
    [{ type: 'string', 'x-singular': true }, IT, 'x-singular is for lists of exactly one element'],
    [{ type: 'array', items: {}, 'x-singular': true }, IT, 'x-singular is for lists of exactly one element'],
    [
      { type: 'string', enum: ['A'] },
      IT,
      'x-enum-numbers must have a number for each of the 1 enum values; none given',
    ],
    [{ type: 'string', enum: ['A', 'B'], 'x-enum-numbers': [0] }, IT, 'each of the 2 enum values; 1 given'],
    [
      { type: 'string', enum: ['A'], 'x-enum-numbers': [1] },
      `${IT}/x-enum-numbers/0`,
      'the first number of an enum must be 0',
    ],
    [{ type: 'string', enum: ['A', 'B'], 'x-enum-numbers': [0, 0] }, `${IT}/x-enum-numbers/1`, '0 is used twice'],
    [
      { type: 'string', enum: ['A', 'B'], 'x-enum-numbers': [0, 2 ** 31] },
      `${IT}/x-enum-numbers/1`,
      '2147483648 is not a 32-bit integer',
    ],
    [
      { type: 'string', enum: ['A', 'b-c'], 'x-enum-numbers': [0, 1] },
      `${IT}/enum/1`,
      '"b-c" is not a valid enum value name',
    ],
    [{ enum: ['A', 1], 'x-enum-numbers': [0, 1] }, `${IT}/enum/1`, '1 is not a valid enum value name'],
    [{ enum: [null, 'A'], 'x-enum-numbers': [0] }, `${IT}/enum`, 'null must be the last value'],
    [{ $ref: '#/components/schemas/Nowhere' }, IT, 'this reference cannot be resolved'],
    [{ $ref: '#/components/schemas/Round' }, IT, 'this reference cannot be resolved, or refers to itself'],
    [{ $ref: '#/components/schemas/no-name' }, '/components/schemas/no-name', '"no-name" is not a valid message name'],
    [object({ a: 1 }, { a: { $ref: `#${IT}` } }), IT, 'a recursive object must be in components/schemas'],
    [{ $ref: '#/components/schemas/CallResponse' }, '/paths/~1call/post', '"CallResponse" is the name of two messages'],
  ])('of a property %j is rejected', (schema, pointer, said) => {
    const schemas = {
      Round: { $ref: '#/components/schemas/Round' },
      'no-name': object({ a: 1 }, { a: {} }),
      CallResponse: object({ a: 1 }, { a: {} }),
    };
    const { problems } = planDocument(
      documentWithProperty(schema, { ...schemas, 'no-name': { ...schemas['no-name'] } }),
    );
    expect(problems).toContainEqual({ pointer, message: expect.stringContaining(said) });
    expect(problems.every(({ pointer: at }) => at.startsWith('/'))).toBe(true);
  });

  test('with enum values that share a scope is rejected', () => {
    const one = { type: 'string', enum: ['A'], 'x-enum-numbers': [0] };
    const two = object({ one: 1, two: 2 }, { one, two: { ...one } });
    expect(planDocument(documentWith(two)).problems).toEqual([
      {
        pointer: `${BODY}/properties/two`,
        message: `"A" is the name of a value of the enum One and of a value of the enum Two in the same protobuf scope; the other is ${BODY}/properties/one`,
      },
    ]);
    const apart = object({ a: 1, b: 2 }, { a: { $ref: '#/components/schemas/X' }, b: one });
    expect(planDocument(documentWith(apart, { X: one })).problems).toEqual([]);
  });

  test('with numbers is a message, except as the body of a request or a response', () => {
    const note = object({ note: 1 }, { note: { type: 'string' } });
    const body = { $ref: '#/components/schemas/Body' };
    const { plan } = planDocument(documentWith(body, { Body: note, Extra: { ...note }, Plain: { type: 'object' } }));
    expect(plan?.messages.map(({ fullName }) => fullName)).toEqual([
      'small.v1.CallRequest',
      'small.v1.CallResponse',
      'small.v1.Extra',
    ]);
  });
});

describe('a document', () => {
  const operation = { 'x-rpc': 'Call', responses: { 200: { description: 'Ok' } } };
  const documented = (paths: object, service: unknown = { package: 'small.v1', service: 'SmallService' }) =>
    ({
      openapi: '3.0.3',
      info: { title: 'Small', version: '1' },
      paths,
      'x-protobuf': service,
    }) as unknown as DocumentObject;
  const parameter = (rest: object) => ({ name: 'id', in: 'path', required: true, schema: { type: 'string' }, ...rest });

  test.each<[what: string, document: DocumentObject, pointer: string, said: string]>([
    [
      'with procedures but no service',
      documented({ '/a': { get: operation } }, null),
      '/paths/~1a/get/x-rpc',
      'a procedure needs a service',
    ],
    [
      'with a procedure twice',
      documented({ '/a': { get: operation, put: operation } }),
      '/paths/~1a/put/x-rpc',
      'procedure "Call" is already used by operation getA',
    ],
    [
      'with an invalid procedure name',
      documented({ '/a': { get: { ...operation, 'x-rpc': 'get all' } } }),
      '/paths/~1a/get/x-rpc',
      '"get all" is not a valid procedure name',
    ],
    [
      'with an invalid package name',
      documented({}, { package: 'a..b', service: 'S' }),
      '/x-protobuf',
      '"a..b" is not a valid package name',
    ],
    [
      'with a package of Google',
      documented({}, { package: 'google.rpc', service: 'S' }),
      '/x-protobuf',
      'is not a valid package name',
    ],
    [
      'with an invalid service name',
      documented({}, { package: 'a', service: 'my service' }),
      '/x-protobuf',
      '"my service" is not a valid service name',
    ],
    [
      'with an alias that is not a full name',
      documented({}, { package: 'a', service: 'S', aliases: ['T'] }),
      '/x-protobuf/aliases',
      '"T" is not a full name',
    ],
    [
      'with its own name as alias',
      documented({}, { package: 'a', service: 'S', aliases: ['a.S'] }),
      '/x-protobuf/aliases',
      '"S" is the name of a service and of an alias',
    ],
    [
      'with a path parameter without a number',
      documented({ '/{id}': { get: { ...operation, parameters: [parameter({})] } } }),
      '/paths/~1{id}/get/parameters/0',
      'path parameter "id" is required and needs an x-field-number',
    ],
    [
      'with a required query parameter without a number',
      documented({ '/': { parameters: [parameter({ in: 'query' })], get: operation } }),
      '/paths/~1/parameters/0',
      'query parameter "id" is required',
    ],
    [
      'with a number for a header',
      documented({ '/': { get: { ...operation, parameters: [parameter({ in: 'header', 'x-field-number': 1 })] } } }),
      '/paths/~1/get/parameters/0/x-field-number',
      'a header parameter cannot be a field',
    ],
    [
      'with an invalid number of a parameter',
      documented({ '/': { get: { ...operation, parameters: [parameter({ in: 'query', 'x-field-number': 0 })] } } }),
      '/paths/~1/get/parameters/0/schema',
      'the number 0 is not from',
    ],
    [
      'with a response that is not an object',
      documented({
        '/': {
          get: {
            ...operation,
            responses: { 200: { description: 'Ok', content: { 'text/plain': { schema: { type: 'string' } } } } },
          },
        },
      }),
      '/paths/~1/get/responses/200/content/text~1plain/schema',
      'a message must be an object',
    ],
  ])('%s is rejected', (_, document, pointer, message) => {
    expect(planDocument(document).problems).toEqual([{ pointer, message: expect.stringContaining(message) }]);
  });

  test('with a parameter and a property of the same name is rejected', () => {
    const document = documentWithProperty({ type: 'string' });
    const call = (document.paths['/call'] as { post: object }).post;
    Object.assign(call, { parameters: [parameter({ name: 'it', in: 'query', 'x-field-number': 2 })] });
    expect(planDocument(document).problems).toEqual([
      {
        pointer: '/paths/~1call/post/parameters/0/schema',
        message: '"it" is both a parameter and a property of the body',
      },
    ]);
  });

  test('without procedures has no plan and no findings', () => {
    expect(planDocument(documented({ '/': { get: { responses: {} } } }, null))).toEqual({
      plan: undefined,
      problems: [],
    });
  });

  test.each([IDENTITY, EVERYTHING])('of this repository has a plan (%s)', async (file) => {
    expect((await planOf(file)).rpcs.length).toBeGreaterThan(2);
  });
});
