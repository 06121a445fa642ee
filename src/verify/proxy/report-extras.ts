// Report data of the proxy that belong to no finding.

import type { TrafficReport } from '../report/report.ts';
import type { RunningProxy } from './proxy.ts';

export function createTrafficReport({
  traffic: beside,
  recorded,
}: Pick<RunningProxy, 'traffic' | 'recorded'>): TrafficReport {
  const { undeclared: unknown, unchecked: unseen, mocked: filled, notRequested: notAsked } = beside;
  return {
    undeclared: [...unknown].map(([request, count]) => ({ request, count })),
    notRequested: notAsked(),
    mocked: [...filled].map(([operation, { count, why }]) => ({ operation, count, reason: why })),
    unchecked: [...unseen].map(([reason, count]) => ({ reason, count })),
    ...(recorded && { recorded: { requests: recorded.recorded, dropped: recorded.dropped } }),
  };
}
