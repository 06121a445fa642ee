// Connections that have said much before anybody looked begin one after the other: Node takes in at once what each has sent, whatever it is.

import type { Duplex } from 'node:stream';

/** A connection that has said no more, in bytes, begins at once: most have asked one thing. */
const LITTLE = 4 * 1024;
/** The longest rest between two, in milliseconds. */
const LONGEST_REST = 100;

/** Gives everybody else as much time as those that begin take. */
export class Arrivals {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /** @param begin - called now or later, unless the connection has gone by then */
  add(socket: Duplex, begin: () => void): void {
    if (socket.readableLength <= LITTLE) {
      begin();
      return;
    }
    const ignore = () => {};
    // A connection that breaks closes by itself.
    socket.on('error', ignore);
    this.#waiting.push(() => {
      if (!socket.destroyed) begin();
      socket.off('error', ignore);
    });
    if (!this.#isBusy) this.#next();
  }

  readonly #next = () => {
    const begin = this.#waiting.shift();
    this.#isBusy = begin !== undefined;
    if (!begin) return;
    const began = performance.now();
    begin();
    // By then Node has taken in what there was.
    setImmediate(() => setTimeout(this.#next, Math.min(performance.now() - began, LONGEST_REST)));
  };
}
