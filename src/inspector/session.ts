// What all of the page has in common: the stand-in, the sandbox that is looked at, where one is, what is said to people. And the hooks by which tabs use it.

import { UnderstudyClient, type UnderstudyCode, UnderstudyError, type WorldEvent } from '../client/client.ts';
import { createControl } from '../client/control.ts';
import { SandboxClient } from '../client/sandbox.ts';
import type { Live, LiveState } from './live.ts';
import type { Place } from './place.ts';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from './preact.ts';
import type { Row } from './rows.ts';
import { send } from './token.ts';

/** The stand-in, as the page reaches it: where the page came from. */
export interface Reached {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** The path below which the pages are; empty where that is the root. */
  readonly at: string;
  readonly standIn: UnderstudyClient;
}

/** What a tab can use, by `useSession`. */
export interface Session extends Reached {
  /** The sandbox that is looked at. */
  readonly sandbox: SandboxClient;
  readonly live: Live;
  readonly place: Place;
  /** The names of the tabs that there are. */
  readonly tabs: readonly string[];
  /** Goes somewhere else; what is left out stays. @param isStep - whether going back leads here. Default true */
  go(to: Partial<Place>, isStep?: boolean): void;
  /** Says something to whoever looks at the page. */
  say(text: string, tone?: Tone): void;
}

export type Tone = 'quiet' | 'good' | 'bad';

/** @param origin - of the page @param at - the path below which the pages are */
export function reach(origin: string, at: string): Reached {
  return { origin, at, standIn: new UnderstudyClient(origin, send) };
}

/** A sandbox. It is meant by a header field: its host would be another origin, which the page may not ask. */
export function sandboxOf({ origin }: Reached, name: string): SandboxClient {
  return new SandboxClient(name, origin, createControl(origin, send, name));
}

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('there is no session around this component');
  return session;
}

/** Has a function called with what happens in the sandbox, some events at a time. It may be another function each time. */
export function useEvents(listener: (events: readonly WorldEvent[]) => void): void {
  const { live } = useSession();
  const newest = useRef(listener);
  newest.current = listener;
  useEffect(() => live.listen((events) => newest.current(events)), [live]);
}

/** The exchanges of the sandbox in brief, the newest first, as they come. */
export function useRows(): readonly Row[] {
  const { live } = useSession();
  const [, show] = useState(live.rows);
  useEvents(() => show(live.rows));
  return live.rows;
}

/** Whether the window fits a media query, such as `(max-width: 56rem)`. */
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

/** Whether what is shown is how it is. */
export function useLiveState(): LiveState {
  const { live } = useSession();
  const [, show] = useState(0);
  useEffect(() => live.watch(() => show((count) => count + 1)), [live]);
  return live.state;
}

/** What was asked for, as far as it has come. */
export interface Loaded<T> {
  /** What came last; undefined before. */
  readonly value: T | undefined;
  /** Why it did not come. */
  readonly problem: string | undefined;
  readonly isLoading: boolean;
  /** Asks again. */
  reload(): void;
}

/**
 * Asks for something, again when `keys` are others, and when events may have been missed. What came before stays until then.
 *
 * @param isNews - whether an event says that it is to be asked for again. Default: none does
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
      settle({ value: undefined, problem: sentenceOf(thrown), isLoading: false });
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

/** Does something that the stand-in may refuse, and says why if it does. @returns whether it was done, and what came of it */
export function useDoing(): <T>(
  work: () => Promise<T>,
  done?: string | ((value: T) => string),
) => Promise<T | undefined> {
  const { say } = useSession();
  return async (work, done) => {
    try {
      const value = await work();
      if (done !== undefined) say(typeof done === 'string' ? done : done(value), 'good');
      return value;
    } catch (thrown) {
      say(sentenceOf(thrown), 'bad');
      return undefined;
    }
  };
}

/** What to tell people of something that was thrown. */
export function sentenceOf(thrown: unknown): string {
  if (thrown instanceof UnderstudyError || thrown instanceof Error) return thrown.message;
  return String(thrown);
}

export type { UnderstudyCode };
