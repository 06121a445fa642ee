// Playwright settings of mock server and sandbox: in `use` of the config, and `test.use`.

import type { MockServerSettings } from '../../app/server-settings.ts';
import type { ExchangeMatch } from '../../client/client.ts';
import type { ClockOrder } from '../../server/control/operations.ts';

/** All are optional. Those of a test file override those of the config. */
export interface UnderstudySettings {
  /** The URL of a mock server. Default: `UNDERSTUDY_URL`; without it, one is started for each worker. */
  readonly url?: string;
  /**
   * The OpenAPI document to mock, by its path from the folder of the config. Default: as `understudy serve` in that
   * folder.
   */
  readonly document?: string;
  /** APIs and settings of the mock server to start. State is in memory only. */
  readonly server?: MockServerSettings;
  /**
   * How requests of pages select the sandbox of their test. `header`: those to the mock server, and to the origin of
   * `baseURL`, carry `x-understudy-sandbox`. `host`: `baseURL` is `http://<name>.localhost…` instead of
   * `http://localhost…`, and the server there forwards requests with their `Host`; nothing is intercepted. Default
   * `header`.
   */
  readonly by?: 'header' | 'host';
  /** Other origins whose requests carry the header, such as that of a second proxy. Default: none. */
  readonly origins?: readonly string[];
  /** The name of the fixtures that a sandbox starts from, such as `empty`. Default: the usual ones. */
  readonly fixtures?: string;
  /** The sandbox to copy, with its logins, such as `main`. Default: none. */
  readonly from?: string;
  /**
   * The time at which the clock of a sandbox is stopped, such as `2027-01-01T00:00:00Z`. An object such as
   * `{ set: '2027-01-01T00:00:00Z' }` does not stop it. Default: that of the mock server.
   */
  readonly clock?: string | ClockOrder;
  /** The random seed of ids, samples and faults. Default: that of the mock server. */
  readonly seed?: string;
  /** Requests that may break the document in every test. Default: none; `[{}]` is all. */
  readonly expectFindings?: readonly ExchangeMatch[];
}

/** The names of all settings. */
export const SETTING_NAMES = Object.keys({
  url: true,
  document: true,
  server: true,
  by: true,
  origins: true,
  fixtures: true,
  from: true,
  clock: true,
  seed: true,
  expectFindings: true,
} satisfies Record<keyof UnderstudySettings, true>);
