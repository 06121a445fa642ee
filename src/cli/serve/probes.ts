// Probes of balancers: their requests come several times a second for weeks.

import { healthAnswers } from '../../server/pages/health.ts';
import type { CompletedRequest } from '../../server/pipeline/request-log/observers.ts';

/** @returns whether a request is worth a line: a probe only if its response has another status than the one before */
export function createProbeFilter(): (answered: CompletedRequest) => boolean {
  const statuses = new Map<string, number>();
  return (answered) => {
    const probe = probeOf(answered);
    if (probe === undefined) return true;
    const before = statuses.get(probe);
    statuses.set(probe, answered.status);
    return answered.status !== before;
  };
}

/** What a probe asks; undefined for other requests. A document may have the same paths, which then are its own. */
function probeOf({ api, operation, target }: CompletedRequest): string | undefined {
  if (api === 'control') return operation === 'showReady' ? operation : undefined;
  if (api !== undefined) return undefined;
  const [path = ''] = target().split('?', 1);
  return healthAnswers.has(path) ? path : undefined;
}
