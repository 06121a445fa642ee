// Repeats the response of an earlier request with the same Idempotency-Key.

import { createHash } from 'node:crypto';
import type { Operation } from '../../../openapi/operation.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import type { AnyCallStore } from '../api/api.ts';
import { callerName } from '../api/traced-store.ts';
import { ApiError } from '../errors/api-error.ts';
import type { HandlerResponse } from '../handler-response.ts';
import {
  createFirstRequest,
  type FirstRequest,
  findFirstRequest,
  type IdempotencyKeys,
  responseOf,
  storeFirstRequest,
} from '../idempotency/idempotency-keys.ts';
import { findKeyHeader } from '../idempotency/key-header.ts';
import type { OperationRequest, Responder } from '../responder.ts';
import { isStream } from '../wire.ts';

/**
 * For operations that declare such a header, as in draft-ietf-httpapi-idempotency-key-header. It runs after injected
 * faults: a client that loses a response gets it with the next attempt.
 */
export function createIdempotencyResponder(): Responder {
  return (request, next) => {
    const name = findKeyHeader(request.operation);
    const value = name && request.headers[name.toLowerCase()];
    const keys = value ? request.idempotencyKeys : undefined;
    return value && keys ? respondOnce(request, { name, value }, keys, next) : undefined;
  };
}

interface SentKey {
  readonly name: string;
  readonly value: string;
}

/** @throws ApiError with status 422, or 409 if only that is declared, for a key of another request */
async function respondOnce(
  request: OperationRequest,
  sent: SentKey,
  { store, underWay }: IdempotencyKeys,
  next: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> {
  const key = digest(
    stringifyJson([request.api.name, request.operation.id, callerName(request.caller) ?? '', sent.value]),
  );
  const fingerprint = fingerprintOf(request);
  for (let before = underWay.get(key); before; before = underWay.get(key)) await before;
  const first = findFirstRequest(store, key, request.now);
  if (first) return repeatResponse(request, sent, first, fingerprint);
  const response = processFirst(request, sent, { key, fingerprint, store }, next);
  const settled = response.catch(() => undefined).finally(() => underWay.delete(key));
  underWay.set(key, settled);
  return response;
}

/** Processes the first request with a key, and stores its response. A rejected request changes nothing. */
async function processFirst(
  request: OperationRequest,
  sent: SentKey,
  { key, fingerprint, store }: { readonly key: string; readonly fingerprint: string; readonly store: AnyCallStore },
  next: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> {
  const response = await next();
  if (response.status >= 400 || isStream(response.body)) return response;
  const first = await createFirstRequest(key, fingerprint, request.now, response);
  if (!first) {
    request.warn(`the response for ${sent.name} is not stored: it is too large, or a form`);
    return response;
  }
  const stored = await storeFirstRequest(store, first, request.now);
  if (stored === first) return response;
  // Another process was first.
  await request.undoAllChanges();
  return repeatResponse(request, sent, stored, fingerprint);
}

function repeatResponse(
  request: OperationRequest,
  sent: SentKey,
  first: FirstRequest,
  fingerprint: string,
): HandlerResponse {
  if (first.fingerprint !== fingerprint) throw createReusedError(request.operation, sent);
  request.warn(
    `${sent.name} ${stringifyJson(sent.value.slice(0, 100))} was sent before; its first response was returned`,
  );
  return responseOf(first);
}

function createReusedError({ responses }: Operation, { name, value }: SentKey): ApiError {
  const isDeclared = (status: string) => responses.all.some(({ key }) => key === status);
  const status = isDeclared('409') && !isDeclared('422') ? 409 : 422;
  const message = `${name} ${stringifyJson(value.slice(0, 100))} was sent with another request; use a new key`;
  return new ApiError('failed_precondition', message, { status });
}

function fingerprintOf({ parts: { path, query, body } }: OperationRequest): string {
  return digest(stringifyJson([path, query, withDigest(body)], (_, value) => withDigest(value)));
}

/** Bytes, or a file of a form, with a digest in place of the bytes. */
function withDigest(value: unknown): unknown {
  if (value instanceof Uint8Array) return digest(value);
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  return value.bytes instanceof Uint8Array ? { ...value, bytes: digest(value.bytes) } : value;
}

function digest(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('base64');
}
