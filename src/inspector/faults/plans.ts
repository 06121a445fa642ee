// Applies events to a list of faults.

import type { Fault, WorldEvent } from '../../client/client.ts';

/** @returns the same list when nothing has changed. Events do not describe new faults completely, so they are not added */
export function plansAfter(plans: readonly Fault[], events: readonly WorldEvent[]): readonly Fault[] {
  const news = new Map<string, Partial<Fault> | undefined>();
  for (const { event, data } of events) {
    if (event === 'fault') news.set(data.id, data);
    else if (event === 'lifted') for (const id of data.ids) news.set(id, undefined);
  }
  if (!plans.some(({ id }) => news.has(id))) return plans;
  return plans.flatMap((plan) => {
    if (!news.has(plan.id)) return [plan];
    const now = news.get(plan.id);
    return now ? [{ ...plan, ...now }] : [];
  });
}
