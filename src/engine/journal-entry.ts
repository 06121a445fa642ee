// An exchange as a journal keeps it: in brief, and of text only.

import { describeFinding, type Finding } from '../openapi/finding.ts';
import type { Code } from './failure.ts';
import { isStream } from './stream.ts';
import type { BodyStream, WholeBody, WireBody, WireRequest, WireResponse } from './wire.ts';

/** One request with its answer, to be recorded. */
export interface ExchangeRecord {
  readonly at: Date;
  readonly request: Pick<WireRequest, 'method' | 'target' | 'body'>;
  readonly response: Pick<WireResponse<WireBody>, 'status' | 'body'>;
  /** The operation's id, when one was found. */
  readonly operation: string | undefined;
  /** The code of the failure that was answered, if it was one. */
  readonly code?: Code | undefined;
  /** What was asked and what was answered, where the bodies are messages. */
  readonly messages?: { readonly asked: unknown; readonly answered: unknown } | undefined;
  /** Why it was refused. */
  readonly reason?: string | undefined;
  /** What the document says against the request or the answer. */
  readonly findings: readonly Finding[];
  /** What was accepted although the sender may be mistaken. */
  readonly warnings: readonly string[];
}

/** What is kept of it. Header fields are not: they are long, and hold passwords. */
export interface JournalEntry {
  /** Counted from 1 for each sandbox. */
  readonly number: number;
  readonly at: Date;
  readonly operation: string | undefined;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly code: Code | undefined;
  /** Empty when it was empty or long. */
  readonly requestBody: string;
  readonly responseBody: string;
  readonly reason: string | undefined;
  readonly findings: readonly string[];
  readonly warnings: readonly string[];
}

/** What is told of it. */
export interface ShownExchange
  extends Pick<JournalEntry, 'number' | 'method' | 'target' | 'status' | 'findings' | 'warnings'> {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly operation?: string;
  readonly code?: Code;
  /** Absent when it was empty or long. */
  readonly requestBody?: string;
  readonly responseBody?: string;
  readonly reason?: string;
}

/** What an exchange takes beside its text, in bytes; about. */
const BESIDE_TEXT = 400;
/** Bodies longer than this many bytes are not kept. */
const LONGEST_BODY = 16 * 1024;
/** Of a target and a method, in characters. */
const [LONGEST_TARGET, LONGEST_METHOD] = [4000, 40];
/** How many findings and warnings are kept, and the longest text of one, in characters: what is asked for may be long for nothing. */
const [MOST, LONGEST] = [20, 1000];

/** What is kept of an exchange: text that holds on to nothing else. It is put into JSON when somebody asks for it, which hardly anybody does. */
export function entryOf(exchange: ExchangeRecord, number: number): JournalEntry {
  const { at, request, response, operation, code, messages, reason, findings, warnings } = exchange;
  const { asked, answered } = bodiesOf(request, response, messages);
  return {
    number,
    at,
    operation,
    method: brief(request.method, LONGEST_METHOD),
    target: brief(request.target, LONGEST_TARGET),
    status: response.status,
    code,
    requestBody: asked,
    responseBody: answered,
    reason: reason === undefined ? undefined : brief(reason),
    findings: findings.length === 0 ? NONE : findings.slice(0, MOST).map((one) => brief(describeFinding(one))),
    warnings: warnings.length === 0 ? NONE : warnings.slice(0, MOST).map((one) => brief(one)),
  };
}

const NONE: readonly string[] = [];

/** What an exchange takes of the memory, in bytes; about. */
export function bytesOf(kept: JournalEntry): number {
  let bytes = BESIDE_TEXT + bytesIn(kept.target) + bytesIn(kept.requestBody) + bytesIn(kept.responseBody);
  if (kept.reason !== undefined) bytes += bytesIn(kept.reason);
  for (const text of kept.findings) bytes += bytesIn(text);
  for (const text of kept.warnings) bytes += bytesIn(text);
  return bytes;
}

/** One byte for a character; two when one of them needs them. Most text is ASCII, which is soon known. */
function bytesIn(text: string): number {
  const isWide = Buffer.byteLength(text) !== text.length && /[^\0-\xff]/.test(text);
  return (isWide ? 2 : 1) * text.length;
}

/** An exchange as it is told. */
export function shownOf({ at, requestBody, responseBody, findings, warnings, ...kept }: JournalEntry): ShownExchange {
  const { number, operation, method, target, status, code, reason } = kept;
  return {
    number,
    at: at.toISOString(),
    ...(operation !== undefined && { operation }),
    method,
    target,
    status,
    ...(code !== undefined && { code }),
    ...(requestBody !== '' && { requestBody }),
    ...(responseBody !== '' && { responseBody }),
    ...(reason !== undefined && { reason }),
    findings,
    warnings,
  };
}

/** Messages as JSON, other bodies as text. What came compressed is as long as it is when it was read. */
function bodiesOf(
  request: ExchangeRecord['request'],
  response: ExchangeRecord['response'],
  messages: ExchangeRecord['messages'],
): { readonly asked: string; readonly answered: string } {
  const isKept = isShort(messages);
  const asked = isKept ? bodyText(request.body, messages && JSON.stringify(messages.asked)) : '';
  const answered = isKept ? bodyText(response.body, messages && JSON.stringify(messages.answered)) : '';
  return { asked, answered };
}

/** What comes bit by bit is not kept. */
function bodyText(body: WholeBody | BodyStream, message: string | undefined): string {
  if (isStream(body)) return '';
  if (body.length > LONGEST_BODY) return '';
  if (message !== undefined) return message;
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** Whether the texts, names and values in something are not more than is kept. What is beyond is not looked at. */
function isShort(messages: ExchangeRecord['messages']): boolean {
  const open: unknown[] = [messages?.asked, messages?.answered];
  let left = 2 * LONGEST_BODY;
  while (left >= 0 && open.length > 0) {
    const next = open.pop();
    left -= typeof next === 'string' ? next.length : 1;
    if (typeof next !== 'object' || next === null) continue;
    const keys = Object.keys(next);
    left -= keys.length;
    if (left >= 0) for (const key of keys) open.push(key, (next as Record<string, unknown>)[key]);
  }
  return left >= 0;
}

function brief(text: string, longest = LONGEST): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}
