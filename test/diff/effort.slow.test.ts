// The work of comparisons is limited: equal parts are skipped, and each pair is compared once.

import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../src/diff/changes.ts';
import { reportDifferences, type SchemaRoot } from '../../src/diff/report-differences.ts';
import { createSchemaComparison } from '../../src/diff/schema/comparison.ts';
import { describeDocument as described } from '../../src/openapi/describe-document.ts';
import { changesOf, reported, schemaDocument } from '../support/comparing.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const root = ref('S0');

/** Schemas that refer to each other in a circle. */
function circle(size: number, of: (index: number) => object = () => ({})): Record<string, unknown> {
  return Object.fromEntries(
    Array.from({ length: size }, (_, index) => {
      const properties = { next: ref(`S${(index + 1) % size}`), far: ref(`S${(index * 7 + 3) % size}`), ...of(index) };
      return [`S${index}`, { type: 'object', properties }];
    }),
  );
}

/** The number of compared pairs, including all nested ones. */
function lookedAt(old: object, now: object, openapi?: string) {
  const [before, after] = [old, now].map((schemas) => described(schemaDocument(root, schemas, openapi)));
  if (!before || !after) throw new Error('unreachable');
  const comparison = createSchemaComparison(before, after);
  const part = { value: root, pointer: '/paths/~1pets/post/requestBody/content/application~1json/schema' };
  const seen = new Set([comparison.pair('in', 'json', [part], [part])]);
  for (const pair of seen) for (const below of pair.children) seen.add(below);
  return comparison.compared;
}

describe('an equal schema', () => {
  test.each(['3.0.3', '3.1.0'])('is skipped, even if all schemas refer to each other (%s)', (openapi) => {
    expect(lookedAt(circle(500), circle(500), openapi)).toBe(0);
    expect(
      lookedAt(
        circle(50, () => ({ a: { type: 'string' } })),
        circle(50),
        openapi,
      ),
    ).toBe(50);
  });

  test('is skipped if only descriptions differ', () => {
    const say = (description: string) => circle(20, () => ({ a: { type: 'string', description } }));
    expect(lookedAt(say('One.'), say('Another.'))).toBe(0);
  });

  test('is skipped beside a changed one', () => {
    const beside = (leaf: object) => ({
      S0: { properties: { same: ref('Same'), leaf: ref('Leaf') } },
      Same: { properties: { again: ref('Same') } },
      Leaf: leaf,
    });
    expect(lookedAt(beside({ type: 'string' }), beside({ type: 'integer' }))).toBe(2);
  });

  test('is skipped only if its discriminator selects from equal schemas', () => {
    const base = {
      type: 'object',
      required: ['kind'],
      discriminator: { propertyName: 'kind' },
      properties: { kind: { type: 'string' } },
    };
    const cat = { allOf: [ref('S0'), { type: 'object', properties: { lives: { type: 'integer' } } }] };
    const dog = { allOf: [ref('S0'), { type: 'object', properties: { tricks: { type: 'integer' } } }] };
    expect(lookedAt({ S0: base, cat, dog }, { S0: base, cat, dog })).toBe(0);
    expect(lookedAt({ S0: base, cat }, { S0: base, cat, dog })).toBeGreaterThan(0);
    const text = { allOf: [ref('S0'), { type: 'object', properties: { tricks: { type: 'string' } } }] };
    expect(
      changesOf(schemaDocument(root, { S0: base, cat, dog }), schemaDocument(root, { S0: base, cat, dog: text })),
    ).not.toEqual([]);
    const mapped = { ...base, discriminator: { propertyName: 'kind', mapping: { one: 'cat', other: 'dog' } } };
    expect(lookedAt({ S0: mapped, cat, dog }, { S0: mapped, cat, dog: text })).toBeGreaterThan(0);
  });
});

test('branches with a discriminator are compared by its values only', () => {
  const union = (names: readonly string[]) => ({
    S0: {
      oneOf: names.map(ref),
      discriminator: { propertyName: 'kind', mapping: Object.fromEntries(names.map((name) => [name, ref(name).$ref])) },
    },
    ...Object.fromEntries(names.map((name) => [name, { type: 'object', properties: { kind: { type: 'string' } } }])),
  });
  const names = (from: number) => Array.from({ length: 60 }, (_, index) => `N${from + index}`);
  expect(lookedAt(union(names(0)), union(names(30)))).toBeLessThan(40);
});

describe('reading schemas', () => {
  const meanings = (schemas: object) => described(schemaDocument(root, schemas)).constraints;
  const at = (value: unknown, pointer: string) => [{ value, pointer }];

  test('happens once for all references', () => {
    const { of } = meanings({ S0: { type: 'string' } });
    expect(of(at(root, '/a'))).toBe(of(at({ ...root, description: 'Another.' }, '/b')));
    expect(of(at({}, '/c'))).not.toBe(of(at({}, '/d')));
  });

  test.each<[what: string, few: object, many: object]>([
    ['enumerated values', { enum: ['a'] }, { enum: Array.from({ length: 1000 }, (_, index) => index) }],
    ['required names', { required: ['a'] }, { required: Array.from({ length: 1000 }, (_, index) => `a${index}`) }],
    ['prefix items', { prefixItems: [{}] }, { prefixItems: Array(1000).fill({}) }],
    ['alternatives', { oneOf: [{}, {}] }, { oneOf: Array(1000).fill({}) }],
    [
      'pattern properties',
      { patternProperties: { a: {} } },
      { patternProperties: Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`a${index}`, {}])) },
    ],
  ])('counts the size of %s', (_, few, many) => {
    const [{ of }] = [meanings({})];
    expect(of(at(few, '/few')).size).toBeLessThan(10);
    expect(of(at(many, '/many')).size).toBeGreaterThanOrEqual(1000);
  });

  test('stops at many schemas that each limit the properties of all others', () => {
    const limits = (count: number, maxLength: number) =>
      schemaDocument({
        allOf: Array.from({ length: count }, (_, index) => ({
          properties: { [`p${index}`]: {} },
          additionalProperties: { maxLength },
        })),
      });
    expect(reported(changesOf(limits(3, 1), limits(3, 2)))).not.toContain('request-not-compared risky risky');
    expect(reported(changesOf(limits(400, 1), limits(400, 2)))).toEqual([
      'request-not-compared risky risky',
      'response-not-compared risky risky',
    ]);
  });

  test('stays within the limit for wide schemas', () => {
    const big = { allOf: Array.from({ length: 100 }, (_, index) => ref(`L${index}`)) };
    const leaves = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`L${index}`, { title: `${index}` }]));
    const side = (minLength: number) => ({ allOf: [ref('Big')], minLength });
    const all = Array.from({ length: 500 }, (_, index) => index);
    for (const [before, after] of [
      [1, 2].map((least) => ({
        properties: Object.fromEntries(all.map((index) => [`p${index}`, side(least + index)])),
      })),
      [1, 2].map((least) => ({ oneOf: all.map((index) => side(least + index * 2)) })),
    ]) {
      const documents = [before, after].map((S0) => described(schemaDocument(root, { S0, Big: big, ...leaves })));
      const [one, other] = documents;
      if (!one || !other) throw new Error('unreachable');
      expect(reported(changesBetween(one, other, undefined, 10_000))).toContain('rest-not-compared risky risky');
      expect(one.constraints.effort + other.constraints.effort).toBeLessThan(11_000);
    }
  });

  test('counts for each pair, even of an equal schema', () => {
    const big = { type: 'string', enum: Array.from({ length: 500 }, (_, index) => `a${index}`) };
    const all = (minLength: number) => ({
      S0: {
        properties: Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [`p${index}`, { allOf: [ref('Big')], minLength }]),
        ),
      },
      Big: big,
    });
    const [before, after] = [all(1), all(2)].map((schemas) => described(schemaDocument(root, schemas)));
    if (!before || !after) throw new Error('unreachable');
    // Read twice: 20 times 500 values, compared in two pairs each.
    expect(reported(changesBetween(before, after, undefined, 30_000))).toContain('rest-not-compared risky risky');
    expect(reported(changesBetween(before, after, undefined, 70_000))).not.toContain('rest-not-compared risky risky');
  });
});

describe('beyond the limit', () => {
  const old = circle(400, (index) => ({ own: { type: 'string', maxLength: index } }));
  const now = circle(400, (index) => ({ own: { type: 'string', maxLength: index + 1 } }));
  const [before, after] = [described(schemaDocument(root, old)), described(schemaDocument(root, now))];

  test('one change reports that the rest was not compared', () => {
    const changes = changesBetween(before, after, undefined, 1000);
    expect(reported(changes)).toContain('rest-not-compared risky risky');
    expect(changes.filter(({ rule }) => rule === 'rest-not-compared')).toHaveLength(1);
    expect(changes.length).toBeLessThan(800);
    expect(reported(changesOf(schemaDocument(root, old), schemaDocument(root, now)))).toEqual([
      ...Array(400).fill('request-max-length-raised harmless breaking'),
      ...Array(400).fill('response-max-length-raised breaking harmless'),
    ]);
  });

  test('nothing is compared with a limit of 0', () => {
    expect(reported(changesBetween(before, after, undefined, 0))).toEqual(['rest-not-compared risky risky']);
  });

  test('each difference is reported at least once', () => {
    const comparison = createSchemaComparison(before, after);
    const part = { value: root, pointer: '/paths/~1pets/post/requestBody/content/application~1json/schema' };
    const pair = comparison.pair('in', 'json', [part], [part]);
    const roots = ['GET /a', 'GET /b'].map(
      (operation): SchemaRoot => ({ pair, role: 'request', where: 'the body', operation, isBack: false }),
    );
    const all = reportDifferences(roots);
    const some = reportDifferences(roots, 1);
    expect(all.at(-1)?.operations).toEqual(['GET /a', 'GET /b']);
    expect(some.at(-1)?.message).toMatch(/^GET \/a and possibly others: /);
    expect(some.map(({ rule, old }) => [rule, old])).toEqual(all.map(({ rule, old }) => [rule, old]));
  });
});
