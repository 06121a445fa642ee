// Common interface of gRPC, gRPC-Web and Connect: one message in; one message, or an error, out.

import { type Code, ConnectError } from '@connectrpc/connect';
import { ApiError, codeOfNumber } from '../pipeline/errors/api-error.ts';
import type { WireRequest, WireResponse } from '../pipeline/wire.ts';
import type { Messages } from '../protobuf/message-type.ts';

/** The message of a call, out of its frame. */
export interface Framed {
  readonly message: Uint8Array;
  /** How long the caller waits, in milliseconds. */
  readonly timeout: number | undefined;
}

/** How calls go over HTTP. */
export interface Protocol {
  /** @throws ConnectError if there is not exactly one message, of at most `limit` bytes */
  read(request: WireRequest, limit: number): Promise<Framed>;
  write(message: Uint8Array, request: WireRequest): Promise<WireResponse>;
  writeError(error: ConnectError, request: WireRequest): WireResponse;
}

/** Anything that was thrown while a call was read. */
export function failureOf(thrown: unknown): unknown {
  if (!(thrown instanceof ConnectError)) return thrown;
  const { code, rawMessage, metadata, cause } = thrown;
  return new ApiError(codeOfNumber(code), rawMessage, { headers: Object.fromEntries(metadata), cause });
}

/**
 * An error response as an error of a call. Its description in the API's format counts if that is a
 * `google.rpc.Status`; its details, if the document or this server knows their types.
 */
export function errorOf(failure: ApiError, description: unknown, messages: Messages): ConnectError {
  const { message = failure.message, details = [] } = isStatus(description) ? description : {};
  // Both tables have the codes of gRPC.
  const error = new ConnectError(message.toWellFormed(), failure.number as Code);
  error.details = details.map((detail) => messages.pack(detail)).filter((packed) => packed !== undefined);
  return error;
}

interface Status {
  readonly message?: string;
  readonly details?: readonly unknown[];
}

function isStatus(value: unknown): value is Status {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, details = [] } = value as Record<string, unknown>;
  return Number.isInteger(code) && typeof message === 'string' && Array.isArray(details);
}

/** The timeout of a header. @throws ConnectError if it is invalid */
export function timeoutOf(parsed: { readonly timeoutMs?: number; readonly error?: ConnectError }): number | undefined {
  if (parsed.error) throw parsed.error;
  return parsed.timeoutMs;
}
