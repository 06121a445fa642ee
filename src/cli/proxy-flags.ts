// The command line of `understudy proxy`: what its flags say.

import { type CheckId, PASSING_CHECK_IDS } from '../contract/checks.ts';
import type { Document } from '../openapi/document.ts';
import { Problems } from '../schema/problems.ts';
import { checksAmong } from './check-flags.ts';
import { listed, oneOf, readFlags } from './flags.ts';
import { REPORT_OPTIONS, REPORT_USAGE } from './report-flags.ts';

export const USAGE = `understudy proxy [--port NUMBER] [--fill] [--record FILE] DOCUMENT UPSTREAM [-- COMMAND]

Stands between clients and the server at UPSTREAM: passes on what comes, in both directions, and holds it against an OpenAPI document after it has
passed. Ctrl-C, or SIGTERM, ends it with a report.

With -- COMMAND, such as -- npm test, it starts the command with the proxy's URL in UNDERSTUDY_URL, ends with it, and exits with its code
if that is not 0.

  --port NUMBER          where clients connect; 0 picks a free one (default 8081)
  --host NAME            address to listen on (default 127.0.0.1)
  --fill                 the stand-in of the document answers operations that the server does not have yet
  --fill-operations IDS  it answers these, whatever the server has
  --refuse               requests that the document forbids are refused and not passed on, such answers become 502
  --record FILE          writes exchanges down as an HTTP Archive (HAR), without secrets
  --record-limit BYTES   how long that may become (default 268435456)
  --checks IDS           looks for these only; --explain all tells which there are
  --skip IDS             does not look for these
  --explain ID           says what a check looks at
  --body-limit BYTES     how much of a body is looked at; longer ones pass all the same (default 1048576)
  --timeout SECONDS      how long the server may take until its answer begins (default 60)
  --connections COUNT    how many clients may be connected (default 1000)
  --keep-host            asks the server by the host that clients name; otherwise by its own
  --ca FILE              certificates in PEM whose servers are trusted, too
  --insecure             trusts any certificate
${REPORT_USAGE}  --allow-fetch HOSTS    hosts that documents may be fetched from

Ends with 0 when the document was kept, 1 when there is a finding, 2 when there was nothing to stand between.
`;

export type Flags = ReturnType<typeof readArguments>['values'];

/** @throws Problems if there is no such check */
export function checksOf(flags: Flags): readonly CheckId[] {
  return checksAmong(PASSING_CHECK_IDS, flags);
}

/** @throws Problems if the document has no such operation */
export function operationsOf(text: string, { operations }: Document): readonly string[] {
  const ids = [...operations.keys()];
  return listed(text).map((id) => oneOf('--fill-operations: the document has no operation', id, ids));
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
    fill: { type: 'boolean', default: false },
    'fill-operations': { type: 'string', default: '' },
    refuse: { type: 'boolean', default: false },
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
