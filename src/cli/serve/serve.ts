// `understudy serve`: runs a mock server until it is stopped.

import module from 'node:module';
import { isAbsolute, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../app/config.ts';
import { createServer, type MockServer } from '../../app/mock-server.ts';
import { applyDefaults, SETTINGS } from '../../app/settings/settings.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { parseHosts } from '../../server/pipeline/cors/trusted-hosts.ts';
import type { LogStorage } from '../../store/log/store-log.ts';
import { CONFIGS } from '../config/config-file.ts';
import { type CommandIO, reporting } from '../io.ts';
import { chooseApis } from './chosen-apis.ts';
import { findingLines, greeting } from './greeting.ts';
import type { Reloading } from './reload.ts';
import type { RequestLogFile } from './request-log-file.ts';
import { readSettings, type Settings } from './settings.ts';
import { requireChoice, warningsOf } from './warnings.ts';

/** The command. Resolves when the server has stopped. */
export async function serve(args: readonly string[], io: CommandIO): Promise<number> {
  const since = Date.now();
  const given = await readSettings(args, io.env, process.cwd(), io.stdout.isTTY);
  if (given.help) {
    const [{ commandHelp, helpStyle }, { SERVE }] = await Promise.all([
      import('../help.ts'),
      import('../table/serve.ts'),
    ]);
    io.stdout.write(commandHelp(SERVE, helpStyle(io)));
    return 0;
  }
  const {
    port = portIn(io.env),
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
    ...settings
  } = applyDefaults(given.config);
  const durability = given.config.durability ?? (memory ? 'memory' : settings.durability);
  if (memory && durability !== 'memory') {
    throw new UsageError(`Choose either memory or durability ${durability}: they exclude each other.`, []);
  }
  if (store !== undefined && (memory || given.config.durability !== undefined)) {
    throw new UsageError('--store cannot be combined with --memory or --durability.', []);
  }
  requireChoice({ ...settings, host });
  // Node's TLS is loaded for those who speak it.
  const tls =
    tlsCert !== undefined &&
    tlsKey !== undefined &&
    (await (await import('./tls-files.ts')).readTlsFiles(tlsCert, tlsKey));
  const { apis, because, reloading } = await chooseApis({ ...given, folder: process.cwd(), stdin: io.stdin });
  // Loaded for those who want it.
  const log = format === 'json' ? (await import('./request-log-file.ts')).openLog(io.stdout.fd) : undefined;
  const requests = log || quiet ? undefined : (await import('./request-lines.ts')).printRequests(io);
  const place =
    store === undefined
      ? undefined
      : await (await import('../../store/open-shared-storage.ts')).openSharedStorage(store);
  const kept = place ? { store: place } : { data, durability };
  let lost: string | undefined;
  let stop = () => {};
  // A program may stop the server as soon as it has read the greeting.
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const standIn = await createServer({
    ...settings,
    apis,
    ...(log ?? { ...reporting(io), ...requests }),
    ...(empty && { records: 0 }),
    ...kept,
    onLost(reason) {
      lost = reason;
      stop();
    },
  });
  // A person reads which port it is, a program has been told one.
  const isFlexible = io.stdout.isTTY === true && given.config.port === undefined && io.env.PORT === undefined;
  const ports = Array.from({ length: isFlexible ? NEXT_PORTS : 1 }, (_, index) => port + index);
  const { url } = await listenOn(ports, (one) => standIn.listen({ port: one, host, ...(tls && { tls }) })).catch(
    async (error: NodeJS.ErrnoException) => {
      await standIn.close();
      if (error.code === 'EADDRINUSE') {
        throw new Error(
          `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another port with --port.`,
        );
      }
      throw new UsageError(
        `Cannot listen on port ${port} of ${host}: ${error.message}. Choose others with --port and --host.`,
        [],
      );
    },
  );
  io.onStop(stop);
  const documents = standIn.documents();
  const notes = [
    ...warningsOf({ ...settings, host }),
    ...(because ? [because] : []),
    place ? sharedState(place, settings.consistency) : STATE[durability](shownFolder(data)),
  ];
  const say = (text: string) => (log ? log.say('notice', { notice: text }) : void io.stdout.write(`${text}\n`));
  const endWatching =
    watch && reloading ? await reloadOnSave(standIn, { ...reloading, apis, since, say }, given) : undefined;
  if (log) logStarted(log, standIn, url, [...findingLines(documents, url), ...notes]);
  else io.stdout.write(greeting(standIn.introductions(), { url, issuer: settings.issuer, documents, notes }));
  // Compiled code is kept at the end of a process, and one that is killed has none.
  module.flushCompileCache?.();
  await stopped;
  endWatching?.();
  if (drain > 0 && lost === undefined) {
    standIn.retire();
    say(`Shutting down in ${drain} s: still responding, but no longer ready.`);
    await pause(drain * 1000);
  }
  const saving = durability === 'memory' ? '' : ', saving state';
  if (lost === undefined) say(`Shutting down: finishing open requests${saving}.`);
  else log?.say('notice', { notice: lost }, 'error');
  await standIn.close();
  log?.close();
  await requests?.close();
  if (lost !== undefined) throw new Error(lost);
  return 0;
}

const DEFAULT_PORT = 8080;
/** How many ports are tried where no one was chosen. */
const NEXT_PORTS = 20;

/** The port that a platform gives a process by `PORT`, else the usual one. @throws UsageError if it is no port */
function portIn({ PORT }: CommandIO['env']): number {
  if (PORT === undefined || PORT === '') return DEFAULT_PORT;
  const port = Number(PORT);
  if (!/^\d{1,5}$/.test(PORT) || port > 65_535)
    throw new UsageError(`PORT must be a whole number from 0 to 65535, not ${JSON.stringify(PORT)}.`, []);
  return port;
}

/** Listens on the first of these ports that is free. @throws what the last one throws */
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

/** The greeting for programs. */
function logStarted(log: RequestLogFile, standIn: MockServer, url: string, notices: readonly string[]): void {
  for (const { title } of standIn.introductions()) log.say('serving', { api: title });
  for (const notice of notices) log.say('notice', { notice: notice.trim() });
  log.say('listening', { url });
}

/** Loaded for those who watch. */
async function reloadOnSave(
  standIn: MockServer,
  reloading: Omit<Reloading, 'keep' | 'notTaken'>,
  given: Settings,
): Promise<() => void> {
  const folder = process.cwd();
  const { keepTypes } = await import('./update-types.ts');
  const { settingsNotTaken } = await import('./settings-not-taken.ts');
  const hosts = parseHosts('--allow-fetch', given.config.allowFetch ?? '');
  const configs = given.configFile ?? CONFIGS.map((name) => join(folder, name));
  const files = [...reloading.files, configs].flat();
  return (await import('./reload.ts')).reloadOnSave(standIn, {
    ...reloading,
    files,
    keep: (apis) => keepTypes(apis, folder, hosts),
    notTaken: () => settingsNotTaken(given, folder),
  });
}

const FRESH = 'Use --fresh to start again with the initial data.';

/** Where state is stored, by durability. */
const STATE = {
  group: (folder: string) => `State is saved in ${folder}. ${FRESH}`,
  relaxed: (folder: string) =>
    `State is saved in ${folder} (relaxed: a power failure may lose the last second). ${FRESH}`,
  memory: () => 'State is in memory and is lost when you stop the server.',
} as const;

function shownFolder(data: string): string {
  const folder = join(data);
  return isAbsolute(folder) || folder.startsWith('..') ? folder : `./${folder}`;
}

/** Where shared state is stored. */
function sharedState({ where }: LogStorage, consistency: Config['consistency']): string {
  const promise =
    consistency === 'local'
      ? 'Reads may lag some milliseconds behind writes of other processes.'
      : 'Reads are strongly consistent.';
  return `State is saved in ${where}, shared with every process that uses this database. ${promise} ${FRESH}`;
}
