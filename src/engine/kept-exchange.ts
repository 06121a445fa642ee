// An exchange as a journal keeps it: in brief, and as text.

import type { Code } from './failure.ts';
import { describeFinding, type Finding } from './finding.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** One recorded request with its answer. */
export interface Exchange {
  readonly at: Date;
  readonly request: Pick<WireRequest, 'method' | 'target' | 'body'>;
  readonly response: Pick<WireResponse, 'status' | 'body'>;
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
export interface KeptExchange {
  /** Counted from 1 for each sandbox. */
  readonly number: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly operation?: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly code?: Code;
  /** Absent when it was empty or long. */
  readonly requestBody?: string;
  readonly responseBody?: string;
  readonly reason?: string;
  readonly findings: readonly string[];
  readonly warnings: readonly string[];
}

/** Bodies longer than this many bytes are not kept. */
const LONGEST_BODY = 16 * 1024;
/** Of a target and a method, in characters. */
const [LONGEST_TARGET, LONGEST_METHOD] = [4000, 40];
/** How many findings and warnings are kept, and the longest text of one, in characters: what is asked for may be long for nothing. */
const [MOST, LONGEST] = [20, 1000];

/** The JSON of a `KeptExchange`. A text takes a tenth of the memory of what it tells, and holds on to nothing else. */
export function textOf(exchange: Exchange, number: number): string {
  const { at, request, response, operation, code, messages, reason, findings, warnings } = exchange;
  const kept: KeptExchange = {
    number,
    at: at.toISOString(),
    ...(operation !== undefined && { operation }),
    method: brief(request.method, LONGEST_METHOD),
    target: brief(request.target, LONGEST_TARGET),
    status: response.status,
    ...(code !== undefined && { code }),
    ...bodiesOf(request, response, messages),
    ...(reason !== undefined && { reason: brief(reason) }),
    findings: findings.slice(0, MOST).map((finding) => brief(describeFinding(finding))),
    warnings: warnings.slice(0, MOST).map((warning) => brief(warning)),
  };
  return JSON.stringify(kept);
}

type Bodies = Pick<KeptExchange, 'requestBody' | 'responseBody'>;

/** Messages as JSON, other bodies as text. What came compressed is as long as it is when it was read. */
function bodiesOf(
  request: Exchange['request'],
  response: Exchange['response'],
  messages: Exchange['messages'],
): Bodies {
  const isKept = isShort(messages);
  const asked = isKept ? bodyText(request.body, messages && JSON.stringify(messages.asked)) : '';
  const answered = isKept ? bodyText(response.body, messages && JSON.stringify(messages.answered)) : '';
  return { ...(asked !== '' && { requestBody: asked }), ...(answered !== '' && { responseBody: answered }) };
}

function bodyText(body: Uint8Array | string, message: string | undefined): string {
  if (body.length > LONGEST_BODY) return '';
  if (message !== undefined) return message;
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** Whether the texts, names and values in something are not more than is kept. What is beyond is not looked at. */
function isShort(messages: Exchange['messages']): boolean {
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
