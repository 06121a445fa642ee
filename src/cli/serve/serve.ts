// `understudy serve`: runs a mock server until it is stopped.

import module from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer } from '../../app/create-mock-server.ts';
import type { MockServer } from '../../app/mock-server.ts';
import { applyDefaults, SETTINGS } from '../../app/settings/settings.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import { CONFIGS } from '../config/config-file.ts';
import { type CommandIO, reporting } from '../io.ts';
import { chooseApis, chooseDemo, withReference } from './chosen-apis.ts';
import { findingLines, greeting } from './greeting.ts';
import { readSettings, restartNotices, type Settings } from './read-settings.ts';
import type { Reloading } from './reload.ts';
import type { RequestLogFile } from './request-log-file.ts';
import {
  accessWarnings,
  NOT_WATCHING,
  requireControlAccess,
  sharedStateNote,
  stateNote,
  unusedHandlersNote,
} from './start-notes.ts';

/** `understudy demo`: serves the identity API, whatever is in this folder. */
export function demo(args: readonly string[], io: CommandIO): Promise<number> {
  return serve(args, io, true);
}

/** The command. Resolves when the server has stopped. @param isDemo - whether it is `understudy demo`. Default false */
export async function serve(args: readonly string[], io: CommandIO, isDemo = false): Promise<number> {
  const since = Date.now();
  const given = await readSettings(args, io.env, process.cwd(), io.stdout.isTTY);
  if (given.help) {
    const [{ commandHelp, helpStyle }, { DEMO, SERVE }] = await Promise.all([
      import('../help.ts'),
      import('../command-tables/serve.ts'),
    ]);
    io.stdout.write(commandHelp(isDemo ? DEMO : SERVE, helpStyle(io)));
    return 0;
  }
  const {
    port = defaultPort(io.env),
    host,
    tlsCert,
    tlsKey,
    data = SETTINGS.data.commandDefault,
    memory,
    empty,
    store,
    watch = io.stdout.isTTY,
    log: format,
    quiet,
    drain,
    reference,
    seedWorkflow,
    mcp,
    ...settings
  } = applyDefaults(given.config);
  const durability = given.config.durability ?? (memory ? 'memory' : settings.durability);
  if (memory && durability !== 'memory') {
    throw new UsageError(`Choose either memory or durability ${durability}: they exclude each other.`);
  }
  if (store !== undefined && (memory || given.config.durability !== undefined)) {
    throw new UsageError('--store cannot be combined with --memory or --durability.');
  }
  requireControlAccess({ ...settings, host });
  // TLS is loaded only if it is used.
  const tls =
    tlsCert !== undefined &&
    tlsKey !== undefined &&
    (await (await import('./tls-files.ts')).readTlsFiles(tlsCert, tlsKey));
  const choice = { ...given, folder: process.cwd(), stdin: io.stdin };
  const chosen = await (isDemo ? chooseDemo(choice) : chooseApis(choice));
  const { apis, because, reloading } = reference ? await withReference(chosen) : chosen;
  // Both are loaded only if they are used.
  const log = format === 'json' ? (await import('./request-log-file.ts')).openLog(io.stdout.fd) : undefined;
  const requests = log || quiet ? undefined : (await import('./request-lines.ts')).printRequests(io);
  const storage =
    store === undefined
      ? undefined
      : await (await import('../../store/open-shared-storage.ts')).openSharedStorage(store);
  let lost: string | undefined;
  let stop = () => {};
  // A program may stop the server as soon as it has read the greeting.
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const agents = mcp ? (await import('../mcp/serve-agents.ts')).serveAgents(settings.controlToken) : undefined;
  const server = await createServer(
    {
      ...settings,
      apis,
      ...(log ?? { ...reporting(io), ...requests }),
      ...(empty && { records: 0 }),
      ...(storage ? { store: storage } : { data, durability }),
      onLost(reason) {
        lost = reason;
        stop();
      },
    },
    agents?.handle,
  );
  agents?.begin(server);
  // Loaded only if it is used.
  if (seedWorkflow !== undefined) {
    const { runSeedWorkflow } = await import('./seed-workflow.ts');
    const onNotice = (sentence: string) => void io.stderr.write(`understudy: ${sentence}\n`);
    const seeding = { workflow: seedWorkflow, allowFetch: given.config.allowFetch ?? '', stdin: io.stdin, onNotice };
    await runSeedWorkflow(server, seeding).catch(async (error: unknown) => {
      await server.close();
      throw error;
    });
  }
  // People read the port in the greeting; programs rely on the configured one.
  const canUseNextPort = io.stdout.isTTY === true && given.config.port === undefined && io.env.PORT === undefined;
  const ports = Array.from({ length: canUseNextPort ? NEXT_PORTS : 1 }, (_, index) => port + index);
  const { url } = await listenOn(ports, (one) => server.listen({ port: one, host, ...(tls && { tls }) })).catch(
    async (error: NodeJS.ErrnoException) => {
      await server.close();
      if (error.code === 'EADDRINUSE') {
        throw new Error(
          `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with --port.`,
        );
      }
      throw new UsageError(
        `Cannot listen on port ${port} of ${host}: ${error.message}. Choose others with --port and --host.`,
      );
    },
  );
  io.onStop(stop);
  const documents = server.documents();
  const withoutHandlers = documents.filter((_, index) => {
    const api = apis[index];
    return api?.infer && !api.handlers && api.handlerFolder === undefined;
  });
  const unused = await Promise.all(withoutHandlers.map(({ file }) => unusedHandlersNote(file)));
  const notes = [
    ...accessWarnings({ ...settings, host }),
    ...(because ? [because] : []),
    ...unused.filter((note) => note !== undefined),
    ...(reloading && given.config.watch === undefined && !watch ? [NOT_WATCHING] : []),
    ...(agents ? [`MCP server for agents: ${url}${agents.path}`] : []),
    storage ? sharedStateNote(storage, settings.consistency) : stateNote(data, durability),
  ];
  const report = (text: string) => (log ? log.log('notice', { notice: text }) : void io.stdout.write(`${text}\n`));
  const stopWatching =
    watch && reloading ? await reloadOnSave(server, { ...reloading, apis, since, report }, given) : undefined;
  if (log) logStarted(log, server, url, [...findingLines(documents, url), ...notes]);
  else io.stdout.write(greeting(server.introductions(), { url, issuer: settings.issuer, documents, notes }));
  // Node stores compiled code when a process ends, but not when it is killed.
  module.flushCompileCache?.();
  await stopped;
  stopWatching?.();
  if (drain > 0 && lost === undefined) {
    server.retire();
    report(`Shutting down in ${drain} s: still responding, but no longer ready.`);
    await pause(drain * 1000);
  }
  const saving = durability === 'memory' ? '' : ', saving state';
  if (lost === undefined) report(`Shutting down: finishing open requests${saving}.`);
  else log?.log('notice', { notice: lost }, 'error');
  await agents?.close();
  await server.close();
  log?.close();
  await requests?.close();
  if (lost !== undefined) throw new Error(lost);
  return 0;
}

/** The number of ports to try if none was chosen. */
const NEXT_PORTS = 20;

/** The port in the variable `PORT`, which hosting platforms set; otherwise the default. @throws UsageError if it is not a port */
function defaultPort({ PORT }: CommandIO['env']): number {
  if (PORT === undefined || PORT === '') return SETTINGS.port.commandDefault;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65_535)
    throw new UsageError(`PORT must be a whole number from 0 to 65535, not ${JSON.stringify(PORT)}.`);
  return port;
}

/** Listens on the first free port. @throws the error of the last port */
export async function listenOn<T>(ports: readonly number[], listen: (port: number) => Promise<T>): Promise<T> {
  for (const port of ports.slice(0, -1)) {
    try {
      return await listen(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  return listen(ports.at(-1) ?? 0);
}

/** The greeting as events of the log. */
function logStarted(log: RequestLogFile, server: MockServer, url: string, notices: readonly string[]): void {
  for (const { title } of server.introductions()) log.log('serving', { api: title });
  for (const notice of notices) log.log('notice', { notice: notice.trim() });
  log.log('listening', { url });
}

/** Watches files; its code is loaded only if it is used. */
async function reloadOnSave(
  server: MockServer,
  reloading: Omit<Reloading, 'updateTypes' | 'restartNotices'>,
  given: Settings,
): Promise<() => void> {
  const folder = process.cwd();
  const { updateTypes } = await import('./update-types.ts');
  const hosts = parseHosts('--allow-fetch', given.config.allowFetch ?? '');
  const configs = given.configFile ?? CONFIGS.map((name) => join(folder, name));
  const files = [...reloading.files, configs].flat();
  return (await import('./reload.ts')).reloadOnSave(server, {
    ...reloading,
    files,
    updateTypes: (apis) => updateTypes(apis, folder, hosts),
    restartNotices: () => restartNotices(given, folder),
  });
}
