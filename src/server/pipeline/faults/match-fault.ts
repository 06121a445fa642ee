// Matches requests against the target of a fault plan.

import { containsValue, matchesPath } from '../request-log/partial-match.ts';
import type { FaultPlan, FaultTarget } from './fault-plan.ts';

/** The relevant parts of a request. */
export interface FaultCandidate {
  readonly api: string;
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  /** As it was sent, without the query and the prefix of a sandbox. */
  readonly path: () => string;
  readonly caller: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export function matchesFaultTarget(target: FaultTarget | undefined, candidate: FaultCandidate): boolean {
  if (!target) return true;
  const { operation, caller, body, headers } = candidate;
  if (target.api !== undefined && target.api !== candidate.api) return false;
  if (target.operation !== undefined && target.operation !== operation.id) return false;
  if (target.method !== undefined && target.method.toUpperCase() !== operation.method.toUpperCase()) return false;
  if (target.path !== undefined && target.path !== operation.path && !isAtPath(target.path, candidate)) return false;
  if (target.headers && !Object.entries(target.headers).every(([name, value]) => headers[name.toLowerCase()] === value))
    return false;
  if (target.caller !== undefined && !isCaller(target.caller, caller)) return false;
  return target.body === undefined || containsValue(body, target.body);
}

/** Whether a request is at a path, with or without the base path of its document. */
function isAtPath(pattern: string, { operation, path }: FaultCandidate): boolean {
  const sent = path();
  if (matchesPath(pattern, sent)) return true;
  const length = operation.path.split('/').length - 1;
  return matchesPath(pattern, `/${sent.split('/').slice(-length).join('/')}`);
}

function isCaller(expected: unknown, caller: unknown): boolean {
  if (typeof expected !== 'string') return containsValue(caller, expected);
  if (caller === expected) return true;
  return typeof caller === 'object' && caller !== null && Object.values(caller).includes(expected);
}

/** How often it is met until it is over. */
export function occurrencesOf({
  steps,
  times = steps.length > 1 ? steps.length : Number.POSITIVE_INFINITY,
}: FaultPlan): number {
  return times;
}

/** Whether the order of requests matters. */
export function isCountedPlan(plan: FaultPlan): boolean {
  return occurrencesOf(plan) < Number.POSITIVE_INFINITY || (plan.every ?? 1) > 1;
}
