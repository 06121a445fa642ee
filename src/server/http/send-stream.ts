// A body that comes bit by bit, passed on as fast as its client takes it.

import type { Writable } from 'node:stream';
import { CutOff } from '../pipeline/delivery.ts';
import type { BodyStream } from '../pipeline/wire.ts';

/** A body that is read piece by piece, and can be given up at any time. */
export interface Source {
  /** The next piece; undefined when there is none left. @throws unknown what whoever makes it throws */
  next(): Promise<Uint8Array | undefined>;
  /** Nobody wants the rest. */
  giveUp(): void;
}

/** Takes a body apart. It may be a `ReadableStream`, a stream of Node's, or what an `async function*` gives. */
export function sourceOf(body: BodyStream): Source {
  if ('getReader' in body) {
    const reader = (body as ReadableStream<string | Uint8Array>).getReader();
    return {
      next: async () => pieceOf(await reader.read()),
      giveUp: () => void reader.cancel().catch(() => {}),
    };
  }
  const iterator = body[Symbol.asyncIterator]();
  return {
    next: async () => pieceOf(await iterator.next()),
    giveUp() {
      // A generator ends when it comes to its next `yield`, a stream of Node's when it is told.
      if ('destroy' in body && typeof body.destroy === 'function') body.destroy();
      iterator.return?.().catch(() => {});
    },
  };
}

function pieceOf({ done, value }: { readonly done?: boolean | undefined; readonly value?: unknown }) {
  if (done) return undefined;
  if (typeof value === 'string') return Buffer.from(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `a chunk of a streaming body must be a string or bytes, not ${typeof value}; other values are serialized only for JSON Lines, CSV and event streams`,
  );
}

/** Streams under way: they may never end, so whoever closes ends them. */
export class OpenStreams {
  readonly #ends = new Set<() => void>();

  /** @returns what to call when it has ended by itself */
  add(end: () => void): () => void {
    this.#ends.add(end);
    return () => void this.#ends.delete(end);
  }

  end(): void {
    for (const end of this.#ends) end();
  }
}

/** How a stream is passed on. */
export interface Passing {
  /** How long a client may take nothing before it is given up, in milliseconds. While nothing comes for it, it waits. */
  readonly silence: number;
  readonly streams?: OpenStreams;
  /** Told when the stream breaks off. */
  onError(thrown: unknown): void;
  /** Says what comes after the body. */
  last?(): void;
  /** Resolves when the client has taken in what has gone to it, before it is cut off on purpose. Default: that is not asked. */
  takenIn?(): Promise<void>;
  /** Gives up a client that takes nothing. */
  giveUp(): void;
  /** Cuts the answer off, so that its client sees that it is not whole. */
  cut(): void;
}

/** Passes a body on until it ends, its client leaves, or it breaks off. Never throws. */
export async function passOn(body: BodyStream, client: Writable, passing: Passing): Promise<void> {
  const { streams, onError, last, cut } = passing;
  const source = sourceOf(body);
  giveUpUnread(client, passing);
  const ended = streams?.add(cut);
  client.once('close', () => {
    ended?.();
    source.giveUp();
  });
  try {
    for (let piece = await source.next(); piece !== undefined; piece = await source.next()) {
      if (client.destroyed) return;
      // An empty piece would end a body in chunks.
      if (piece.length > 0 && !client.write(piece)) await drained(client);
    }
    if (client.destroyed) return;
    last?.();
    client.end();
  } catch (thrown) {
    // Whoever makes it may throw because its client has left.
    if (thrown instanceof CutOff) {
      await gone(client);
      await passing.takenIn?.();
    } else if (!client.destroyed) onError(thrown);
    cut();
  }
}

function drained(client: Writable): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      client.off('drain', goOn).off('close', goOn);
      resolve();
    };
    client.on('drain', goOn).on('close', goOn);
  });
}

/** Waits until all that was written has gone, or the client has. */
function gone(client: Writable): Promise<void> {
  return new Promise((resolve) => {
    client.once('close', resolve);
    client.write('', () => resolve());
  });
}

/** Gives up a client that reads nothing although there is something; who only waits for news may wait. */
function giveUpUnread(client: Writable, { silence, giveUp }: Passing): void {
  let before = 0;
  const timer = setInterval(() => {
    const { writableLength } = client;
    if (writableLength > 0 && writableLength === before) giveUp();
    before = writableLength;
  }, silence);
  client.once('close', () => clearInterval(timer));
}
