// The encoder writes the bytes of the library, for any message of the documents in this repository.

import { fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMapping } from '../../../src/server/protobuf/convert-json.ts';
import { writingOf } from '../../../src/server/protobuf/convert-value.ts';
import { createDescriptors } from '../../../src/server/protobuf/descriptors.ts';
import { createEncoder } from '../../../src/server/protobuf/encode-message.ts';
import { type FieldPlan, type MessagePlan, type ValueType, withNested } from '../../../src/server/protobuf/plan.ts';
import { checkProperty } from '../../support/runs.ts';
import { EVERYTHING, IDENTITY, planOf } from './plans.ts';

const TEXT = fc.string({ unit: 'grapheme', maxLength: 8 });
const SCALARS = {
  string: TEXT,
  bool: fc.boolean(),
  bytes: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  double: fc.double({ noNaN: true, noDefaultInfinity: true }),
  float: fc.float({ noNaN: true, noDefaultInfinity: true }),
  int32: fc.oneof(fc.integer(), fc.constantFrom(0, -0, -(2 ** 31), 2 ** 31 - 1)),
  uint32: fc.oneof(fc.nat(), fc.constantFrom(0, 2 ** 32 - 1)),
  int64: fc.oneof(fc.integer().map(BigInt), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  uint64: fc.oneof(fc.nat().map(BigInt), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
};
const TIME = fc
  .tuple(
    fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    fc.stringMatching(/^(\.\d{1,9})?$/),
  )
  .map(([date, fraction]) => date.toISOString().replace(/\.\d{3}Z$/, `${fraction}Z`));
const JSON_VALUE = fc.jsonValue({ maxDepth: 2 });
const WELL_KNOWN: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Timestamp: TIME,
  Duration: fc.constantFrom('0s', '1.500s', '-3s'),
  FieldMask: fc.constantFrom('', 'a.bC,d'),
  Struct: fc.dictionary(TEXT, JSON_VALUE, { maxKeys: 2 }),
  Value: JSON_VALUE,
  ListValue: fc.array(JSON_VALUE, { maxLength: 2 }),
  Any: fc.constant({ '@type': 'type.googleapis.com/google.protobuf.Duration', value: '1s' }),
  Empty: fc.constant({}),
  BoolValue: fc.boolean(),
  BytesValue: SCALARS.bytes,
  StringValue: TEXT,
  DoubleValue: SCALARS.double,
  FloatValue: SCALARS.float,
  Int32Value: SCALARS.int32,
  UInt32Value: SCALARS.uint32,
  Int64Value: SCALARS.int64.map(String),
  UInt64Value: SCALARS.uint64.map(String),
};
/** Values that no field, or few, can have. */
const STRANGE = fc.constantFrom<unknown>(
  ...[undefined, null, '', 'x', '1', '-0', '007', '1e2', 0, -0, 1.5, 2 ** 53, 1e300, 5n, 2n ** 70n, true],
  ...['2026-11-21T09:00:00+01:00', '2026-13-41T09:00:00Z', '0000-01-01T00:00:00Z', '2026-11-21t09:00:00z'],
  ...[[], [null], [undefined], {}, { unknown: 1 }, 'a\ud800', Number.NaN, Number.POSITIVE_INFINITY, [1, 'x']],
);

/** The messages of a document, by the encoder and by the library, and values for each. */
async function encodersOf(file: URL) {
  const plan = await planOf(file);
  const { messages, enums } = plan;
  const registry = createDescriptors(plan);
  const mapping = createMapping(messages, enums);
  const typeOf = (name: string) => registry.getMessage(name) ?? expect.fail(`no message ${name}`);
  const all = messages.flatMap(withNested);
  const byName = new Map(all.map((one) => [one.fullName, one]));
  const names = new Map([...enums, ...all.flatMap((one) => one.enums)].map((one) => [one.fullName, one.values]));

  const anyValue = (type: ValueType, depth: number): fc.Arbitrary<unknown> => {
    if (type.kind === 'enum') return fc.constantFrom(...(names.get(type.name) ?? []).map(({ name }) => name));
    if (type.kind === 'message') {
      const inner = byName.get(type.name);
      return inner ? messageOf(inner, depth - 1) : (WELL_KNOWN[type.name.split('.').at(-1) ?? ''] ?? expect.fail());
    }
    const { scalar, isNumber } = type;
    if (scalar !== 'int64' && scalar !== 'uint64') return SCALARS[scalar];
    // Each number has one form only, as the parser of JSON makes it.
    return SCALARS[scalar].map((value) => {
      if (!isNumber) return String(value);
      return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    });
  };
  const fieldOf = ({ type, cardinality, singular }: FieldPlan, depth: number): fc.Arbitrary<unknown> => {
    const value = anyValue(type, depth);
    if (cardinality === 'map') return fc.dictionary(fc.oneof(TEXT, fc.constant('__proto__')), value, { maxKeys: 3 });
    if (cardinality === 'repeated') return fc.array(value, { maxLength: 3 });
    return singular ? value.map((one) => [one]) : value;
  };
  const messageOf = (message: MessagePlan, depth: number): fc.Arbitrary<Record<string, unknown>> => {
    const fields = depth > 0 ? message.fields : message.fields.filter(({ type }) => type.kind !== 'message');
    const model = Object.fromEntries(fields.map((field) => [field.jsonName, fieldOf(field, depth)]));
    return fc.record(model, { requiredKeys: [] }).map((value) => {
      const chosen = new Set<string>();
      const entries = Object.entries(value).filter(([key]) => {
        const { oneof } = fields.find(({ jsonName }) => jsonName === key) ?? expect.fail();
        if (oneof === undefined) return true;
        const isFirst = !chosen.has(oneof);
        chosen.add(oneof);
        return isFirst;
      });
      return Object.fromEntries(entries);
    });
  };

  const convert = (name: string, value: unknown, recursionLimit: number) =>
    toBinary(typeOf(name), fromJson(typeOf(name), value as JsonValue, { registry, recursionLimit }));
  return {
    all,
    messageOf,
    encode: createEncoder({
      messages,
      enums,
      encodeWellKnown: (name, value, depth) =>
        convert(name, writingOf({ kind: 'message', name })?.(value) ?? value, depth),
    }),
    byLibrary: (name: string, value: unknown) => convert(name, mapping.write(name, value), 100),
  };
}

describe.each([
  ['the identity API', IDENTITY],
  ['a document with everything', EVERYTHING],
])('a message of %s', (_, file) => {
  test('has the bytes of the library', async () => {
    const { all, messageOf, encode, byLibrary } = await encodersOf(file);
    for (const message of all) {
      const { fullName } = message;
      checkProperty(
        fc.property(messageOf(message, 3), (value) => {
          expect(encode(fullName, value)).toEqual(byLibrary(fullName, value));
        }),
        { numRuns: 20 },
      );
    }
  });

  test('with strange values has the bytes of the library, or is left to it', async () => {
    const { all, messageOf, encode, byLibrary } = await encodersOf(file);
    for (const message of all) {
      const { fullName, fields } = message;
      const keys = [...fields.map(({ jsonName }) => jsonName), 'unknownField'];
      checkProperty(
        fc.property(messageOf(message, 2), fc.constantFrom(...keys), STRANGE, (value, key, strange) => {
          const changed = { ...value, [key]: strange };
          const bytes = encode(fullName, changed);
          if (bytes) expect(bytes).toEqual(byLibrary(fullName, changed));
        }),
        { numRuns: 40 },
      );
    }
  });
});

test.each<[what: string, ofMessageWith: string, value: object]>([
  ['two members of a choice', 'left', { left: {}, right: '' }],
  ['a time before the year 1', 'maybeAt', { at: '0000-12-31T23:59:59Z' }],
  ['a time that does not exist', 'maybeAt', { at: '2026-13-41T09:00:00Z' }],
  ['a field that is not in the document', 'maybeAt', { other: 1 }],
])('%s is left to the library, which rejects it', async (_, ofMessageWith, value) => {
  const { all, encode, byLibrary } = await encodersOf(EVERYTHING);
  const { fullName } =
    all.find(({ fields }) => fields.some(({ jsonName }) => jsonName === ofMessageWith)) ?? expect.fail();
  expect(encode(fullName, value)).toBeUndefined();
  expect(() => byLibrary(fullName, value)).toThrow();
});
