// A fault plan for requests like one that came.

import type { FaultPlan, FaultStep } from '../../client/client.ts';
import type { WholeExchange } from '../rows.ts';

/** In which respects a request is like the one that came. */
export interface Like {
  readonly by: 'operation' | 'path' | 'all';
  readonly caller: boolean;
  /** What its body holds. */
  readonly body: boolean;
  /** How many of them; empty for all until it is lifted. */
  readonly times: string;
}

/** What may go wrong, as people choose it. */
export const WRONGS: readonly { readonly label: string; readonly step: FaultStep }[] = [
  { label: 'It is not available (503)', step: { code: 'unavailable' } },
  { label: 'It fails (500)', step: { code: 'internal' } },
  { label: 'Too many requests (429)', step: { code: 'resource_exhausted' } },
  { label: 'The caller may not do that (403)', step: { code: 'permission_denied' } },
  { label: 'The token has expired (401)', step: { expiredToken: true } },
  { label: 'It is not there (404)', step: { code: 'not_found' } },
  { label: 'Somebody was faster (409)', step: { code: 'aborted' } },
  { label: 'The answer takes three seconds', step: { delay: 3000 } },
  { label: 'The answer trickles, 200 bytes a second', step: { bytesPerSecond: 200 } },
  { label: 'The answer is cut off', step: { cutAfter: 20 } },
  { label: 'The answer breaks the document', step: { broken: true } },
  { label: 'The connection is reset', step: { connection: 'reset' } },
  { label: 'No answer comes', step: { connection: 'hang' } },
];

export function faultPlanOf(
  { operation, method, target, caller, requestBody }: WholeExchange,
  like: Like,
  step: FaultStep,
): FaultPlan {
  const times = Number.parseInt(like.times, 10);
  const on = {
    ...(like.by === 'operation' && operation !== undefined && { operation }),
    ...(like.by === 'path' && { method, path: pathOf(target) }),
    ...(like.caller && caller !== undefined && { caller }),
    ...(like.body && requestBody !== undefined && { body: JSON.parse(requestBody) }),
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
