// The fields of the form that plans a fault, and the plan that they make. What has no field stays in the plan as it is written.

import type { FaultPlan, FaultStep, FaultTarget } from '../../client/client.ts';

/** What can happen to a request. */
export const KINDS = [
  ['answer', 'An answer that is declared'],
  ['code', 'A refusal'],
  ['expiredToken', 'A refusal as of an expired token'],
  ['delay', 'A delay, and then as it would'],
  ['broken', 'A body that breaks the document'],
  ['slow', 'A slow body'],
  ['cut', 'A body that is cut off'],
  ['reset', 'A connection that is reset'],
  ['hang', 'No answer at all'],
] as const;

export type Kind = (typeof KINDS)[number][0];

/** How often it happens. */
export const OFTEN = [
  ['always', 'until it is lifted'],
  ['times', 'to the next requests, so many'],
  ['every', 'to each n-th request'],
  ['rate', 'to a part of the requests, in per cent'],
] as const;

export type Often = (typeof OFTEN)[number][0];

/** Texts as they stand in the fields. */
export interface StepFields {
  readonly kind: Kind;
  readonly status: string;
  readonly example: string;
  readonly code: string;
  readonly message: string;
  /** Milliseconds, or two of them: `100-500`. */
  readonly delay: string;
  /** Bytes, or bytes a second. */
  readonly bytes: string;
}

export interface PlanFields {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly caller: string;
  readonly steps: readonly StepFields[];
  readonly often: Often;
  readonly count: string;
}

export const NEW_STEP: StepFields = {
  kind: 'answer',
  status: '503',
  example: '',
  code: 'unavailable',
  message: '',
  delay: '',
  bytes: '100',
};

export const NEW_PLAN: PlanFields = {
  operation: '',
  method: '',
  path: '',
  caller: '',
  steps: [{ ...NEW_STEP, kind: 'code' }],
  often: 'always',
  count: '1',
};

/** The plan that the fields make. What is no number is left as the text that it is: the stand-in says what is wrong with it. */
export function planOf({ operation, method, path, caller, steps, often, count }: PlanFields): FaultPlan {
  const on = said({ operation, method, path, caller });
  return {
    ...(Object.keys(on).length > 0 && { on: on as FaultTarget }),
    ...turnsOf(often, count),
    steps: steps.map(stepOf),
  } as FaultPlan;
}

function turnsOf(often: Often, count: string): object {
  if (often === 'always') return {};
  const number = numberOf(count);
  return { [often]: often === 'rate' && typeof number === 'number' ? number / 100 : number };
}

function stepOf({ kind, status, example, code, message, delay, bytes }: StepFields): FaultStep {
  const waits = delay.trim() === '' ? {} : { delay: delayOf(delay) };
  const what: Readonly<Record<Kind, object>> = {
    answer: { ...(status !== '' && { status: numberOf(status) }), ...said({ example }) },
    code: { code, ...said({ message }) },
    expiredToken: { expiredToken: true },
    delay: {},
    broken: { broken: true },
    slow: { bytesPerSecond: numberOf(bytes) },
    cut: { cutAfter: numberOf(bytes) },
    reset: { connection: 'reset' },
    hang: { connection: 'hang' },
  };
  return { ...what[kind], ...waits } as FaultStep;
}

/** The fields that make a plan; undefined when it says more than they can. */
export function fieldsOf(plan: FaultPlan): PlanFields | undefined {
  const { on = {}, times, every, rate, steps } = plan;
  const { operation = '', method = '', path = '', caller = '' } = on;
  const turns = Object.entries({ times, every, rate: rate === undefined ? undefined : Math.round(rate * 1e8) / 1e6 });
  const [turn, ...others] = turns.filter(([, value]) => value !== undefined);
  const fields: PlanFields = {
    operation,
    method,
    path,
    caller: typeof caller === 'string' ? caller : '',
    steps: steps.map(stepFields),
    often: (turn?.[0] ?? 'always') as Often,
    count: String(turn?.[1] ?? 1),
  };
  return others.length === 0 && sameJson(planOf(fields), plan) ? fields : undefined;
}

function stepFields({
  status,
  example,
  code,
  message,
  delay,
  bytesPerSecond,
  cutAfter,
  connection,
  ...step
}: FaultStep): StepFields {
  const { broken, expiredToken } = step;
  const isAnswer = status !== undefined || example !== undefined;
  const kind: Kind =
    connection ??
    (expiredToken
      ? 'expiredToken'
      : code
        ? 'code'
        : broken
          ? 'broken'
          : bytesPerSecond !== undefined
            ? 'slow'
            : cutAfter !== undefined
              ? 'cut'
              : isAnswer
                ? 'answer'
                : 'delay');
  return {
    ...NEW_STEP,
    kind,
    status: status === undefined ? '' : String(status),
    example: example ?? '',
    code: code ?? NEW_STEP.code,
    message: message ?? '',
    delay:
      delay === undefined
        ? ''
        : typeof delay === 'number'
          ? String(delay)
          : 'from' in delay
            ? `${delay.from}-${delay.to}`
            : '?',
    bytes: String(bytesPerSecond ?? cutAfter ?? NEW_STEP.bytes),
  };
}

/** Milliseconds, two of them, or the text. */
function delayOf(text: string): unknown {
  const [, from, to] = /^\s*(\d+)\s*(?:-|–|to)\s*(\d+)\s*$/.exec(text) ?? [];
  return from === undefined ? numberOf(text) : { from: Number(from), to: Number(to) };
}

function numberOf(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The members that are no empty texts. */
function said(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value.trim() !== ''));
}

/** Whether two values are the same JSON, whatever the order of members. */
function sameJson(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
