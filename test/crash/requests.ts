// Requests to a stand-in that may be killed at any moment.

import type { AllRecords } from '../support/identity-records.ts';

/** Nobody answers any more: what a kill looks like to a client. */
export class Gone extends Error {}

/** Longest wait for an answer, in milliseconds. */
const TIMEOUT = 60_000;

/** What is looked at in answers. */
export interface Answer {
  readonly code?: number;
  readonly userGrantId?: string;
  readonly details?: { readonly sequence: string; readonly changeDate: string; readonly creationDate: string };
}

/** Sends a request. @throws Gone if the connection ends before the answer is complete */
export async function send(token: string, method: string, url: string, body?: object): Promise<Answer> {
  return request<Answer>(url, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Every record. @throws Gone if the connection ends before the answer is complete */
export async function stateOf(url: string): Promise<AllRecords> {
  const { apis } = await request<{ readonly apis: { readonly identity: AllRecords } }>(`${url}/_understudy/state`);
  return apis.identity;
}

async function request<T>(url: string, init: RequestInit = {}): Promise<T> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) });
    return (await response.json()) as T;
  } catch (error) {
    // fetch throws a TypeError for every failure of the network.
    if (error instanceof TypeError) throw new Gone(error.message, { cause: error });
    throw error;
  }
}
