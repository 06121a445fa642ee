// Flags and help of `understudy verify`.

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

export const USAGE = `understudy verify [DOCUMENT [URL [-- COMMAND]]] [--auth NAME=VALUE] [--allow-writes] [--json]

Tests the server at URL against an OpenAPI document: valid and invalid requests for every operation, values at
the limits of their schemas, and CRUD scenarios (create, read, list, update, delete). Every response is validated.
Without URL, a mock server of the document is started and tested. Without DOCUMENT, the document that
\`understudy serve\` would serve here is used.
With -- COMMAND, such as -- npm start, the command is started, and stopped after the run.

Credentials and data
  --auth NAME=VALUE      credentials for the security scheme NAME: a token, a key, or user:password.
                         env:NAME reads it from the environment, file:PATH from a file (also in --client, --header)
  --client NAME.KEY=VALUE
                         an OAuth client that gets tokens for the security scheme NAME. Keys: id, secret,
                         token-url (if the document has none), and parameters such as scope and audience
  --header 'NAME: TEXT'  adds a header to every request
  --value NAME=VALUE     value for parameters and body properties of this name; operationId.NAME for one operation
  --values FILE          such values as JSON or YAML, by NAME, by operationId.NAME, or grouped by operationId
  --contracts DIR        your own test data and cases: DIR/<operationId>.ts (default: contracts, if it exists)
  --no-contracts         does not run them

Selection
  --allow-writes         allows mutating requests to a shared server. Without it, only reading operations are tested.
                         In a mock server every request has its own sandbox, so it is not needed there
  --allow-unsafe LIST    also sends these operations, after all others, although they can change data that the run did
                         not create: operationIds, or 'METHOD /path' with * for any text. Other such operations are skipped
  --operations IDS       tests only these operations
  --skip-operations LIST never sends these operations (written as in --allow-unsafe; also skipOperations in the config)
  --checks IDS           runs only these checks; list them with --explain all
  --skip IDS             does not run these checks
  --phases NAMES         runs only these phases: examples, boundaries, random, invalid, scenarios
  --explain ID           explains a check, or all
  --seed TEXT            random seed; the same seed generates the same requests (default understudy)
  --random COUNT         random requests per operation (default 40)

Network
  --rate COUNT           maximum requests per second (default: unlimited). Retry-After is always respected
  --concurrency COUNT    operations tested in parallel (default 10)
  --timeout SECONDS      time limit for a response (default 10)
  --wait SECONDS         time limit for the server of COMMAND until URL responds (default 60)
  --ca FILE              PEM file of additional trusted certificates
  --insecure             accepts any certificate
  --allow-fetch HOSTS    hosts that documents may be fetched from

Result
  --require-tested       exits with 1 if an operation was not tested, unless --skip-operations excludes it
  --fail-under PERCENT   exits with 1 if less of the document was covered: 80, or per dimension,
                         such as operations=100,keywords=90
${REPORT_USAGE}
Exit codes: 0 no findings; 1 findings; 2 nothing was tested, or the server started to reject all requests
(401, 429, 502, 503, 504, or no connections). Ctrl-C stops the run and prints the report so far (130 without findings).
`;

export type Flags = ReturnType<typeof readArguments>['values'];

export function checksOf(flags: Partial<Pick<Flags, 'checks' | 'skip'>>): readonly CheckId[] {
  return checksAmong(CHECK_IDS, flags);
}

export function phasesOf({ phases }: Partial<Pick<Flags, 'phases'>>): readonly Phase[] {
  return phases === undefined ? PHASES : listed(phases).map((name) => oneOf('--phases: unknown phase', name, PHASES));
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
    const why = code === 'ENOENT' ? 'file not found' : code?.startsWith('ERR_OSSL') ? 'not a PEM certificate' : message;
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
      `--values ${file} must contain an object that maps names of parameters and properties to values.`,
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
      `--rate needs a number of requests per second, such as 10 or 0.5, not ${JSON.stringify(rate)}.`,
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
    'require-tested': { type: 'boolean', default: false },
    'fail-under': { type: 'string' },
    ...REPORT_OPTIONS,
    'allow-fetch': { type: 'string' },
  });
}
