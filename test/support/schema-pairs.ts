// Pairs of a schema and a modified one, with candidate values. Few names and few values, so that they often meet.

import fc from 'fast-check';

export type Drawn = Readonly<Record<string, unknown>>;

const NAMES = ['a', 'b', 'c'] as const;
const TEXTS = ['', 'a', 'ab', 'b', '2030-01-01', 'a@b.example'] as const;
const small = fc.integer({ min: -1, max: 3 });
const count = fc.integer({ min: 0, max: 2 });

const scalar: fc.Arbitrary<Drawn> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: small,
      maximum: small,
      exclusiveMinimum: small,
      exclusiveMaximum: small,
      multipleOf: fc.constantFrom(1, 2, 0.5),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('string'),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom('^a', 'b$', '.*'),
      format: fc.constantFrom('date', 'email', 'password'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    enum: fc.uniqueArray(fc.constantFrom<unknown>(...TEXTS, 1, 2, null, true), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ const: fc.constantFrom<unknown>('a', 1, null) }),
  fc.record({
    type: fc.uniqueArray(fc.constantFrom('string', 'integer', 'number', 'null', 'boolean', 'object', 'array'), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
  fc.record({ type: fc.constant('boolean') }),
  fc.constant({}),
);

const { schema } = fc.letrec<{ schema: Drawn }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
    { arbitrary: scalar, weight: 3 },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
          required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          minProperties: count,
          maxProperties: count,
        },
        { requiredKeys: ['properties'] },
      ),
    },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          type: fc.constant('array'),
          items: tie('schema'),
          prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          minItems: count,
          maxItems: count,
          uniqueItems: fc.boolean(),
        },
        { requiredKeys: ['type'] },
      ),
    },
    { weight: 2, arbitrary: fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }) },
    { weight: 2, arbitrary: fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('string', 'integer'), not: tie('schema') }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
        unevaluatedProperties: fc.constant(false),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        { type: fc.constant('array'), contains: tie('schema'), minContains: count, maxContains: count },
        { requiredKeys: ['contains'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          type: fc.constant('object'),
          patternProperties: fc.dictionary(fc.constantFrom('^a', '^[bc]', 'c$'), tie('schema'), {
            maxKeys: 2,
            noNullPrototype: true,
          }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          properties: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), { maxKeys: 1, noNullPrototype: true }),
        },
        { requiredKeys: ['patternProperties'] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        {
          required: fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 1 }),
          dependentRequired: fc.dictionary(
            fc.constantFrom(...NAMES),
            fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 2 }),
            { maxKeys: 2, noNullPrototype: true },
          ),
          dependentSchemas: fc.dictionary(fc.constantFrom(...NAMES), tie('schema'), {
            maxKeys: 1,
            noNullPrototype: true,
          }),
          propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: '^[ab]' }, { enum: ['a', 'b'] }),
        },
        { requiredKeys: [] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record(
        // biome-ignore lint/suspicious/noThenProperty: a keyword
        { if: tie('schema'), then: tie('schema'), else: tie('schema') },
        { requiredKeys: ['if'] },
      ),
    },
  ),
}));

/** A schema with one part replaced or removed. */
function edited(whole: Drawn, at: number, piece: Drawn, isGone: boolean): Drawn {
  let left = at;
  const edit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(edit);
    const entries = Object.entries(value).flatMap(([key, one]) => {
      left -= 1;
      if (left !== 0) return [[key, edit(one)] as const];
      if (isGone) return [];
      return [[key, key in piece ? piece[key] : one] as const];
    });
    return Object.fromEntries(entries);
  };
  const done = edit(whole) as Drawn;
  return left > 0 ? { ...done, ...piece } : done;
}

/** A schema and its modified version. */
export const schemaPair: fc.Arbitrary<readonly [old: Drawn, now: Drawn]> = fc.oneof(
  fc.tuple(schema, schema),
  fc.tuple(schema, fc.integer({ min: 1, max: 12 }), schema, fc.boolean()).chain(([whole, at, piece, isGone]) => {
    const other = edited(whole, at, piece, isGone);
    return fc.constantFrom([whole, other] as const, [other, whole] as const);
  }),
  fc.tuple(schema, schema, fc.constantFrom('oneOf', 'anyOf', 'allOf')).chain(([one, other, word]) => {
    const together = { [word]: [one, other] };
    return fc.constantFrom(
      [one, together] as const,
      [together, one] as const,
      [together, { [word]: [other, one] }] as const,
    );
  }),
);

/** JSON values, some of them valid. */
export const { value: drawnValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, -1, 0, 1, 2, 3, 0.5, ...TEXTS),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

/** The schema of senders that send only named properties: where it allows other properties, only the required ones are added. */
export function asSent(schema: unknown, isWhole = true): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const sent: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties')
      sent[key] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, asSent(one)]));
    else if (key === 'items' || key === 'additionalProperties') sent[key] = asSent(value);
    else if (key === 'prefixItems') sent[key] = (value as unknown[]).map((one) => asSent(one));
    else if (['allOf', 'anyOf', 'oneOf'].includes(key))
      sent[key] = (value as unknown[]).map((one) => asSent(one, false));
    else sent[key] = value;
  }
  if (sent.additionalProperties === true) delete sent.additionalProperties;
  if (sent.additionalProperties === undefined && Array.isArray(sent.required))
    sent.properties = { ...Object.fromEntries(sent.required.map((name) => [name, true])), ...Object(sent.properties) };
  return isWhole ? { ...sent, unevaluatedProperties: false } : sent;
}
