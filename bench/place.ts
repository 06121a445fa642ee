// The target of requests, and the interface of a line to it.

import type { OutgoingHttpHeaders } from 'node:http2';
import type { TestResponse } from './answer.ts';

/** The target and the settings of requests. */
export interface Place {
  readonly port: number;
  /** Maximum wait for a response, in milliseconds. */
  readonly timeout: number;
  /** The headers of each request, over HTTP/2. Default: HTTP/1.1. */
  readonly http2?: OutgoingHttpHeaders | undefined;
}

/** Receives the events of a line. */
export interface Hearing {
  responded(response: TestResponse): void;
  /** No more responses arrive. */
  failed(error: Error): void;
}

export interface Line {
  /** Sends a request, after the response to the one before. */
  send(request: Buffer): void;
  /** Ignores all later events. */
  close(): void;
}

/** The error of a line after a timeout. @param timeout - in milliseconds */
export function noAnswer(timeout: number): Error {
  return new Error(`no response within ${(timeout / 1000).toFixed()} s`);
}

/** The error of a line that the server closed. */
export function closedEarly(): Error {
  return new Error('the connection was closed before a response was complete');
}
