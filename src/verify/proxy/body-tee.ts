// A forwarded body, of which a bounded part is captured for checks.

import type { Readable } from 'node:stream';
import { BodyBuffer } from '../../server/http/body-buffer.ts';
import type { BodyMemory } from './body-memory.ts';
import { headerIn } from './forwarded-headers.ts';

/** The destination of a body: the upstream request, or the client response. */
interface BodySink {
  write(piece: Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
  destroy(): unknown;
  end(): unknown;
  end(last: Uint8Array): unknown;
  end(last: string, encoding: 'latin1'): unknown;
  readonly destroyed?: boolean;
}

/** The source of a body. */
interface IncomingBody extends Readable {
  readonly rawHeaders: readonly string[];
  /** Whether it is complete. */
  readonly complete: boolean;
}

const NOTHING = new Uint8Array();
/** In bytes. */
const SHORT = 16 * 1024;

/** Forwards and captures one body. */
export class BodyTee {
  readonly source: IncomingBody;
  /** Bytes so far. */
  length = 0;
  /** `coming` until it is complete or broken off. */
  state: 'coming' | 'whole' | 'broken' = 'coming';
  readonly #limit: number;
  readonly #memory: BodyMemory;
  readonly #timeout: number | undefined;
  /** The announced length, in bytes; undefined if there is none. */
  readonly #announced: number | undefined;
  #body: BodyBuffer | undefined;
  #capturedBytes = 0;
  #stuck: NodeJS.Timeout | undefined;
  #sink: BodySink | undefined;
  #last: (() => void) | undefined;
  #wake: (() => void) | undefined;
  /** Called when it is complete or broken off. */
  onEnd: (() => void) | undefined;
  /** Called with each piece. */
  onPiece: ((piece: Uint8Array) => void) | undefined;

  /**
   * @param limit - maximum captured bytes; 0 captures nothing
   * @param timeout - of a sink that reads nothing, in milliseconds. Default: none
   */
  constructor(source: IncomingBody, limit: number, memory: BodyMemory, timeout?: number) {
    this.source = source;
    this.#timeout = timeout;
    this.#limit = limit;
    this.#memory = memory;
    this.#body = limit > 0 ? new BodyBuffer() : undefined;
    if (this.#isThere()) return;
    const announced = headerIn(source.rawHeaders, 'content-length');
    this.#announced = announced === undefined ? undefined : Number(announced);
    source.on('data', this.#take);
    source.on('end', () => this.#finish(source.complete ? 'whole' : 'broken'));
    source.on('error', () => this.#finish('broken'));
    source.on('close', () => this.#finish('broken'));
  }

  /** Captures a body that has arrived already, as most have, without listeners. */
  #isThere(): boolean {
    const { source } = this;
    const { readableLength } = source;
    if (!source.complete || readableLength > this.#limit || !this.#memory.take(readableLength)) return false;
    const bytes: Buffer | null = source.read();
    if (bytes) this.#body?.add(bytes);
    this.#capturedBytes = readableLength;
    this.length = readableLength;
    this.state = 'whole';
    return true;
  }

  /** The captured bytes; undefined if there were too many, or no memory. */
  get bytes(): Uint8Array | undefined {
    return this.#body && (this.#body.length === 0 ? NOTHING : this.#body.bytes);
  }

  /** The complete body; undefined if it is incomplete or not captured. */
  get completeBody(): Uint8Array | undefined {
    return this.state === 'whole' ? this.bytes : undefined;
  }

  readonly #take = (piece: Buffer): void => {
    this.length += piece.length;
    const sink = this.#sink;
    if (sink) this.onPiece?.(piece);
    if (this.#body && this.length <= this.#limit && this.#memory.take(piece.length)) {
      this.#capturedBytes += piece.length;
      this.#body.add(piece);
    } else if (sink) this.release();
    else {
      // Too long to be captured before it is forwarded.
      this.source.pause();
      this.source.unshift(piece);
      this.length -= piece.length;
      this.#wake?.();
      return;
    }
    // Only the end follows, a little later.
    if (sink && piece.length <= SHORT && this.length === this.#announced) this.#finish('whole', piece);
    else if (sink) this.#write(sink, piece);
  };

  #write(sink: BodySink, piece: Uint8Array): void {
    if (sink.destroyed || sink.write(piece)) return;
    this.source.pause();
    if (this.#timeout !== undefined) this.#stuck = setTimeout(() => sink.destroy(), this.#timeout);
    sink.once('drain', () => {
      clearTimeout(this.#stuck);
      this.source.resume();
    });
  }

  /** @param last - the last piece, if it is not forwarded yet */
  #finish(state: 'whole' | 'broken', last?: Uint8Array): void {
    if (this.state !== 'coming') return;
    this.state = state;
    clearTimeout(this.#stuck);
    this.#wake?.();
    this.onEnd?.();
    if (this.#sink && state === 'whole') this.#end(this.#sink, last);
  }

  /** A short body is sent together with its head, as a text of bytes. */
  #end(sink: BodySink, piece?: Uint8Array): void {
    this.#last?.();
    if (piece && piece.length <= SHORT)
      sink.end(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'), 'latin1');
    else if (piece) sink.end(piece);
    else sink.end();
  }

  /**
   * Waits until it is complete, broken off, or too long to be captured.
   *
   * @param timeout - without any piece, in milliseconds
   * @returns false after a timeout
   */
  async settled(timeout: number): Promise<boolean> {
    if (this.state !== 'coming' || !this.#body || this.source.isPaused()) return true;
    return new Promise<boolean>((resolve) => {
      let before = this.length;
      const timer = setTimeout(() => {
        if (this.length === before) return resolve(false);
        before = this.length;
        timer.refresh();
      }, timeout);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /**
   * Forwards all pieces so far and later ones. A complete captured body can be forwarded again.
   *
   * @param last - sets the trailers
   */
  forwardTo(sink: BodySink, last?: () => void): void {
    this.#sink = sink;
    this.#last = last;
    const come = this.length > 0 ? this.bytes : undefined;
    if (this.state === 'whole') this.#end(sink, come);
    else {
      if (come) this.#write(sink, come);
      if (this.source.isPaused()) this.source.resume();
    }
  }

  /** Discards the rest. */
  drain(): void {
    this.#sink = undefined;
    if (this.state === 'coming') this.release();
    this.source.off('data', this.#take);
    this.source.resume();
  }

  /** Releases the captured bytes. */
  release(): void {
    this.#body = undefined;
    this.#memory.give(this.#capturedBytes);
    this.#capturedBytes = 0;
  }
}
