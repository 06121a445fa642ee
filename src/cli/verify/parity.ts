// `understudy parity DOCUMENT REFERENCE [CANDIDATE]`: compares two servers.

import { writeFile } from 'node:fs/promises';
import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { Document } from '../../openapi/document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { compareRecorded } from '../../verify/compare/compare-recorded.ts';
import { compareServers, type ParitySettings, type ServerComparison } from '../../verify/compare/compare-servers.ts';
import { createIgnoreRules } from '../../verify/compare/ignore-rules.ts';
import { jsonReport } from '../../verify/compare/report/json.ts';
import { comparisonJunit } from '../../verify/compare/report/junit.ts';
import type { ReportContext } from '../../verify/compare/report/sides.ts';
import { comparisonText } from '../../verify/compare/report/terminal.ts';
import { outageReport, outageSentence } from '../../verify/report/leftovers.ts';
import { listSecrets } from '../../verify/report/secrets.ts';
import type { Target } from '../../verify/target.ts';
import { readCommandLine } from '../command-line.ts';
import { PARITY } from '../command-tables/servers.ts';
import { STOPPED_BY } from '../exit-codes.ts';
import { listed, serverAddress } from '../flag-values.ts';
import { type CommandIO, type Output, reporting, type StopSignal } from '../io.ts';
import { findContracts } from './find-contracts.ts';
import { resolveExceptions } from './named-operations.ts';
import { connectSide, type ParityFlags, type ReportedSide, sideCredentials } from './parity-side.ts';
import { matchOperations, readRecording } from './read-recording.ts';
import { removeReport } from './report-flags.ts';
import { requireSchemes } from './schemes.ts';
import { countOf, operationsOf, percentFlag, phasesOf } from './verify-flags.ts';
import { parsePairs } from './verify-secrets.ts';
import { loadDocuments, tokenFor } from './verify-servers.ts';

/** The command. @throws UsageError if nothing can be compared, or a server cannot be reached */
export async function parity(args: readonly string[], io: CommandIO): Promise<number> {
  const line = await readCommandLine(PARITY, args, io);
  if (!line) return 0;
  const { values, positionals } = line;
  const [name = '', first = '', second] = positionals;
  if (values.junit !== undefined) await removeReport(values.junit);
  const minimum = values['fail-under'] === undefined ? undefined : percentFlag('--fail-under', values['fail-under']);
  // Reports mistakes before the first request.
  createIgnoreRules(values.ignore ?? []);
  const onNotice = (sentence: string) => void io.stderr.write(`${printableLines(sentence)}\n`);
  const { 'allow-fetch': allowFetch } = values;
  const location = { document: name, stdin: io.stdin, folder: process.cwd(), allowFetch, onNotice };
  const { config, apis, documents } = await loadDocuments(location);
  const [document] = documents;
  if (!document) throw new Error('a document was named');
  const named = {
    allowWrites: values['allow-writes'],
    allowUnsafe: listed(values['allow-unsafe'] ?? ''),
    skipOperations: listed(values['skip-operations'] ?? ''),
  };
  const exceptions = resolveExceptions(named, config, documents, onNotice);
  const file = values.recording;
  const recording =
    file === undefined ? undefined : await matchOperations(await readRecording(file, io.stdin), document);
  const mock =
    second === undefined ? await createServer({ ...temporarySettings(config, apis), ...reporting(io) }) : undefined;
  const aborting = new AbortController();
  let stopSignal: StopSignal | undefined;
  const removeStopHandler = io.onStop((signal) => {
    stopSignal = signal;
    aborting.abort();
  });
  const targets: Target[] = [];
  let isConnected = false;
  try {
    const own = sideCredentials('reference', values, io.env);
    const others = sideCredentials('candidate', values, io.env);
    for (const credentials of [own, others]) requireSchemes(documents, credentials);
    const { signal } = aborting;
    const connect = { document, values, targets, env: io.env, signal, onNotice };
    const reference = await connectSide(serverAddress(first), own, connect);
    const hasNone = others.credentials.size === 0 && others.clients.size === 0;
    const token = mock?.introductions()[0]?.introduction?.example?.token;
    const known = hasNone && token ? { ...others, credentials: tokenFor(document, token) } : others;
    const url = second === undefined ? ((await mock?.listen())?.url ?? '') : serverAddress(second);
    const sides = [reference, await connectSide(url, known, connect)] as const;
    isConnected = true;
    const contracts = await findContracts(values.contracts ?? false, documents, onNotice);
    const isMock = mock !== undefined;
    const settings = { ...settingsOf(document, sides, values, signal, io.stderr, isMock), ...exceptions, contracts };
    const comparison = recording
      ? await compareRecorded(settings, recording.recorded, recording.remarks)
      : await compareServers(settings);
    clearProgress(io.stderr);
    const about = reportingOf(document, sides);
    const { outage } = outageReport(comparison.outage, about.secrets);
    const error = outage ? outageSentence(outage) : describeFailure(comparison, { minimum, stopSignal, values });
    await report(comparison, { about, error, values }, io);
    if (outage) throw new UsageError('The comparison was not finished:', [outageSentence(outage)]);
    // A part without differences is not a success.
    if (stopSignal) return hasDifferences(comparison) ? 1 : STOPPED_BY[stopSignal];
    if (comparison.score === undefined) {
      const reasons = comparison.operations.flatMap(({ operation, reason }) =>
        reason ? [`${operation.id}: ${reason}`] : [],
      );
      throw new UsageError('Nothing could be compared:', reasons.slice(0, 10));
    }
    return passes(comparison, minimum, values['require-tested']) ? 0 : 1;
  } catch (error) {
    // The first requests were stopped.
    if (stopSignal && !isConnected && error instanceof UsageError) return STOPPED_BY[stopSignal];
    throw error;
  } finally {
    clearProgress(io.stderr);
    removeStopHandler();
    for (const target of targets) target.close();
    await mock?.close();
  }
}

function settingsOf(
  document: Document,
  sides: ParitySettings['sides'],
  values: ParityFlags,
  signal: AbortSignal,
  stderr: Output,
  isMock: boolean,
): ParitySettings {
  return {
    document,
    sides,
    signal,
    values: parsePairs('--value', values.value),
    allowWrites: values['allow-writes'],
    concurrency: countOf('--concurrency', values.concurrency),
    ...(values.phases !== undefined && { phases: phasesOf({ phases: values.phases }) }),
    // A mock server generates its data.
    hasOtherData: values['different-data'] || isMock,
    isMock,
    comparesErrorTexts: values['error-texts'],
    ignore: values.ignore ?? [],
    ...(values.seed !== undefined && { seed: values.seed }),
    ...(values.operations !== undefined && { operations: operationsOf(values.operations, [document]) }),
    ...(stderr.isTTY && { onProgress: (progress) => showProgress(stderr, progress) }),
  };
}

/** Why a comparison failed apart from differences, a sentence; undefined if it did not. */
function describeFailure(
  { score, operations }: ServerComparison,
  {
    minimum = 0,
    stopSignal,
    values,
  }: {
    readonly minimum: number | undefined;
    readonly stopSignal: StopSignal | undefined;
    readonly values: ParityFlags;
  },
): string | undefined {
  if (stopSignal) return `The run was stopped by ${stopSignal} before all operations were compared.`;
  if (score === undefined) return 'Nothing could be compared.';
  if (score < minimum) return `${score} % of requests have the same response, below ${minimum} %.`;
  const untested = operations.filter(({ reason }) => reason !== undefined).length;
  return values['require-tested'] && untested > 0
    ? `${untested} of ${operations.length} operations were not compared: the run fails (--require-tested).`
    : undefined;
}

/** Without `--fail-under`, any difference fails the run. */
function passes(comparison: ServerComparison, minimum: number | undefined, mustTestAll: boolean): boolean {
  const { score = 0, operations } = comparison;
  const isUntested = operations.some(({ reason }) => reason !== undefined);
  return (minimum === undefined ? !hasDifferences(comparison) : score >= minimum) && !(mustTestAll && isUntested);
}

function hasDifferences({ operations }: ServerComparison): boolean {
  return operations.some(({ differences }) => differences.some(({ severity }) => severity === 'difference'));
}

function reportingOf(document: Document, sides: readonly [ReportedSide, ReportedSide]): ReportContext {
  const [first, second] = sides;
  return {
    document: shownPath(document.source.path),
    base: document.base,
    urls: [first.target.url, second.target.url],
    secrets: sides.flatMap(({ secrets }) => listSecrets(secrets())),
  };
}

async function report(
  comparison: ServerComparison,
  {
    about: reporting,
    error,
    values,
  }: { readonly about: ReportContext; readonly error: string | undefined; readonly values: ParityFlags },
  io: CommandIO,
): Promise<void> {
  if (values.junit !== undefined) await writeFile(values.junit, comparisonJunit(comparison, reporting, error));
  const text = values.json
    ? JSON.stringify(jsonReport(comparison, reporting), undefined, 2)
    : comparisonText(comparison, reporting, values.warnings).join('\n');
  io.stdout.write(`${text}\n`);
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
