// Flags and help of `understudy proxy`.

import { type CheckId, PASSING_CHECK_IDS } from '../contract/checks.ts';
import type { Document } from '../openapi/document.ts';
import { Problems } from '../schema/problems.ts';
import { checksAmong } from './check-flags.ts';
import { listed, oneOf, readFlags } from './flags.ts';
import { REPORT_OPTIONS, REPORT_USAGE } from './report-flags.ts';

export const USAGE = `understudy proxy [--port NUMBER] [--mock-missing] [--record FILE] DOCUMENT UPSTREAM [-- COMMAND]

Validating reverse proxy: forwards requests to the server at UPSTREAM, and checks requests and responses against an
OpenAPI document. Ctrl-C or SIGTERM stops it and prints a report.
With -- COMMAND, such as -- npm test, the command is started with the URL of the proxy in UNDERSTUDY_URL. The proxy
stops when it ends, and exits with its exit code if that is not 0.

  --port NUMBER          port for clients; 0 picks a free one (default 8081)
  --host NAME            address to listen on (default 127.0.0.1)
  --mock-missing         mocks operations that the server does not have yet
  --mock-operations IDS  always mocks these operations
  --enforce              rejects invalid requests, and replaces invalid responses with 502
  --record FILE          records requests and responses as HTTP Archive (HAR), without secrets
  --record-limit BYTES   maximum size of this file (default 268435456)
  --keep-host            sends the Host header of the client instead of the server's own
  --timeout SECONDS      time limit for the start of a response (default 60)
  --connections COUNT    maximum number of client connections (default 1000)
  --body-limit BYTES     larger bodies are forwarded without a check (default 1048576)
  --ca FILE              PEM file of additional trusted certificates
  --insecure             accepts any certificate
  --allow-fetch HOSTS    hosts that documents may be fetched from
  --checks IDS           runs only these checks; list them with --explain all
  --skip IDS             does not run these checks
  --explain ID           explains a check, or all
${REPORT_USAGE}
Exit codes: 0 no findings; 1 findings; 2 when the upstream or document is unusable.
`;

export type Flags = ReturnType<typeof readArguments>['values'];

/** @throws Problems if there is no such check */
export function checksOf(flags: Flags): readonly CheckId[] {
  return checksAmong(PASSING_CHECK_IDS, flags);
}

/** @throws Problems if the document has no such operation */
export function operationsOf(text: string, { operations }: Document): readonly string[] {
  const ids = [...operations.keys()];
  return listed(text).map((id) => oneOf('--mock-operations: the document has no operation', id, ids));
}

export function misuse(message: string): Problems {
  return new Problems(message, USAGE.trimEnd().split('\n'));
}

/** @throws Problems if they are not understood */
export function readArguments(args: readonly string[]) {
  return readFlags('proxy', args, {
    help: { type: 'boolean', short: 'h' },
    port: { type: 'string', default: '8081' },
    host: { type: 'string', default: '127.0.0.1' },
    'mock-missing': { type: 'boolean', default: false },
    'mock-operations': { type: 'string', default: '' },
    enforce: { type: 'boolean', default: false },
    record: { type: 'string' },
    'record-limit': { type: 'string', default: '268435456' },
    checks: { type: 'string' },
    skip: { type: 'string' },
    explain: { type: 'string' },
    'body-limit': { type: 'string', default: '1048576' },
    timeout: { type: 'string', default: '60' },
    connections: { type: 'string', default: '1000' },
    'keep-host': { type: 'boolean', default: false },
    ca: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    ...REPORT_OPTIONS,
    'allow-fetch': { type: 'string' },
  });
}
