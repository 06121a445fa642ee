// The fields of the fault form, converted to a plan and back.

import type { FaultPlan, FaultTarget } from '../../client/client.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { fieldsOfStep, NEW_STEP, numberOf, type StepFields, stepOf } from './step-fields.ts';

/** Which requests are affected. */
export const SCOPES = [
  ['operation', 'One operation'],
  ['path', 'Method and path'],
  ['all', 'All requests'],
] as const;

export type Scope = (typeof SCOPES)[number][0];

/** How often the fault occurs. */
export const FREQUENCIES = [
  ['always', 'All, until removed'],
  ['times', 'Next N requests'],
  ['every', 'Every Nth request'],
  ['rate', 'Percentage of requests'],
] as const;

export type Frequency = (typeof FREQUENCIES)[number][0];

/** Texts in the fields. */
export interface PlanFields {
  readonly scope: Scope;
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly caller: string;
  readonly steps: readonly StepFields[];
  readonly frequency: Frequency;
  readonly count: string;
}

/** A new fault: one operation returns 503. */
export function newPlan(operation: string): PlanFields {
  return {
    scope: 'operation',
    api: '',
    operation,
    method: '',
    path: '',
    caller: '',
    steps: [NEW_STEP],
    frequency: 'always',
    count: '1',
  };
}

/** Invalid numbers stay texts: the server reports what is wrong. */
export function planOf({ scope, steps, frequency, count, caller, ...fields }: PlanFields): FaultPlan {
  const { api, operation, method, path } = fields;
  const target = { operation: { api, operation }, path: { api, method, path }, all: { api } }[scope];
  const on = filled({ ...target, caller });
  return {
    ...(Object.keys(on).length > 0 && { on: on as FaultTarget }),
    ...frequencyOf(frequency, count),
    steps: steps.map(stepOf),
  } as FaultPlan;
}

function frequencyOf(frequency: Frequency, count: string): object {
  if (frequency === 'always') return {};
  const number = numberOf(count);
  return { [frequency]: frequency === 'rate' && typeof number === 'number' ? number / 100 : number };
}

/** The fields for a plan; undefined when the fields cannot express it. */
export function fieldsOf(plan: FaultPlan): PlanFields | undefined {
  const { on = {}, times, every, rate, steps } = plan;
  const { api = '', operation = '', method = '', path = '', caller = '' } = on;
  const all = Object.entries({ times, every, rate: rate === undefined ? undefined : Math.round(rate * 1e8) / 1e6 });
  const [one, ...others] = all.filter(([, value]) => value !== undefined);
  const fields: PlanFields = {
    scope: operation !== '' ? 'operation' : method !== '' || path !== '' ? 'path' : 'all',
    api,
    operation,
    method,
    path,
    caller: typeof caller === 'string' ? caller : '',
    steps: steps.map(fieldsOfStep),
    frequency: (one?.[0] ?? 'always') as Frequency,
    count: String(one?.[1] ?? 1),
  };
  return others.length === 0 && sameJson(planOf(fields), plan) ? fields : undefined;
}

/** The members that are not empty. */
function filled(members: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : [])));
}

/** Whether two values are the same JSON, in any order of members. */
function sameJson(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string {
  return stringifyJson(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
