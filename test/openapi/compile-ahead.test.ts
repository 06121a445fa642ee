// Validators are compiled before somebody asks for them, and nobody waits for that.

import { afterEach, expect, test, vi } from 'vitest';
import { compileAhead } from '../../src/openapi/compile-ahead.ts';
import { createDocument } from '../../src/openapi/document.ts';

const documentOf = (document: object) =>
  createDocument({ path: 'api.yaml', bundled: document, dereferenced: document, findings: [] } as never);

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const pets = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', format: 'tiny' } },
          { name: '__proto__', in: 'query', schema: {} },
        ],
        requestBody: json(ref('Pet')),
        responses: { 200: { description: '', ...json({ type: 'array', items: ref('Pet') }) } },
      },
    },
  },
  components: { schemas: { Pet: { properties: { owner: ref('Owner') } }, Owner: { pattern: '(' } } },
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('every validator is compiled, and what is not enforced is known then', () => {
  const document = documentOf(pets);
  expect(document.notEnforced).toEqual([]);
  while (document.compileNext());
  expect(document.notEnforced.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    '/paths/~1pets/post/parameters/1/name this name cannot be checked',
    '/paths/~1pets/post/parameters/0/schema/format the format "tiny" is not known here',
    '/components/schemas/Owner/pattern is no regular expression that is known here',
  ]);
});

test('a large document is compiled in turns, until somebody ends it', () => {
  vi.useFakeTimers();
  let compiled = 0;
  // Each takes a millisecond.
  vi.spyOn(performance, 'now').mockImplementation(() => compiled);
  const end = compileAhead(
    {
      compileNext() {
        compiled += 1;
        return true;
      },
    },
    () => {},
  );
  expect(compiled).toBe(0);
  vi.advanceTimersToNextTimer();
  expect(compiled).toBe(10);
  vi.advanceTimersToNextTimer();
  expect(compiled).toBe(20);
  end();
  vi.advanceTimersToNextTimer();
  expect(compiled).toBe(20);
});

test('nothing is compiled while who waited for the port is answered', () => {
  vi.useFakeTimers();
  let compiled = 0;
  compileAhead({ compileNext: () => ++compiled < 5 }, () => {});
  vi.advanceTimersByTime(99);
  expect(compiled).toBe(0);
  vi.advanceTimersByTime(1);
  expect(compiled).toBe(5);
});

test('a document that is compiled is left alone', () => {
  vi.useFakeTimers();
  let left = 5;
  compileAhead({ compileNext: () => left-- > 0 }, () => {});
  vi.runAllTimers();
  expect(left).toBe(-1);
});

test('one that does not compile is told, and keeps no other from being compiled', () => {
  vi.useFakeTimers();
  const told: unknown[] = [];
  let left = 3;
  const compileNext = () => {
    left -= 1;
    if (left === 1) throw new Error('the second');
    return left > 0;
  };
  compileAhead({ compileNext }, (error) => told.push(error));
  vi.runAllTimers();
  expect([left, told]).toEqual([0, [new Error('the second')]]);
});
