// A log that is opened on first use, so that sandboxes are created at once.

import { UsageError } from '../schema/usage-error.ts';
import type { NewEntries, PersistedState, SharedLog, StoreLog } from '../store/log/store-log.ts';
import { storageUnavailable } from '../store/store-error.ts';

/** Unusable content ends a start; a request may be repeated. */
const UNTOLD = 'cannot guarantee a consistent read';

/** The same log, opened late. Listeners receive its content. */
export function createLazyLog(log: StoreLog): SharedLog {
  const shared = log.kind === 'shared' ? log : undefined;
  let opening: Promise<unknown> | undefined;
  let listener: ((newer: NewEntries) => void) | undefined;
  const tell = ({ whole, version, entries }: PersistedState) => {
    if (whole) listener?.({ version, entries, replaced: whole });
  };
  const opened = () => {
    opening ??= log.open().then(tell, (error) => {
      // It may be there the next time.
      opening = undefined;
      throw error instanceof UsageError ? storageUnavailable(error, UNTOLD, { retryAfter: 1 }) : error;
    });
    return opening;
  };
  return {
    kind: 'shared',
    open: (fresh) => log.open(fresh),
    async append(steps, onTopOf) {
      await opened();
      return log.append(steps, onTopOf);
    },
    async replace(whole, onTopOf) {
      await opened();
      return log.replace(whole, onTopOf);
    },
    subscribe(heard) {
      listener = heard;
      const stop = shared?.subscribe(heard);
      return () => {
        listener = undefined;
        stop?.();
      };
    },
    async newest() {
      await opened();
      await shared?.newest();
    },
    close: () => log.close(),
  };
}
