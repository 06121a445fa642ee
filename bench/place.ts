// A place where requests are asked, and what a line to it is.

import type { OutgoingHttpHeaders } from 'node:http2';
import type { Answer } from './answer.ts';

/** Who is asked, and how. */
export interface Place {
  readonly port: number;
  /** Longest wait for an answer, in milliseconds. */
  readonly timeout: number;
  /** The header fields of each request, over HTTP/2. Default: HTTP/1.1. */
  readonly http2?: OutgoingHttpHeaders | undefined;
}

/** Told what comes over a line. */
export interface Hearing {
  answered(answer: Answer): void;
  /** No answer comes any more. */
  failed(error: Error): void;
}

export interface Line {
  /** Asks, when the request before has been answered. */
  ask(request: Buffer): void;
  /** Nothing is told any more that comes after it. */
  close(): void;
}

/** What went wrong with a line when nothing came in time. @param timeout - in milliseconds */
export function noAnswer(timeout: number): Error {
  return new Error(`no answer within ${(timeout / 1000).toFixed()} s`);
}

/** What went wrong with a line that the other side closed. */
export function closedEarly(): Error {
  return new Error('the connection was closed before an answer was complete');
}
