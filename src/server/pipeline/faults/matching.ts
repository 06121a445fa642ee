// Matches requests against the target of a fault plan.

import { holds, isPath } from '../request-log/matching.ts';
import type { FaultTarget } from './plan.ts';

/** The relevant parts of a request. */
export interface FaultCandidate {
  readonly api: string;
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  /** As it was sent, without the query. */
  readonly path: () => string;
  readonly caller: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export function isTarget(on: FaultTarget | undefined, candidate: FaultCandidate): boolean {
  if (!on) return true;
  const { operation, caller, body, headers } = candidate;
  if (on.api !== undefined && on.api !== candidate.api) return false;
  if (on.operation !== undefined && on.operation !== operation.id) return false;
  if (on.method !== undefined && on.method.toUpperCase() !== operation.method.toUpperCase()) return false;
  if (on.path !== undefined && on.path !== operation.path && !isPath(on.path, candidate.path())) return false;
  if (on.headers && !Object.entries(on.headers).every(([name, value]) => headers[name.toLowerCase()] === value))
    return false;
  if (on.caller !== undefined && !isCaller(on.caller, caller)) return false;
  return on.body === undefined || holds(body, on.body);
}

function isCaller(wanted: unknown, caller: unknown): boolean {
  if (typeof wanted !== 'string') return holds(caller, wanted);
  if (caller === wanted) return true;
  return typeof caller === 'object' && caller !== null && Object.values(caller).includes(wanted);
}
