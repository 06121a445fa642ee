// A fault plan in one sentence.

import type { FaultPlan, FaultStep, FaultTarget } from '../../client/client.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { errorLabel } from './codes.ts';

/** Which requests a plan affects. */
export function whenWords({ on = {}, times, every, rate, steps }: FaultPlan): string {
  const count = times ?? (steps.length > 1 ? steps.length : undefined);
  const which = count === undefined ? 'All' : count === 1 ? 'Next' : `Next ${count}`;
  const part = [
    every !== undefined && every > 1 && `every ${ordinal(every)}`,
    rate !== undefined && `${Math.round(rate * 1000) / 10} % of them`,
  ].filter(Boolean);
  return `${which} ${targetWords(on, count === 1)}${part.length > 0 ? ` (${part.join(', ')})` : ''}`;
}

function targetWords(
  { api, operation, method, path, caller, body, headers = {} }: FaultTarget,
  isOne: boolean,
): string {
  const noun = isOne ? 'request' : 'requests';
  const address = [method?.toUpperCase(), path].filter((one) => one !== undefined).join(' ');
  const words = [
    operation === undefined ? noun : `${operation} ${noun}`,
    address !== '' && `to ${address}`,
    api !== undefined && operation === undefined && `of ${api}`,
    caller !== undefined && `from ${typeof caller === 'string' ? caller : stringifyJson(caller)}`,
    body !== undefined && `with body ${stringifyJson(body)}`,
    ...Object.entries(headers).map(([name, value]) => `with header ${name}: ${value}`),
  ];
  return words.filter((word) => word !== false).join(' ');
}

/** The effect of a step on a request. */
export function stepWords(step: FaultStep): string {
  const { delay, status, example, body, patch, code, message } = step;
  const { expiredToken, broken, bytesPerSecond, cutAfter, connection } = step;
  const isResponse = [status, example, body, patch].some((one) => one !== undefined);
  const what = [
    isResponse && (status === undefined ? 'success response' : `response ${status}`),
    example !== undefined && `example ${example}`,
    body !== undefined && 'custom body',
    patch !== undefined && `changed by ${stringifyJson(patch)}`,
    step.headers !== undefined && `headers ${Object.keys(step.headers).join(', ')}`,
    code !== undefined && `${errorLabel(code)}${message === undefined ? '' : ` “${message}”`}`,
    expiredToken && 'expired token (401)',
    broken && 'invalid body',
    bytesPerSecond !== undefined && `body at ${bytesPerSecond} bytes per second`,
    cutAfter !== undefined && `body cut after ${cutAfter} bytes`,
    connection === 'reset' && 'connection reset',
    connection === 'hang' && 'no response',
  ].filter((word) => word !== false && word !== undefined);
  if (delay === undefined) return what.length > 0 ? what.join(', ') : 'no change';
  return what.length > 0 ? `${what.join(', ')}, after ${delayWords(delay)}` : `delay of ${delayWords(delay)}`;
}

/** The effects of all steps, one for each request. */
export function stepsWords({ steps }: FaultPlan): string {
  return steps.map(stepWords).join(', then ');
}

function delayWords(delay: NonNullable<FaultStep['delay']>): string {
  if (typeof delay === 'number') return `${delay} ms`;
  return 'from' in delay ? `${delay.from} to ${delay.to} ms` : `about ${delay.median} ms (log-normal)`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
}
