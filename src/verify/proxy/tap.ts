// A body on its way through: passed on as fast as it is taken, and kept as far as it is to be looked at.

import type { Readable } from 'node:stream';
import { Body } from '../../server/http/body.ts';
import { fieldIn } from './fields.ts';
import type { Memory } from './memory.ts';

/** Where a body goes: a request to the server, or an answer to the client. */
export interface Sink {
  write(piece: Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
  destroy(): unknown;
  end(): unknown;
  end(last: Uint8Array): unknown;
  end(last: string, encoding: 'latin1'): unknown;
  readonly destroyed?: boolean;
}

/** Where a body comes from. */
export interface Source extends Readable {
  readonly rawHeaders: readonly string[];
  /** Whether it has come whole. */
  readonly complete: boolean;
}

const NOTHING = new Uint8Array();
/** In bytes. */
const SHORT = 16 * 1024;

/** What became of a body. */
export class Tap {
  readonly source: Source;
  /** How many bytes have come. */
  length = 0;
  /** `coming` until it has come whole, or broke off. */
  state: 'coming' | 'whole' | 'broken' = 'coming';
  readonly #limit: number;
  readonly #memory: Memory;
  readonly #timeout: number | undefined;
  /** How long it says that it is, in bytes; undefined when it does not. */
  readonly #announced: number | undefined;
  #body: Body | undefined;
  #held = 0;
  #stuck: NodeJS.Timeout | undefined;
  #sink: Sink | undefined;
  #last: (() => void) | undefined;
  #wake: (() => void) | undefined;
  /** Told when it has come whole or broke off. */
  onEnd: (() => void) | undefined;

  /**
   * @param limit - how much of it is kept, in bytes; 0 keeps nothing
   * @param timeout - how long whoever it goes to may take nothing, in milliseconds. Default: as long as it likes
   */
  constructor(source: Source, limit: number, memory: Memory, timeout?: number) {
    this.source = source;
    this.#timeout = timeout;
    this.#limit = limit;
    this.#memory = memory;
    this.#body = limit > 0 ? new Body() : undefined;
    if (this.#isThere()) return;
    const announced = fieldIn(source.rawHeaders, 'content-length');
    this.#announced = announced === undefined ? undefined : Number(announced);
    source.on('data', this.#take);
    source.on('end', () => this.#finish(source.complete ? 'whole' : 'broken'));
    source.on('error', () => this.#finish('broken'));
    source.on('close', () => this.#finish('broken'));
  }

  /** Takes a body that is there already, as most are: nobody needs to listen for it then. */
  #isThere(): boolean {
    const { source } = this;
    const { readableLength } = source;
    if (!source.complete || readableLength > this.#limit || !this.#memory.take(readableLength)) return false;
    const bytes: Buffer | null = source.read();
    if (bytes) this.#body?.add(bytes);
    this.#held = readableLength;
    this.length = readableLength;
    this.state = 'whole';
    return true;
  }

  /** All that has come; undefined when it was too long, or there was no memory for it. */
  get bytes(): Uint8Array | undefined {
    return this.#body && (this.#body.length === 0 ? NOTHING : this.#body.bytes);
  }

  /** All of it, once it has come whole; undefined when it has not, or is not kept. */
  get whole(): Uint8Array | undefined {
    return this.state === 'whole' ? this.bytes : undefined;
  }

  readonly #take = (piece: Buffer): void => {
    this.length += piece.length;
    const sink = this.#sink;
    if (this.#body && this.length <= this.#limit && this.#memory.take(piece.length)) {
      this.#held += piece.length;
      this.#body.add(piece);
    } else if (sink) this.letGo();
    else {
      // It is too long to be waited for: what has come goes first as soon as somebody takes it.
      this.source.pause();
      this.source.unshift(piece);
      this.length -= piece.length;
      this.#wake?.();
      return;
    }
    // What follows is known: the end, which comes a little later.
    if (sink && piece.length <= SHORT && this.length === this.#announced) this.#finish('whole', piece);
    else if (sink) this.#write(sink, piece);
  };

  #write(sink: Sink, piece: Uint8Array): void {
    if (sink.destroyed || sink.write(piece)) return;
    this.source.pause();
    if (this.#timeout !== undefined) this.#stuck = setTimeout(() => sink.destroy(), this.#timeout);
    sink.once('drain', () => {
      clearTimeout(this.#stuck);
      this.source.resume();
    });
  }

  /** @param last - what has come last, if it has not gone on yet */
  #finish(state: 'whole' | 'broken', last?: Uint8Array): void {
    if (this.state !== 'coming') return;
    this.state = state;
    clearTimeout(this.#stuck);
    this.#wake?.();
    this.onEnd?.();
    if (this.#sink && state === 'whole') this.#end(this.#sink, last);
  }

  /** A short body goes with its head in one write, as a text whose letters are its bytes. */
  #end(sink: Sink, piece?: Uint8Array): void {
    this.#last?.();
    if (piece && piece.length <= SHORT)
      sink.end(Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1'), 'latin1');
    else if (piece) sink.end(piece);
    else sink.end();
  }

  /**
   * Waits until it has come whole, broke off, or is too long to be kept.
   *
   * @param timeout - how long nothing of it may come, in milliseconds
   * @returns false when nothing came for so long
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
   * Passes on what has come, and from now on all that comes. Somebody else can be given it again as long as all of it is kept.
   *
   * @param last - says what comes after the body
   */
  passTo(sink: Sink, last?: () => void): void {
    this.#sink = sink;
    this.#last = last;
    const come = this.length > 0 ? this.bytes : undefined;
    if (this.state === 'whole') this.#end(sink, come);
    else {
      if (come) this.#write(sink, come);
      if (this.source.isPaused()) this.source.resume();
    }
  }

  /** It goes nowhere any more: what still comes is read over. */
  drain(): void {
    this.#sink = undefined;
    if (this.state === 'coming') this.letGo();
    this.source.off('data', this.#take);
    this.source.resume();
  }

  /** Nobody looks at it. */
  letGo(): void {
    this.#body = undefined;
    this.#memory.give(this.#held);
    this.#held = 0;
  }
}
