// Whether the server is there, for probes: the identity service answers them at these paths, and others look there too.

import type { WireResponse } from '../engine/wire.ts';

/** The paths, and what is answered there; a stand-in that answers at all serves. `/debug/ready` belongs to the control API. */
export const healthAnswers: ReadonlyMap<string, WireResponse> = new Map([
  ['/healthz', answer('application/json', '{"status":"SERVING"}')],
  ['/debug/healthz', answer('text/plain; charset=utf-8', 'ok')],
]);

function answer(type: string, body: string): WireResponse {
  return { status: 200, headers: { 'content-type': type, 'cache-control': 'no-store' }, body };
}
