// Whether a request is one that a plan is for.

import type { FaultTarget } from './plan.ts';

/** What is known of a request that may meet a fault. */
export interface FaultCandidate {
  readonly api: string;
  readonly operation: { readonly id: string; readonly method: string; readonly path: string };
  /** As it was asked, without the query. */
  readonly path: () => string;
  readonly principal: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export function isTarget(on: FaultTarget | undefined, candidate: FaultCandidate): boolean {
  if (!on) return true;
  const { operation, principal, body, headers } = candidate;
  if (on.api !== undefined && on.api !== candidate.api) return false;
  if (on.operation !== undefined && on.operation !== operation.id) return false;
  if (on.method !== undefined && on.method.toUpperCase() !== operation.method.toUpperCase()) return false;
  if (on.path !== undefined && on.path !== operation.path && !isPath(on.path, candidate.path())) return false;
  if (on.headers && !Object.entries(on.headers).every(([name, value]) => headers[name.toLowerCase()] === value))
    return false;
  if (on.caller !== undefined && !isCaller(on.caller, principal)) return false;
  return on.body === undefined || holds(body, on.body);
}

/** Whether a path is of a form: `*` is any one segment, `**` at the end any number of them. */
function isPath(form: string, path: string): boolean {
  const [wanted, segments] = [form.split('/'), path.split('/')];
  const isOpen = wanted.at(-1) === '**';
  if (isOpen) wanted.pop();
  if (isOpen ? segments.length < wanted.length : segments.length !== wanted.length) return false;
  return wanted.every((one, at) => one === '*' || one === segments[at]);
}

function isCaller(wanted: unknown, principal: unknown): boolean {
  if (typeof wanted !== 'string') return holds(principal, wanted);
  if (principal === wanted) return true;
  return typeof principal === 'object' && principal !== null && Object.values(principal).includes(wanted);
}

/** Whether a value holds another one: objects have at least its members, lists and everything else are as it is. */
export function holds(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => holds(value[at], one));
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(wanted).every(
    ([name, one]) => Object.hasOwn(value, name) && holds((value as Record<string, unknown>)[name], one),
  );
}
