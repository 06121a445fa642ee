// Connections with much buffered data start one by one: Node parses all of it at once.

import type { Duplex } from 'node:stream';

/** With at most this many buffered bytes, a connection starts immediately: most have one request. */
const SMALL = 4 * 1024;
/** The longest rest between two, in milliseconds. */
const MAX_PAUSE = 100;

/** Gives other work as much time as starting connections. */
export class AcceptQueue {
  readonly #waiting: (() => void)[] = [];
  #isBusy = false;

  /** @param start - called now or later, unless the connection has closed by then */
  add(socket: Duplex, start: () => void): void {
    if (socket.readableLength <= SMALL) {
      start();
      return;
    }
    const ignore = () => {};
    // A connection that breaks closes by itself.
    socket.on('error', ignore);
    this.#waiting.push(() => {
      if (!socket.destroyed) start();
      socket.off('error', ignore);
    });
    if (!this.#isBusy) this.#next();
  }

  readonly #next = () => {
    const start = this.#waiting.shift();
    this.#isBusy = start !== undefined;
    if (!start) return;
    const startedAt = performance.now();
    start();
    // By then Node has parsed the buffered data.
    setImmediate(() => setTimeout(this.#next, Math.min(performance.now() - startedAt, MAX_PAUSE)));
  };
}
