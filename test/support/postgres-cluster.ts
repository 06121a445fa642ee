// PostgreSQL clusters in temporary folders, with Unix sockets.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** The folder of `initdb` and `postgres`; undefined if there is none. `UNDERSTUDY_POSTGRES` overrides it, for example for another version. */
const PROGRAMS = process.env.UNDERSTUDY_POSTGRES ?? programs();

/** Advice when PostgreSQL is not installed. */
export const INSTALL = 'there is no PostgreSQL on this machine: install it (`apt-get install postgresql`)';

/** Whether clusters can be started. */
export const isInstalled = PROGRAMS !== undefined;

/** The databases of a running cluster. */
export interface Databases {
  /** The folder of its socket. */
  readonly folder: string;
  /** The path of its socket, for proxies. */
  readonly socket: string;
  /** Creates an empty database. @returns its URL */
  database(): Promise<string>;
  /** Ends the connections of `inDatabase`. */
  disconnect(): Promise<void>;
  /** Drops the databases created here, also those in use. */
  drop(): Promise<void>;
}

/** A running PostgreSQL. The caller closes it. */
export interface Postgres extends Databases {
  /** Ends it abruptly, like `pg_ctl stop -m immediate`. */
  crash(): Promise<void>;
  /** Starts it again. @param settings - such as `port=5433`, for this time. Default: none */
  start(settings?: readonly string[]): Promise<void>;
  /** Copies all data while it is stopped. Resolves with a function that restores the copy, like a backup. */
  copy(): Promise<() => Promise<void>>;
  /** Starts a read-only standby, which ends with this one. */
  standby(): Promise<Standby>;
  /** Ends it, and deletes all its data. */
  close(): Promise<void>;
}

/** A standby of another PostgreSQL. */
export interface Standby {
  /** The path of its socket. */
  readonly socket: string;
  /** The URL of one of its databases. */
  url(of: string): string;
  /** Stops following the primary. */
  cutOff(): Promise<void>;
  /** Makes it writable. */
  promote(): Promise<void>;
}

/** Its name at a primary that waits for it (`synchronous_standby_names`). */
export const STANDBY = 'standby';

/** The owner, who needs no password. */
const OWNER = 'understudy';

/** Creates the data folder of a cluster, which is owned by the account that runs PostgreSQL. @param more - options of `initdb` */
export async function initializeCluster(data: string, more: readonly string[] = []): Promise<void> {
  if (PROGRAMS === undefined) throw new Error(INSTALL);
  const options = [...more, '--no-sync', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await promisify(execFile)(join(PROGRAMS, 'initdb'), ['-D', data, '-U', OWNER, ...options], { ...accountFor() });
}

/** Creates an empty folder that the account of PostgreSQL can use. */
export async function createFolder(prefix = join(tmpdir(), 'understudy-postgres-')): Promise<string> {
  const folder = await realpath(await mkdtemp(prefix));
  const account = accountFor();
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** Stops all clusters in the subfolders of a folder, also those of other processes, and removes it. Synchronous, for a process that is ending. */
export function removeClusters(folder: string): void {
  for (const file of globSync(join(folder, '*/*/postmaster.pid'))) {
    try {
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGQUIT');
    } catch {
      // It has just ended.
    }
  }
  // The clusters write there until they have ended, and other processes may be removing theirs.
  for (let tries = 1; existsSync(folder); tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if (tries === 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}

export interface PostgresSettings {
  /** Whether commits also survive a crash of the machine, which is slower. Default false: only a crash of PostgreSQL. */
  readonly isDurable?: boolean;
  /** The folder for its own folder. Default: that of temporary files. */
  readonly parent?: string;
  /** A data folder of `initializeCluster` to copy. Default: runs `initdb`, which is much slower. */
  readonly template?: string;
  /** Settings of each start, such as `autovacuum=off`. */
  readonly settings?: readonly string[];
}

/** Starts a new cluster. */
export async function startPostgres({
  isDurable = false,
  parent,
  template,
  settings: always = [],
}: PostgresSettings = {}): Promise<Postgres> {
  if (PROGRAMS === undefined) throw new Error(INSTALL);
  const account = accountFor();
  const folder = await createFolder(parent && `${parent}/`);
  const data = join(folder, 'data');
  if (template === undefined) await initializeCluster(data);
  else await promisify(execFile)('cp', ['-a', template, data]);
  const fixed = ['listen_addresses=', 'log_statement=none', 'max_connections=100', ...always];
  // Without a flush, committed data is in the operating system: it survives the end of PostgreSQL.
  const speed = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
  let running: Running | undefined;
  let following: Running | undefined;
  let copies = 0;

  const run = (from: string, sockets: string, settings: readonly string[]) => {
    const all = [...fixed, `unix_socket_directories=${sockets}`, ...speed, ...settings];
    const flags = all.flatMap((setting) => ['-c', setting]);
    return started(spawn(join(PROGRAMS, 'postgres'), ['-D', from, ...flags], { ...account }));
  };
  const start = async (settings: readonly string[] = []) => {
    running = await run(data, folder, settings);
  };
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    await disconnect(folder);
    running?.child.kill(signal);
    await running?.ended;
    running = undefined;
  };
  await start();
  return {
    ...databasesIn(folder),
    crash: () => end('SIGQUIT'),
    start,
    async copy() {
      copies += 1;
      const stored = join(folder, `copy-${copies}`);
      const standingStill = async (work: () => Promise<unknown>) => {
        await end('SIGINT');
        await work();
        await start();
      };
      await standingStill(() => promisify(execFile)('cp', ['-a', data, stored]));
      return () =>
        standingStill(async () => {
          await rm(data, { recursive: true });
          await promisify(execFile)('cp', ['-a', stored, data]);
        });
    },
    async standby() {
      const at = join(folder, STANDBY);
      const from = `host=${folder} user=${OWNER} application_name=${STANDBY}`;
      const options = ['-D', at, '-d', from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
      await promisify(execFile)(join(PROGRAMS, 'pg_basebackup'), options, { ...account });
      following = await run(at, at, []);
      const url = urlOf('postgres', at);
      return {
        socket: join(at, '.s.PGSQL.5432'),
        url: (of) => of.replace(encodeURIComponent(folder), encodeURIComponent(at)),
        async cutOff() {
          await inDatabase(url, "alter system set primary_conninfo = ''", 'select pg_reload_conf()');
          for (let isFollowing = true; isFollowing; )
            isFollowing = (await inDatabase(url, 'select 1 from pg_stat_wal_receiver')).length > 0;
        },
        async promote() {
          await inDatabase(url, 'select pg_promote()');
        },
      };
    },
    async close() {
      following?.child.kill('SIGINT');
      await following?.ended;
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The databases of the cluster whose socket is in a folder. */
export function databasesIn(folder: string): Databases {
  const created: string[] = [];
  const run = (statements: readonly string[]) => inDatabase(urlOf('postgres', folder), ...statements);
  return {
    folder,
    socket: join(folder, '.s.PGSQL.5432'),
    async database() {
      const name = `test_${process.pid}_${databases++}`;
      created.push(name);
      await run([`create database ${name}`]);
      return urlOf(name, folder);
    },
    disconnect: () => disconnect(folder),
    async drop() {
      await run(created.splice(0).map((name) => `drop database ${name} with (force)`));
      await disconnect(folder);
    },
  };
}

/** Databases that this process has created: several objects may refer to one cluster. */
let databases = 0;

function urlOf(name: string, folder: string): string {
  return `postgres://${OWNER}@/${name}?host=${encodeURIComponent(folder)}`;
}

/** Connections of `inDatabase` by URL: each new one costs PostgreSQL a process. */
const connections = new Map<string, Promise<pg.Client>>();

/** Executes statements in a database, one after the other. @returns the rows of the last one */
export async function inDatabase<Row extends object>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = await connectionTo(url);
  let rows: Row[] = [];
  for (const statement of statements) ({ rows } = await client.query<Row>(statement));
  return rows;
}

function connectionTo(url: string): Promise<pg.Client> {
  const open = connections.get(url);
  if (open) return open;
  const client = new pg.Client(url);
  const connecting = client.connect().then(() => client);
  const forget = () => {
    if (connections.get(url) === connecting) connections.delete(url);
  };
  client.on('error', forget).on('end', forget);
  connecting.catch(forget);
  connections.set(url, connecting);
  return connecting;
}

/** Ends the connections of `inDatabase` to a cluster. */
async function disconnect(folder: string): Promise<void> {
  const here = [...connections].filter(([url]) => url.includes(encodeURIComponent(folder)));
  for (const [url] of here) connections.delete(url);
  await Promise.allSettled(here.map(async ([, connecting]) => (await connecting).end()));
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** Resolves when it accepts connections. @throws Error with its output if it ends before */
async function started(child: ChildProcess): Promise<Running> {
  // It must not continue when the tests end abruptly.
  const kill = () => void child.kill('SIGQUIT');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('close', resolve)).finally(() => process.off('exit', kill));
  let message = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (READY.test(message)) return;
      message += text;
      if (READY.test(message)) resolve();
    });
    child.once('error', reject);
    ended.then(() => reject(new Error(`PostgreSQL ended at its start: ${message}`)));
  });
  return { child, ended };
}

const READY = /database system is ready to accept (read[- ]only )?connections/;

/** PostgreSQL rejects root: then the account is `postgres`, which the package creates, or `nobody`. */
function accountFor(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // There is no such user.
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody');
}

/** Debian installs them outside of the `PATH`, in one folder per version: returns the newest. */
function programs(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionIn(b) - versionIn(a));
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function versionIn(path: string): number {
  return Number(/postgresql\/(\d+)/.exec(path)?.[1] ?? 0);
}
