// Contenders, and the requests to them.

import type { OutgoingHttpHeaders } from 'node:http2';
import type { TestResponse } from './answer.ts';

/** A repeated request, with the check of its responses. */
export interface Question {
  /** The bytes of the n-th request, counted from 0: the whole request over HTTP/1.1, the body over HTTP/2. */
  request(n: number): Buffer;
  /** The headers of each request, over HTTP/2. Default: HTTP/1.1. */
  readonly http2?: OutgoingHttpHeaders;
  /** Checks a response before and after the load. @throws Error if it is incorrect or incomplete */
  check(response: TestResponse): void;
  /** Whether a response under load is like the one before. Default: the same status and number of bytes. */
  isLike?(response: TestResponse, before: TestResponse): boolean;
  /** Keep-alive connections. Default: from the command line. */
  readonly connections?: number;
}

/** A measured server. */
export interface Contender {
  /** Its name in the tables. */
  readonly name: string;
  /** The number of records or operations, where sizes are compared. */
  readonly size?: number;
  /** The command that starts it on this port of 127.0.0.1. */
  command(port: number): readonly string[];
  /** The working directory. Default: one without any files it would read. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs before each start. */
  prepare?(): Promise<void>;
  /** By name. The first one is sent until the server responds. */
  readonly questions: Readonly<Record<string, Question>>;
}

/** A constant request, as bytes on the wire. A body that is not bytes is written as JSON. */
export function wireRequest(method: string, path: string, body?: unknown, type = 'application/json'): Buffer {
  const bytes = body === undefined || body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'authorization: Bearer token-owner',
    `accept: ${type}`,
    ...(bytes === undefined ? [] : [`content-type: ${type}`, `content-length: ${bytes.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes ?? Buffer.alloc(0)]);
}

/** The value in the body of a response with this status. @throws Error for another status, or a body that is not JSON */
export function jsonOf({ status, body }: TestResponse, wanted = 200): unknown {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body}`);
  return JSON.parse(body.toString());
}
