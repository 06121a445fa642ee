// JSON Pointers and `$ref` resolution, with names of any kind.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createReferences } from '../../src/openapi/references.ts';
import { childPointer, pointerInFragment, pointerSegments, valueAtPointer } from '../../src/schema/json-pointer.ts';
import { checkProperty } from '../support/runs.ts';

describe('a pointer', () => {
  test('returns the segments of a created pointer', () => {
    checkProperty(
      fc.property(fc.array(fc.string()), (steps) => {
        expect(pointerSegments(childPointer('', ...steps))).toEqual(steps);
      }),
    );
  });

  test.each([
    ['#/paths/~1pets', '/paths/~1pets'],
    ['#/components/schemas/Pet%20Shop', '/components/schemas/Pet Shop'],
    ['#/components/schemas/100%', '/components/schemas/100%'],
    ['#', ''],
    ['#anchor', undefined],
    ['pet.yaml#/Pet', undefined],
  ])('in %s is %s', (reference, pointer) => {
    expect(pointerInFragment(reference)).toBe(pointer);
  });

  test.each(['/__proto__', '/constructor', '/a/length/toString', '/b'])('%s cannot be resolved', (pointer) => {
    expect(valueAtPointer({ a: [1] }, pointer)).toBeUndefined();
  });
});

describe('references', () => {
  const root = {
    a: { $ref: '#/b' },
    b: { $ref: '#/c/d~1e' },
    c: { 'd/e': { name: 'found', inner: { $ref: '#/a' } } },
    circle: { $ref: '#/square' },
    square: { $ref: '#/circle' },
    lost: { $ref: '#/nowhere' },
    foreign: { $ref: 'other.yaml#/b' },
    properties: { $ref: { type: 'string' } },
  };
  const references = createReferences(root);

  test('are resolved to the end, with the pointer of the target', () => {
    expect(references.resolveAt('/a')).toEqual({ value: root.c['d/e'], pointer: '/c/d~1e' });
    expect(references.resolveAt('/a')?.value).toBe(root.c['d/e']);
    const start = references.resolveAt('/b');
    expect(start && references.resolveBelow(start, 'inner', 'inner', 'name')).toEqual({
      value: 'found',
      pointer: '/c/d~1e/name',
    });
    expect(references.resolveValue(root.a)).toBe(root.c['d/e']);
  });

  test('may form long chains', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) => [`r${at}`, { $ref: `#/r${at + 1}` }]);
    const long = createReferences({ ...Object.fromEntries(chain), r10000: { name: 'found' } });
    expect(long.resolveAt('/r0')).toEqual({ value: { name: 'found' }, pointer: '/r10000' });
    expect(long.resolveAt('/r5000')?.pointer).toBe('/r10000');
  });

  test('end at a schema with an $id, the base of its own references', () => {
    const tree = { $id: 'https://example.com/tree', $ref: 'leaf' };
    expect(createReferences({ a: { $ref: '#/tree' }, tree }).resolveAt('/a')).toEqual({
      value: tree,
      pointer: '/tree',
    });
  });

  test.each(['/circle', '/lost', '/foreign', '/none'])('that cannot be resolved are undefined: %s', (pointer) => {
    expect(references.resolveAt(pointer)).toBeUndefined();
  });

  test('are strings: a property may be named $ref', () => {
    expect(references.resolveValue(root.properties)).toBe(root.properties);
  });

  test('among the members of an object are resolved once', () => {
    const members = references.resolveMembers(root);
    expect(members.a).toBe(root.c['d/e']);
    expect(members.c).toBe(root.c);
    expect(Object.keys(members)).toEqual(Object.keys(root));
    expect(members.lost).toBeUndefined();
    expect(references.resolveMembers(root)).toBe(members);
  });
});
