// Settings: replicas, log, metrics, recorded requests.

import { choice, integer, type SettingTable, text, toggle } from './setting.ts';

export const OPERATION_SETTINGS = {
  /** The URL of a PostgreSQL database whose state several processes share. Default: none. */
  store: text({
    isCommandOnly: true,
    takes: 'URL',
    group: 'Replicas',
    help: 'PostgreSQL database for the state, shared by all replicas: postgres://user@host/database',
    isSecret: true,
  }),
  /**
   * Which changes of other processes a response reflects: all that were acknowledged before the request (`strong`), or
   * those received so far, some milliseconds late (`local`). Default `strong`.
   */
  consistency: choice(['strong', 'local'], {
    takes: 'MODE',
    group: 'Replicas',
    help: 'strong (reads include all writes of other replicas) or local (those received so far)',
    default: 'strong',
  }),
  /** The format of the log: `text`, or `json` with one line for each request and event. Default `text`. */
  log: choice(['text', 'json'], {
    isCommandOnly: true,
    takes: 'FORMAT',
    group: 'Output',
    help: 'text for people, or json: one line of JSON per request and event',
    default: 'text',
  }),
  /** Do not print requests. Default false. */
  quiet: toggle({
    isCommandOnly: true,
    short: 'q',
    group: 'Output',
    help: 'do not print requests',
    default: false,
  }),
  /** Count requests from startup. Default false: from the first request for `/_understudy/metrics`. */
  metrics: toggle({
    group: 'Output',
    help: 'count requests for /_understudy/metrics from startup',
    default: false,
    defaultNote: 'from the first request for metrics',
  }),
  /** The memory for recorded requests of all sandboxes, in bytes. Default 67108864 (64 MiB). */
  requestLogLimit: integer(2 ** 32, {
    takes: 'BYTES',
    group: 'Output',
    help: 'memory for recorded requests of all sandboxes',
    default: 64 * 1024 * 1024,
  }),
  /** Also record requests for pages, preflights, and requests that match no API. Default false. */
  requestLogAll: toggle({
    group: 'Output',
    help: 'also record pages, preflights and requests that are rejected early',
    default: false,
  }),
} as const satisfies SettingTable;
