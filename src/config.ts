// What understudy.config.ts may say.

import type { MockServerSettings } from './stand-in-settings.ts';

/** The settings of `understudy serve`, all of them optional. Flags and environment variables take precedence. */
export interface Config
  extends Partial<Omit<MockServerSettings, 'now' | 'store' | 'onError' | 'onNotice' | 'onResponse' | 'onRejected'>> {
  /** Default 8080; 0 picks a free one. */
  readonly port?: number;
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** A file with a certificate in PEM: TLS only is spoken. Goes with `tlsKey`. */
  readonly tlsCert?: string;
  /** A file with the private key of that certificate in PEM. */
  readonly tlsKey?: string;
  /** Where no apis are named: the folder of handlers for the document that is served; see `handlerFolder` of an api. */
  readonly handlers?: string;
  /** Load again what is saved. Default: in a terminal. */
  readonly watch?: boolean;
  /** Where no apis are named: an OpenAPI Overlay for the document that is served; see `overlay` of an api. */
  readonly overlay?: string;
  /** How it says what happens: in sentences, or in a line of JSON for each request and each event. Default `text`. */
  readonly log?: 'text' | 'json';
  /** Print no line for each request. Default false. */
  readonly quiet?: boolean;
  /** How many seconds it goes on answering once it was told to stop, not ready any more. Default 0. */
  readonly drain?: number;
  /** Operations that `verify` and `parity` never send: operationIds, or `METHOD /path` as in the document, with `*` for any text. Default: none. */
  readonly skipOperations?: readonly string[];
  /** The URL of a PostgreSQL in which state is kept that several processes share. */
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
