// The time of an answer as its header fields tell it.

import type { Clock } from './sandbox/clock.ts';
import type { WireBody, WireResponse } from './wire.ts';

/** A response with the time of its world (RFC 9110, section 6.6.1), where that is not the machine's: a listener tells the machine's by itself. */
export function dated<Body extends WireBody>(response: WireResponse<Body>, clock: Clock): WireResponse<Body> {
  if (clock.isMachines) return response;
  return { ...response, headers: { date: clock.now().toUTCString(), ...response.headers } };
}
