// The server that is held against a document: asked over HTTP, and never trusted to answer well, or at all.

import type * as Http from 'node:http';
import type * as Https from 'node:https';
import { createRequire } from 'node:module';
import { http } from '../engine/node-http.ts';
import type { Call } from './request/call.ts';

/** An answer, as it came. */
export interface Answer {
  readonly status: number;
  /** By lower-case names; several of one name joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Why there is no answer. */
export interface Unanswered {
  readonly status: 0;
  /** A clause, such as `it did not answer within 10 seconds`. */
  readonly reason: string;
}

/** A server. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  /** Never throws. @param headers - beside those of the call, which win */
  ask(call: Call, headers?: Readonly<Record<string, string>>): Promise<Answer | Unanswered>;
  /** Lets go of its connections. */
  close(): void;
}

export interface TargetSettings {
  /** How long an answer may take until its last byte, in milliseconds. Default 10,000. */
  readonly timeout?: number;
  /** How many bytes an answer may have. Default 16 MiB. */
  readonly limit?: number;
  /** Header fields of every request, such as one that a gateway wants. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How many requests may be under way. Default 10. */
  readonly concurrency?: number;
}

/** @param url - where the server answers; what the document names stands below it */
export function createTarget(
  url: string,
  { timeout = 10_000, limit = 16 * 1024 * 1024, headers: always = {}, concurrency = 10 }: TargetSettings = {},
): Target {
  const base = new URL(url);
  const before = base.pathname.replace(/\/+$/, '');
  const client: Pick<typeof Http, 'request' | 'Agent'> = base.protocol === 'https:' ? https() : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: concurrency });
  return {
    url: base.origin + before,
    ask(call, headers = {}) {
      const signal = AbortSignal.timeout(timeout);
      const fields: Record<string, string | number> = { accept: '*/*', ...always, ...headers };
      for (const [name, text] of call.headers) fields[name.toLowerCase()] = text;
      if (call.body) fields['content-length'] = call.body.length;
      const where = { protocol: base.protocol, hostname: base.hostname.replace(/^\[|\]$/g, ''), port: base.port };
      // Templates may hold letters that no request line may.
      const path = before + call.target.replace(/[^\x21-\x7e]+/g, encodeURIComponent);
      const asked = new Promise<Answer>((resolve, reject) => {
        const request = client.request(
          { ...where, method: call.method, path, headers: fields, agent, signal },
          (response) => resolve(answerOf(response, limit)),
        );
        request.on('error', reject);
        request.end(call.body);
      });
      return asked.catch((error: Error) => ({ status: 0, reason: reasonOf(error, signal, timeout) }));
    },
    close: () => agent.destroy(),
  };
}

/** Reads an answer to its end. */
function answerOf(response: Http.IncomingMessage, limit: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
      parts.push(part);
      if (size > limit) response.destroy(new Error(`its answer has more than ${limit} bytes`));
    });
    response.on('error', reject);
    response.on('end', () => {
      if (!response.complete) return reject(new Error('its answer breaks off'));
      resolve({ status: response.statusCode ?? 0, headers: fieldsOf(response), body: Buffer.concat(parts) });
    });
  });
}

function https(): typeof Https {
  return createRequire(import.meta.url)('node:https');
}

function fieldsOf({ headersDistinct }: Http.IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headersDistinct).map(([name, texts = []]) => [name, texts.join(', ')]));
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'it closed the connection before its answer was whole',
  ENOTFOUND: 'its name is not known',
  EPIPE: 'it closed the connection while it was asked',
};

function reasonOf(error: NodeJS.ErrnoException, signal: AbortSignal, timeout: number): string {
  if (signal.aborted) return `it did not answer within ${timeout / 1000} seconds`;
  return REASONS[error.code ?? ''] ?? error.message;
}
