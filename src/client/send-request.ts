// Sends one request to a mock server, and converts error responses.

import { parseJson } from '../schema/json/parse-json.ts';
import type { Status } from '../server/control/operations.ts';
import { codeNumbered, UnderstudyError } from './error.ts';

/** Sends requests to a mock server. */
export type Fetch = (request: Request) => Promise<Response>;

/** Brings the token of the control API along. @param token - undefined for none */
export function withToken(send: Fetch, token: string | undefined): Fetch {
  if (token === undefined) return send;
  return (request) => {
    request.headers.set('authorization', `Bearer ${token}`);
    return send(request);
  };
}

/** The control token in UNDERSTUDY_CONTROL_TOKEN; undefined if it is not set, or there is no environment. */
export function tokenOfEnvironment(): string | undefined {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  return process?.env?.UNDERSTUDY_CONTROL_TOKEN || undefined;
}

/** The response to a request. @throws UnderstudyError `unavailable` if there is none */
export function sendRequest(url: string, send: Fetch, request: Request): Promise<Response> {
  return send(request).catch((cause: unknown) => {
    const message = `Cannot connect to the mock server at ${url}. Start it with \`understudy serve\`.`;
    throw new UnderstudyError(message, 0, 'unavailable', { cause });
  });
}

/** The error for an unexpected response. */
export function responseError(url: string, requested: string, status: number, response: unknown): UnderstudyError {
  if (isStatus(response)) {
    const { message, code, details = [] } = response;
    return new UnderstudyError(message, status, codeNumbered(code), { details: details.filter(isDetail) });
  }
  const message = `The server at ${url} is not an Understudy server of this version: ${requested} returned ${status}.`;
  return new UnderstudyError(message, status, 'unknown');
}

/** The value of a JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function isDetail(detail: unknown): detail is Readonly<Record<string, unknown>> {
  return typeof detail === 'object' && detail !== null;
}

function isStatus(response: unknown): response is Status {
  const { code, message } = (response ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  return typeof code === 'number' && typeof message === 'string';
}
