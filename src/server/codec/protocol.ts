// What gRPC, gRPC-Web and Connect have in common: one message goes in; one message, or an error, comes out.

import { type Code, ConnectError } from '@connectrpc/connect';
import { ApiError, codeOf } from '../pipeline/errors/failure.ts';
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
  return new ApiError(codeOf(code), rawMessage, { headers: Object.fromEntries(metadata), cause });
}

/**
 * A failure as an error of a call. What its api says of it counts if that is a `google.rpc.Status`; of its details, those whose type
 * the document or the engine knows.
 */
export function errorOf(failure: ApiError, description: unknown, messages: Messages): ConnectError {
  const { message = failure.message, details = [] } = isStatus(description) ? description : {};
  // The code of the table and that of Connect are both those of gRPC.
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

/** The number in a header field that names how long a caller waits. @throws ConnectError if it cannot be read */
export function timeoutOf(parsed: { readonly timeoutMs?: number; readonly error?: ConnectError }): number | undefined {
  if (parsed.error) throw parsed.error;
  return parsed.timeoutMs;
}
