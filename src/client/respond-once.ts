// The fault of `respondOnce`, with a check of its arguments.

import { stringifyJson } from '../schema/json/stringify-json.ts';
import type { FaultPlan } from '../server/control/operations.ts';
import { UnderstudyError } from './error.ts';

/** The arguments of `respondOnce`. */
export interface OnceResponse {
  readonly operation: string;
  readonly status: number;
  /** Default: no change. */
  readonly body: unknown;
  /** Default: none. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** How much of a wrong argument is shown, in characters. */
const MAX_LENGTH = 60;

/** @throws UnderstudyError `invalid_argument` that names the wrong argument, as its caller wrote it */
export function respondOncePlan(given: OnceResponse): FaultPlan {
  const problem = argumentProblem(given);
  if (problem !== undefined) throw new UnderstudyError(`respondOnce: ${problem}`, 0, 'invalid_argument');
  const { operation, status, body = {}, headers } = given;
  return {
    on: { operation },
    times: 1,
    steps: [{ status, patch: body, ...(headers && { headers }), respondOnce: true }],
  };
}

/** Types are checked again for callers in JavaScript, who would read about the parts of a fault instead. */
function argumentProblem({ operation, status, body, headers = {} }: OnceResponse): string | undefined {
  if (typeof operation !== 'string') return `the operation must be an operationId, not ${shown(operation)}`;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    return `the status of ${operation} must be a whole number from 200 to 599, not ${shown(status)}`;
  if (typeof body === 'function' || typeof body === 'symbol')
    return `the body must be a JSON value, not a ${typeof body}`;
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers))
    return `the headers must be an object, not ${shown(headers)}`;
  const [name, value] = Object.entries(headers).find(([, one]) => typeof one !== 'string') ?? [];
  return name === undefined ? undefined : `the header ${name} must be a string, not ${shown(value)}`;
}

function shown(value: unknown): string {
  const text = stringifyJson(value) ?? String(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
