// The fields of one step of a fault plan, converted to the step and back.

import type { FaultStep } from '../../client/client.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { headersIn, linesOf } from '../requests/header-lines.ts';
import { HTTP_ERRORS } from './codes.ts';

/** The effect on a request. */
export const KINDS = [
  ['error', 'HTTP error'],
  ['respond', 'Respond with…'],
  ['delay', 'Delay'],
  ['slow', 'Slow body'],
  ['cut', 'Truncated body'],
  ['reset', 'Connection reset'],
  ['hang', 'No response'],
  ['broken', 'Invalid body'],
  ['expiredToken', 'Expired token (HTTP 401)'],
  ['grpc', 'gRPC error'],
] as const;

export type Kind = (typeof KINDS)[number][0];

/** Texts in the fields. */
export interface StepFields {
  readonly kind: Kind;
  readonly status: string;
  readonly example: string;
  /** One per line. */
  readonly headers: string;
  /** JSON, or any text. */
  readonly body: string;
  /** `yes` when the document need not allow the response. */
  readonly undeclared: '' | 'yes';
  readonly code: string;
  readonly message: string;
  /** Milliseconds, or a range: `100-500`. */
  readonly delay: string;
  /** Bytes, or bytes per second. */
  readonly bytes: string;
}

export const NEW_STEP: StepFields = {
  kind: 'error',
  status: '200',
  example: '',
  headers: '',
  body: '',
  undeclared: '',
  code: 'unavailable',
  message: '',
  delay: '',
  bytes: '100',
};

export function stepOf(fields: StepFields): FaultStep {
  const { kind, code, message, delay, bytes } = fields;
  const error = { code, ...(message.trim() !== '' && { message }) };
  const effect: Readonly<Record<Kind, () => object>> = {
    error: () => error,
    grpc: () => error,
    respond: () => responseOf(fields),
    expiredToken: () => ({ expiredToken: true }),
    delay: () => ({}),
    broken: () => ({ broken: true }),
    slow: () => ({ bytesPerSecond: numberOf(bytes) }),
    cut: () => ({ cutAfter: numberOf(bytes) }),
    reset: () => ({ connection: 'reset' }),
    hang: () => ({ connection: 'hang' }),
  };
  return { ...effect[kind](), ...(delay.trim() !== '' && { delay: delayOf(delay) }) } as FaultStep;
}

function responseOf({ status, example, headers, body, undeclared }: StepFields): object {
  return {
    ...(status !== '' && { status: numberOf(status) }),
    ...(example.trim() !== '' && { example }),
    ...(headers.trim() !== '' && { headers: headersOf(headers) }),
    ...(body.trim() !== '' && { body: jsonOr(body) }),
    ...(undeclared === 'yes' && { undeclared: true }),
  };
}

export function fieldsOfStep(step: FaultStep): StepFields {
  const { status, example, headers, body, undeclared, code, message, delay, bytesPerSecond, cutAfter } = step;
  return {
    ...NEW_STEP,
    kind: kindOf(step),
    status: status === undefined ? '' : String(status),
    example: example ?? '',
    headers: headers === undefined ? '' : linesOf(headers),
    body: body === undefined ? '' : typeof body === 'string' ? body : stringifyJson(body, null, 2),
    undeclared: undeclared === true ? 'yes' : '',
    code: code ?? NEW_STEP.code,
    message: message ?? '',
    delay: delay === undefined ? '' : typeof delay === 'number' ? String(delay) : rangeOf(delay),
    bytes: String(bytesPerSecond ?? cutAfter ?? NEW_STEP.bytes),
  };
}

function kindOf(step: FaultStep): Kind {
  const { connection, code, status, example, body } = step;
  if (connection !== undefined) return connection;
  if (step.expiredToken) return 'expiredToken';
  if (code !== undefined) return HTTP_ERRORS.some(([one]) => one === code) ? 'error' : 'grpc';
  if (step.broken) return 'broken';
  if (step.bytesPerSecond !== undefined) return 'slow';
  if (step.cutAfter !== undefined) return 'cut';
  return status !== undefined || example !== undefined || body !== undefined ? 'respond' : 'delay';
}

function rangeOf(delay: Exclude<NonNullable<FaultStep['delay']>, number>): string {
  return 'from' in delay ? `${delay.from}-${delay.to}` : '?';
}

/** Milliseconds, a range, or the text itself. */
function delayOf(text: string): unknown {
  const [, from, to] = /^\s*(\d+)\s*(?:-|–|to)\s*(\d+)\s*$/.exec(text) ?? [];
  return from === undefined ? numberOf(text) : { from: Number(from), to: Number(to) };
}

/** A number, or the text itself. */
export function numberOf(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** Headers, or the text itself, which the server rejects. */
function headersOf(text: string): unknown {
  try {
    return headersIn(text);
  } catch {
    return text;
  }
}

function jsonOr(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
