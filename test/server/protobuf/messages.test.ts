// Conversion of messages between bytes, canonical protobuf JSON, and the JSON of the document.

import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/schema/json/parse-json.ts';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';
import { createMessages } from '../../../src/server/protobuf/messages.ts';
import { planDocument } from '../../../src/server/protobuf/plan-document.ts';
import { documentWith, documentWithProperty, EVERYTHING, IDENTITY, messagesOf, planOf } from './plans.ts';

const scalars = () => messagesOf(EVERYTHING, 'scalars');

/** All required properties of `Scalars`, with values. */
const REQUIRED = {
  text: 'ä',
  flag: true,
  whole32: -5,
  whole64: '-9223372036854775808',
  unsigned64: '18446744073709551615',
  bytes: 'AAH/',
  colour: 'RED',
  number64: 9007199254740991,
  list: ['', 'b'],
  map: { a: 1 },
  one: ['x'],
  nothing: null,
  ratio: 0.1,
};

/** The result for an empty message: required properties have zero values. */
const ZEROS = {
  text: '',
  flag: false,
  whole32: 0,
  whole64: '0',
  unsigned64: '0',
  bytes: '',
  colour: 'COLOUR_UNSPECIFIED',
  number64: 0,
  list: [],
  map: {},
  one: [''],
  nothing: null,
  ratio: 0,
};

/** The request type of a small document. */
function inputWith(document: ReturnType<typeof documentWith>) {
  const { plan, problems } = planDocument(document);
  if (!plan) throw new Error(JSON.stringify(problems));
  const messages = createMessages(plan).of('call');
  if (!messages) throw new Error('the document has no procedure');
  return messages.input;
}

describe('a message type', () => {
  test.each<{ what: string; value: object }>([
    { what: 'required fields', value: {} },
    { what: 'a 64-bit integer that is a number', value: { plain: -42, unsignedNumber: 7, numbers: [1, -2, 0] } },
    { what: 'times', value: { at: '2026-11-21T09:00:00.123456Z', maybeAt: '0001-01-01T00:00:00Z' } },
    { what: 'well-known types', value: { duration: '-1.500s', mask: 'a.bC,d', wrapped: '' } },
    { what: 'any JSON', value: { any: [1, null, { a: 'b' }], free: { deep: [{ deeper: null }] } } },
    { what: 'null, where it is a value', value: { any: null } },
    {
      what: 'optional fields with a zero value',
      value: { maybe: false, maybeColour: 'COLOUR_UNSPECIFIED', nothing: '' },
    },
    { what: 'lists', value: { flags: [true, false], colours: ['COLOUR_MINUS', 'COLOUR_green'] } },
    { what: 'a map with hostile keys', value: { map: JSON.parse('{"__proto__":1,"constructor":2,"":3}') } },
    { what: 'an object with hostile keys', value: { free: JSON.parse('{"__proto__":{"a":1},"toString":null}') } },
    {
      what: 'a message of any type',
      value: { packed: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '1s' } },
    },
    { what: 'numbers at their limits', value: { unsigned32: 4294967295, level: 1, single: 0.5, ratio: 1e308 } },
  ])('does not change $what', async ({ value }) => {
    const { input } = await scalars();
    const whole = { ...REQUIRED, ...value };
    expect(input.fromBinary(input.toBinary(whole))).toEqual({ value: whole, unknownFields: [] });
    expect(JSON.stringify(input.fromBinary(input.toBinary(whole)).value)).toContain('"text":"ä"');
    expect(input.fromJson(input.toJson(whole)).value).toMatchObject(whole);
  });

  test.each([
    { json: '{"any":[9007199254740993]}', read: { any: [9007199254740992] } },
    { json: '{"free":{"a":12345678901234567890}}', read: { free: { a: 12345678901234567000 } } },
    { json: '{"ratio":12345678901234567890}', read: { ratio: 12345678901234567000 } },
    { json: '{"number64":9007199254740993}', read: { number64: 9007199254740993n } },
  ])('reads and writes the number of $json', async ({ json, read }) => {
    const { input } = await scalars();
    const value = parseJson(json);
    expect(input.fromJson(value).value).toMatchObject(read);
    expect(input.fromBinary(input.toBinary(value)).value).toMatchObject(read);
  });

  test('sets required properties to their zero value, and no others', async () => {
    const { input } = await scalars();
    expect(input.fromBinary(new Uint8Array())).toEqual({ value: ZEROS, unknownFields: [] });
    expect(input.fromJson({}).value).toEqual(ZEROS);
    expect(input.toBinary(ZEROS)).toEqual(new Uint8Array());
    const { input: update } = await messagesOf(IDENTITY, 'updateApp');
    expect(update.fromBinary(new Uint8Array()).value).toEqual({ projectId: '', appId: '', name: '' });
  });

  test('treats null and undefined as absent', async () => {
    const { input } = await scalars();
    const value = { ...ZEROS, maybe: null, at: undefined, maybeAt: null, free: { stored: 1, dropped: undefined } };
    expect(input.fromBinary(input.toBinary(value)).value).toEqual({ ...ZEROS, free: { stored: 1 } });
  });

  test('writes canonical JSON with all fields, or those that have a value', async () => {
    const { output } = await messagesOf(IDENTITY, 'listLoginPolicyIdps');
    const details = { viewTimestamp: '2026-11-21T09:00:00.5Z' };
    expect(output.toJson({ details, result: [{ idpId: '1', idpName: 'Club', idpType: ['IDP_TYPE_OIDC'] }] })).toEqual({
      details: { totalResult: '0', processedSequence: '0', viewTimestamp: '2026-11-21T09:00:00.500Z' },
      result: [{ idpId: '1', idpName: 'Club', idpType: 'IDP_TYPE_OIDC' }],
    });
    expect(output.toJson({ details })).toMatchObject({ result: [] });
  });

  test('parses canonical JSON in all its forms, and reports unknown fields', async () => {
    const { input } = await messagesOf(IDENTITY, 'searchProjects');
    const queries = [{ name_query: { name: 'a', method: 4, surplus: 1 }, '': 2 }];
    expect(input.fromJson({ query: { offset: 5, limit: '7', asc: null }, queries, more: {} })).toEqual({
      value: {
        query: { offset: '5', limit: 7 },
        queries: [{ nameQuery: { name: 'a', method: 'TEXT_QUERY_METHOD_CONTAINS' } }],
      },
      unknownFields: [
        'queries.name_query has field "surplus", which is not in the document and was ignored',
        'queries has field "", which is not in the document and was ignored',
        'the message has field "more", which is not in the document and was ignored',
      ],
    });
  });

  test.each([
    { json: { queries: [{ nameQuery: {}, projectResourceOwnerQuery: {} }] }, message: 'oneof set multiple times' },
    { json: { queries: [{ nameQuery: {}, name_query: {} }] }, message: 'set multiple times' },
    { json: { queries: [{ nameQuery: { method: 'NO_METHOD' } }] }, message: 'NO_METHOD' },
    { json: { queries: [null] }, message: 'must not be null' },
    { json: { query: 5 }, message: 'ListQuery' },
    { json: { query: { limit: -1 } }, message: 'limit' },
    { json: 'text', message: 'text' },
    { json: null, message: 'null' },
    { json: [], message: 'Array' },
  ])('rejects the JSON $json', async ({ json, message }) => {
    const { input } = await messagesOf(IDENTITY, 'searchProjects');
    const reading = () => input.fromJson(json);
    expect(reading).toThrow(ApiError);
    expect(reading).toThrow(/^invalid identity\.management\.v1\.ListProjectsRequest message: /);
    expect(reading).toThrow(message);
  });

  test.each([
    { what: 'a 64-bit integer', json: { whole64: '1'.repeat(1000) } },
    { what: 'an unsigned 64-bit integer', json: { unsigned64: '1'.repeat(1000) } },
    { what: 'a 64-bit integer in a list', json: { numbers: ['1', '1'.repeat(1000)] } },
    { what: 'a 64-bit integer in a map', json: { map: { a: '1'.repeat(1000) } } },
    { what: 'a duration', json: { duration: `${'1'.repeat(999)}s` } },
  ])('rejects $what of many digits without parsing it, which would be slow', async ({ json }) => {
    const { input } = await messagesOf(EVERYTHING, 'scalars');
    expect(() => input.fromJson(json)).toThrow('a number has 1000 characters; the maximum is 100');
  });

  test('has errors that fit into a header, however long the rejected value is', async () => {
    const { input } = await messagesOf(IDENTITY, 'searchProjects');
    for (const json of ['x'.repeat(100_000), { query: { limit: 'x'.repeat(100_000) } }]) {
      expect(() => input.fromJson(json)).toThrow(/^.{50,400}$/);
    }
  });

  test('writes an empty message for an operation without a response body', async () => {
    const { output } = await messagesOf(EVERYTHING, 'removeNode');
    expect(output.toBinary(undefined)).toEqual(new Uint8Array());
    expect(output.toJson(undefined)).toEqual({});
  });

  test('reads an unknown enum number as a string, for the schema to reject', async () => {
    const { input } = await scalars();
    // colour = 99, colours = [5, -1]
    const bytes = Uint8Array.of(0x88, 1, 99, 0xc2, 1, 11, 5, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1);
    expect(input.fromBinary(bytes).value).toMatchObject({ colour: '99', colours: ['5', '-1'] });
  });

  test('has parameters in addition to the properties of the body', async () => {
    const { input } = await messagesOf(EVERYTHING, 'putNode');
    const value = {
      'node-id': 0,
      labels: ['a'],
      name: '',
      '@type': 't',
      homeURL: 'h',
      user_ids: [1],
      right: '',
      place: { tree: { shade: 'light', home: { root: {} } } },
      parent: { root: { root: {} }, below: { x: { colours: JSON.parse('{"__proto__":"RED"}') } } },
      constructor: 'c',
    };
    expect(input.fromBinary(input.toBinary(value))).toEqual({ value, unknownFields: [] });
  });

  test('omits additional properties if the document allows them, and rejects them otherwise', async () => {
    const { input: open } = await messagesOf(EVERYTHING, 'putNode');
    const node = { 'node-id': 1, name: 'n', surplus: 1, parent: { more: true } };
    expect(open.fromBinary(open.toBinary(node)).value).toEqual({ 'node-id': 1, name: 'n', parent: {} });
    const { input: closed } = await scalars();
    expect(() => closed.toBinary({ ...REQUIRED, surplus: 1 })).toThrow('has no field "surplus"');
    expect(() => closed.toBinary({ ...REQUIRED, one: ['a', 'b'] })).toThrow('one must be a list of one element');
    expect(() => closed.toBinary({ ...REQUIRED, text: 5 })).toThrow('text');
  });

  test('accepts all formats of a time', async () => {
    const { input } = await scalars();
    for (const at of ['2026-11-21t09:00:00.1234567891z', '2026-11-21 10:00:00.123456789+01:00']) {
      const { value } = input.fromBinary(input.toBinary({ ...REQUIRED, at }));
      expect(value).toMatchObject({ at: '2026-11-21T09:00:00.123456789Z' });
    }
  });

  test('reads and writes 64-bit integers beyond the precision of a double', async () => {
    const { input } = await scalars();
    const { input: texts } = { input: inputWith(documentWithProperty({ type: 'string', format: 'int64' })) };
    const [, ...varint] = texts.toBinary({ it: '9007199254740993' });
    const bytes = Uint8Array.of(8 << 3, ...varint);
    expect(input.fromBinary(bytes).value).toMatchObject({ plain: 9007199254740993n });
    const { value } = input.fromBinary(input.toBinary({ ...REQUIRED, number64: 9007199254740993n }));
    expect(value).toMatchObject({ number64: 9007199254740993n });
  });

  test('has separate messages for each operation', async () => {
    const messages = createMessages(await planOf(EVERYTHING));
    expect(messages.of('putNode')?.input.name).toBe('everything.and.more.PutNodeRequest');
    expect(messages.of('removeNode')?.output.name).toBe('everything.and.more.removeNodeResponse');
    expect(messages.of('notCalled')).toBeUndefined();
    expect(messages.of('putNode')).toBe(messages.of('putNode'));
  });

  test('wraps and unwraps lists of any single element', () => {
    const one = { type: 'array', minItems: 1, maxItems: 1, 'x-singular': true };
    const inner = { type: 'object', 'x-field-numbers': { a: 1 }, properties: { a: { type: 'integer' } } };
    const input = inputWith(
      documentWith({
        type: 'object',
        required: ['whole'],
        'x-field-numbers': { whole: 1, object: 2 },
        properties: { whole: { ...one, items: { type: 'integer' } }, object: { ...one, items: inner } },
      }),
    );
    const value = { whole: [7], object: [{ a: 1 }] };
    expect(input.fromBinary(input.toBinary(value)).value).toEqual(value);
    expect(input.fromBinary(new Uint8Array()).value).toEqual({ whole: [0] });
  });
});

describe('pack', () => {
  test.each([
    {
      what: 'a message of the document with its other name',
      detail: { '@type': 'type.googleapis.com/old.v1.Knot', 'node-id': 1, surplus: 2 },
      type: 'old.v1.Knot',
    },
    {
      what: 'another name',
      detail: { '@type': 'x/everything.and.more.Tree', root: {} },
      type: 'everything.and.more.Tree',
    },
    {
      what: 'google.rpc.BadRequest',
      detail: {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field: 'body/a', description: 'must be there' }],
      },
      type: 'google.rpc.BadRequest',
    },
    ...[
      { '@type': 'ErrorInfo', reason: 'BUSY', domain: 'a.example', metadata: { zone: '7' } },
      { '@type': 'RetryInfo', retryDelay: '1.5s' },
      { '@type': 'DebugInfo', stackEntries: ['a', 'b'], detail: 'c' },
      {
        '@type': 'QuotaFailure',
        violations: [{ subject: 'a', quotaDimensions: { b: 'c' }, quotaValue: '7', futureQuotaValue: '9' }],
      },
      { '@type': 'PreconditionFailure', violations: [{ type: 'TOS', subject: 'a', description: 'b' }] },
      { '@type': 'RequestInfo', requestId: 'a', servingData: 'b' },
      { '@type': 'ResourceInfo', resourceType: 'a', resourceName: 'b', owner: 'c', description: 'd' },
      { '@type': 'Help', links: [{ description: 'a', url: 'https://a.example' }] },
      { '@type': 'LocalizedMessage', locale: 'de', message: 'a' },
    ].map((detail) => {
      const type = `google.rpc.${detail['@type']}`;
      return { what: type, detail: { ...detail, '@type': `type.googleapis.com/${type}` }, type };
    }),
    {
      what: 'a well-known type',
      detail: { '@type': 'a/google.protobuf.Duration', value: '1s' },
      type: 'google.protobuf.Duration',
    },
    { what: 'an unknown type', detail: { '@type': 'type.googleapis.com/no.Such' }, type: undefined },
    { what: 'an unknown field', detail: { '@type': 'x/google.rpc.BadRequest', no: 1 }, type: undefined },
    { what: 'no type', detail: { id: 1 }, type: undefined },
    { what: 'a type that is not a string', detail: { '@type': {} }, type: undefined },
    { what: 'a value that is not an object', detail: 'text', type: undefined },
  ])('returns $what for $type', async ({ detail, type }) => {
    expect(createMessages(await planOf(EVERYTHING)).pack(detail)?.type).toBe(type);
  });
});

describe('files', () => {
  test('include the package, further names, and all dependencies, in the order of their imports', async () => {
    const files = createMessages(await planOf(EVERYTHING)).files;
    const names = files.map(({ proto }) => proto.name);
    expect(names).toEqual(
      expect.arrayContaining([
        'everything/and/more/everything.proto',
        'everything/and/more/same_service.proto',
        'old/v1/everything_service.proto',
        'old/v1/all_service.proto',
        'older/knot.proto',
        'google/protobuf/struct.proto',
        'google/rpc/error_details.proto',
      ]),
    );
    for (const [index, { proto }] of files.entries()) {
      expect(names.slice(0, index)).toEqual(expect.arrayContaining(proto.dependency));
    }
    expect(new Set(names).size).toBe(names.length);
  });

  test('have the same procedures under each name of the service', async () => {
    const services = createMessages(await planOf(EVERYTHING)).files.flatMap((file) => file.services);
    const shown = services.map(({ typeName, methods }) => ({
      typeName,
      methods: methods.map(({ name, input, output }) => `${name} ${input.typeName} ${output.typeName}`),
    }));
    expect(shown.map(({ typeName }) => typeName)).toEqual([
      'everything.and.more.Everything',
      'old.v1.EverythingService',
      'old.v1.AllService',
      'everything.and.more.SameService',
    ]);
    for (const { methods } of shown) expect(methods).toEqual(shown[0]?.methods);
    expect(shown[0]?.methods).toHaveLength(3);
  });
});
