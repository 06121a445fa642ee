// Follows a sandbox, connects again when the connection breaks, and hands on what happened once for each frame that is drawn.

import { type SandboxClient, type UnderstudyCode, UnderstudyError, type WorldEvent } from '../client/client.ts';
import { type Row, rowsAfter } from './rows.ts';

/** Whether what is shown is how it is. */
export type LiveState =
  | { readonly is: 'connecting' }
  | { readonly is: 'live' }
  /** Nobody answers, or what does refuses. It is tried again. */
  | { readonly is: 'gone'; readonly why: string; readonly code: UnderstudyCode }
  /** The sandbox was removed. */
  | { readonly is: 'ended' };

/** Told of events in their order, some at a time. */
export type Listener = (events: readonly WorldEvent[]) => void;

/** How long it is waited until it is tried again, in milliseconds: at first, and at most. */
const [FIRST, LONGEST] = [400, 5000];
/** How long events wait where nothing is drawn, as in a window that nobody sees, in milliseconds. */
const UNSEEN = 500;
/** So many events at once are handed on without waiting for a frame, so that they do not pile up. */
const MANY = 5000;

/** What happens in one sandbox. */
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

  /** The exchanges that there are, in brief, the newest first: another list when there are others. */
  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** How often it was connected so far. */
  get connections(): number {
    return this.#connections;
  }

  /** @param listener - told of everything, beginning with `start`; exchanges that were there before come first. @returns what ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param watcher - called when the state has changed. @returns what ends it */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  /** Follows until it is stopped or the sandbox has ended. */
  async start(): Promise<void> {
    const { signal } = this.#leave;
    let pause = FIRST;
    while (!signal.aborted && this.#state.is !== 'ended') {
      try {
        for await (const event of this.#sandbox.events({ signal, lastEventId: this.#lastEventId })) {
          pause = FIRST;
          this.#take(event);
        }
        // It ends when the stand-in does, or when its apis are made anew.
        this.#lose('The stand-in has ended the connection.', 'unavailable');
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

  /** Tries again at once. */
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
    if (this.#waiting.length >= MANY) this.#tell();
    else if (this.#waiting.length === 1) {
      this.#frame = requestAnimationFrame(() => this.#tell());
      this.#timer = setTimeout(() => this.#tell(), UNSEEN);
    }
  }

  #tell(): void {
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
