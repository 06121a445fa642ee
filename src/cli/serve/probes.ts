// Filters the health probes of load balancers, which are frequent and equal.

import { healthResponses } from '../../server/pages/pages.ts';
import type { CompletedRequest } from '../../server/pipeline/request-log/observers.ts';

/** @returns whether to log a request: a probe only if its status differs from the previous one */
export function createProbeFilter(): (completed: CompletedRequest) => boolean {
  const statuses = new Map<string, number>();
  return (completed) => {
    const probe = probeOf(completed);
    if (probe === undefined) return true;
    const before = statuses.get(probe);
    statuses.set(probe, completed.status);
    return completed.status !== before;
  };
}

/** The name of a probe; undefined for other requests, such as those for an operation with the same path. */
function probeOf({ api, operation, target }: CompletedRequest): string | undefined {
  if (api === 'control') return operation === 'showReady' ? operation : undefined;
  if (api !== undefined) return undefined;
  const [path = ''] = target().split('?', 1);
  return healthResponses.has(path) ? path : undefined;
}
