// Shared state of the page (server, sandbox, place, notices) and the hooks that use it.

import { UnderstudyClient, type UnderstudyCode, UnderstudyError, type WorldEvent } from '../client/client.ts';
import { createControl } from '../client/control.ts';
import { SandboxClient } from '../client/sandbox.ts';
import type { Live, LiveState } from './live.ts';
import type { Place } from './place.ts';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from './preact.ts';
import type { Row } from './rows.ts';
import { send } from './token.ts';

/** The server that the page came from. */
export interface Origin {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The path below which the pages are; empty where that is the root. */
  readonly at: string;
  readonly server: UnderstudyClient;
}

/** Available to tabs through `useSession`. */
export interface Session extends Origin {
  /** The selected sandbox. */
  readonly sandbox: SandboxClient;
  readonly live: Live;
  readonly place: Place;
  /** Changes the place; omitted parts stay. @param isStep - whether to add a history entry. Default true */
  go(to: Partial<Place>, isStep?: boolean): void;
  /** Shows a message. */
  notify(text: string, tone?: Tone): void;
}

export type Tone = 'quiet' | 'good' | 'bad';

/** @param host - the origin of the page @param at - the path below which the pages are */
export function reach(host: string, at: string): Origin {
  // A server that is mounted in another one has its pages below `/_understudy`.
  const origin = host + at.replace(/\/_sandbox\/[^/]+$/, '').replace(/\/_understudy$/, '');
  return { origin, at, server: new UnderstudyClient(origin, send) };
}

/** A sandbox, selected by header: its host name would be another origin, which the page must not call. */
export function sandboxOf({ origin }: Origin, name: string): SandboxClient {
  return new SandboxClient(name, origin, createControl(origin, send, name));
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext');
  return session;
}

/** Calls a function with the events of the sandbox, in batches. */
export function useEvents(listener: (events: readonly WorldEvent[]) => void): void {
  const { live } = useSession();
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => live.listen((events) => newest.current(events)), [live]);
}

/** Recorded requests of the sandbox in brief, newest first, updated live. */
export function useRows(): readonly Row[] {
  const { live } = useSession();
  const [, show] = useState(live.rows);
  useEvents(() => show(live.rows));
  return live.rows;
}

/** Whether the window matches a media query, such as `(max-width: 56rem)`. */
export function useMedia(query: string): boolean {
  const [fits, setFits] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => setFits(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return fits;
}

/** The state of the live connection. */
export function useLiveState(): LiveState {
  const { live } = useSession();
  const [, show] = useState(0);
  useEffect(() => live.watch(() => show((count) => count + 1)), [live]);
  return live.state;
}

/** A value that is being loaded. */
interface Loaded<T> {
  /** The last value; undefined before the first one. */
  readonly value: T | undefined;
  /** Why loading failed. */
  readonly problem: string | undefined;
  readonly isLoading: boolean;
  /** Loads it again. */
  reload(): void;
}

/**
 * Loads a value, and again when `keys` change or events may have been missed. The previous value stays until then.
 *
 * @param isNews - whether an event requires loading it again. Default: no event does
 */
export function useLoaded<T>(
  load: () => Promise<T>,
  keys: readonly unknown[],
  isNews: (event: WorldEvent) => boolean = () => false,
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    problem: undefined,
    isLoading: true,
  });
  const { sandbox, live } = useSession();
  const turn = useRef(0);
  const reload = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    const settle = (next: Omit<Loaded<T>, 'reload'>) => {
      if (turn.current === mine) setState(next);
    };
    setState((before) => ({ ...before, isLoading: true }));
    try {
      settle({ value: await load(), problem: undefined, isLoading: false });
    } catch (thrown) {
      settle({ value: undefined, problem: messageOf(thrown), isLoading: false });
    }
  }, [sandbox, ...keys]);
  useEffect(() => {
    void reload();
    return () => {
      turn.current += 1;
    };
  }, [reload]);
  useEvents((events) => {
    const isMissed = ({ event }: WorldEvent) => event === 'missed' || (event === 'start' && live.connections > 1);
    if (events.some((event) => isMissed(event) || isNews(event))) void reload();
  });
  return { ...state, reload: () => void reload() };
}

/** Runs an action and shows its result or error as a message. @returns its result; undefined when it failed */
export function useAction(): <T>(
  work: () => Promise<T>,
  done?: string | ((value: T) => string),
) => Promise<T | undefined> {
  const { notify } = useSession();
  return async (work, done) => {
    try {
      const value = await work();
      if (done !== undefined) notify(typeof done === 'string' ? done : done(value), 'good');
      return value;
    } catch (thrown) {
      notify(messageOf(thrown), 'bad');
      return undefined;
    }
  };
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  if (thrown instanceof UnderstudyError || thrown instanceof Error) return thrown.message;
  return String(thrown);
}

export type { UnderstudyCode };
