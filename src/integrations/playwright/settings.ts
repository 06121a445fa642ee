// What tests of Playwright may say of their stand-in and their sandbox: in `use` of the config, and in files with `test.use`.

import type { MockServerSettings } from '../../app/server-settings.ts';
import type { ExchangeMatch } from '../../client/client.ts';
import type { ClockOrder } from '../../server/control/operations.ts';

/** All of it has a default. What a file says takes the place of what the config says of the same. */
export interface UnderstudySettings {
  /** Where a stand-in answers. Default: `UNDERSTUDY_URL`; where that is not set either, one is started for each worker. */
  readonly url?: string;
  /** What is started: an OpenAPI document, by its path from the folder of the config. Default: what `understudy serve` would serve in that folder. */
  readonly document?: string;
  /** What is started, as apis and settings. State is in memory only. */
  readonly server?: MockServerSettings;
  /**
   * How requests of pages mean the sandbox of their test. `header`: those to the stand-in, and to the origin of `baseURL`, carry `x-understudy-sandbox`. `host`: `baseURL` is
   * `http://<name>.localhost…` instead of `http://localhost…`, and the server there passes requests on with their `Host`; nothing is intercepted. Default `header`.
   */
  readonly by?: 'header' | 'host';
  /** Other origins whose requests are to carry the header, such as that of a second proxy. Default: none. */
  readonly origins?: readonly string[];
  /** The name of the fixtures that a sandbox starts from, such as `empty`. Default: the usual ones. */
  readonly fixtures?: string;
  /** The sandbox that a sandbox goes on from, with who is logged in there, such as `main`. Default: none. */
  readonly from?: string;
  /** The time at which a sandbox starts, such as `{ set: '2027-01-01T00:00:00Z', frozen: true }`. Default: that of the stand-in. */
  readonly clock?: ClockOrder;
  /** What ids, samples and faults of a sandbox follow from. Default: that of the stand-in. */
  readonly seed?: string;
  /** Requests that may break the document in every test. Default: none; `[{}]` is all. */
  readonly expectFindings?: readonly ExchangeMatch[];
}
