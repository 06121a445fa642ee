// The store of an API for one request: changes are recorded with operation and caller.

import type { Draft } from '../../../store/draft.ts';
import type { ChangeOrigin } from '../../../store/log/store-log.ts';
import type { Identified } from '../../../store/record.ts';
import type { StoreChange } from '../../../store/store-change.ts';
import type { AnyCallStore, AnyStore } from './api.ts';

/** A store that reports the changes of one request. */
export class TracedStore implements AnyCallStore {
  readonly #store: AnyStore;
  readonly #origin: () => ChangeOrigin;
  readonly #onChange: (change: Promise<StoreChange | undefined>) => void;

  /**
   * @param origin - called for changes only, which most requests do not make
   * @param onChange - called with each change, which resolves with undefined if nothing was changed. A handler may not
   * wait for it
   */
  constructor(
    store: AnyStore,
    origin: () => ChangeOrigin,
    onChange: (change: Promise<StoreChange | undefined>) => void,
  ) {
    this.#store = store;
    this.#origin = origin;
    this.#onChange = onChange;
  }

  get collections(): AnyCallStore['collections'] {
    return this.#store.collections;
  }

  get state(): AnyCallStore['state'] {
    return this.#store.state;
  }

  get version(): number {
    return this.#store.version;
  }

  asOf(...time: Parameters<AnyCallStore['asOf']>): ReturnType<AnyCallStore['asOf']> {
    return this.#store.asOf(...time);
  }

  change<T>(work: (draft: Draft<Record<string, Identified>>) => T): Promise<T> {
    let storedChange: StoreChange | undefined;
    const done = this.#store.change(work, this.#origin(), (change) => {
      storedChange = change;
    });
    const settled = () => storedChange;
    this.#onChange(done.then(settled, settled));
    return done;
  }
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
