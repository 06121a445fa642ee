// Invalid protobuf bytes are rejected as a client error, and never cause another one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/schema/json/parse-json.ts';
import { stringifyJson } from '../../../src/schema/json/stringify-json.ts';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';
import type { MessageType } from '../../../src/server/protobuf/message-type.ts';
import { createMessages } from '../../../src/server/protobuf/messages.ts';
import { planDocument } from '../../../src/server/protobuf/plan-document.ts';
import { checkProperty } from '../../support/runs.ts';
import { documentWithProperty, EVERYTHING, IDENTITY, messagesOf } from './plans.ts';

const search = async () => (await messagesOf(IDENTITY, 'searchProjects')).input;

/** A varint of any length. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** A length-delimited field. */
function field(number: number, content: readonly number[]): number[] {
  return [...varint(number * 8 + 2), ...varint(content.length), ...content];
}

const GROUP = [8 * 9 + 3, 8 * 9 + 4];

describe('a message', () => {
  /** Parses the request of a small document, with a list as its field 1. */
  const reading = (list: object, values?: number) => {
    const { plan } = planDocument(documentWithProperty({ type: 'array', ...list }));
    const messages = plan && createMessages(plan, values).of('call');
    if (!messages) throw new Error('the document has no procedure');
    return (bytes: readonly number[]) => () => messages.input.fromBinary(Uint8Array.from(bytes));
  };
  const times = (count: number, bytes: readonly number[]) => Array(count).fill(bytes).flat();
  const OBJECT = { type: 'object', 'x-field-numbers': { a: 1 }, properties: { a: { type: 'string' } } };
  const NUMBER = { type: 'integer', format: 'int32' };

  test.each([
    { what: 'messages, four each', items: OBJECT, most: 25, bytes: (count: number) => times(count, field(1, [])) },
    { what: 'their fields', items: OBJECT, most: 20, bytes: (count: number) => times(count, field(1, field(1, [65]))) },
    { what: 'numbers', items: NUMBER, most: 100, bytes: (count: number) => times(count, [8, 7]) },
    // The tag of the list counts too.
    { what: 'packed numbers', items: NUMBER, most: 99, bytes: (count: number) => field(1, times(count, [7])) },
    {
      what: 'the content of an unknown group',
      items: NUMBER,
      most: 99,
      bytes: (count: number) => [9 * 8 + 3, ...times(count, [8, 7]), 9 * 8 + 4],
    },
    { what: 'unknown fields', items: NUMBER, most: 100, bytes: (count: number) => times(count, [9 * 8, 7]) },
  ])('with too many values is rejected before it is decoded: $what', ({ items, most, bytes }) => {
    const read = reading({ items }, 100);
    expect(read(bytes(most))).not.toThrow();
    expect(read(bytes(most + 1))).toThrow('it has more than 100 values');
  });

  test.each([
    { what: 'messages', items: OBJECT, bytes: (count: number) => times(count, field(1, [])) },
    { what: 'numbers', items: NUMBER, bytes: (count: number) => times(count, [8, 7]) },
    { what: 'packed numbers', items: NUMBER, bytes: (count: number) => field(1, times(count, [7])) },
  ])('with many more items than maxItems is rejected as well: $what', ({ items, bytes }) => {
    const read = reading({ items, maxItems: 3 });
    // Smaller excesses are reported with all other errors.
    expect(read(bytes(1003))).not.toThrow();
    expect(read(bytes(1004))).toThrow('it has more than 1003 items; the maximum is 3');
  });

  test('with a long key in a map is rejected, because each finding below it would repeat the key', () => {
    const { plan } = planDocument(documentWithProperty({ type: 'object', additionalProperties: { type: 'string' } }));
    const input = plan && createMessages(plan).of('call')?.input;
    const read = (key: number) => () =>
      input?.fromBinary(Uint8Array.from(field(1, [...field(1, times(key, [65])), ...field(2, times(9999, [65]))])));
    expect(read(4096)).not.toThrow();
    expect(read(4097)).toThrow('a key in it has more than 4096 bytes');
  });

  test('may have any number of items if the document has no limit', () => {
    expect(reading({ items: OBJECT })(times(5000, field(1, [])))).not.toThrow();
  });
});

describe('bytes', () => {
  test.each([
    { what: 'that end within a tag', bytes: [0x80], message: 'premature' },
    { what: 'that end within a length', bytes: [0x0a, 0x80], message: 'premature' },
    { what: 'that end within a message', bytes: [0x0a, 5, 8, 1], message: 'query is truncated or has extra bytes' },
    { what: 'with a huge length', bytes: [0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], message: 'query is truncated' },
    {
      what: 'with a field that exceeds its message',
      bytes: field(2, [...field(1, [0x0a, 9, 65]), ...field(1, [65, 65, 65, 65, 65])]),
      message: 'queries.nameQuery.name is truncated',
    },
    { what: 'with a string where a message should be', bytes: field(1, [65, 66]), message: 'premature' },
    { what: 'with a number where a message should be', bytes: [8, 1], message: 'query has wire type 0' },
    {
      what: 'with a fixed-width number where a varint should be',
      bytes: field(1, [0x0d, 1, 2, 3, 4]),
      message: 'query.offset has wire type 5',
    },
    { what: 'with a known field as a group', bytes: [0x0b, 0x0c], message: 'query has wire type 3' },
    { what: 'with the end of an unopened group', bytes: [0x0c], message: 'wire type' },
    { what: 'with an unclosed group', bytes: [8 * 9 + 3], message: 'premature' },
    {
      what: 'with a group that ends with another number',
      bytes: [8 * 9 + 3, 8 * 8 + 4],
      message: 'ends with the tag of group',
    },
    { what: 'with too many nested groups', bytes: Array(5000).fill(8 * 9 + 3), message: 'recursion' },
    { what: 'with the field number 0', bytes: [2, 0], message: 'illegal tag' },
    { what: 'with an unknown wire type', bytes: [8 * 9 + 6, 0], message: 'wire type' },
    {
      what: 'with a varint that is too long',
      bytes: field(1, [16, ...Array(11).fill(0xff), 1]),
      message: 'more than 64 bits',
    },
    {
      what: 'with an integer of 65 bits',
      bytes: field(1, [8, ...Array(9).fill(0xff), 2]),
      message: 'more than 64 bits',
    },
    {
      what: 'with 65 bits in one of several',
      bytes: field(1, [16, 1, 8, ...Array(9).fill(0x80), 3]),
      message: 'more than 64',
    },
    {
      what: 'with a string that is not UTF-8',
      bytes: field(2, field(1, field(1, [0xc3, 0x28]))),
      message: 'not valid',
    },
    { what: 'with a lone surrogate', bytes: field(2, field(1, field(1, [0xed, 0xa0, 0x80]))), message: 'not valid' },
  ])('$what are rejected', async ({ bytes, message }) => {
    const input = await search();
    const reading = () => input.fromBinary(Uint8Array.from(bytes));
    expect(reading).toThrow(ApiError);
    expect(reading).toThrow(expect.objectContaining({ code: 'invalid_argument', status: 400 }));
    expect(reading).toThrow(/^invalid identity\.management\.v1\.ListProjectsRequest message: /);
    expect(reading).toThrow(message);
  });

  test('with nested messages are parsed up to a hundred levels, and rejected beyond', async () => {
    const { output } = await messagesOf(EVERYTHING, 'putNode');
    const nested = (depth: number): number[] => (depth === 0 ? [] : field(1, nested(depth - 1)));
    expect(() => output.fromBinary(Uint8Array.from(nested(99)))).not.toThrow();
    expect(() => output.fromBinary(Uint8Array.from(nested(100)))).toThrow('deeper than 100 levels');
    expect(() => output.fromBinary(Uint8Array.from(nested(3000)))).toThrow(ApiError);
    const deep = (depth: number): object => (depth === 0 ? {} : { root: deep(depth - 1) });
    expect(() => output.fromJson({ tree: deep(5000) })).toThrow(ApiError);
    expect(() => output.toBinary({ tree: deep(5000) })).toThrow('deeper than 100 levels');
  });

  test('with unknown fields are parsed, and the fields are reported', async () => {
    const input = await search();
    const bytes = [...GROUP, ...field(1, [16, 7, ...field(99, [6])]), ...field(2, field(1, field(77, [1]))), 8 * 14, 1];
    expect(input.fromBinary(Uint8Array.from(bytes))).toEqual({
      value: { query: { limit: 7 }, queries: [{ nameQuery: {} }] },
      unknownFields: [
        'the message has field with the number 9, which is not in the document and was ignored',
        'query has field with the number 99, which is not in the document and was ignored',
        'queries.nameQuery has field with the number 77, which is not in the document and was ignored',
        'the message has field with the number 14, which is not in the document and was ignored',
      ],
    });
    const many = Array.from({ length: 500 }, (_, index) => field(index + 100, [])).flat();
    expect(input.fromBinary(Uint8Array.from(many)).unknownFields).toHaveLength(20);
  });

  test('with a repeated field are parsed as in protobuf: the last value, and messages merged', async () => {
    const input = await search();
    const bytes = [...field(1, [8, 1, 16, 2]), ...field(1, [16, 3]), ...field(2, [...field(1, []), ...field(2, [])])];
    expect(input.fromBinary(Uint8Array.from(bytes)).value).toEqual({
      query: { offset: '1', limit: 3 },
      queries: [{ projectResourceOwnerQuery: {} }],
    });
  });

  test('with packed or unpacked numbers are the same', async () => {
    const { input } = await messagesOf(EVERYTHING, 'scalars');
    const packed = field(25, [1, 2, 150, 1]);
    const single = [...varint(25 * 8), 1, ...varint(25 * 8), 2, ...varint(25 * 8), 150, 1];
    const read = (bytes: number[]) => (input.fromBinary(Uint8Array.from(bytes)).value as { numbers: unknown }).numbers;
    expect(read(packed)).toEqual([1, 2, 150]);
    expect(read(single)).toEqual([1, 2, 150]);
    expect(() => read([...field(25, [1, 150]), 0x10, 1])).toThrow('numbers is truncated or has extra bytes');
  });

  test('with well-known types that have no JSON are rejected', async () => {
    const { input } = await messagesOf(EVERYTHING, 'scalars');
    const infinite = [...varint(2 * 8 + 1), 0, 0, 0, 0, 0, 0, 0xf0, 0x7f];
    const cases = {
      'a time after the year 9999': field(12, [8, ...Array(8).fill(0xff), 0x7f]),
      'a value without a kind': field(15, []),
      'an infinite number in JSON': field(15, infinite),
      'a message of an unknown type': field(29, field(1, [65])),
    };
    for (const [what, bytes] of Object.entries(cases)) {
      expect(() => input.fromBinary(Uint8Array.from(bytes)), what).toThrow(ApiError);
    }
  });
});

describe('any bytes', () => {
  const attempt = ({ fromBinary }: MessageType, bytes: Uint8Array) => {
    try {
      const { value, unknownFields } = fromBinary(bytes);
      expect(parseJson(stringifyJson(value))).toBeTypeOf('object');
      expect(unknownFields.every((one) => typeof one === 'string')).toBe(true);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(ApiError);
      expect((thrown as ApiError).code).toBe('invalid_argument');
    }
  };

  test('are parsed or rejected', async () => {
    for (const [file, operation] of [
      [IDENTITY, 'searchProjects'],
      [EVERYTHING, 'scalars'],
      [EVERYTHING, 'putNode'],
    ] as const) {
      const { input, output } = await messagesOf(file, operation);
      checkProperty(
        fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
          attempt(input, bytes);
          attempt(output, bytes);
        }),
        { numRuns: 2000 },
      );
    }
  });

  test('of a message with changed, removed and repeated parts are parsed or rejected', async () => {
    const { input } = await messagesOf(EVERYTHING, 'scalars');
    const whole = input.toBinary({
      text: 'ä',
      numbers: [1, 2, 300],
      map: { a: 1, b: -1 },
      any: { a: [1, 'b', { c: null }] },
      free: { x: { y: 1 } },
      at: '2026-11-21T09:00:00.5Z',
      duration: '5s',
      colours: ['RED', 'COLOUR_MINUS'],
      packed: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '1s' },
      wrapped: 'w',
    });
    const change = fc.record({ at: fc.nat(whole.length - 1), to: fc.nat(255) });
    checkProperty(
      fc.property(
        fc.array(change, { maxLength: 4 }),
        fc.nat(whole.length),
        fc.nat(whole.length),
        (changes, from, to) => {
          const bytes = Uint8Array.from(whole);
          for (const one of changes) bytes[one.at] = one.to;
          attempt(input, bytes);
          attempt(input, bytes.subarray(from, to));
          attempt(input, Uint8Array.from([...bytes.subarray(0, to), ...bytes.subarray(from)]));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test('of any JSON object are parsed to the same value', async () => {
    const { input } = await messagesOf(EVERYTHING, 'scalars');
    const value = fc.record({
      text: fc.string({ unit: 'grapheme' }),
      flag: fc.boolean(),
      whole32: fc.integer(),
      whole64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      unsigned64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
      number64: fc.maxSafeInteger(),
      bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
      colour: fc.constantFrom('COLOUR_UNSPECIFIED', 'RED', 'COLOUR_green', 'COLOUR_MINUS'),
      list: fc.array(fc.string({ unit: 'grapheme' })),
      map: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger(), { noNullPrototype: true }),
      one: fc.tuple(fc.string({ unit: 'grapheme' })),
      nothing: fc.option(fc.string({ unit: 'grapheme' })),
      ratio: fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (number === 0 ? 0 : number)),
      free: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue({ maxDepth: 3 }), { noNullPrototype: true }),
      at: fc
        .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
        .map((date) => date.toISOString().replace('.000Z', 'Z')),
    });
    checkProperty(
      fc.property(value, (one) => {
        const plain = JSON.parse(JSON.stringify(one));
        expect(input.fromBinary(input.toBinary(plain)).value).toEqual(plain);
        expect(input.fromJson(input.toJson(plain)).value).toMatchObject(plain);
      }),
      { numRuns: 300 },
    );
  });
});
