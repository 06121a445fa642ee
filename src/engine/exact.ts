// Whole numbers beyond 2^53: they are rounded when they are read, so that what was sent may have been another one.

import type { WireRequest } from './wire.ts';

/**
 * Whether a number that was read stands in its request with the same digits. What is unpacked or no text is not looked at again: there no such number does.
 *
 * @example isExact(9007199254740992, request) // false of GET /pets/9007199254740993
 */
export function isExact(number: number, { target, body, headers }: WireRequest): boolean {
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return true;
  if (headers['content-encoding'] !== undefined || headers['content-type']?.startsWith('application/grpc'))
    return false;
  const size = Math.abs(number);
  const texts = [target.replace(/%3(\d)/g, '$1'), Buffer.from(body).toString('latin1')];
  return texts.every((text) => {
    for (const [digits] of text.matchAll(/\d{16,}/g)) {
      if (Number(digits) === size && digits !== String(size)) return false;
    }
    return true;
  });
}
