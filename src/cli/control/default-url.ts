// The URL of a running server, from the environment.

import type { CommandIO } from '../io.ts';

/** UNDERSTUDY_URL, otherwise the address of `serve` with the same environment. */
export function defaultUrl(env: CommandIO['env']): string {
  const { UNDERSTUDY_URL, UNDERSTUDY_PORT, PORT, UNDERSTUDY_TLS_CERT } = env;
  return UNDERSTUDY_URL || `${UNDERSTUDY_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${UNDERSTUDY_PORT || PORT || '8080'}`;
}
