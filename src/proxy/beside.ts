// What a proxy has to tell that belongs to no finding, as its report has it.

import type { BesideReport } from '../contract/report/report.ts';
import type { RunningProxy } from './proxy.ts';

export function besideOf({ beside, recorded }: Pick<RunningProxy, 'beside' | 'recorded'>): BesideReport {
  const { unknown, unseen, filled, notAsked } = beside;
  return {
    unknown: [...unknown].map(([request, count]) => ({ request, count })),
    notAsked: notAsked(),
    filled: [...filled].map(([operation, { count, why }]) => ({ operation, count, why })),
    unseen: [...unseen].map(([why, count]) => ({ why, count })),
    ...(recorded && { recorded: { exchanges: recorded.recorded, left: recorded.left } }),
  };
}
