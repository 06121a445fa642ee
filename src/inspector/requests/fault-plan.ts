// A fault for requests like a recorded one.

import type { FaultPlan, FaultStep } from '../../client/client.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import type { Exchange } from '../rows.ts';

/** Which requests the fault affects. */
export interface Like {
  readonly by: 'operation' | 'path' | 'all';
  /** Only requests of the same caller. */
  readonly caller: boolean;
  /** Only requests whose body contains the same values. */
  readonly body: boolean;
  /** How many requests; empty for all until the fault is removed. */
  readonly times: string;
}

/** Common faults. */
export const EFFECTS: readonly { readonly label: string; readonly step: FaultStep }[] = [
  { label: 'HTTP 503 Service Unavailable', step: { code: 'unavailable' } },
  { label: 'HTTP 500 Internal Server Error', step: { code: 'internal' } },
  { label: 'HTTP 429 Too Many Requests', step: { code: 'resource_exhausted' } },
  { label: 'HTTP 403 Forbidden', step: { code: 'permission_denied' } },
  { label: 'HTTP 401 Unauthorized, token expired', step: { expiredToken: true } },
  { label: 'HTTP 404 Not Found', step: { code: 'not_found' } },
  { label: 'HTTP 409 Conflict', step: { code: 'aborted' } },
  { label: 'Delay of 3 seconds', step: { delay: 3000 } },
  { label: 'Slow body, 200 bytes per second', step: { bytesPerSecond: 200 } },
  { label: 'Truncated body', step: { cutAfter: 20 } },
  { label: 'Invalid body', step: { broken: true } },
  { label: 'Connection reset', step: { connection: 'reset' } },
  { label: 'No response', step: { connection: 'hang' } },
];

export function faultPlanOf(
  { operation, method, target, caller, requestBody }: Exchange,
  like: Like,
  step: FaultStep,
): FaultPlan {
  const times = Number.parseInt(like.times, 10);
  const on = {
    ...(like.by === 'operation' && operation !== undefined && { operation }),
    ...(like.by === 'path' && { method, path: pathOf(target) }),
    ...(like.caller && caller !== undefined && { caller }),
    ...(like.body && requestBody !== undefined && { body: parseJson(requestBody) }),
  };
  return {
    ...(Object.keys(on).length > 0 && { on }),
    ...(Number.isInteger(times) && { times }),
    steps: [step],
  };
}

function pathOf(target: string): string {
  return target.replace(/\?.*$/s, '');
}
