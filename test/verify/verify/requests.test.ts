// Variations of values, curl commands, and differences of values.

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatCurl } from '../../../src/verify/report/curl.ts';
import { listSecrets, redactSecrets } from '../../../src/verify/report/secrets.ts';
import { fillOptionalProperties } from '../../../src/verify/requests/optional-properties.ts';
import type { SerializedRequest } from '../../../src/verify/requests/serialize-request.ts';
import { generateVariations } from '../../../src/verify/requests/variations.ts';
import { findDifferences } from '../../../src/verify/scenarios/value-differences.ts';
import { checkProperty } from '../../support/runs.ts';
import { varyingOf } from '../../support/varying.ts';

/** Each variation of a value, and whether it is valid. */
async function varied(schema: object, value: unknown) {
  const { varying, part } = await varyingOf(schema);
  return [...generateVariations(part, value, varying)].map(({ value: other, pointer, description: what }) => ({
    value: other,
    what: `${pointer} ${what}`,
    isValid: varying.document.validate(part, other, 'request').length === 0,
  }));
}

describe('a value is varied', () => {
  test.each<[what: string, schema: object, value: unknown, valid: readonly unknown[], invalid: readonly unknown[]]>([
    [
      'at the bounds of a number',
      { type: 'integer', minimum: 1, maximum: 9 },
      5,
      [1, 2, 9, 8],
      [0, 10, 5.5, 'some text', null],
    ],
    ['at exclusive bounds', { type: 'number', exclusiveMinimum: 0 }, 5, [1], [0, -1]],
    ['between multiples', { type: 'integer', multipleOf: 5, maximum: 50 }, 5, [50, 45], [55, 7.5]],
    [
      'at the length bounds of a text, in characters',
      { type: 'string', minLength: 2, maxLength: 3 },
      'ab',
      ['aa', 'aaa', '𝄞𝄞', '𝄞𝄞𝄞'],
      ['a', 'aaaa', '𝄞𝄞𝄞𝄞'],
    ],
    [
      'against each rule of a pattern with lookaheads',
      { type: 'string', pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*\\W).{8,}$' },
      'Secret-12',
      [],
      ['secret-12', 'SECRET-12', 'Secret-xx', 'Secretx12', '777777712'],
    ],
    ['to every enum value, and to another', { enum: ['a', 'b', 'c'] }, 'a', ['b', 'c'], ['a_NOT', 'A']],
    [
      'at the bounds of optional properties',
      {
        type: 'object',
        required: ['a'],
        properties: {
          a: { const: 1 },
          b: { type: 'object', properties: { c: { type: 'array', maxItems: 2, items: {} } } },
        },
      },
      { a: 1 },
      [{ a: 1, b: { c: [] } }],
      [
        { a: 1, b: 'some text' },
        { a: 1, b: { c: 'some text' } },
      ],
    ],
    [
      'at the bounds of another branch',
      {
        type: 'object',
        oneOf: [
          { required: ['a'], properties: { a: { const: 1 } } },
          { required: ['b'], properties: { b: { maxLength: 3, type: 'string' } } },
        ],
        additionalProperties: true,
      },
      { a: 1 },
      [{ b: 'aaa' }],
      [{ b: 'aaaa' }],
    ],
    [
      'to another branch, whose properties are declared beside the choice',
      {
        type: 'object',
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
        properties: { a: { const: 1 }, b: { type: 'integer', maximum: 3, minimum: 3 } },
      },
      { a: 1 },
      [{ b: 3 }],
      [{ b: 4 }],
    ],
    [
      'to another branch, which is a reference, with its own values of the same properties',
      {
        oneOf: ['A', 'B'].map((name) => ({ $ref: `#/components/schemas/It/$defs/${name}` })),
        $defs: Object.fromEntries(
          ['A', 'B'].map((name) => [
            name,
            { type: 'object', required: ['kind', name], properties: { kind: { const: name }, [name]: { const: 1 } } },
          ]),
        ),
      },
      { kind: 'A', A: 1 },
      [{ kind: 'B', B: 1 }],
      [{ kind: 'B' }],
    ],
    ['to null if it is allowed', { type: ['string', 'null'] }, 'a', [null], []],
    [
      'in the number of items',
      { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string' } },
      ['a'],
      [['a', 'a']],
      [[], ['a', 'a', 'a']],
    ],
    ['to a duplicate item', { type: 'array', uniqueItems: true, items: {} }, [1, 2], [], [[1, 1]]],
    [
      'without required properties',
      { type: 'object', required: ['a'], properties: { a: {}, b: {} } },
      { a: 1, b: 2 },
      [{ a: 1 }],
      [{ b: 2 }],
    ],
    [
      'with an undeclared property',
      { type: 'object', additionalProperties: false },
      {},
      [],
      [{ unexpectedProperty: 'text' }],
    ],
    [
      'to fewer properties than minProperties',
      { type: 'object', minProperties: 1, properties: { a: { const: 1 }, b: { const: 2 } } },
      { a: 1, b: 2 },
      [{ a: 1 }],
      [{}],
    ],
    [
      'to fewer properties, with the required ones',
      { type: 'object', minProperties: 2, required: ['b'], properties: { a: { const: 1 }, b: { const: 2 } } },
      { a: 1, b: 2 },
      [],
      [{ b: 2 }],
    ],
    [
      'to more properties than maxProperties, of a map',
      { type: 'object', maxProperties: 2, additionalProperties: { type: 'string', enum: ['x'] } },
      { a: 'x' },
      [],
      [{ a: 'x', property1: 'x', property2: 'x' }],
    ],
    [
      'to more properties than maxProperties, of declared ones',
      {
        type: 'object',
        maxProperties: 1,
        additionalProperties: false,
        properties: { a: { const: 1 }, b: { const: 2 } },
      },
      { a: 1 },
      [],
      [{ a: 1, b: 2 }],
    ],
    [
      'to a property without its dependent one',
      { type: 'object', dependentRequired: { a: ['b'] }, properties: { a: { const: 1 }, b: { const: 2 } } },
      { a: 1, b: 2 },
      [{ b: 2 }],
      [{ a: 1 }],
    ],
    [
      'to another branch',
      {
        oneOf: [
          { type: 'integer', const: 1 },
          { type: 'string', const: 'x' },
        ],
      },
      1,
      ['x'],
      [],
    ],
    [
      'in nested values',
      { type: 'object', properties: { a: { type: 'array', items: { type: 'integer', maximum: 3 } } } },
      { a: [1] },
      [{ a: [3] }],
      [{ a: [4] }],
    ],
  ])('%s', async (_, schema, value, valid, invalid) => {
    const all = await varied(schema, value);
    for (const one of valid) expect(all).toContainEqual(expect.objectContaining({ value: one, isValid: true }));
    for (const one of invalid) expect(all).toContainEqual(expect.objectContaining({ value: one, isValid: false }));
  });

  test('but not in read-only properties', async () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer', readOnly: true }, size: { type: 'integer', maximum: 1 } },
    };
    const all = await varied(schema, { size: 1 });
    expect(all.some(({ value }) => Object.hasOwn((value ?? {}) as object, 'id'))).toBe(false);
    expect(all).toContainEqual(expect.objectContaining({ value: { size: 2 } }));
  });

  test('in limited time for a recursive schema', async () => {
    const tree = {
      type: 'object',
      properties: { left: { $ref: '#/components/schemas/It' }, right: { $ref: '#/components/schemas/It' } },
    };
    const all = await varied(tree, { left: { left: { left: {} } } });
    expect(all.length).toBeGreaterThan(3);
    expect(all.length).toBeLessThan(200);
  });

  test('with all optional properties, as far as they are valid', async () => {
    const { varying, part } = await varyingOf({
      type: 'object',
      maxProperties: 3,
      properties: {
        a: { const: 1 },
        b: { type: 'object', properties: { c: { const: 2 } } },
        d: { const: 3 },
        e: { const: 4 },
      },
    });
    expect(fillOptionalProperties(part, { a: 1 }, varying)).toEqual({ a: 1, b: { c: 2 }, d: 3 });
  });
});

describe('a request as a curl command', () => {
  const call = (more: Partial<SerializedRequest>): SerializedRequest => ({
    method: 'POST',
    target: '/a',
    headers: [],
    body: undefined,
    rawParameters: { path: {}, query: '', headers: {} },
    ...more,
  });
  /** The words of shell commands. */
  const wordsOf = (commands: readonly string[], env: Record<string, string>) => {
    const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${commands.join('\n')}`;
    return execFileSync('sh', ['-c', script], { env: { ...process.env, ...env }, encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  };

  test('is literal in a shell', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((one) => !one.includes('\0') && one.isWellFormed());
    checkProperty(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        const commands = texts.map((one) => formatCurl(call({ body: Buffer.from(one) }), 'http://h', []));
        expect(wordsOf(commands, {})).toEqual(
          texts.flatMap((one) => ['-g', '-X', 'POST', 'http://h/a', '--data-raw', one]),
        );
      }),
      { numRuns: 20 },
    );
  });

  test('has shell variables for credentials', () => {
    const credentials = new Map([['api-key', 'se"cr$et']]);
    const command = formatCurl(
      call({ method: 'GET', headers: [['X-Key', 'a `b` se"cr$et']] }),
      'http://h',
      listSecrets(credentials),
    );
    expect(command).not.toContain('cr$et');
    expect(wordsOf([command], { api_key: 'se"cr$et' })).toEqual(['-g', 'http://h/a', '-H', 'X-Key: a `b` se"cr$et']);
    expect(redactSecrets('it said se"cr$et', listSecrets(credentials))).toBe('it said [value of api-key]');
    const pair = listSecrets(new Map([['login', 'me:o p&n']]));
    expect(redactSecrets('{"password":"o p&n"} o%20p%26n me', pair)).toBe(
      '{"password":"[password of login]"} [password of login] me',
    );
    expect(redactSecrets('1 of 7', listSecrets(new Map([['login', 'me:7']])))).toBe('1 of 7');
  });

  test('has long names and passwords in one line', () => {
    const pair = `somebody:${'long password '.repeat(8)}`;
    const header = `Basic ${Buffer.from(pair).toString('base64')}`;
    const command = formatCurl(
      call({ method: 'GET', headers: [['Authorization', header]] }),
      'http://h',
      listSecrets(new Map([['login', pair]])),
    );
    expect(command).not.toContain(header);
    expect(wordsOf([command], { login: pair })).toEqual(['-g', 'http://h/a', '-H', `Authorization: ${header}`]);
  });

  test.each<[what: string, more: Partial<SerializedRequest>, command: string]>([
    ['HEAD with -I', { method: 'HEAD' }, 'curl -g -I http://h/a'],
    ['GET without -X', { method: 'GET' }, 'curl -g http://h/a'],
    [
      'GET with a body with -X',
      { method: 'GET', body: Buffer.from('{}') },
      "curl -g -X GET http://h/a --data-raw '{}'",
    ],
    ['an empty header with a semicolon', { headers: [['X-Empty', '']] }, "curl -g -X POST http://h/a -H 'X-Empty;'"],
    ['bytes', { body: Uint8Array.of(255, 0) }, 'curl -g -X POST http://h/a  # with a body of 2 bytes'],
    [
      'without a body of control characters',
      { body: Buffer.from('\x1b[2J') },
      'curl -g -X POST http://h/a  # with a body of 4 bytes',
    ],
    [
      'without a body that is too large',
      { body: Buffer.alloc(4097, 'a') },
      'curl -g -X POST http://h/a  # with a body of 4097 bytes',
    ],
  ])('has %s: %o', (_, more, command) => {
    expect(formatCurl(call(more), 'http://h', [])).toBe(command);
  });
});

describe('returned values differ from sent ones', () => {
  test.each<[sent: unknown, shown: unknown, pointers: readonly string[]]>([
    [{ a: 1 }, { a: 1, b: 2 }, []],
    [{ a: 1 }, {}, []],
    [{ a: 1 }, { a: 2 }, ['/a']],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, ['/a/b/1']],
    [{ a: [1] }, { a: [1, 2] }, ['/a']],
    [{ mail: 'Ann@Example.com ' }, { mail: 'ann@example.com' }, []],
    [{ at: '2026-01-01T10:00:00+01:00' }, { at: '2026-01-01T09:00:00Z' }, []],
    [{ at: '2026-01-01T10:00:00Z' }, { at: '2026-01-01T09:00:00Z' }, ['/at']],
    [{ size: 7 }, { size: '7' }, []],
    [{ a: 'x' }, { a: null }, ['/a']],
    [{ a: 1 }, 'a page', []],
    [{ a: Buffer.from('bytes') }, { a: 'Ynl0ZXM=' }, []],
  ])('%j, %j: %j', (sent, shown, pointers) => {
    expect(findDifferences(sent, shown).map(({ pointer }) => pointer)).toEqual(pointers);
  });
});
