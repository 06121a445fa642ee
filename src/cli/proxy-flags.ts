// The command line of `understudy proxy`: what its flags say.

import { parseArgs } from 'node:util';
import { type CheckId, meaningOf, PASSING_CHECK_IDS } from '../contract/checks.ts';
import type { Document } from '../openapi/document.ts';
import { nearest } from '../schema/nearest.ts';
import { Problems } from '../schema/problems.ts';
import { REPORT_OPTIONS, REPORT_USAGE } from './report-flags.ts';

export const USAGE = `understudy proxy [--port NUMBER] [--fill] [--record FILE] DOCUMENT UPSTREAM

Stands between clients and the server at UPSTREAM: passes on what comes, in both directions, and holds it against an OpenAPI document after it has
passed. Ctrl-C, or SIGTERM, ends it with a report.

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

export function explained(id: string): string {
  if (id === 'all') return PASSING_CHECK_IDS.map((one) => `${one}\n  ${meaningOf(one)}\n`).join('\n');
  return `${meaningOf(checkNamed('--explain', id))}\n`;
}

/** @throws Problems if there is no such check */
export function checksOf({ checks, skip = '' }: Flags): readonly CheckId[] {
  const wanted = checks === undefined ? PASSING_CHECK_IDS : listed(checks).map((id) => checkNamed('--checks', id));
  const left = new Set(listed(skip).map((id) => checkNamed('--skip', id)));
  return wanted.filter((id) => !left.has(id));
}

function checkNamed(flag: string, id: string): CheckId {
  return oneOf(`${flag}: there is no check`, id, PASSING_CHECK_IDS);
}

/** @throws Problems if the document has no such operation */
export function operationsOf(text: string, { operations }: Document): readonly string[] {
  const ids = [...operations.keys()];
  return listed(text).map((id) => oneOf('--fill-operations: the document has no operation', id, ids));
}

function oneOf<Name extends string>(message: string, text: string, names: readonly Name[]): Name {
  const found = names.find((one) => one === text);
  if (found !== undefined) return found;
  const meant = nearest(text, names);
  const advice = meant === undefined ? [] : [`did you mean ${meant}?`];
  throw new Problems(`${message} ${JSON.stringify(text)}`, advice);
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** @throws Problems if it is no address of a server, or has what no address of one has */
export function upstreamOf(text: string): string {
  const isAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
  if (!isAddress) throw misuse(`${JSON.stringify(text)} is no address of a server, such as http://127.0.0.1:3000.`);
  const { search, hash, username, password } = new URL(text);
  if (search + hash + username + password !== '')
    throw misuse(`The address of the server may have a path, but no user, no query and no fragment.`);
  return text;
}

/** @throws Problems if it is no whole number within its bounds */
export function numberOf(flag: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new Problems(`${flag} needs a whole number from ${least} to ${most}, and not ${JSON.stringify(text)}.`, []);
  return number;
}

export function misuse(message: string): Problems {
  return new Problems(message, USAGE.trimEnd().split('\n'));
}

/** @throws Problems if they are not understood */
export function readArguments(args: readonly string[]) {
  try {
    const options = {
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
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw misuse((error as Error).message);
  }
}
