// Flags of all control commands.

import type { FlagTable } from '../command.ts';

export const CONTROL_FLAGS = {
  url: {
    takes: 'URL',
    group: 'Server',
    help: 'the mock server',
    variable: 'UNDERSTUDY_URL',
    defaultNote: 'UNDERSTUDY_URL, else http://127.0.0.1 with PORT, else http://127.0.0.1:8080',
  },
  sandbox: { takes: 'NAME', group: 'Server', help: 'the sandbox', default: 'main' },
  json: { group: 'Server', help: 'print the result as JSON' },
} as const satisfies FlagTable;

/** For servers that protect their control API. */
export const TOKEN_NOTE =
  'If the server was started with --control-token, set UNDERSTUDY_CONTROL_TOKEN to the same token.';
