// The command line of `understudy verify`: what its flags say.

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CHECK_IDS, type CheckId, meaningOf } from '../contract/checks.ts';
import { PHASES, type Phase } from '../contract/trial.ts';
import type { Document } from '../openapi/document.ts';
import { isRecord } from '../openapi/is-record.ts';
import { readDataFile } from '../schema/data-file.ts';
import { nearest } from '../schema/nearest.ts';
import { Problems } from '../schema/problems.ts';
import { REPORT_OPTIONS, REPORT_USAGE } from './report-flags.ts';

export const USAGE = `understudy verify [--auth NAME=VALUE] [--allow-writes] [--checks IDS] [--json] [DOCUMENT [URL]]

Holds the server at URL against an OpenAPI document: every operation is asked as the document allows and forbids, at the bounds of each value, and
in stories (made, read, listed, changed, deleted, gone), and each answer is held against the document. Without URL it starts the stand-in of the
document by itself, without DOCUMENT what \`understudy serve\` would serve here.

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
  --operations IDS       tries these only
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
  --concurrency COUNT    how many operations are tried side by side (default 10)
  --require-reached      ends with 1 as well where an operation was not reached
  --fail-under PERCENT   ends with 1 as well when less of the document was exercised: 80, or by respect, operations=100,keywords=90
${REPORT_USAGE}  --allow-fetch HOSTS    hosts that documents may be fetched from

Ends with 0 when the document is kept, 1 when there is a finding, 2 when nothing could be tried. Ctrl-C ends it with
a report of what was done, and with 130 where nothing was found by then.
`;

export type Flags = ReturnType<typeof readArguments>['values'];

export function explained(id: string): string {
  if (id === 'all') return CHECK_IDS.map((one) => `${one}\n  ${meaningOf(one)}\n`).join('\n');
  return `${meaningOf(checkNamed('--explain', id))}\n`;
}

export function checksOf({ checks, skip = '' }: Partial<Pick<Flags, 'checks' | 'skip'>>): readonly CheckId[] {
  const wanted = checks === undefined ? CHECK_IDS : listed(checks).map((id) => checkNamed('--checks', id));
  const left = new Set(listed(skip).map((id) => checkNamed('--skip', id)));
  return wanted.filter((id) => !left.has(id));
}

function checkNamed(flag: string, id: string): CheckId {
  const found = CHECK_IDS.find((one) => one === id);
  if (found) return found;
  const meant = nearest(id, CHECK_IDS);
  throw new Problems(
    `${flag}: there is no check ${JSON.stringify(id)}${meant ? `; did you mean ${meant}?` : ''}`,
    CHECK_IDS.map((one) => `  ${one}`),
  );
}

export function phasesOf({ phases }: Partial<Pick<Flags, 'phases'>>): readonly Phase[] {
  if (phases === undefined) return PHASES;
  return listed(phases).map((name) => {
    const found = PHASES.find((one) => one === name);
    if (found) return found;
    const meant = nearest(name, PHASES);
    throw new Problems(
      `--phases: there is no phase ${JSON.stringify(name)}${meant ? `; did you mean ${meant}?` : ''}`,
      PHASES.map((one) => `  ${one}`),
    );
  });
}

export function operationsOf(text: string, { operations }: Document): readonly string[] {
  return listed(text).map((id) => {
    if (operations.has(id)) return id;
    const meant = nearest(id, [...operations.keys()]);
    throw new Problems(
      `--operations: the document has no operation ${JSON.stringify(id)}${meant ? `; did you mean ${meant}?` : ''}`,
      [],
    );
  });
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

export function addressOf(url: string): string {
  if (URL.canParse(url) && new URL(url).username !== '')
    throw new Problems(`Credentials are no part of the address of a server: --auth says them.`, []);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw misuse(`${JSON.stringify(url)} is no address of a server, such as http://127.0.0.1:8080.`);
  return url;
}

/** @throws Problems if it is no file of certificates */
export function certificatesOf(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    new X509Certificate(text);
    return text;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'there is no such file' : code?.startsWith('ERR_OSSL') ? 'no certificate in PEM' : message;
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
  const count = Number(text);
  if (!/^\d+$/.test(text) || count < 1 || count > 1000)
    throw new Problems(`${flag} needs a whole number from 1 to 1000, and not ${JSON.stringify(text)}.`, []);
  return count;
}

export function misuse(message: string): Problems {
  return new Problems(message, USAGE.trimEnd().split('\n'));
}

export function readArguments(args: readonly string[]) {
  try {
    const options = {
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
      concurrency: { type: 'string', default: '10' },
      'require-reached': { type: 'boolean', default: false },
      'fail-under': { type: 'string' },
      ...REPORT_OPTIONS,
      'allow-fetch': { type: 'string' },
    } as const;
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw misuse((error as Error).message);
  }
}
