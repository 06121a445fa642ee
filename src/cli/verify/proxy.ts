// `understudy proxy DOCUMENT UPSTREAM`: validating reverse proxy.

import { createServer, type MockServer } from '../../app/mock-server.ts';
import { printable } from '../../schema/printable.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { codecsOf } from '../../server/codec/codecs.ts';
import { shownPath } from '../../server/pages/shown-path.ts';
import { loadApi, type ServedApi } from '../../server/pipeline/api/load-api.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { TRAFFIC_CHECK_IDS } from '../../verify/checks.ts';
import { type RunningProxy, startProxy } from '../../verify/proxy/proxy.ts';
import { createTrafficReport } from '../../verify/proxy/report-extras.ts';
import { createReport } from '../../verify/report/report.ts';
import { formatCount } from '../../verify/report/terminal.ts';
import { type GroupedFinding, hasFindings } from '../../verify/verdict.ts';
import { readCommandLine } from '../command-line.ts';
import { type ConfigFile, readConfigFile } from '../config/config-file.ts';
import { numberOf, serverAddress } from '../flags.ts';
import { type CommandIO, type Output, reporting } from '../io.ts';
import { chooseApis } from '../serve/chosen-apis.ts';
import { PROXY } from '../table/servers.ts';
import { ownVersion } from '../version.ts';
import { explained } from './check-flags.ts';
import { killCommands, splitCommand, startCommand } from './child-command.ts';
import { type ProxyFlags, proxyChecks, proxyOperations } from './proxy-flags.ts';
import { reportsAskedFor } from './report-flags.ts';
import { certificatesOf } from './verify-flags.ts';

const GIB = 1024 ** 3;
/** The exit code after Ctrl-C, as shells have it. */
const STOPPED = 130;

/** The command. Resolves when the proxy has stopped. @throws UsageError if there is nothing to stand between, or nowhere to stand */
export async function proxy(args: readonly string[], io: CommandIO): Promise<number> {
  const { own, command } = splitCommand(args);
  const line = await readCommandLine(PROXY, own, io);
  if (!line) return 0;
  const { values, positionals } = line;
  if (values.explain !== undefined) return print(io, explained(values.explain, TRAFFIC_CHECK_IDS));
  const [document = '', upstream = ''] = positionals;
  const url = serverAddress(upstream);
  const write = await reportsAskedFor(values, 'proxy', io);
  const { served, config, apis } = await servedBy(document, values, io);
  const standIn =
    values['mock-missing'] || values['mock-operations'] !== ''
      ? await createServer({ ...config, apis, durability: 'memory', ...reporting(io) })
      : undefined;
  try {
    const running = await started(url, served, standIn, values, io);
    const stopped = new Promise<void>((resolve) => io.onStop(resolve, killCommands));
    say(io, values, greeting(running, url, served, command));
    const clients = command ? runClients(command, running.url, stopped, values, io) : stopped.then(() => 0);
    const code = await clients.finally(() => running.close());
    const verdict = await running.verdict();
    const { source } = served.document;
    // The paths of exchanges are whole already.
    const about = { source, base: '', credentials: new Map(), version: await ownVersion(), displayPath: shownPath };
    await write([await createReport(verdict, { ...about, traffic: createTrafficReport(running) })]);
    say(
      io,
      values,
      besideLines(running)
        .map((line) => `${printable(line)}\n`)
        .join(''),
    );
    return code || (hasFindings(verdict, values['fail-on']) ? 1 : 0);
  } finally {
    await standIn?.close();
  }
}

/** The document to validate against, and the APIs that mock it. */
async function servedBy(document: string, values: ProxyFlags, { stdin }: CommandIO) {
  const folder = process.cwd();
  const { path: configFile, config }: ConfigFile = await readConfigFile(folder);
  const { apis } = await chooseApis({ documents: [document], config, configFile, folder, stdin });
  const hosts = parseHosts('--allow-fetch', values['allow-fetch'] ?? config.allowFetch ?? '');
  const limit = limitOf(values);
  const loaded = await loadApi(apis[0], { hosts, credentials: config.credentials });
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

async function started(
  url: string,
  served: ServedApi,
  standIn: MockServer | undefined,
  values: ProxyFlags,
  { stderr }: CommandIO,
): Promise<RunningProxy> {
  const operations = proxyOperations(values['mock-operations'], served.document);
  const [port, host] = [numberOf('--port', values.port, 0, 65_535), values.host];
  const limit = numberOf('--record-limit', values['record-limit'], 1, 1024 * GIB);
  const listening = await standIn?.listen();
  return startProxy({
    served,
    upstream: {
      url,
      isInsecure: values.insecure,
      ...(values.ca !== undefined && { ca: certificatesOf(values.ca) }),
    },
    port,
    host,
    checks: proxyChecks(values),
    ...(listening && { mock: { url: listening.url, mocksMissing: values['mock-missing'], operations } }),
    enforce: values.enforce,
    ...(values.record !== undefined && { record: { file: values.record, limit } }),
    keepHost: values['keep-host'],
    timeout: numberOf('--timeout', values.timeout, 1, 86_400) * 1000,
    connections: numberOf('--connections', values.connections, 1, 65_535),
    bodyLimit: limitOf(values),
    onFound: (found) => tell(stderr, found),
    onError: (thrown) => stderr.write(`${printable(`understudy: ${(thrown as Error)?.stack ?? thrown}`)}\n`),
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new UsageError(`Port ${port} on ${host} is in use. Choose another one with --port.`, []);
    if (error.path !== undefined) throw new UsageError(`Cannot write --record ${error.path}: ${error.message}`, []);
    if (error.syscall !== undefined)
      throw new UsageError(`Cannot listen on port ${port} of ${host}: ${error.message}`, []);
    throw error;
  });
}

/** Runs a command whose requests pass the proxy. @returns its exit code; that of a stop if it was stopped before it ended */
async function runClients(
  command: readonly string[],
  url: string,
  stopped: Promise<void>,
  { json }: ProxyFlags,
  { env, stdout, stderr }: CommandIO,
): Promise<number> {
  const outputs = { stdout: json ? stderr : stdout, stderr };
  const clients = await startCommand(command, { env: { ...env, UNDERSTUDY_URL: url }, stdin: 'inherit', ...outputs });
  try {
    return await Promise.race([clients.ended, stopped.then(() => STOPPED)]);
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

/** Findings are printed when they first occur. */
function tell(stderr: Output, { check, operation, message, severity }: GroupedFinding): void {
  if (severity === 'error') stderr.write(`${printable(`${check}: ${operation}: ${message}`)}\n`);
}

/** What a report of a server has no place for. */
function besideLines({ traffic: beside, recorded }: RunningProxy): readonly string[] {
  const { undeclared: unknown, unchecked: unseen, mocked: filled } = beside;
  return [
    ...[...filled].map(([id, { count, why }]) => `Mocked ${id} ${formatCount(count, 'time')}: ${why}.`),
    ...(unknown.size > 0 ? [`Not in the document: ${countsOf(unknown)}.`] : []),
    ...[...unseen].map(([why, count]) => `Not checked completely: ${why} (${count}).`),
    ...(recorded
      ? [
          `Recorded ${formatCount(recorded.recorded, 'request')}${recorded.dropped > 0 ? `; ${recorded.dropped} more exceeded --record-limit` : ''}.`,
        ]
      : []),
  ];
}

function countsOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${what} (${count})`).join(', ');
}

/** With `--json` the standard output is for programs. */
function say(io: CommandIO, { json }: ProxyFlags, text: string): void {
  (json ? io.stderr : io.stdout).write(text);
}

function print({ stdout }: CommandIO, text: string): 0 {
  stdout.write(text);
  return 0;
}
