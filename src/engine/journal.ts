// The exchanges of a sandbox: a bounded list of what was asked and what was answered.

import type { Code } from './failure.ts';
import type { Finding } from './finding.ts';
import type { WireRequest, WireResponse } from './wire.ts';

/** One recorded request with its answer. */
export interface Exchange {
  /** Counted from 1 for each sandbox. */
  readonly number: number;
  readonly at: Date;
  readonly request: WireRequest;
  readonly response: WireResponse;
  /** The operation's id, when one was found. */
  readonly operation: string | undefined;
  /** The code of the failure that was answered, if it was one. */
  readonly code?: Code | undefined;
  /** What was asked and what was answered, where the bodies are messages. Not kept when they are too long. */
  readonly messages?: { readonly asked: unknown; readonly answered: unknown } | undefined;
  /** Why the issuer refused it. */
  readonly reason?: string | undefined;
  /** What the document says against the request or the answer. */
  readonly findings: readonly Finding[];
  /** What was accepted although the sender may be mistaken. */
  readonly warnings: readonly string[];
}

export interface Journal {
  record(exchange: Omit<Exchange, 'number'>): void;
  /** The newest exchanges, oldest first. */
  exchanges(): readonly Exchange[];
  clear(): void;
}

/** Bodies longer than this many bytes are not kept. */
const LONGEST_BODY = 16 * 1024;

/** A journal that keeps the newest `size` exchanges and forgets the rest. */
export function createJournal(size = 1000): Journal {
  let kept: Exchange[] = [];
  let next = 0;
  let number = 0;
  return {
    record(exchange) {
      number += 1;
      const { messages } = exchange;
      // What came compressed is as long as it is when it was read.
      const isKept = isShort(messages);
      const request = bounded(exchange.request, isKept);
      const response = bounded(exchange.response, isKept);
      const isWhole = request === exchange.request && response === exchange.response;
      kept[next] = { ...exchange, number, request, response, messages: isWhole ? messages : undefined };
      next = (next + 1) % size;
    },
    exchanges: () => [...kept.slice(next), ...kept.slice(0, next)],
    clear() {
      kept = [];
      next = 0;
    },
  };
}

function bounded<T extends { readonly body: Uint8Array | string }>(message: T, isKept: boolean): T {
  return isKept && message.body.length <= LONGEST_BODY ? message : { ...message, body: new Uint8Array() };
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
