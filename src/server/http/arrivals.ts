// Connections with much buffered data start one by one: Node parses all of it at once.

import type { Duplex } from 'node:stream';

/** With at most this many buffered bytes, a connection starts immediately: most have one request. */
const LITTLE = 4 * 1024;
/** The longest rest between two, in milliseconds. */
const LONGEST_REST = 100;

/** Gives other work as much time as starting connections. */
export class Arrivals {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /** @param begin - called now or later, unless the connection has closed by then */
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
    // By then Node has parsed the buffered data.
    setImmediate(() => setTimeout(this.#next, Math.min(performance.now() - began, LONGEST_REST)));
  };
}
