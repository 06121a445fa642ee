// Detects integers beyond 2^53, which were rounded when they were read.

import type { WireRequest } from './wire.ts';

/**
 * Whether the request contains a number with exactly these digits. False for compressed and binary bodies, which are
 * not searched.
 *
 * @example isExact(9007199254740992, request) // false of GET /pets/9007199254740993
 */
export function isExactNumber(number: number, request: WireRequest): boolean {
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return true;
  const { 'content-encoding': coding, 'content-type': type } = request.headers;
  if (coding !== undefined || type?.startsWith('application/grpc')) return false;
  const found = roundedNumbers.get(request) ?? findRounded(request);
  roundedNumbers.set(request, found);
  return !found.has(Math.abs(number));
}

/** Computed once per request. */
const roundedNumbers = new WeakMap<WireRequest, ReadonlySet<number>>();

/** Rounded values of numbers in a request. */
function findRounded({ target, body }: WireRequest): ReadonlySet<number> {
  const found = new Set<number>();
  for (const text of [target.replace(/%3(\d)/g, '$1'), Buffer.from(body).toString('latin1')]) {
    for (const [digits] of text.matchAll(/\d{16,}/g)) {
      const parsed = Number(digits);
      if (digits !== String(parsed)) found.add(parsed);
    }
  }
  return found;
}
