// The one-line notation of faults.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlan, readStep } from '../../../src/mock/faults/plan-text.ts';
import type { ApiError } from '../../../src/server/pipeline/errors/api-error.ts';

describe('a fault in one line', () => {
  test.each([
    ['status=503', { status: 503 }],
    ['status=404, example=gone', { status: 404, example: 'gone' }],
    ['code=UNAVAILABLE, message=come again', { code: 'unavailable', message: 'come again' }],
    ['message=a=b, code=aborted', { message: 'a=b', code: 'aborted' }],
    ['delay=250', { delay: 250 }],
    ['delay=100-500', { delay: { from: 100, to: 500 } }],
    ['slow=1000, cut=100', { bytesPerSecond: 1000, cutAfter: 100 }],
    ['reset', { connection: 'reset' }],
    ['hang', { connection: 'hang' }],
    ['broken', { broken: true }],
    ['status=418,undeclared', { status: 418, undeclared: true }],
    ['expired-token', { expiredToken: true }],
  ])('%s', (text, step) => {
    expect(readStep(text)).toEqual(step);
    expect(readPlan(`updateApp: ${text}`)).toEqual({ on: { operation: 'updateApp' }, steps: [step] });
  });

  test.each([
    ['delay=5', undefined],
    ['updateApp: delay=5', { operation: 'updateApp' }],
    ['updateApp:delay=5', { operation: 'updateApp' }],
    ['/v1/{name}:cancel:delay=5', { path: '/v1/{name}:cancel' }],
    ['/pets/*: delay=5', { path: '/pets/*' }],
    ['/v1/{name}:cancel: delay=5', { path: '/v1/{name}:cancel' }],
    ['DELETE /pets/{petId}: delay=5', { method: 'DELETE', path: '/pets/{petId}' }],
  ])('%s applies to the operation or path before the colon', (text, on) => {
    expect(readPlan(text)).toEqual({ ...(on && { on }), steps: [{ delay: 5 }] });
  });

  test('of a plan can contain a frequency; a fault of one request cannot', () => {
    expect(readPlan('reset, rate=0.25, times=3, every=2')).toEqual({
      rate: 0.25,
      times: 3,
      every: 2,
      steps: [{ connection: 'reset' }],
    });
    expect(() => readStep('reset, times=3')).toThrow('invalid fault "times (not possible for a single request)"');
  });

  test.each([
    '',
    'sttus=503',
    'status',
    'status=abc',
    'status=99',
    'status=1e3',
    'delay=500-100',
    'delay=-1',
    'delay=600001',
    'rate=2',
    'reset=now',
    'code=oops',
    'example=',
    'times=0',
    'slow=0',
  ])('is rejected: "%s"', (text) => {
    expect(() => readPlan(text)).toThrow(/^invalid fault .*; expected .*|a number from/);
  });

  test.each([
    ['addPet status=500, times=2', '"addPet: status=500, times=2"'],
    ['GET /pets reset', '"GET /pets: reset"'],
  ])('without a colon is rejected, and the message adds the colon: %s', (text, plan) => {
    expect(() => readPlan(text)).toThrow(`a colon separates operation or path and fault: ${plan}`);
  });

  test('is parsed or rejected with a short error, for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 5000 }), (text) => {
        try {
          expect(readPlan(text).steps).toHaveLength(1);
        } catch (thrown) {
          expect((thrown as ApiError).code).toBe('invalid_argument');
          expect((thrown as ApiError).message.length).toBeLessThan(600);
        }
      }),
    );
  });
});
