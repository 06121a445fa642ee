// Requests to a mock server that may be killed at any time.

import type { AllRecords } from '../support/identity-records.ts';

/** The server is gone: the effect of a kill at a client. */
export class Gone extends Error {}

/** Maximum wait for a response, in milliseconds. */
const TIMEOUT = 60_000;

/** The members of responses that tests read. */
export interface TestResponse {
  readonly code?: number;
  readonly userGrantId?: string;
  readonly details?: { readonly sequence: string; readonly changeDate: string; readonly creationDate: string };
}

/** Sends a request. @throws Gone if the connection ends before the response is complete */
export async function send(token: string, method: string, url: string, body?: object): Promise<TestResponse> {
  return request<TestResponse>(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** All records. @throws Gone if the connection ends before the response is complete */
export async function stateOf(url: string): Promise<AllRecords> {
  const { apis } = await request<{ readonly apis: { readonly identity: AllRecords } }>(`${url}/_understudy/state`);
  return apis.identity;
}

async function request<T>(url: string, init: RequestInit = {}): Promise<T> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
    return (await response.json()) as T;
  } catch (error) {
    // fetch throws a TypeError for every network error.
    if (error instanceof TypeError) throw new Gone(error.message, { cause: error });
    throw error;
  }
}
