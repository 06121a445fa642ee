// `understudy verify [DOCUMENT [URL]]`: tests a server against its document.

import { setTimeout as pause } from 'node:timers/promises';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { CHECK_IDS } from '../../verify/checks.ts';
import { COVERAGE_DIMENSIONS } from '../../verify/coverage/coverage.ts';
import { createReport, type Report } from '../../verify/report/report.ts';
import { createRunLimits, type RunLimits } from '../../verify/run-limits.ts';
import { SERVER_ENDED } from '../../verify/target.ts';
import { hasFindings, lacksTests } from '../../verify/verdict.ts';
import { readCommandLine, usageError } from '../command-line.ts';
import { VERIFY } from '../command-tables/servers.ts';
import { STOPPED_BY } from '../exit-codes.ts';
import { listed, numberOf, serverAddress } from '../flag-values.ts';
import type { CommandIO, StopSignal } from '../io.ts';
import { ownVersion } from '../version.ts';
import { openBaseline } from './baseline-flags.ts';
import { callersOf } from './callers.ts';
import { killCommands, splitCommand } from './child-command.ts';
import { parseBounds } from './fail-under.ts';
import { createProgress, type ShownProgress } from './progress.ts';
import { replayReport } from './replay.ts';
import { prepareReports } from './report-flags.ts';
import { type RunningServer, startServer } from './server-command.ts';
import {
  certificatesOf,
  checksOf,
  countOf,
  explainCheck,
  limitsOf,
  operationsOf,
  phasesOf,
  rateOf,
  readValues,
  timeoutSeconds,
  type VerifyFlags,
} from './verify-flags.ts';
import { clientsOf, credentialsOf, headersOf, parsePairs } from './verify-secrets.ts';
import {
  loadDocuments,
  untestedServers,
  type VerifiedServer,
  type VerifyServersSettings,
  verifyServers,
} from './verify-servers.ts';
import { describeUntested, findOutages, reportShortfalls, requireTested, unmetConditions } from './verify-tested.ts';

/** The command. @throws UsageError if nothing can be tested, or the server cannot be reached */
export async function verify(args: readonly string[], io: CommandIO): Promise<number> {
  const { own, command } = splitCommand(args);
  const line = await readCommandLine(VERIFY, own, io);
  if (!line) return 0;
  const { values, positionals } = line;
  if (values.explain !== undefined) {
    io.stdout.write(explainCheck(values.explain, CHECK_IDS));
    return 0;
  }
  if (values.replay !== undefined) return replayWith(values.replay, { values, positionals, command }, io);
  const [document, url] = positionals;
  if (command && url === undefined)
    throw usageError(VERIFY, '-- COMMAND needs the document and the URL of the server: DOCUMENT URL -- COMMAND');
  const write = await prepareReports(values, 'verify', io);
  const baseline = await openBaseline(values);
  const limitSettings = limitsOf(values);
  const bounds = parseBounds(values['fail-under'], COVERAGE_DIMENSIONS);
  const conditions = { bounds, areAllRequired: values['require-tested'] };
  const aborting = new AbortController();
  const { stderr } = io;
  const progress = createProgress({
    isTerminal: stderr.isTTY ?? false,
    isQuiet: values.quiet || (values.json && !stderr.isTTY),
    write: (text) => stderr.write(text),
    now: () => performance.now(),
  });
  const given = await settingsOf(values, url, aborting.signal, progress, io);
  // A connection fails before the end of its process is known.
  const onFailedConnection = () => Promise.race([server?.ended, server && pause(END_NOTICE)]);
  const settings = { ...given, target: { ...given.target, onFailedConnection } };
  let server: RunningServer | undefined;
  let limits: RunLimits | undefined;
  let hasEnded = false;
  let stopSignal: StopSignal | undefined;
  let failure: UsageError | undefined;
  const removeStopHandler = io.onStop((signal) => {
    stopSignal = signal;
    progress.clear();
    stderr.write('understudy: stopping; the report follows. Press Ctrl-C again to quit immediately.\n');
    aborting.abort();
  }, killCommands);
  try {
    const { 'allow-fetch': allowFetch } = values;
    const location = { document, stdin: io.stdin, folder: process.cwd(), allowFetch, onNotice: settings.onNotice };
    const found = await loadDocuments(location);
    const { operations: names } = values;
    const operations = names === undefined ? undefined : operationsOf(names, found.documents);
    const all: VerifyServersSettings = { ...settings, operations, knownFindings: baseline.ids };
    const test = async (): Promise<readonly VerifiedServer[]> => {
      if (command && url !== undefined) {
        const wait = numberOf('--wait', values.wait, 1, 86_400);
        const isPrinted = values['server-output'];
        server = await startServer({ words: command, url, wait, isPrinted, signal: aborting.signal }, io);
        void server.ended.then(() => {
          hasEnded = true;
          aborting.abort(SERVER_ENDED);
        });
        if (aborting.signal.aborted) return untestedServers(found, all);
      }
      limits = createRunLimits(limitSettings);
      return verifyServers(found, { ...all, limits });
    };
    const tested = await test().catch((error: unknown) => {
      failure = error instanceof UsageError && url !== undefined ? error : undefined;
      if (!failure && !hasEnded) throw error;
      return untestedServers(found, all);
    });
    if (hasEnded) failure = await server?.failed;
    progress.clear();
    const interruption = stopSignal && `The run was stopped by ${stopSignal} before all operations were tested.`;
    const reports = await Promise.all(
      tested.map((one) => {
        const unmet = one.verdict.outage ? [] : unmetConditions(one, conditions);
        return reportOf(one, failure?.message ?? interruption ?? (unmet.join('\n') || undefined));
      }),
    );
    await write(reports);
    const hasFailed =
      !values['write-baseline'] && tested.some(({ verdict }) => hasFindings(verdict, values['fail-on']));
    failure ??= findOutages(reports);
    if (failure) {
      // That a request ends the server is a finding.
      const isEnd = hasEnded || tested.some(({ verdict }) => verdict.outage?.status === 0);
      if (!hasFailed || !isEnd) throw failure;
      stderr.write(printableLines(`understudy: ${failure.message}\n`));
      return 1;
    }
    // The conditions are about completed runs. An interrupted one without findings is not a success.
    if (stopSignal) return hasFailed ? 1 : STOPPED_BY[stopSignal];
    await baseline.finish(reports, stderr);
    const verdicts = tested.flatMap(({ verdict }) => verdict.operations);
    const isShort = reportShortfalls(tested, bounds, values.coverage && !values.json, stderr);
    requireTested(tested);
    for (const sentence of describeUntested(verdicts, conditions.areAllRequired))
      stderr.write(`understudy: ${sentence}\n`);
    return hasFailed || isShort || (conditions.areAllRequired && verdicts.some(lacksTests)) ? 1 : 0;
  } finally {
    progress.clear();
    limits?.close();
    await server?.stop();
    removeStopHandler();
  }
}

/** `--replay`. */
async function replayWith(file: string, { values, positionals, command }: ReplayLine, io: CommandIO): Promise<number> {
  for (const name of ['junit', 'sarif', 'html', 'baseline', 'write-baseline', 'operations', 'phases'] as const)
    if (values[name]) throw usageError(VERIFY, `--${name} is not available with --replay`);
  const aborting = new AbortController();
  const progress = createProgress({ isTerminal: false, write: () => undefined, now: () => performance.now() });
  const settings = await settingsOf(values, undefined, aborting.signal, progress, io);
  const removeStopHandler = io.onStop(() => aborting.abort(), killCommands);
  const { 'allow-fetch': allowFetch, json: isJson } = values;
  const location = { stdin: io.stdin, folder: process.cwd(), allowFetch, onNotice: settings.onNotice };
  const wait = numberOf('--wait', values.wait, 1, 86_400);
  const started = command && { words: command, wait, isPrinted: values['server-output'] };
  try {
    const all = { ...settings, operations: undefined };
    return await replayReport({ file, positionals, isJson, command: started }, all, location, io);
  } finally {
    removeStopHandler();
  }
}

interface ReplayLine {
  readonly values: VerifyFlags;
  readonly positionals: readonly string[];
  readonly command: readonly string[] | undefined;
}

/** How long the end of a command is awaited after a failed connection, in milliseconds. */
const END_NOTICE = 500;

async function settingsOf(
  values: VerifyFlags,
  url: string | undefined,
  signal: AbortSignal,
  progress: ShownProgress,
  { env, stderr }: CommandIO,
): Promise<Omit<VerifyServersSettings, 'operations'>> {
  const { headers, secrets } = headersOf(values.header, env);
  return {
    url: url === undefined ? undefined : serverAddress(url),
    credentials: credentialsOf(values.auth, env),
    clients: clientsOf(values.client, env),
    callers: callersOf(values, env),
    secrets,
    rate: rateOf(values),
    target: {
      timeout: timeoutSeconds(values),
      headers,
      concurrency: countOf('--concurrency', values.concurrency),
      isInsecure: values.insecure,
      ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
    },
    checks: checksOf(values),
    phases: phasesOf(values),
    randomRequests: countOf('--random', values.random),
    values: new Map([...(await readValues(values.values)), ...parsePairs('--value', values.value)]),
    contracts: values['no-contracts'] ? false : values.contracts,
    allowWrites: values['allow-writes'],
    allowUnsafe: listed(values['allow-unsafe'] ?? ''),
    skipOperations: listed(values['skip-operations'] ?? ''),
    seed: values.seed,
    signal,
    onNotice(sentence) {
      progress.clear();
      stderr.write(`understudy: ${printableLines(sentence)}\n`);
    },
    onProgress: progress.show,
  };
}

/** The report of one document. @param error - why it has no usable result */
async function reportOf(
  { document: { source, base }, credentials, verdict }: VerifiedServer,
  error: string | undefined,
): Promise<Report> {
  const version = ownVersion();
  return createReport(verdict, { source, base, credentials, version, displayPath: shownPath, error });
}
