// The command line of `understudy verify`: what its flags say.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { CHECK_IDS, type CheckId } from '../contract/checks.ts';
import { PHASES, type Phase } from '../contract/trial.ts';
import type { Document } from '../openapi/document.ts';
import { isRecord } from '../openapi/is-record.ts';
import { readDataFile } from '../schema/data-file.ts';
import { Problems } from '../schema/problems.ts';
import { requireRegularFile } from '../schema/read-regular-file.ts';
import { checksAmong } from './check-flags.ts';
import { listed, numberOf, oneOf, readFlags } from './flags.ts';
import { REPORT_OPTIONS, REPORT_USAGE } from './report-flags.ts';

export const USAGE = `understudy verify [--auth NAME=VALUE] [--allow-writes] [--checks IDS] [--json] [DOCUMENT [URL [-- COMMAND]]]

Holds the server at URL against an OpenAPI document: every operation is asked as the document allows and forbids, at the bounds of each value, and
in stories (made, read, listed, changed, deleted, gone), and each answer is held against the document. Without URL it starts the stand-in of the
document by itself, without DOCUMENT what \`understudy serve\` would serve here.

With -- COMMAND, such as -- npm start, it starts the server, waits until URL responds, and stops it after the run.

  --auth NAME=VALUE      what is shown for the security scheme NAME: a token, a key, or user:password. env:TOKEN takes it from the environment,
                         file:PATH from a file; so it does in --client and --header
  --contracts DIR        code of yours that makes what operations need, and cases: DIR/<operationId>.ts (default: contracts, if there is any)
  --client NAME.WHAT=VALUE
                         an OAuth client, whose tokens are shown for the scheme NAME: its id, its secret, and what else its token endpoint is
                         told, such as scope and audience; token-url where the document says no other place
  --value NAME=VALUE     a value for the parameters and the properties of bodies with this name; operationId.NAME for one operation only
  --values FILE          such values in JSON or YAML, by NAME, by operationId.NAME, or below the operationId
  --header 'NAME: TEXT'  a header field of every request
  --allow-writes         lets a server that is no stand-in be asked to change something. In a stand-in each request has a sandbox of its own
  --allow-unsafe LIST    sends these operations, last, though they can change what the run did not create: operationIds, or 'METHOD /path' as in
                         the document, with * for any text. Without it they are skipped
  --operations IDS       tries these only
  --skip-operations LIST never sends these; written as in --allow-unsafe, and also the setting skipOperations of the config
  --checks IDS           looks for these only; --explain all tells which there are
  --skip IDS             does not look for these
  --phases NAMES         tries these only: examples, boundaries, random, invalid, stories
  --explain ID           says what a check looks at
  --seed TEXT            requests are the same for the same text (default understudy)
  --random COUNT         how many requests are drawn at random for each operation (default 40)
  --ca FILE              certificates in PEM whose servers are trusted, too
  --insecure             trusts any certificate
  --rate COUNT           how many requests may begin in a second (default: any number); Retry-After is kept to in any case
  --timeout SECONDS      how long an answer may take (default 10)
  --wait SECONDS         how long the server of COMMAND may take until URL responds (default 60)
  --concurrency COUNT    how many operations are tried side by side (default 10)
  --require-reached      ends with 1 as well where an operation was not reached, or skipped though --skip-operations does not name it
  --fail-under PERCENT   ends with 1 as well when less of the document was exercised: 80, or by respect, operations=100,keywords=90
${REPORT_USAGE}  --allow-fetch HOSTS    hosts that documents may be fetched from

Ends with 0 when the document is kept, 1 when there is a finding, 2 when nothing could be tried, or nothing was reached, or when the server
begins to respond with 401, 429, 502, 503 or 504 to all requests, or accepts no connections. Ctrl-C ends it with a report of what was done, and with 130 where nothing was found by then.
`;

export type Flags = ReturnType<typeof readArguments>['values'];

export function checksOf(flags: Partial<Pick<Flags, 'checks' | 'skip'>>): readonly CheckId[] {
  return checksAmong(CHECK_IDS, flags);
}

export function phasesOf({ phases }: Partial<Pick<Flags, 'phases'>>): readonly Phase[] {
  return phases === undefined
    ? PHASES
    : listed(phases).map((name) => oneOf('--phases: there is no phase', name, PHASES));
}

/** @param documents - all that are tried: each operation is one of any @throws Problems if none has it */
export function operationsOf(text: string, documents: readonly Document[]): readonly string[] {
  const ids = documents.flatMap(({ operations }) => [...operations.keys()]);
  const none = documents.length > 1 ? 'no document has the operation' : 'the document has no operation';
  return listed(text).map((id) => oneOf(`--operations: ${none}`, id, ids));
}

/** @throws Problems if it is no file of certificates */
export function certificatesOf(file: string): string {
  try {
    requireRegularFile(file);
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'file not found' : code?.startsWith('ERR_OSSL') ? 'no certificate in PEM' : message;
    throw new Problems(`--ca ${file} cannot be used: ${why}.`, []);
  }
}

export function secondsOf({ timeout }: Flags): number {
  return countOf('--timeout', timeout) * 1000;
}

/** @throws Problems if the file is no object */
export async function valuesIn(file: string | undefined): Promise<ReadonlyMap<string, unknown>> {
  if (file === undefined) return new Map();
  const value = await readDataFile(file);
  if (!isRecord(value))
    throw new Problems(
      `--values ${file} has to be an object: names of parameters and properties, with their values.`,
      [],
    );
  return new Map(Object.entries(value));
}

/** How many in a second; less than one is one now and then. */
export function rateOf({ rate }: Pick<Flags, 'rate'>): number | undefined {
  if (rate === undefined) return undefined;
  const count = Number(rate);
  if (!/^\d*\.?\d+$/.test(rate) || count <= 0 || count > 100_000)
    throw new Problems(
      `--rate needs a number of requests for a second, such as 10 or 0.5, and not ${JSON.stringify(rate)}.`,
      [],
    );
  return count;
}

export function countOf(flag: string, text: string): number {
  return numberOf(flag, text, 1, 1000);
}

export function misuse(message: string): Problems {
  return new Problems(message, USAGE.trimEnd().split('\n'));
}

export function readArguments(args: readonly string[]) {
  return readFlags('verify', args, {
    help: { type: 'boolean', short: 'h' },
    auth: { type: 'string', multiple: true },
    value: { type: 'string', multiple: true },
    values: { type: 'string' },
    contracts: { type: 'string' },
    'no-contracts': { type: 'boolean', default: false },
    client: { type: 'string', multiple: true },
    header: { type: 'string', multiple: true },
    'allow-writes': { type: 'boolean', default: false },
    operations: { type: 'string' },
    'allow-unsafe': { type: 'string' },
    'skip-operations': { type: 'string' },
    checks: { type: 'string' },
    skip: { type: 'string' },
    phases: { type: 'string' },
    explain: { type: 'string' },
    seed: { type: 'string' },
    random: { type: 'string', default: '40' },
    ca: { type: 'string' },
    insecure: { type: 'boolean', default: false },
    rate: { type: 'string' },
    timeout: { type: 'string', default: '10' },
    wait: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '10' },
    'require-reached': { type: 'boolean', default: false },
    'fail-under': { type: 'string' },
    ...REPORT_OPTIONS,
    'allow-fetch': { type: 'string' },
  });
}
