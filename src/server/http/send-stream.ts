// Sends a streaming body with back-pressure.

import type { Writable } from 'node:stream';
import { isInjectedCut } from '../pipeline/faults/apply-transfer-fault.ts';
import type { BodyStream } from '../pipeline/wire.ts';

/** A body that is read piece by piece, and can be given up at any time. */
export interface ChunkSource {
  /** The next piece; undefined at the end. @throws unknown the error of the stream */
  next(): Promise<Uint8Array | undefined>;
  /** Cancels the rest. */
  cancel(): void;
}

/** The pieces of a body, which may be a `ReadableStream`, a stream of Node, or an async generator. */
export function createChunkSource(body: BodyStream): ChunkSource {
  if ('getReader' in body) {
    const reader = (body as ReadableStream<string | Uint8Array>).getReader();
    return {
      next: async () => toChunk(await reader.read()),
      cancel: () => void reader.cancel().catch(() => {}),
    };
  }
  const iterator = body[Symbol.asyncIterator]();
  return {
    next: async () => toChunk(await iterator.next()),
    cancel() {
      // A generator ends at its next `yield`, a stream of Node when it is destroyed.
      if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
      iterator.return?.().catch(() => {});
    },
  };
}

function toChunk({ done, value }: { readonly done?: boolean | undefined; readonly value?: unknown }) {
  if (done) return undefined;
  if (typeof value === 'string') return Buffer.from(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `a chunk of a streaming body must be a string or bytes, not ${typeof value}; other values are serialized only for JSON Lines, CSV and event streams`,
  );
}

/** Open streams, which may be endless: closing ends them. */
export class OpenStreams {
  readonly #ends = new Set<() => void>();

  /** @returns the function to call after its own end */
  add(end: () => void): () => void {
    this.#ends.add(end);
    return () => void this.#ends.delete(end);
  }

  end(): void {
    for (const end of this.#ends) end();
  }
}

/** How a stream is passed on. */
interface StreamSettings {
  /** Timeout of a client that reads nothing, in milliseconds. While there is no data, it may wait. */
  readonly idleTimeout: number;
  readonly streams?: OpenStreams;
  /** Receives the error of a broken stream. */
  onError(thrown: unknown): void;
  /** Sends trailers. */
  sendTrailers?(): void;
  /** Resolves when the client has received all data, before an injected cut. Default: not awaited. */
  waitForAcknowledgement?(): Promise<void>;
  /** Drops an unresponsive client. */
  cancel(): void;
  /** Aborts the response visibly. */
  cut(): void;
}

/** Passes a body on until it ends, its client leaves, or it breaks off. Never throws. */
export async function sendChunks(body: BodyStream, client: Writable, settings: StreamSettings): Promise<void> {
  const { streams, onError, sendTrailers, cut } = settings;
  const source = createChunkSource(body);
  cancelWhenIdle(client, settings);
  const ended = streams?.add(cut);
  client.once('close', () => {
    ended?.();
    source.cancel();
  });
  try {
    for (let chunk = await source.next(); chunk !== undefined; chunk = await source.next()) {
      if (client.destroyed) return;
      // An empty piece would end a body in chunks.
      if (chunk.length > 0 && !client.write(chunk)) await waitForDrain(client);
    }
    if (client.destroyed) return;
    sendTrailers?.();
    client.end();
  } catch (thrown) {
    // A stream may throw because its client has left.
    if (isInjectedCut(thrown)) {
      await flushed(client);
      await settings.waitForAcknowledgement?.();
    } else if (!client.destroyed) onError(thrown);
    cut();
  }
}

function waitForDrain(client: Writable): Promise<void> {
  return new Promise((resolve) => {
    const resume = () => {
      client.off('drain', resume).off('close', resume);
      resolve();
    };
    client.on('drain', resume).on('close', resume);
  });
}

/** Waits until all data were sent, or the client has left. */
function flushed(client: Writable): Promise<void> {
  return new Promise((resolve) => {
    client.once('close', resolve);
    client.write('', () => resolve());
  });
}

/** Drops a client that does not read available data; a client may wait for new data. */
function cancelWhenIdle(client: Writable, { idleTimeout, cancel }: StreamSettings): void {
  let previous = 0;
  const timer = setInterval(() => {
    const { writableLength } = client;
    if (writableLength > 0 && writableLength === previous) cancel();
    previous = writableLength;
  }, idleTimeout);
  client.once('close', () => clearInterval(timer));
}
