// Injects faults into the delivery of responses.

import { ApiError } from '../errors/api-error.ts';
import { discardStream, isStream, type TransferFault, type WireBody, type WireResponse, withDiscard } from '../wire.ts';

/** Whether a stream ended by an injected cut, which is no error of the server. */
export function isInjectedCut(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.isInjected;
}

/** Pieces per second. */
const PIECES_PER_SECOND = 10;

/** Applies an injected fault of the transfer to a response. */
export function applyTransferFault(
  response: WireResponse<WireBody>,
  delivery: TransferFault | undefined,
): WireResponse<WireBody> {
  if (!delivery) return response;
  const { bytesPerSecond, cutAfter, connection } = delivery;
  const { body, headers, trailers } = response;
  const discard = () => isStream(body) && discardStream(body);
  if (connection !== undefined) {
    discard();
    return { ...response, body: '', connection };
  }
  if (bytesPerSecond === undefined && cutAfter === undefined) return response;
  const faulty = { ...response, body: withDiscard(faultyChunks(body, delivery), discard) };
  // A client that knows the length notices missing bytes.
  return isStream(body) || trailers
    ? faulty
    : { ...faulty, headers: { ...headers, 'content-length': `${Buffer.byteLength(body)}` } };
}

async function* faultyChunks(
  body: WireBody,
  { bytesPerSecond = Number.POSITIVE_INFINITY, cutAfter = Number.POSITIVE_INFINITY }: TransferFault,
): AsyncGenerator<Uint8Array> {
  let sent = 0;
  const total = isStream(body) ? Number.POSITIVE_INFINITY : Buffer.byteLength(body);
  const size = Math.max(1, Math.ceil(bytesPerSecond / PIECES_PER_SECOND));
  for await (const chunk of isStream<string | Uint8Array>(body) ? body : [body]) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    for (let at = 0; at < bytes.length; at += size) {
      const slice = bytes.subarray(at, Math.min(at + size, at + cutAfter - sent));
      // Before each piece, so that nothing follows the last one.
      if (bytesPerSecond !== Number.POSITIVE_INFINITY) await pause((slice.length / bytesPerSecond) * 1000);
      if (slice.length > 0) yield slice;
      sent += slice.length;
      if (sent >= cutAfter && sent < total)
        throw new ApiError('unavailable', 'injected fault: connection cut', { isInjected: true });
    }
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
