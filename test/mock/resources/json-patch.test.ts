// Merge patches and JSON Patches: results, rejections and limits.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyJsonPatch, isJsonPatch, type PatchStep } from '../../../src/mock/resources/json-patch.ts';
import { measureValue } from '../../../src/mock/resources/measure-value.ts';
import { applyMergePatch } from '../../../src/schema/merge-patch.ts';
import { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';

const read = (text: string): unknown => JSON.parse(text);

describe('a merge patch', () => {
  test.each([
    ['{"name":"Rex"}', '{"name":"Bo"}', '{"name":"Bo"}'],
    ['{"name":"Rex"}', '{"age":3}', '{"name":"Rex","age":3}'],
    ['{"name":"Rex"}', '{"name":null}', '{}'],
    ['{"name":"Rex","age":3}', '{"name":null}', '{"age":3}'],
    ['{"tags":["old"]}', '{"tags":"new"}', '{"tags":"new"}'],
    ['{"tags":"old"}', '{"tags":["new"]}', '{"tags":["new"]}'],
    ['{"home":{"town":"Bern"}}', '{"home":{"town":"Basel","street":null}}', '{"home":{"town":"Basel"}}'],
    ['{"list":[{"a":1}]}', '{"list":[1]}', '{"list":[1]}'],
    ['["a","b"]', '["c"]', '["c"]'],
    ['{"a":1}', '["c"]', '["c"]'],
    ['{"a":1}', 'null', 'null'],
    ['{"a":1}', '"text"', '"text"'],
    ['{"kept":null}', '{"a":1}', '{"kept":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"b":{"c":null}}}', '{"a":{"b":{}}}'],
    ['{"a":1}', '{"__proto__":{"b":2}}', '{"a":1,"__proto__":{"b":2}}'],
  ])('of %s by %s is %s', (item, patch, merged) => {
    expect(JSON.stringify(applyMergePatch(read(item), read(patch)))).toBe(merged);
  });

  test('without null is contained in the result, and is idempotent', () => {
    const value = fc.jsonValue().filter((one) => !JSON.stringify(one).includes('null'));
    fc.assert(
      fc.property(fc.jsonValue(), fc.dictionary(fc.string(), value), (item, patch) => {
        const merged = applyMergePatch(item, patch);
        expect(merged).toMatchObject(applyMergePatch({}, patch) as object);
        expect(applyMergePatch(merged, patch)).toEqual(merged);
      }),
    );
  });
});

/** The code of an error, or the patched value. */
function outcome(item: unknown, patch: readonly PatchStep[]): unknown {
  try {
    return applyJsonPatch(item, patch);
  } catch (thrown) {
    if (thrown instanceof ApiError) return thrown.code;
    throw thrown;
  }
}

describe('a JSON Patch', () => {
  test.each<[item: string, patch: string, is: string]>([
    ['{"a":1}', '[{"op":"add","path":"/b","value":2}]', '{"a":1,"b":2}'],
    ['{"a":1}', '[{"op":"add","path":"/a","value":null}]', '{"a":null}'],
    ['{"a":[1,3]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2,3]}'],
    ['{"a":[1]}', '[{"op":"add","path":"/a/-","value":[2]}]', '{"a":[1,[2]]}'],
    ['{"a":[1]}', '[{"op":"add","path":"/a/1","value":2}]', '{"a":[1,2]}'],
    ['{"a":1,"b":2}', '[{"op":"remove","path":"/a"}]', '{"b":2}'],
    ['{"a":[1,2,3]}', '[{"op":"remove","path":"/a/1"}]', '{"a":[1,3]}'],
    ['{"a":1,"b":2}', '[{"op":"replace","path":"/a","value":3}]', '{"a":3,"b":2}'],
    ['{"a":[1,2]}', '[{"op":"replace","path":"/a/0","value":3}]', '{"a":[3,2]}'],
    ['{"a":{"b":1},"c":{}}', '[{"op":"move","from":"/a/b","path":"/c/d"}]', '{"a":{},"c":{"d":1}}'],
    ['{"a":[1,2,3]}', '[{"op":"move","from":"/a/0","path":"/a/2"}]', '{"a":[2,3,1]}'],
    ['{"a":1}', '[{"op":"move","from":"/a","path":"/a"}]', '{"a":1}'],
    [
      '{"a":{"b":1}}',
      '[{"op":"copy","from":"/a","path":"/c"},{"op":"add","path":"/c/b","value":2}]',
      '{"a":{"b":1},"c":{"b":2}}',
    ],
    ['{"a":{"b":[1,{"c":2}]}}', '[{"op":"test","path":"/a","value":{"b":[1,{"c":2}]}}]', '{"a":{"b":[1,{"c":2}]}}'],
    ['{"a":1}', '[{"op":"replace","path":"","value":{"b":2}}]', '{"b":2}'],
    [
      '{"~1":1,"a/b":2}',
      '[{"op":"test","path":"/~01","value":1},{"op":"replace","path":"/a~1b","value":3}]',
      '{"~1":1,"a/b":3}',
    ],
    ['{"":1}', '[{"op":"replace","path":"/","value":2}]', '{"":2}'],
    [
      '{"constructor":{"name":"Brabham"}}',
      '[{"op":"replace","path":"/constructor/name","value":"Lotus"}]',
      '{"constructor":{"name":"Lotus"}}',
    ],
    [
      '{}',
      '[{"op":"add","path":"/__proto__","value":{"a":1}},{"op":"test","path":"/__proto__/a","value":1}]',
      '{"__proto__":{"a":1}}',
    ],
    ['{"a":1}', '[]', '{"a":1}'],
    ['{"a":1}', '[{"op":"add","path":"/b","value":2,"more":"is left alone"}]', '{"a":1,"b":2}'],
  ])('of %s by %s is %s', (item, patch, is) => {
    const before = read(item);
    expect(JSON.stringify(applyJsonPatch(before, read(patch) as readonly PatchStep[]))).toBe(is);
    expect(JSON.stringify(before)).toBe(item);
  });

  test.each<[item: string, step: string]>([
    ['{"a":1}', '{"op":"remove","path":"/b"}'],
    ['{"a":1}', '{"op":"replace","path":"/b","value":1}'],
    ['{}', '{"op":"replace","path":"/toString","value":1}'],
    ['{}', '{"op":"copy","from":"/constructor","path":"/a"}'],
    ['{"a":1}', '{"op":"add","path":"/b/c","value":1}'],
    ['{"a":"text"}', '{"op":"add","path":"/a/b","value":1}'],
    ['{"a":1}', '{"op":"add","path":"/b"}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/2","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/01","value":1}'],
    ['{"a":[1]}', '{"op":"add","path":"/a/b","value":1}'],
    ['{"a":[1]}', '{"op":"replace","path":"/a/-","value":1}'],
    ['{"a":[1]}', '{"op":"remove","path":"/a/length"}'],
    ['{"a":{"b":1}}', '{"op":"move","from":"/a","path":"/a/b"}'],
    ['{"a":[{"b":1},{"c":2}]}', '{"op":"move","from":"/a/0","path":"/a/0/d"}'],
    ['{"a":1}', '{"op":"copy","from":"/b","path":"/a"}'],
    ['{"a":1}', '{"op":"copy","path":"/b"}'],
    ['{"a":1}', '{"op":"test","path":"/a","value":"1"}'],
    ['{"a":{"b":1,"c":2}}', '{"op":"test","path":"/a","value":{"b":1}}'],
    ['{"a":1}', '{"op":"remove","path":""}'],
    ['{"a":1}', '{"op":"increment","path":"/a"}'],
  ])('of %s by %s cannot be applied', (item, step) => {
    expect(outcome(read(item), [read(step) as PatchStep])).toBe('failed_precondition');
  });

  test('that cannot be applied names the step and the reason', () => {
    const patch = [
      { op: 'test', path: '/a', value: 1 },
      { op: 'increment', path: '/a' },
    ];
    expect(() => applyJsonPatch({ a: 1 }, patch)).toThrow(
      'Patch step 2 (increment /a) cannot be applied: unknown op; use add, remove, replace, move, copy or test',
    );
  });

  test.each([
    ['[]', true],
    ['[{"op":"remove","path":"/a"}]', true],
    ['[{"op":"remove","path":"a"}]', false],
    ['[{"op":"copy","path":"/a","from":"b"}]', false],
    ['[{"op":"remove"}]', false],
    ['[1]', false],
    ['{"op":"remove","path":"/a"}', false],
  ])('is recognised as a list of operations: %s, %j', (body, is) => {
    expect(isJsonPatch(read(body))).toBe(is);
  });

  test('of any item by any steps results in JSON or is rejected', () => {
    const pointer = fc
      .array(fc.constantFrom('a', '0', '-', '__proto__', 'length', 'constructor'), { maxLength: 3 })
      .map((steps) => steps.map((step) => `/${step}`).join(''));
    // As parsed: JSON has no negative zero.
    const sent = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)));
    const op = fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test');
    const step = fc.record({ op, path: pointer, from: pointer, value: sent });
    const item = fc.dictionary(fc.constantFrom('a', '__proto__', 'constructor'), sent);
    fc.assert(
      fc.property(item, fc.array(step, { maxLength: 6 }), (value, steps) => {
        const is = outcome(value, steps);
        expect(JSON.parse(JSON.stringify(is))).toEqual(is);
        expect(Object.getPrototypeOf({})).toBe(Object.prototype);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});

describe('an expensive JSON Patch', () => {
  const often = (count: number, step: PatchStep): readonly PatchStep[] => Array.from({ length: count }, () => step);

  test.each<[what: string, item: unknown, patch: readonly PatchStep[]]>([
    ['with too many steps', { a: 1 }, often(10_001, { op: 'test', path: '/a', value: 1 })],
    ['that doubles a value repeatedly', { a: ['x'] }, often(60, { op: 'copy', from: '/a', path: '/a/-' })],
    [
      'that copies a long text repeatedly',
      { a: 'x'.repeat(1_000_000), b: [] },
      often(100, { op: 'copy', from: '/a', path: '/b/-' }),
    ],
    [
      'that moves a long list repeatedly',
      { a: Array(100_000).fill(0) },
      often(100, { op: 'move', from: '/a/0', path: '/a/-' }),
    ],
    [
      'that inserts before a long list',
      { a: Array(100_000).fill(0) },
      often(100, { op: 'add', path: '/a/0', value: 1 }),
    ],
  ])('is rejected: %s', (_, item, patch) => {
    expect(outcome(item, patch)).toBe('invalid_argument');
  });

  test('names the step and the limit', () => {
    const patch = often(60, { op: 'copy', from: '/a', path: '/a/-' });
    expect(() => applyJsonPatch({ a: ['x'] }, patch)).toThrow(
      /^Patch step \d\d \(copy \/a\/-\) copies or moves too much; the maximum for all steps is 4194304 characters/,
    );
  });

  test('that nests a value deeper than a body is rejected', () => {
    const steps = often(200, { op: 'copy', from: '/a', path: '/b/a' }).map((step, index) => ({
      ...step,
      path: `/a${'/a'.repeat(index)}`,
    }));
    expect(outcome({ a: {} }, steps)).toBe('failed_precondition');
    expect(measureValue(applyJsonPatch({ a: {} }, steps.slice(0, 3))).depth).toBeLessThan(100);
  });

  test.each([
    [90, 'done'],
    [110, 'failed_precondition'],
  ])('that adds a value of %i levels is %s', (levels, expected) => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level += 1) value = [value];
    const found = outcome({}, [{ op: 'add', path: '/a', value }]);
    expect(typeof found === 'string' ? found : 'done').toBe(expected);
  });

  test('that appends ten thousand items is applied', () => {
    const item = applyJsonPatch({ a: [] }, often(10_000, { op: 'add', path: '/a/-', value: 1 })) as { a: unknown[] };
    expect(item.a).toHaveLength(10_000);
  });
});

test('the size of a value includes texts, names and values, and its depth is known at any depth', () => {
  expect(measureValue('abc')).toEqual({ amount: 11, depth: 0 });
  expect(measureValue({ ab: ['c'] })).toEqual({ amount: 8 + 2 + 8 + 8 + 1, depth: 2 });
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(measureValue(deep).depth).toBe(100_000);
});
