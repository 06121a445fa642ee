// The short form of fault plans: `updateApp: status=503, rate=0.1`.

import { ApiError, codeOfNumber } from '../../server/pipeline/errors/api-error.ts';
import type { FaultDelay, FaultPlan, FaultStep, FaultTarget } from '../../server/pipeline/faults/fault-plan.ts';
import { LONGEST_DELAY } from './duration.ts';

/** The supported properties, for messages. */
const FORMS =
  'status=503, example=NAME, code=unavailable, message=TEXT, delay=250, delay=100-500, slow=1000 (bytes a second), cut=100 (bytes), reset, hang, broken, expired-token, undeclared';
/** Faults without a value. */
const SINGLE_WORDS: ReadonlySet<string> = new Set(['reset', 'hang', 'broken', 'undeclared', 'expired-token']);
const TURNS = 'times=3, rate=0.1, every=3';
/** How much is read, in characters. */
const LONGEST = 2000;

/** Numbers, and the least and the most that each can be. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  status: [200, 599],
  slow: [1, 1e9],
  cut: [0, 1e9],
  times: [1, 1e9],
  every: [1, 1e6],
  rate: [0, 1],
};

/** The fault that a request brings along. @throws ApiError `invalid_argument` if it cannot be read */
export function readStep(text: string): FaultStep {
  const { step, turns } = read(text);
  const [turn] = Object.keys(turns);
  if (turn !== undefined) throw unreadable(`${turn} (not possible for a single request)`, FORMS);
  return step;
}

/**
 * Parses a plan, with its target before a colon: an operation, a path, or a method and a path.
 *
 * @throws ApiError `invalid_argument` if it is invalid
 */
export function readPlan(text: string): FaultPlan {
  const [, before, rest = text] = /^((?:[A-Z]+ )?[^\s:=,]+(?::[^\s:=,]+)?): *(.*)$/s.exec(text) ?? [];
  const [, target, plan] = /^((?:[A-Z]+ )?[^\s:=,]+) +(\S.*)$/s.exec(rest) ?? [];
  if (before === undefined && target !== undefined)
    throw new ApiError(
      'invalid_argument',
      `invalid fault ${JSON.stringify(text.slice(0, 100))}; a colon separates operation or path and fault: ${JSON.stringify(`${target}: ${plan}`.slice(0, 100))}`,
    );
  const [name = ''] = /^[^\s:=,]+$/.exec(text) ?? [];
  if (name !== '' && !SINGLE_WORDS.has(name))
    throw unreadable(name, `${FORMS}; or for an operation ${JSON.stringify(`${name}: status=503`.slice(0, 100))}`);
  const { step, turns } = read(rest);
  return { ...(before !== undefined && { on: targetOf(before) }), ...turns, steps: [step] };
}

function targetOf(text: string): FaultTarget {
  const [first = '', path] = text.split(' ');
  if (path !== undefined) return { method: first, path };
  return first.startsWith('/') ? { path: first } : { operation: first };
}

function read(text: string): { readonly step: FaultStep; readonly turns: Pick<FaultPlan, 'times' | 'rate' | 'every'> } {
  const step: Record<string, unknown> = {};
  const turns: Record<string, number> = {};
  for (const word of text.slice(0, LONGEST).split(',')) {
    const [name = '', ...rest] = word.trim().split('=');
    const value = rest.length === 0 ? undefined : rest.join('=').trim();
    if (name === 'times' || name === 'rate' || name === 'every') turns[name] = numberOf(name, value);
    else Object.assign(step, stepOf(name, value));
  }
  return { step, turns };
}

function stepOf(name: string, value: string | undefined): FaultStep {
  switch (name) {
    case 'status':
      return { status: numberOf(name, value) };
    case 'slow':
      return { bytesPerSecond: numberOf(name, value) };
    case 'cut':
      return { cutAfter: numberOf(name, value) };
    case 'delay':
      return { delay: durationOf(value) };
    case 'example':
    case 'message':
      if (value) return { [name]: value };
      break;
    case 'code':
      return { code: codeNamed(value) };
    case 'reset':
    case 'hang':
      if (value === undefined) return { connection: name };
      break;
    case 'broken':
    case 'undeclared':
      if (value === undefined) return { [name]: true };
      break;
    case 'expired-token':
      if (value === undefined) return { expiredToken: true };
  }
  throw unreadable(value === undefined ? name : `${name}=${value}`, `${FORMS}; and in a plan ${TURNS}`);
}

function numberOf(name: string, value = ''): number {
  const [least = 0, most = 0] = BOUNDS[name] ?? [];
  const number = /^\d{1,10}(\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  const isWhole = name === 'rate' || Number.isInteger(number);
  if (isWhole && number >= least && number <= most) return number;
  throw unreadable(`${name}=${value}`, `a number from ${least} to ${most}`);
}

function durationOf(value = ''): FaultDelay {
  const [, from, to] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(value) ?? [];
  const [least, most] = [Number(from), Number(to ?? from)];
  if (least <= most && most <= LONGEST_DELAY) return to === undefined ? least : { from: least, to: most };
  throw unreadable(`delay=${value}`, `milliseconds up to ${LONGEST_DELAY}, such as delay=250 or delay=100-500`);
}

function codeNamed(value = ''): ApiError['code'] {
  const codes = Array.from({ length: 16 }, (_, at) => codeOfNumber(at + 1));
  const found = codes.find((code) => code === value.toLowerCase());
  if (found) return found;
  throw unreadable(`code=${value}`, codes.join(', '));
}

function unreadable(what: string, allowed: string): ApiError {
  return new ApiError('invalid_argument', `invalid fault ${JSON.stringify(what.slice(0, 100))}; expected ${allowed}`);
}
