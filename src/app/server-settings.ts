// The settings of a mock server, with their defaults.

import { inspect } from 'node:util';
import { printableLines } from '../schema/printable.ts';
import type { RejectedConnection } from '../server/http/reject-invalid-http.ts';
import type { AnyLoginApi } from '../server/oidc/login/login-api.ts';
import type { CompletedRequest } from '../server/pipeline/request-log/observers.ts';
import type { LogStorage } from '../store/log/store-log.ts';
import { applyDefaults, type ServerDefaults, type ServerSettings } from './settings/settings.ts';

/** The settings of a mock server. Everything but `apis` has a default. */
export interface MockServerSettings extends ServerSettings {
  /** The APIs. The first one responds to requests that match none. */
  readonly apis: readonly [AnyLoginApi, ...AnyLoginApi[]];
  /**
   * Storage that several processes share, instead of `data`: the URL of a PostgreSQL database
   * (`postgres://user:password@host:5432/database`), or your own, which the server closes. Default: none.
   */
  readonly store?: string | LogStorage;
  /** The clock of every sandbox. Default: the system time. */
  readonly now?: () => Date;
  /** Called for each response. */
  readonly onResponse?: (response: CompletedRequest) => void;
  /** Called for data that is not a valid HTTP request. */
  readonly onRejected?: (rejected: RejectedConnection) => void;
  /**
   * Called with unexpected errors, such as bugs in handlers. `plain` removes the credentials of the request from a
   * text. Default: prints to standard error.
   */
  readonly onError?: (thrown: unknown, plain?: (text: string) => string) => void;
  /**
   * Called with notices: repaired state, work that is postponed, problems found later in a large document. Default:
   * prints to standard error.
   */
  readonly onNotice?: (notice: string) => void;
  /**
   * Called once, with a sentence, when another process has taken over the files in `data`: the mock server stores
   * nothing any more, stops listening and closes itself. Default: `onNotice`.
   */
  readonly onLost?: (reason: string) => void;
}

/** The settings with defaults applied. */
export type CompleteSettings = MockServerSettings &
  ServerDefaults &
  Required<Pick<MockServerSettings, 'now' | 'onError' | 'onNotice' | 'onLost'>> & {
    /** The state folder; undefined for memory only. */
    readonly folder: string | undefined;
  };

/** Applies the defaults. */
export function withDefaults(given: MockServerSettings): CompleteSettings {
  const {
    now = () => new Date(),
    onError = (thrown) => console.error(printableLines(inspect(thrown))),
    onNotice = (notice) => console.error(printableLines(notice)),
    onLost = onNotice,
    ...settings
  } = given;
  const complete = applyDefaults(settings);
  const isInMemory = complete.durability === 'memory' || complete.store !== undefined;
  const folder = isInMemory ? undefined : complete.data;
  return { ...complete, folder, now, onError, onNotice, onLost };
}
