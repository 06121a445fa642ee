// The URL of a running server, from the environment.

import { SERVING_SETTINGS } from '../../app/settings/serving.ts';
import type { CommandIO } from '../io.ts';

/** UNDERSTUDY_URL, otherwise the address of `serve` with the same environment. */
export function defaultUrl(env: CommandIO['env']): string {
  const { UNDERSTUDY_URL, UNDERSTUDY_PORT, PORT, UNDERSTUDY_TLS_CERT } = env;
  if (UNDERSTUDY_URL) return UNDERSTUDY_URL;
  const port = UNDERSTUDY_PORT || PORT || SERVING_SETTINGS.port.commandDefault;
  return `${UNDERSTUDY_TLS_CERT ? 'https' : 'http'}://127.0.0.1:${port}`;
}
