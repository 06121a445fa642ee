// The event stream of a sandbox: reconnects, and delivers events once per animation frame.

import { type SandboxClient, type UnderstudyCode, UnderstudyError, type WorldEvent } from '../client/client.ts';
import { type Row, rowsAfter } from './rows.ts';

/** The state of the connection. */
export type LiveState =
  | { readonly is: 'connecting' }
  | { readonly is: 'live' }
  /** The server does not respond or rejects the connection. It is retried. */
  | { readonly is: 'gone'; readonly why: string; readonly code: UnderstudyCode }
  /** The sandbox was removed. */
  | { readonly is: 'ended' };

/** Receives events in order, in batches. */
type Listener = (events: readonly WorldEvent[]) => void;

/** The delay before a retry in milliseconds: the first, and the longest. */
const [FIRST, LONGEST] = [400, 5000];
/** How long events wait where nothing is drawn, as in a hidden window, in milliseconds. */
const UNSEEN = 500;
/** This many events are delivered without waiting for a frame. */
const MANY = 5000;

/** The events of one sandbox. */
export class Live {
  readonly #sandbox: SandboxClient;
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  readonly #leave = new AbortController();
  #state: LiveState = { is: 'connecting' };
  #connections = 0;
  #rows: readonly Row[] = [];
  #waiting: WorldEvent[] = [];
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastEventId = '0';
  #again: () => void = () => undefined;

  constructor(sandbox: SandboxClient) {
    this.#sandbox = sandbox;
  }

  get state(): LiveState {
    return this.#state;
  }

  /** Recorded requests in brief, newest first: a new list after each change. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** How many times it has connected. */
  get connections(): number {
    return this.#connections;
  }

  /** @param listener - receives all events from `start` on; earlier requests come first. @returns a function that unsubscribes */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param watcher - called when the state has changed. @returns a function that unsubscribes */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Follows until it is stopped or the sandbox is removed. */
  async start(): Promise<void> {
    const { signal } = this.#leave;
    let pause = FIRST;
    while (!signal.aborted && this.#state.is !== 'ended') {
      try {
        for await (const event of this.#sandbox.events({ signal, lastEventId: this.#lastEventId })) {
          pause = FIRST;
          this.#take(event);
        }
        // The server has stopped, or reloads its APIs.
        this.#lose('The server closed the connection.', 'unavailable');
      } catch (thrown) {
        const { message, code } =
          thrown instanceof UnderstudyError ? thrown : { message: String(thrown), code: 'unknown' as const };
        this.#lose(message, code);
      }
      if (signal.aborted || this.#isOver()) return;
      await new Promise<void>((resolve) => {
        this.#again = resolve;
        setTimeout(resolve, pause);
      });
      pause = Math.min(LONGEST, 2 * pause);
    }
  }

  /** Retries immediately. */
  retry(): void {
    this.#again();
  }

  stop(): void {
    this.#leave.abort();
    this.#again();
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  #isOver(): boolean {
    return this.#state.is === 'ended';
  }

  #take(event: WorldEvent): void {
    this.#lastEventId = event.id;
    this.#waiting.push(event);
    if (event.event === 'start') {
      this.#connections += 1;
      this.#become({ is: 'live' });
    }
    if (event.event === 'removed' && event.data.sandbox === this.#sandbox.name) this.#become({ is: 'ended' });
    if (this.#waiting.length >= MANY) this.#deliver();
    else if (this.#waiting.length === 1) {
      this.#frame = requestAnimationFrame(() => this.#deliver());
      this.#timer = setTimeout(() => this.#deliver(), UNSEEN);
    }
  }

  #deliver(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    const events = this.#waiting;
    this.#waiting = [];
    this.#rows = rowsAfter(this.#rows, events);
    for (const listener of [...this.#listeners]) listener(events);
  }

  #lose(why: string, code: UnderstudyCode): void {
    if (!this.#leave.signal.aborted && !this.#isOver()) this.#become({ is: 'gone', why, code });
  }

  #become(state: LiveState): void {
    this.#state = state;
    for (const watcher of [...this.#watchers]) watcher();
  }
}
