// The `Date` header of sandboxes with their own clock.

import type { Clock } from './sandbox/clock.ts';
import type { WireBody, WireResponse } from './wire.ts';

/**
 * A response with the time of its sandbox (RFC 9110, section 6.6.1), if that differs from the machine's, which a
 * listener adds itself.
 */
export function addDateHeader<Body extends WireBody>(response: WireResponse<Body>, clock: Clock): WireResponse<Body> {
  if (clock.isSystemTime) return response;
  return { ...response, headers: { date: clock.now().toUTCString(), ...response.headers } };
}
