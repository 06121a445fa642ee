// The plans of a list, as they are after some events.

import type { Fault, WorldEvent } from '../../client/client.ts';

/** @returns the same list when nothing has changed; plans that are not in it are not known by their events */
export function plansAfter(plans: readonly Fault[], events: readonly WorldEvent[]): readonly Fault[] {
  const told = new Map<string, Partial<Fault> | undefined>();
  for (const { event, data } of events) {
    if (event === 'fault') told.set(data.id, data);
    else if (event === 'lifted') for (const id of data.ids) told.set(id, undefined);
  }
  if (!plans.some(({ id }) => told.has(id))) return plans;
  return plans.flatMap((plan) => {
    if (!told.has(plan.id)) return [plan];
    const now = told.get(plan.id);
    return now ? [{ ...plan, ...now }] : [];
  });
}
