// The store of an API for one request: changes are recorded with operation and caller.

import type { ChangeOrigin } from '../../../store/log/store-log.ts';
import type { StoreChange } from '../../../store/store-change.ts';
import type { AnyStore } from './api.ts';

/**
 * @param origin - called for changes only, which most requests do not make
 * @param onChange - called with each change, which resolves with undefined if nothing was changed. A handler may not
 * wait for it
 */
export function tracedStore(
  store: AnyStore,
  origin: () => ChangeOrigin,
  onChange: (change: Promise<StoreChange | undefined>) => void,
): AnyStore {
  const traced: { -readonly [Name in keyof AnyStore]: AnyStore[Name] } = Object.create(store);
  traced.change = (work) => {
    let kept: StoreChange | undefined;
    const done = store.change(work, origin(), (change) => {
      kept = change;
    });
    const settled = () => kept;
    onChange(done.then(settled, settled));
    return done;
  };
  return traced;
}

/** Names of callers, by preference. */
const NAMES = ['name', 'loginName', 'userName', 'username', 'userId', 'sub', 'id', 'clientId', 'scheme'];

/** The display name of a caller; undefined for none, and for unknown properties. */
export function callerName(caller: unknown): string | undefined {
  if (typeof caller === 'string') return caller;
  if (typeof caller !== 'object' || caller === null) return undefined;
  const known = caller as Readonly<Record<string, unknown>>;
  const name = NAMES.find((one) => Object.hasOwn(known, one) && typeof known[one] === 'string' && known[one] !== '');
  return name === undefined ? undefined : String(known[name]).slice(0, LONGEST);
}

/** In characters: a client may have chosen it. */
const LONGEST = 200;
