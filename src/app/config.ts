// Settings of a config.

import type { MockServerSettings } from './server-settings.ts';

/** The settings of `understudy serve`, all optional. Flags and environment variables take precedence. */
export interface Config
  extends Partial<Omit<MockServerSettings, 'now' | 'store' | 'onError' | 'onNotice' | 'onResponse' | 'onRejected'>> {
  /** Default 8080; 0 picks a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** A certificate file in PEM: the server accepts TLS only. Requires `tlsKey`. */
  readonly tlsCert?: string;
  /** The file with the private key of the certificate, in PEM. */
  readonly tlsKey?: string;
  /** A folder of handlers for the served document, if `apis` is not set; see `handlerFolder` of an API. */
  readonly handlers?: string;
  /** Reload when files change. Default: in a terminal. */
  readonly watch?: boolean;
  /** An OpenAPI Overlay for the served document, if `apis` is not set; see `overlay` of an API. */
  readonly overlay?: string;
  /** The format of the log: `text`, or `json` with one line for each request and event. Default `text`. */
  readonly log?: 'text' | 'json';
  /** Do not print requests. Default false. */
  readonly quiet?: boolean;
  /** Grace period after SIGTERM, in seconds: the server reports that it is not ready, and still responds. Default 0. */
  readonly drain?: number;
  /**
   * Operations that `verify` and `parity` never send: operationIds, or `METHOD /path` with `*` for any text. Default:
   * none.
   */
  readonly skipOperations?: readonly string[];
  /** The URL of a PostgreSQL database whose state several processes share. */
  readonly store?: string;
  /** Short for `durability: 'memory'`. */
  readonly memory?: boolean;
  /** Short for `records: 0`. */
  readonly empty?: boolean;
}

/**
 * Gives a config back unchanged, checked by the compiler.
 *
 * @example export default defineConfig({ apis: [pets], port: 3001 });
 */
export function defineConfig(config: Config): Config {
  return config;
}
