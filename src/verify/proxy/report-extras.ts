// Report data of the proxy that belong to no finding.

import type { TrafficReport } from '../report/report.ts';
import type { RunningProxy } from './proxy.ts';

export function reportExtras({ beside, recorded }: Pick<RunningProxy, 'beside' | 'recorded'>): TrafficReport {
  const { unknown, unseen, filled, notAsked } = beside;
  return {
    undeclared: [...unknown].map(([request, count]) => ({ request, count })),
    notRequested: notAsked(),
    mocked: [...filled].map(([operation, { count, why }]) => ({ operation, count, reason: why })),
    unchecked: [...unseen].map(([reason, count]) => ({ reason, count })),
    ...(recorded && { recorded: { requests: recorded.recorded, dropped: recorded.left } }),
  };
}
