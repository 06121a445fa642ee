// The size of gRPC errors in headers.

import { Code, ConnectError } from '@connectrpc/connect';
import { findTrailerError } from '@connectrpc/connect/protocol-grpc';
import { describe, expect, test } from 'vitest';
import { shortGrpcStatusHeaders } from '../../../src/server/codec/grpc-status.ts';

/** An error as it would be sent. */
function rejection(text: string, ...lengths: number[]): ConnectError {
  const error = new ConnectError(text, Code.NotFound);
  error.details = lengths.map((length, index) => ({ type: `test.Detail${index}`, value: new Uint8Array(length) }));
  return error;
}

/** The error as a client reads it. */
function read(error: ConnectError) {
  const { code, rawMessage, details } = findTrailerError(shortGrpcStatusHeaders(error)) as ConnectError;
  return { code, text: rawMessage, details: details.map((detail) => ('type' in detail ? detail.type : undefined)) };
}

describe('a gRPC status in headers', () => {
  test('contains everything that fits', () => {
    const message = read(rejection('Niemand heißt so', 100, 0, 4000));
    expect(message).toEqual({
      code: Code.NotFound,
      text: 'Niemand heißt so',
      details: ['test.Detail0', 'test.Detail1', 'test.Detail2'],
    });
  });

  test.each([
    ['x', 2048],
    ['ü', 341],
    ['„', 227],
    ['𝄞', 170],
  ])('truncates a message of many %s between two characters', (character, count) => {
    expect(read(rejection(character.repeat(count))).text).toBe(character.repeat(count));
    expect(read(rejection(character.repeat(count + 1))).text).toBe(`${character.repeat(count)}…`);
  });

  test('omits details from the first one on that does not fit', () => {
    expect(read(rejection('', 10, 5000, 10)).details).toEqual(['test.Detail0']);
    expect(read(rejection('', 100_000)).details).toEqual([]);
  });

  test('is short, however long the error is', () => {
    const fields = shortGrpcStatusHeaders(rejection('%'.repeat(100_000), ...Array(10_000).fill(9)));
    const length = [...fields].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    expect(length).toBeLessThanOrEqual(6 * 1024);
  });
});
