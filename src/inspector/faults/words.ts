// A fault plan in a sentence.

import type { FaultPlan, FaultStep, FaultTarget } from '../../client/client.ts';

/** Which requests a plan is for, and how many of them meet it. */
export function whenWords({ on = {}, times, every, rate, steps }: FaultPlan): string {
  const many = times ?? (steps.length > 1 ? steps.length : undefined);
  const part = [
    every !== undefined && every > 1 && `each ${ordinal(every)}`,
    rate !== undefined && `${Math.round(rate * 1000) / 10} % of them`,
  ].filter(Boolean);
  const first = many === undefined ? 'Every request' : many === 1 ? 'The next request' : `The next ${many} requests`;
  return `${first} ${targetWords(on)}${part.length > 0 ? ` (${part.join(', ')})` : ''}`;
}

/** Whom it is for. */
export function targetWords({ api, operation, method, path, caller, body, headers = {} }: FaultTarget): string {
  const at = [method?.toUpperCase(), path].filter((one) => one !== undefined).join(' ');
  const words = [
    operation !== undefined ? `for ${operation}` : at === '' ? 'for anything' : '',
    at !== '' && `for ${at}`,
    api !== undefined && `of ${api}`,
    caller !== undefined && `by ${typeof caller === 'string' ? caller : JSON.stringify(caller)}`,
    body !== undefined && `with the body ${JSON.stringify(body)}`,
    ...Object.entries(headers).map(([name, value]) => `with ${name}: ${value}`),
  ];
  return words.filter((word) => word !== false && word !== '').join(' ');
}

/** What a request that meets a step gets. */
export function stepWords(step: FaultStep): string {
  const { delay, status, example, body, code, message, expiredToken, broken, bytesPerSecond, cutAfter, connection } =
    step;
  const isAnswer = status !== undefined || example !== undefined || body !== undefined;
  const what = [
    isAnswer && `the answer ${status ?? 'of success'}`,
    example !== undefined && `by the example ${example}`,
    body !== undefined && 'with a body of its own',
    code !== undefined && `the refusal ${code}${message === undefined ? '' : ` “${message}”`}`,
    expiredToken && 'the refusal of an expired token',
    broken && 'a body that breaks the document',
    bytesPerSecond !== undefined && `a body of ${bytesPerSecond} bytes a second`,
    cutAfter !== undefined && `a cut after ${cutAfter} bytes`,
    connection === 'reset' && 'a connection that is reset',
    connection === 'hang' && 'no answer at all',
    step.headers !== undefined && `the header fields ${Object.keys(step.headers).join(', ')}`,
  ].filter((word) => word !== false && word !== undefined);
  if (delay === undefined) return what.length > 0 ? what.join(', ') : 'what there would be';
  return what.length > 0 ? `${what.join(', ')}, after ${delayWords(delay)}` : `a delay of ${delayWords(delay)}`;
}

/** What happens, to one request after the other. */
export function stepsWords({ steps }: FaultPlan): string {
  return steps.map(stepWords).join(', then ');
}

function delayWords(delay: NonNullable<FaultStep['delay']>): string {
  if (typeof delay === 'number') return `${delay} ms`;
  return 'from' in delay ? `${delay.from} to ${delay.to} ms` : `about ${delay.median} ms, now and then longer`;
}

function ordinal(number: number): string {
  const tens = number % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${suffix}`;
}
