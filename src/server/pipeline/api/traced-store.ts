// The store of an API for one request: changes are recorded with operation and caller.

import type { ChangeOrigin } from '../../../store/log/store-log.ts';
import type { StoreChange } from '../../../store/store-change.ts';
import type { AnyStore } from './api.ts';

/**
 * @param origin - called for changes only, which most requests do not make
 * @param onChange - called with each change, which resolves with undefined if nothing was changed. A handler may not
 * wait for it
 */
export function createTracedStore(
  store: AnyStore,
  origin: () => ChangeOrigin,
  onChange: (change: Promise<StoreChange | undefined>) => void,
): AnyStore {
  const traced: { -readonly [Name in keyof AnyStore]: AnyStore[Name] } = Object.create(store);
  traced.change = (work) => {
    let storedChange: StoreChange | undefined;
    const done = store.change(work, origin(), (change) => {
      storedChange = change;
    });
    const settled = () => storedChange;
    onChange(done.then(settled, settled));
    return done;
  };
  return traced;
}

/** Names of callers, by preference. */
const NAME_PROPERTIES = ['name', 'loginName', 'userName', 'username', 'userId', 'sub', 'id', 'clientId', 'scheme'];

/** The display name of a caller; undefined for none, and for unknown properties. */
export function callerName(caller: unknown): string | undefined {
  if (typeof caller === 'string') return caller;
  if (typeof caller !== 'object' || caller === null) return undefined;
  const properties = caller as Readonly<Record<string, unknown>>;
  const name = NAME_PROPERTIES.find(
    (one) => Object.hasOwn(properties, one) && typeof properties[one] === 'string' && properties[one] !== '',
  );
  return name === undefined ? undefined : String(properties[name]).slice(0, MAX_NAME);
}

/** In characters: a client may have chosen it. */
const MAX_NAME = 200;
