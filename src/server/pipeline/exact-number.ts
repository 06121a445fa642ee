// Detects integers beyond 2^53, which were rounded when they were read.

import type { WireRequest } from './wire.ts';

/**
 * Whether a number that was read stands in its request with the same digits. What is unpacked or no text is not looked at again: there no such number does.
 *
 * @example isExact(9007199254740992, request) // false of GET /pets/9007199254740993
 */
export function isExact(number: number, request: WireRequest): boolean {
  if (!Number.isInteger(number) || Number.isSafeInteger(number)) return true;
  const { 'content-encoding': coding, 'content-type': type } = request.headers;
  if (coding !== undefined || type?.startsWith('application/grpc')) return false;
  const found = rounded.get(request) ?? roundedIn(request);
  rounded.set(request, found);
  return !found.has(Math.abs(number));
}

/** Computed once per request. */
const rounded = new WeakMap<WireRequest, ReadonlySet<number>>();

/** Rounded values of numbers in a request. */
function roundedIn({ target, body }: WireRequest): ReadonlySet<number> {
  const found = new Set<number>();
  for (const text of [target.replace(/%3(\d)/g, '$1'), Buffer.from(body).toString('latin1')]) {
    for (const [digits] of text.matchAll(/\d{16,}/g)) {
      const read = Number(digits);
      if (digits !== String(read)) found.add(read);
    }
  }
  return found;
}
