// Background compilation of validators.

import { performance as eventLoop } from 'node:perf_hooks';
import { afterEach, expect, test, vi } from 'vitest';
import { compileAhead } from '../../src/openapi/schema/compile-ahead.ts';
import { documentSource } from '../support/document-source.ts';

const running = () => new AbortController().signal;

/** A document whose validators take a millisecond each, with a count of the compiled ones. */
function slow(count: number) {
  let compiled = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => compiled);
  const compile = function* () {
    for (; compiled < count; compiled += 1) yield;
  };
  return { source: documentSource({} as never), compile, compiled: () => compiled };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('compiles a document in slices until it is aborted', () => {
  vi.useFakeTimers();
  const document = slow(1000);
  const end = new AbortController();
  void compileAhead(document, end.signal);
  expect(document.compiled()).toBe(0);
  vi.advanceTimersToNextTimer();
  expect(document.compiled()).toBe(10);
  vi.advanceTimersToNextTimer();
  expect(document.compiled()).toBe(20);
  end.abort();
  vi.runAllTimers();
  expect(document.compiled()).toBe(20);
});

test.each([
  { others: 'are idle', utilization: 0.49, pause: 20 },
  { others: 'are busy', utilization: 0.5, pause: 200 },
])('pauses $pause ms between slices of a long compilation when other work is $others', ({ utilization, pause }) => {
  vi.useFakeTimers();
  const document = slow(10_000);
  let from: unknown;
  vi.spyOn(eventLoop, 'eventLoopUtilization').mockImplementation((since) => {
    from = since?.active ?? from;
    return { idle: 0, active: document.compiled(), utilization };
  });
  void compileAhead(document, running());
  for (let turn = 0; turn < 50; turn += 1) vi.advanceTimersToNextTimer();
  expect(from).toBe(490);
  vi.advanceTimersByTime(pause - 1);
  expect(document.compiled()).toBe(500);
  vi.advanceTimersByTime(1);
  expect(document.compiled()).toBe(510);
});

test('does not compile a document twice', async () => {
  const document = slow(5);
  expect(await compileAhead(document, running())).toEqual([]);
  expect(document.compiled()).toBe(5);
});

test('compiles a large document only once to find errors', async () => {
  const document = slow(5);
  const large = { ...document.source, isLarge: true };
  expect(await compileAhead({ ...document, source: large }, running())).toEqual([]);
  expect(document.compiled()).toBe(0);

  const found = [{ rule: 'not-compiled' }] as never;
  const looked = {
    ...large,
    compileAll: async (run: (steps: Iterator<undefined, void>) => Promise<unknown>) => {
      await run(document.compile());
      return found;
    },
  } as never;
  expect(await compileAhead({ ...document, source: looked }, running())).toBe(found);
  expect(document.compiled()).toBe(5);
});

test('does not compile while early requests are handled', () => {
  vi.useFakeTimers();
  const document = slow(5);
  void compileAhead(document, running());
  vi.advanceTimersByTime(99);
  expect(document.compiled()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(document.compiled()).toBe(5);
});

test('rejects the promise for unexpected errors', async () => {
  const compile = () => {
    throw new Error('a mistake of ours');
  };
  const compilation = compileAhead({ source: documentSource({} as never), compile }, running());
  await expect(compilation).rejects.toThrow('a mistake of ours');
});
