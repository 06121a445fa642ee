// Bounded effort for validation of large values.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDocument } from '../../../src/openapi/document.ts';
import type { DocumentObject, Schema } from '../../../src/openapi/objects.ts';
import { compileSchema } from '../../../src/schema/compile-schema.ts';
import { documentSource } from '../../support/document-source.ts';
import { checkProperty } from '../../support/runs.ts';

/** The validation of bodies with this schema, which may reference others by name. */
function findingsOf(schema: unknown, schemas: Record<string, Schema> = {}): (body: unknown) => readonly string[] {
  const content = { 'application/json': { schema: schema as Schema } };
  const put = { operationId: 'put', requestBody: { content }, responses: { 204: { description: 'done' } } };
  const document = {
    openapi: '3.0.3',
    info: { title: 'T', version: '1' },
    paths: { '/it': { put } },
    components: { schemas },
  };
  const operation = createDocument(documentSource(document)).operations.get('put');
  return (body) =>
    (operation?.validateRequest({ path: {}, query: {}, header: {}, cookie: {}, body }) ?? []).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
}

/** A list that counts reads of its items. */
function counted<T>(items: readonly T[]): { readonly list: readonly T[]; looks(): number } {
  let reads = 0;
  const list = new Proxy(items, {
    get(target, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(target, key);
    },
  });
  return { list, looks: () => reads };
}

const texts = { type: 'array', items: { type: 'string' } };

describe('a body with many violations', () => {
  test('has twenty findings if it is small', () => {
    const findings = findingsOf(texts)(Array(100).fill(1));
    expect(findings).toHaveLength(20);
    expect(findings.slice(0, 2)).toEqual(['/0 must be a string', '/1 must be a string']);
  });

  test('has one finding if it is large, and the rest is not read', () => {
    const { list, looks: reads } = counted(Array(100_000).fill(1));
    expect(findingsOf(texts)(list)).toEqual(['/0 must be a string']);
    expect(reads()).toBeLessThan(10);
  });

  test('has one finding if it is deep in a recursive schema', () => {
    const node = { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: {} } } };
    node.properties.children.items = node;
    const { list, looks: reads } = counted(Array(100_000).fill({ name: 1 }));
    expect(findingsOf(node)({ children: [{ children: list }] })).toEqual([
      '/children/0/children/0/name must be a string',
    ]);
    expect(reads()).toBeLessThan(10);
  });

  test('has one finding if it is deep in recursive alternatives', () => {
    const expression = { $ref: '#/components/schemas/Expression' };
    const items = { type: 'array', items: expression };
    const oneOf = ['and', 'or'].map((op) => ({
      type: 'object',
      required: ['op'],
      properties: { op: { enum: [op] }, items },
    }));
    const nested = (levels: number): object =>
      levels === 0 ? { op: 'xor' } : { op: 'and', items: [nested(levels - 1)] };
    let reads = 0;
    const deepest = (levels: number) => {
      let body = {
        get op() {
          reads += 1;
          return 'xor';
        },
      } as object;
      for (let level = 0; level < levels; level += 1) body = { op: 'and', items: [body] };
      return body;
    };
    const findings = findingsOf(expression, { Expression: { oneOf } as Schema });
    expect(findings(nested(2)).length).toBeGreaterThan(2);
    expect(findings(deepest(12))).not.toEqual([]);
    expect(reads).toBeLessThan(20);
  });

  test('has no further findings by a schema that is its own alternative', () => {
    const schemas = {
      Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }], anyOf: [{ $ref: '#/components/schemas/Loop' }, {}] },
    };
    const whole = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, components: { schemas } };
    const document = createDocument(documentSource(whole as unknown as DocumentObject));
    const loop = { value: schemas.Loop as Schema, pointer: '/components/schemas/Loop' };
    expect(document.validate(loop, { a: 1 }, 'request')).toEqual([]);
    // At any stack depth.
    const below = (frames: number): unknown =>
      frames === 0 ? document.validate(loop, { a: 1 }, 'request') : [below(frames - 1)][0];
    expect(below(4000)).toEqual([]);
  });

  describe('after thousands of items', () => {
    const many = Array(3000).fill({ name: 'a' });
    const named = { type: 'object', properties: { name: { $ref: '#/components/schemas/Short' } } };
    const find = (...items: readonly Schema[]) =>
      findingsOf({ type: 'array', items: { anyOf: items } }, { Short: { type: 'string', maxLength: 1 } });

    test('is found by each schema that references the same one', () => {
      const twice = find(named as Schema, { allOf: [named as Schema, { required: ['name'] }] });
      expect(twice(many)).toEqual([]);
      expect(twice([...many, { name: 'ab' }])).toContain('/3000/name must have at most 1 character');
    });

    test('is reported at its own location', () => {
      const items = [...many, { name: 'ab', free: true }, { name: 'ab' }];
      expect(find(named as Schema, { required: ['free'] })(items)).toContain(
        '/3001/name must have at most 1 character',
      );
    });
  });

  test('reports the second violation after the first is fixed', () => {
    const list: unknown[] = Array(5000).fill('text');
    list[4000] = 1;
    list[4500] = 1;
    const findings = findingsOf(texts);
    expect(findings(list)).toEqual(['/4000 must be a string']);
    list[4000] = 'text';
    expect(findings(list)).toEqual(['/4500 must be a string']);
    list[4500] = 'text';
    expect(findings(list)).toEqual([]);
  });
});

describe('unique items', () => {
  test('are compared by value, regardless of the order of their members', () => {
    const findings = findingsOf({ type: 'array', uniqueItems: true });
    const same = (...items: unknown[]) => findings(items).length > 0;
    expect(same({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(same([{ a: 1, b: 2 }], [{ b: 2, a: 1 }])).toBe(true);
    expect(same(1, '1', true, 'true', null, 'null', [], {}, [1], { 0: 1 }, '')).toBe(false);
    expect(same(JSON.parse('{"__proto__":1}'), {})).toBe(false);
    expect(same([1, 2], [2, 1])).toBe(false);
    expect(findings(['x', 1, 2, 1])).toEqual([' must not have duplicate items (items 1 and 3 are equal)']);
    expect(findingsOf({ type: 'array', uniqueItems: false })([1, 1])).toEqual([]);
  });

  test('are unique unless they are equal', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    const check = compileSchema({ uniqueItems: true });
    checkProperty(
      fc.property(fc.array(json, { maxLength: 6 }), fc.boolean(), (items, again) => {
        const list = again && items.length > 0 ? [...items, structuredClone(items[0])] : items;
        const texts = new Set(list.map((item) => JSON.stringify(sorted(item))));
        expect(check(list)).toHaveLength(texts.size === list.length ? 0 : 1);
      }),
    );
  });

  test('are read a few times each, for any number of them', () => {
    let reads = 0;
    const item = (id: number) => ({
      get id() {
        reads += 1;
        return id;
      },
    });
    const list = Array.from({ length: 2000 }, (_, id) => item(id));
    expect(findingsOf({ type: 'array', uniqueItems: true, items: { type: 'object' } })(list)).toEqual([]);
    expect(reads).toBeLessThanOrEqual(3 * list.length);
  });
});

/** A text that is the same for equal values: comparing each pair would take too long. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([key, inner]) => [key, sorted(inner)]) };
}
