// `understudy parity DOCUMENT REFERENCE [CANDIDATE]`: compares two servers.

import { writeFile } from 'node:fs/promises';
import { createServer, type MockServer } from '../../app/mock-server.ts';
import type { Document } from '../../openapi/document.ts';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { detectSandboxes } from '../../verify/cases/sandboxes.ts';
import { compareRecorded } from '../../verify/compare/compare-recorded.ts';
import {
  compareServers,
  createSide,
  type ParitySettings,
  type ServerComparison,
} from '../../verify/compare/compare-servers.ts';
import { createIgnoreRules } from '../../verify/compare/ignore-rules.ts';
import { jsonReport } from '../../verify/compare/report/json.ts';
import { comparisonJunit } from '../../verify/compare/report/junit.ts';
import type { ReportContext } from '../../verify/compare/report/sides.ts';
import { comparisonText } from '../../verify/compare/report/terminal.ts';
import type { ServerSide } from '../../verify/compare/server-pair.ts';
import type { Credentials } from '../../verify/credentials.ts';
import { withTokens } from '../../verify/oauth/with-tokens.ts';
import { createRateLimiter } from '../../verify/rate-limiter.ts';
import { outageReport, outageSentence } from '../../verify/report/leftovers.ts';
import { listSecrets as waysOf } from '../../verify/report/secrets.ts';
import { createTarget, type Target } from '../../verify/target.ts';
import { readCommandLine } from '../command-line.ts';
import { listed, serverAddress } from '../flags.ts';
import { type CommandIO, type Output, reporting } from '../io.ts';
import { PARITY } from '../table/servers.ts';
import { findContracts } from './find-contracts.ts';
import { exceptionsOf } from './named-operations.ts';
import { type ParityFlags, percentFlag } from './parity-flags.ts';
import { readRecording, recordedIn } from './read-recording.ts';
import { bearersOf, knownSecrets, requireSchemes, requireToken, type ShownCredentials } from './schemes.ts';
import { certificatesOf, countOf, operationsOf, phasesOf, rateOf } from './verify-flags.ts';
import { clientsOf, credentialsOf, givenHeaders, pairs } from './verify-secrets.ts';
import { documentsAt, tokenFor } from './verify-servers.ts';

/** The command. @throws UsageError if there is nothing to compare, or one of them does not answer */
export async function parity(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(PARITY, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [name = '', first = '', second] = positionals;
  const least = values['fail-under'] === undefined ? undefined : percentFlag('--fail-under', values['fail-under']);
  // Reports mistakes before the first request.
  createIgnoreRules(values.ignore ?? []);
  const place = { document: name, stdin: io.stdin, folder: process.cwd(), allowFetch: values['allow-fetch'] };
  const { config, apis, documents } = await documentsAt(place);
  const [document] = documents;
  if (!document) throw new Error('a document was named');
  const named = {
    allowWrites: values['allow-writes'],
    allowUnsafe: listed(values['allow-unsafe'] ?? ''),
    skipOperations: listed(values['skip-operations'] ?? ''),
  };
  const exceptions = exceptionsOf(named, config, documents, (sentence) => {
    io.stderr.write(`${printableLines(sentence)}\n`);
  });
  const file = values.recording;
  const recording = file === undefined ? undefined : await recordedIn(await readRecording(file, io.stdin), document);
  const standIn =
    second === undefined ? await createServer({ ...config, apis, durability: 'memory', ...reporting(io) }) : undefined;
  const aborting = new AbortController();
  const letGo = io.onStop(() => aborting.abort());
  const open: Target[] = [];
  try {
    const [own, others] = [givenTo('reference', values, io.env), givenTo('candidate', values, io.env)];
    for (const given of [own, others]) requireSchemes(documents, given);
    const one = await sideAt(serverAddress(first), own, document, values, open, io.env);
    const isBare = standIn && others.credentials.size === 0 && others.clients.size === 0;
    const shown = isBare ? { ...others, credentials: tokenOf(standIn, document) } : others;
    const url = second === undefined ? ((await standIn?.listen())?.url ?? '') : serverAddress(second);
    const other = await sideAt(url, shown, document, values, open, io.env);
    const made = await findContracts(values.contracts ?? false, documents, (sentence) => {
      io.stderr.write(`${printableLines(sentence)}\n`);
    });
    const plain = settingsOf(document, [one, other], values, aborting.signal, io.stderr);
    const settings = { ...plain, ...exceptions, contracts: made };
    const comparison = recording
      ? await compareRecorded(settings, recording.recorded, recording.remarks)
      : await compareServers(settings);
    clearProgress(io.stderr);
    const about = reportingOf(settings, [one, other]);
    await report(comparison, about, values, io);
    const { outage } = outageReport(comparison.outage, about.secrets);
    if (outage) throw new UsageError('The comparison was not finished:', [outageSentence(outage)]);
    if (comparison.score === undefined) {
      const reasons = comparison.operations.flatMap(({ operation, reason }) =>
        reason ? [`${operation.id}: ${reason}`] : [],
      );
      throw new UsageError('Nothing could be compared:', reasons.slice(0, 10));
    }
    return isGood(comparison, least, values['require-tested']) ? 0 : 1;
  } finally {
    clearProgress(io.stderr);
    letGo();
    for (const target of open) target.close();
    await standIn?.close();
  }
}

function givenTo(which: 'reference' | 'candidate', values: ParityFlags, env: CommandIO['env']): ShownCredentials {
  const [auth, client] = [values[`${which}-auth`] ?? [], values[`${which}-client`] ?? []];
  return {
    credentials: credentialsOf([...(values.auth ?? []), ...auth], env),
    clients: clientsOf([...(values.client ?? []), ...client], env),
  };
}

interface ReportedSide extends ServerSide {
  /** Secrets to mask in reports. Tokens are fetched during the run. */
  readonly secrets: () => Credentials;
}

/** A server that answers. @param open - takes what is to be closed in the end @throws UsageError if it does not answer */
async function sideAt(
  url: string,
  given: ShownCredentials,
  document: Document,
  values: ParityFlags,
  open: Target[],
  env: CommandIO['env'],
): Promise<ReportedSide> {
  const ways = {
    timeout: countOf('--timeout', values.timeout) * 1000,
    concurrency: countOf('--concurrency', values.concurrency),
    isInsecure: values.insecure,
    ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
  };
  const { headers, secrets } = givenHeaders(values.header, env);
  const bare = createTarget(url, { ...ways, headers });
  const root = createTarget(new URL(bare.url).origin, ways);
  open.push(bare, root);
  const probe = {
    method: 'GET',
    target: '/',
    headers: [],
    body: undefined,
    rawParameters: { path: {}, query: '', headers: {} },
  };
  const found = await bare.send(probe);
  if ('reason' in found) throw new UsageError(`Cannot reach ${bare.url}: ${found.reason}.`, []);
  const rate = rateOf({ rate: values.rate });
  const pace = createRateLimiter({ ...(rate !== undefined && { rate }) });
  const bearers = bearersOf(document, given.clients, { server: bare.url + document.base, target: ways });
  for (const bearer of bearers) await requireToken(document, bearer);
  const credentials = new Map([...given.credentials, ...bearers.map(({ name, mark }) => [name, mark] as const)]);
  return {
    ...createSide(withTokens(pace.wrap(bare), bearers), await detectSandboxes(root), credentials),
    secrets: () => knownSecrets({ ...given, credentials, secrets }, bearers),
  };
}

function settingsOf(
  document: Document,
  sides: ParitySettings['sides'],
  values: ParityFlags,
  signal: AbortSignal,
  stderr: Output,
): ParitySettings {
  return {
    document,
    sides,
    signal,
    values: pairs('--value', values.value),
    allowWrites: values['allow-writes'],
    concurrency: countOf('--concurrency', values.concurrency),
    ...(values.phases !== undefined && { phases: phasesOf({ phases: values.phases }) }),
    hasOtherData: values['different-data'],
    ignore: values.ignore ?? [],
    ...(values.seed !== undefined && { seed: values.seed }),
    ...(values.operations !== undefined && { operations: operationsOf(values.operations, [document]) }),
    ...(stderr.isTTY && { onProgress: (progress) => showProgress(stderr, progress) }),
  };
}

/** Without `--fail-under`, any difference is one too many. */
function isGood(
  { score = 0, operations }: ServerComparison,
  least: number | undefined,
  mustBeReached: boolean,
): boolean {
  const differ = operations.some(({ differences: found }) => found.some(({ severity }) => severity === 'difference'));
  const isMissed = operations.some(({ reason }) => reason !== undefined);
  return (least === undefined ? !differ : score >= least) && !(mustBeReached && isMissed);
}

/** The credentials of the mock server of a document. */
function tokenOf(standIn: MockServer, document: Document): Credentials {
  const token = standIn.introductions()[0]?.introduction?.example?.token;
  return token ? tokenFor(document, token) : new Map();
}

function reportingOf({ document }: ParitySettings, sides: readonly [ReportedSide, ReportedSide]): ReportContext {
  const [first, second] = sides;
  return {
    document: shownPath(document.source.path),
    base: document.base,
    urls: [first.target.url, second.target.url],
    secrets: sides.flatMap(({ secrets }) => waysOf(secrets())),
  };
}

async function report(
  comparison: ServerComparison,
  reporting: ReportContext,
  values: ParityFlags,
  io: CommandIO,
): Promise<void> {
  if (values.junit !== undefined) await writeFile(values.junit, comparisonJunit(comparison, reporting));
  if (values.json) print(io, `${JSON.stringify(jsonReport(comparison, reporting), undefined, 2)}\n`);
  else print(io, `${comparisonText(comparison, reporting, values.warnings).join('\n')}\n`);
}

function showProgress(
  stderr: Output,
  { done, of, requests, differences }: Parameters<NonNullable<ParitySettings['onProgress']>>[0],
): void {
  stderr.write(`\r\x1b[K${done} of ${of}, ${requests} requests to both, ${differences} differences`);
}

function clearProgress(stderr: Output): void {
  if (stderr.isTTY) stderr.write('\r\x1b[K');
}

function print({ stdout }: CommandIO, text: string): 0 {
  stdout.write(text);
  return 0;
}
