// Fault plans: the list after an event, and errors of a rejected plan.

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

/** Why a plan was rejected, and the field that the error is about. */
export interface PlanError {
  readonly message: string;
  /** A field of the plan (`operation`, `steps`, `steps/1/delay` …); `plan` for the whole plan. */
  readonly place: string;
}

export function planErrorOf(message: string): PlanError {
  return { message, place: placeOf(message) };
}

function placeOf(message: string): string {
  const [, pointer] = /^body \/([\w/]+)/.exec(message) ?? [];
  if (pointer !== undefined) return pointer.replace(/^on\//, '');
  const [, word, step] = /^(?:unknown (operation|API|path|method) |step (\d+) )/.exec(message) ?? [];
  if (word !== undefined) return word === 'API' ? 'operation' : word;
  if (step === undefined) return 'plan';
  const place = `steps/${Number(step) - 1}`;
  return / uses example /.test(message) ? `${place}/example` : place;
}

/** The message, if the error is about this field or a part of it. */
export function problemAt(error: PlanError | undefined, place: string): string | undefined {
  return error && (error.place === place || error.place.startsWith(`${place}/`)) ? error.message : undefined;
}
