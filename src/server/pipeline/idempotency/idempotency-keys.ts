// Idempotency keys of a sandbox, with the responses of their first requests.

import { parseJson } from '../../../schema/json/parse-json.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { Fixture } from '../../../store/fixture.ts';
import type { Identified } from '../../../store/record.ts';
import type { AnyCallStore } from '../api/api.ts';
import { HandlerResponse, type ResponseHeaders, type ResponseSource } from '../handler-response.ts';

/** The name of the store of the keys, and of its file. No API may have it. */
export const IDEMPOTENCY_KEYS = 'idempotency-keys';

/** Maximum number of keys per sandbox. The oldest one is forgotten first. */
const MAX_KEYS = 1000;
/** Maximum size of all stored bodies of a sandbox, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Maximum size of a stored body, in bytes: as base64 it must fit into a record. */
const MAX_BODY = 8 * 1024 * 1024;
/** Maximum age of a key by the clock of the sandbox, in milliseconds. */
const MAX_AGE = 24 * 60 * 60 * 1000;

/** The keys of a sandbox. */
export interface IdempotencyKeys {
  /** Has the requests that were processed; shared with other processes where the state is. */
  readonly store: AnyCallStore;
  /** The requests that are processed by this process now, by key. They never reject. */
  readonly underWay: Map<string, Promise<unknown>>;
}

/** The initial state: no keys. */
export const idempotencyFixture: Fixture = {
  records: { requests: [] },
  check: (records) =>
    areRequests(records) ? [] : ['the root / must be an object with the list "requests" (requests with a key)'],
};

/** The first request with a key, which is its id. */
export interface FirstRequest extends Identified {
  /** Distinguishes requests with different input. */
  readonly fingerprint: string;
  /** By the clock of the sandbox (ISO 8601, UTC). */
  readonly at: string;
  /** Bytes of its body. */
  readonly size: number;
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly source: ResponseSource;
  /** A JSON value; undefined for none. */
  readonly body?: unknown;
  /** A body of bytes, in base64 (RFC 4648, section 4). */
  readonly bytes?: string;
}

/** @returns undefined for a response that cannot be stored: a body of another kind, or a large one */
export async function createFirstRequest(
  id: string,
  fingerprint: string,
  now: Date,
  { status, headers, source, body }: HandlerResponse,
): Promise<FirstRequest | undefined> {
  const bytes = await bytesOf(body);
  if (!bytes && hasBytes(body)) return undefined;
  const text = bytes || body === undefined ? undefined : stringifyJson(body);
  const size = bytes?.length ?? Buffer.byteLength(text ?? '');
  if (size > MAX_BODY) return undefined;
  const request = { id, fingerprint, at: now.toISOString(), size, status, headers: headers as ResponseHeaders, source };
  // A copy: records are frozen, and a handler may keep its object.
  if (bytes) return { ...request, bytes: bytes.toString('base64') };
  return text === undefined ? request : { ...request, body: parseJson(text) };
}

export function responseOf({ status, headers, source, body, bytes }: FirstRequest): HandlerResponse {
  return new HandlerResponse(status, bytes === undefined ? body : Buffer.from(bytes, 'base64'), headers, source);
}

/** The first request with a key; undefined for a new or expired key. */
export function findFirstRequest({ collections }: Pick<AnyCallStore, 'collections'>, key: string, now: Date) {
  const request = collections.requests?.get(key) as FirstRequest | undefined;
  return request && !isExpired(request, now) ? request : undefined;
}

/** Stores a request, unless its key has one. @returns the one that is stored now */
export function storeFirstRequest(store: AnyCallStore, request: FirstRequest, now: Date): Promise<FirstRequest> {
  return store.change(({ requests }) => {
    const existing = requests?.get(request.id) as FirstRequest | undefined;
    if (!requests || (existing && !isExpired(existing, now))) return existing ?? request;
    requests.remove(request.id);
    requests.add(request);
    let size = 0;
    for (const stored of requests.values()) size += (stored as FirstRequest).size;
    for (const stored of [...requests.values()] as FirstRequest[]) {
      if (requests.size <= MAX_KEYS && size <= MAX_BYTES) break;
      requests.remove(stored.id);
      size -= stored.size;
    }
    return request;
  });
}

function isExpired({ at }: FirstRequest, now: Date): boolean {
  return now.getTime() - Date.parse(at) > MAX_AGE;
}

async function bytesOf(body: unknown): Promise<Buffer | undefined> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  return body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : undefined;
}

/** Whether a value has bytes inside, as a form with files has. */
function hasBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (ArrayBuffer.isView(value) || value instanceof Blob || value instanceof FormData) return true;
  return Object.values(value).some(hasBytes);
}

function areRequests(records: unknown): boolean {
  const { requests, ...others } = (records ?? {}) as Record<string, unknown>;
  if (!Array.isArray(requests) || Object.keys(others).length > 0) return false;
  return requests.every(
    (one) =>
      typeof one?.id === 'string' &&
      typeof one.fingerprint === 'string' &&
      typeof one.status === 'number' &&
      typeof one.size === 'number' &&
      typeof one.headers === 'object' &&
      !Number.isNaN(Date.parse(one.at)),
  );
}
