// `understudy proxy DOCUMENT UPSTREAM`: validating reverse proxy.

import { temporarySettings } from '../../app/config.ts';
import { createServer } from '../../app/create-mock-server.ts';
import type { MockServer } from '../../app/mock-server.ts';
import type { Document } from '../../openapi/document.ts';
import { shownPath } from '../../openapi/report/shown-path.ts';
import { printable, printableLines } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { codecsOf } from '../../server/codec/codecs.ts';
import { loadApi, type ServedApi } from '../../server/pipeline/api/load-api.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { TRAFFIC_CHECK_IDS } from '../../verify/checks.ts';
import type { GroupedFinding } from '../../verify/finding-groups.ts';
import { type RunningProxy, startProxy } from '../../verify/proxy/proxy.ts';
import { createTrafficReport } from '../../verify/proxy/proxy-findings.ts';
import { createReport } from '../../verify/report/report.ts';
import { formatCount } from '../../verify/report/terminal.ts';
import { hasFindings, type Verdict } from '../../verify/verdict.ts';
import type { FlagValues } from '../command.ts';
import { readCommandLine } from '../command-line.ts';
import { PROXY } from '../command-tables/servers.ts';
import { type ConfigFile, readConfigFile } from '../config/config-file.ts';
import { STOPPED_BY } from '../exit-codes.ts';
import { listed, numberOf, oneOf, serverAddress } from '../flag-values.ts';
import { type CommandIO, type Output, reporting, type StopSignal } from '../io.ts';
import { chooseApis } from '../serve/chosen-apis.ts';
import { ownVersion } from '../version.ts';
import { killCommands, splitCommand, startCommand } from './child-command.ts';
import { describeDocumentErrors } from './document-errors.ts';
import { prepareReports } from './report-flags.ts';
import { certificatesOf, explainCheck, selectChecks } from './verify-flags.ts';

type ProxyFlags = FlagValues<typeof PROXY.flags>;

const GIB = 1024 ** 3;

/** The command. Resolves when the proxy has stopped. @throws UsageError if the upstream, document or port is unusable */
export async function proxy(args: readonly string[], io: CommandIO): Promise<number> {
  const { own, command } = splitCommand(args);
  const line = await readCommandLine(PROXY, own, io);
  if (!line) return 0;
  const { values, positionals } = line;
  if (values.explain !== undefined) {
    io.stdout.write(explainCheck(values.explain, TRAFFIC_CHECK_IDS));
    return 0;
  }
  const [document = '', upstream = ''] = positionals;
  const url = serverAddress(upstream);
  const write = await prepareReports(values, 'proxy', io);
  const { served, config, apis } = await loadServed(document, values, io);
  const mock =
    values['mock-missing'] || values['mock-operations'] !== ''
      ? await createServer({ ...temporarySettings(config, apis), ...reporting(io) })
      : undefined;
  try {
    const running = await start(url, served, mock, values, io);
    const stopped = new Promise<StopSignal>((resolve) => io.onStop(resolve, killCommands));
    print(io, values, greeting(running, url, served, command));
    const clients = command ? runClients(command, running.url, stopped, values, io) : stopped.then(() => 0);
    const code = await clients
      .catch((error: unknown) => {
        if (error instanceof UsageError) return error;
        throw error;
      })
      .finally(() => running.close());
    const verdict = await running.verdict();
    const error = code instanceof UsageError ? code.message : whyNothingTested(running, verdict, url);
    const { source } = served.document;
    // The paths of exchanges include the base already.
    const about = { source, base: '', credentials: new Map(), version: ownVersion(), displayPath: shownPath };
    await write([await createReport(verdict, { ...about, traffic: createTrafficReport(running), error })]);
    print(
      io,
      values,
      trafficLines(running, served.document)
        .map((line) => `${printable(line)}\n`)
        .join(''),
    );
    if (code instanceof UsageError) throw code;
    if (error !== undefined && code === 0) throw new UsageError(error);
    if (error !== undefined) io.stderr.write(`${printable(`understudy: ${error}`)}\n`);
    return code || (hasFindings(verdict, values['fail-on']) ? 1 : 0);
  } finally {
    await mock?.close();
  }
}

/** Why the traffic says nothing about the server, a sentence; undefined if it does. */
function whyNothingTested({ traffic }: RunningProxy, { operations }: Verdict, url: string): string | undefined {
  if (traffic.outage !== undefined) return `No request reached ${url}: ${traffic.outage}.`;
  const isTested = operations.some(({ requests }) => requests > 0) || traffic.unchecked.size > 0;
  if (isTested) return undefined;
  return traffic.mocked.size > 0
    ? `Nothing was tested: all requests of the document were mocked, none by ${url}.`
    : 'Nothing was tested: no client has sent a request of the document to the proxy.';
}

/** The document to validate against, and the APIs that mock it. */
async function loadServed(document: string, values: ProxyFlags, { stdin, stderr }: CommandIO) {
  const folder = process.cwd();
  const { path: configFile, config }: ConfigFile = await readConfigFile(folder);
  const { apis } = await chooseApis({ documents: [document], config, configFile, folder, stdin });
  const hosts = parseHosts('--allow-fetch', values['allow-fetch'] ?? config.allowFetch ?? '');
  const limit = limitOf(values);
  const loaded = await loadApi(apis[0], { hosts, credentials: config.credentials });
  for (const text of describeDocumentErrors([loaded.document])) stderr.write(`${printableLines(text)}\n`);
  const served: ServedApi = {
    ...loaded,
    ...(await codecsOf(loaded, { omitDefaults: false, limit })),
    inputCheck: 'enforce',
    outputCheck: 'report',
  };
  return { served, config, apis };
}

function limitOf(values: ProxyFlags): number {
  return numberOf('--body-limit', values['body-limit'], 1, GIB);
}

async function start(
  url: string,
  served: ServedApi,
  mock: MockServer | undefined,
  values: ProxyFlags,
  { stderr }: CommandIO,
): Promise<RunningProxy> {
  const ids = [...served.document.operations.keys()];
  const operations = listed(values['mock-operations']).map((id) =>
    oneOf('--mock-operations: the document has no operation', id, ids),
  );
  const [port, host] = [numberOf('--port', values.port, 0, 65_535), values.host];
  const limit = numberOf('--record-limit', values['record-limit'], 1, 1024 * GIB);
  const listening = await mock?.listen();
  return startProxy({
    served,
    upstream: {
      url,
      isInsecure: values.insecure,
      ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
    },
    port,
    host,
    checks: selectChecks(TRAFFIC_CHECK_IDS, values),
    ...(listening && { mock: { url: listening.url, mocksMissing: values['mock-missing'], operations } }),
    enforce: values.enforce,
    ...(values.record !== undefined && { record: { file: values.record, limit } }),
    keepHost: values['keep-host'],
    timeout: numberOf('--timeout', values.timeout, 1, 86_400) * 1000,
    connections: numberOf('--connections', values.connections, 1, 65_535),
    bodyLimit: limitOf(values),
    onFound: (found) => printFinding(stderr, found),
    onError: (thrown) => stderr.write(`${printable(`understudy: ${(thrown as Error)?.stack ?? thrown}`)}\n`),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new UsageError(`Port ${port} on ${host} is in use. Choose another one with --port.`);
    if (error.path !== undefined) throw new UsageError(`Cannot write --record ${error.path}: ${error.message}`);
    if (error.syscall !== undefined) throw new UsageError(`Cannot listen on port ${port} of ${host}: ${error.message}`);
    throw error;
  });
}

/** Runs the command of the clients. @returns its exit code, or that of a stop */
async function runClients(
  command: readonly string[],
  url: string,
  stopped: Promise<StopSignal>,
  { json }: ProxyFlags,
  { env, stdout, stderr }: CommandIO,
): Promise<number> {
  const outputs = { stdout: json ? stderr : stdout, stderr };
  const clients = await startCommand(command, { env: { ...env, UNDERSTUDY_URL: url }, stdin: 'inherit', ...outputs });
  try {
    return await Promise.race([clients.ended, stopped.then((signal) => STOPPED_BY[signal])]);
  } finally {
    await clients.stop();
  }
}

function greeting(
  { url }: RunningProxy,
  upstream: string,
  { document: { source } }: ServedApi,
  command: readonly string[] | undefined,
): string {
  const end = command
    ? `Running ${command.join(' ')} with UNDERSTUDY_URL=${url}`
    : 'Press Ctrl-C to stop and print the report.';
  return `${printable(`Proxying ${url} → ${upstream}, validating against ${shownPath(source.path)}. ${end}`)}\n`;
}

/** Prints an error when it first occurs. */
function printFinding(stderr: Output, { check, operation, message, severity }: GroupedFinding): void {
  if (severity === 'error') stderr.write(`${printable(`${check}: ${operation}: ${message}`)}\n`);
}

/** Lines about mocked, unknown and unchecked traffic, and the recording. */
function trafficLines({ traffic, recorded }: RunningProxy, document: Document): readonly string[] {
  const { undeclared, unchecked, mocked } = traffic;
  const paths = [...undeclared.keys()].map((request) => request.replace(/^\S+ /, ''));
  const [base] = paths.flatMap((path) => document.basesAt(path).filter((one) => one !== ''));
  return [
    ...[...mocked].map(([id, { count, why }]) => `Mocked ${id} ${formatCount(count, 'time')}: ${why}.`),
    ...(undeclared.size > 0 ? [`Not in the document: ${countsOf(undeclared)}.`] : []),
    ...(base === undefined ? [] : [`Paths of the document begin with ${base}.`]),
    ...[...unchecked].map(([why, count]) => `Not checked completely: ${why} (${count}).`),
    ...(recorded
      ? [
          `Recorded ${formatCount(recorded.recorded, 'request')}${recorded.dropped > 0 ? `; ${recorded.dropped} more exceeded --record-limit` : ''}.`,
        ]
      : []),
  ];
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${name} (${count})`).join(', ');
}

/** Prints to standard output, or to standard error with `--json`. */
function print(io: CommandIO, { json }: ProxyFlags, text: string): void {
  (json ? io.stderr : io.stdout).write(text);
}
