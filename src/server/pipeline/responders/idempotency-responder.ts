// Repeats the response of an earlier request with the same Idempotency-Key.

import { createHash } from 'node:crypto';
import { SAFE_METHODS } from '../../../openapi/methods.ts';
import type { Operation } from '../../../openapi/operation.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { callerName } from '../api/traced-store.ts';
import { ApiError } from '../errors/api-error.ts';
import type { HandlerResponse } from '../handler-response.ts';
import type { IdempotencyKeys } from '../idempotency/idempotency-keys.ts';
import type { OperationRequest, Responder } from '../responder.ts';
import { isStream } from '../stream.ts';

/**
 * For operations that declare such a header, as in draft-ietf-httpapi-idempotency-key-header. It runs after injected
 * faults: a client that loses a response gets it with the next attempt.
 */
export function createIdempotencyResponder(): Responder {
  return (request, next) => {
    const name = findKeyHeader(request.operation);
    const value = name && request.headers[name.toLowerCase()];
    return value ? respondOnce(request, { name, value }, next) : undefined;
  };
}

interface SentKey {
  readonly name: string;
  readonly value: string;
}

/** @throws ApiError with status 422, or 409 if only that is declared, for a key of another request */
async function respondOnce(
  request: OperationRequest,
  { name, value }: SentKey,
  next: () => Promise<HandlerResponse>,
): Promise<HandlerResponse> {
  const { operation, idempotencyKeys: keys, caller, now } = request;
  const key = stringifyJson([request.api.name, operation.id, callerName(caller) ?? '', value]);
  const fingerprint = fingerprintOf(request);
  for (let first = keys.find(key, now); first; first = keys.find(key, now)) {
    if (first.fingerprint !== fingerprint) throw createReusedError(operation, name, value);
    const response = await first.response;
    if (!response) continue;
    request.warn(`${name} ${stringifyJson(value.slice(0, 100))} was sent before; its first response was returned`);
    return response;
  }
  return storeResponse(request, next, keys.add(key, fingerprint, now));
}

/** Stores the response of the first request with a key, unless it fails: then nothing was changed. */
async function storeResponse(
  request: OperationRequest,
  next: () => Promise<HandlerResponse>,
  finish: ReturnType<IdempotencyKeys['add']>,
): Promise<HandlerResponse> {
  let isDone = false;
  let hasFailed = false;
  request.onFailure(() => {
    hasFailed = true;
    if (isDone) finish();
  });
  try {
    const response = await next();
    const isRepeatable = response.status < 400 && !isStream(response.body);
    const store = () => (isRepeatable ? finish(response, sizeOf(response.body)) : finish());
    // A client that did not wait for a slow handler may send the request again.
    if (hasFailed) store();
    else request.onSuccess(store);
    return response;
  } catch (error) {
    finish();
    throw error;
  } finally {
    isDone = true;
  }
}

const KEY_HEADER = /(^|-)idempoten(cy|t)-?(key|token|id)$/i;
const keyHeaders = new WeakMap<Operation, string | undefined>();

/** The declared header for the key; undefined without one. A safe request needs none. */
function findKeyHeader(operation: Operation): string | undefined {
  if (!keyHeaders.has(operation)) {
    const names = operation.parameters.flatMap((one) => (one.in === 'header' ? [one.name] : []));
    const name = SAFE_METHODS.has(operation.method) ? undefined : names.find((one) => KEY_HEADER.test(one));
    keyHeaders.set(operation, name);
  }
  return keyHeaders.get(operation);
}

function createReusedError({ responses }: Operation, name: string, value: string): ApiError {
  const isDeclared = (status: string) => responses.all.some(({ key }) => key === status);
  const status = isDeclared('409') && !isDeclared('422') ? 409 : 422;
  const message = `${name} ${stringifyJson(value.slice(0, 100))} was sent with another request; use a new key`;
  return new ApiError('failed_precondition', message, { status });
}

function fingerprintOf({ parts: { path, query, body } }: OperationRequest): string {
  const text = stringifyJson([path, query, withDigest(body)], (_, value) => withDigest(value));
  return createHash('sha256').update(text).digest('base64');
}

/** Bytes, or a file of a form, with a digest in place of the bytes. */
function withDigest(value: unknown): unknown {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64');
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return value;
  return value.bytes instanceof Uint8Array ? { ...value, bytes: withDigest(value.bytes) } : value;
}

function sizeOf(body: unknown): number {
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return body.byteLength;
  return body instanceof Blob ? body.size : (stringifyJson(body)?.length ?? 0);
}
