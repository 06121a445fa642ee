// What is compared, and what it is asked.

import type { OutgoingHttpHeaders } from 'node:http2';
import type { Answer } from './answer.ts';

/** A request that is asked again and again, and how a right answer to it is known. */
export interface Question {
  /** The bytes of the n-th request, counted from 0: all of them over HTTP/1.1, those of the body over HTTP/2. */
  request(n: number): Buffer;
  /** The header fields of each request, over HTTP/2. Default: HTTP/1.1. */
  readonly http2?: OutgoingHttpHeaders;
  /** Asked of an answer before and after the load. @throws Error if it is not right and complete */
  check(answer: Answer): void;
  /** Whether an answer under load is like the one before it. Default: when it has the same status and number of bytes. */
  isLike?(answer: Answer, before: Answer): boolean;
  /** Keep-alive connections. Default: what the command line says. */
  readonly connections?: number;
}

/** A server that is measured. */
export interface Contender {
  /** As the tables show it. */
  readonly name: string;
  /** How many records or operations it has, where that is what is compared. */
  readonly size?: number;
  /** What starts it, so that it listens on this port of 127.0.0.1. */
  command(port: number): readonly string[];
  /** The folder it is started in. Default: one without anything that it would look for. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Done before each start. */
  prepare?(): Promise<void>;
  /** By name. The first one is asked until it is answered, to know that the server is there. */
  readonly questions: Readonly<Record<string, Question>>;
}

/** A request that is always the same, as bytes on the wire. A body that is not bytes is written as JSON. */
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

/** The value in the body of an answer that must have this status. @throws Error if it has another one, or is no JSON */
export function jsonOf({ status, body }: Answer, wanted = 200): unknown {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body}`);
  return JSON.parse(body.toString());
}
