// A PostgreSQL of a test's own: a new cluster in a temporary folder, reached by a Unix socket, as a user who is not root.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';

/** The folder of `initdb` and `postgres`; undefined where there is none. `UNDERSTUDY_POSTGRES` names another one, such as that of another version. */
const PROGRAMS = process.env.UNDERSTUDY_POSTGRES ?? programs();

/** What to do where there is none. */
export const INSTALL = 'there is no PostgreSQL on this machine: install it (`apt-get install postgresql`)';

/** As `describe`, for what needs PostgreSQL: where that is missing it is skipped, and says why, but with `CI` set it fails. */
export function describeWithPostgres(what: string, tests: () => void): void {
  const isMissing = PROGRAMS === undefined && !process.env.CI;
  describe.skipIf(isMissing)(isMissing ? `${what} (skipped: ${INSTALL})` : what, tests);
}

/** A running PostgreSQL. Whoever starts it closes it. */
export interface Postgres {
  /** The folder of its socket. */
  readonly folder: string;
  /** The path of its socket, for those who stand in between. */
  readonly socket: string;
  /** Makes an empty database. @returns its URL */
  database(): Promise<string>;
  /** Ends it in the middle of whatever it does, as `pg_ctl stop -m immediate`. */
  crash(): Promise<void>;
  /** Starts it again. @param settings - such as `port=5433`, for this time. Default: none */
  start(settings?: readonly string[]): Promise<void>;
  /** Copies all that it has, for which it stands still. Resolves with what puts the copy in its place, as a backup that is restored. */
  copy(): Promise<() => Promise<void>>;
  /** Starts another one that follows it, and takes no changes. It ends with this one. */
  standby(): Promise<Standby>;
  /** Ends it, and deletes all that it has. */
  close(): Promise<void>;
}

/** A PostgreSQL that does what another one does, a moment later. */
export interface Standby {
  /** The path of its socket. */
  readonly socket: string;
  /** The URL of one of its databases. */
  url(of: string): string;
  /** Hears no more of the other one. */
  cutOff(): Promise<void>;
  /** Takes changes from now on. */
  promote(): Promise<void>;
}

/** What a primary calls it, where it waits for it (`synchronous_standby_names`). */
export const STANDBY = 'standby';

/** The name of its owner, who needs no password. */
const OWNER = 'understudy';

/** @param options.isDurable - whether what was committed survives a crash of the machine, too, which takes time. Default false: only one of PostgreSQL */
export async function startPostgres({ isDurable = false } = {}): Promise<Postgres> {
  if (PROGRAMS === undefined) throw new Error(INSTALL);
  const account = accountFor();
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'understudy-postgres-')));
  if (account) await chown(folder, account.uid, account.gid);
  const data = join(folder, 'data');
  const options = ['--no-sync', '--auth=trust', '--encoding=UTF8', '--locale=C'];
  await promisify(execFile)(join(PROGRAMS, 'initdb'), ['-D', data, '-U', OWNER, ...options], { ...account });
  const fixed = ['listen_addresses=', 'log_statement=none', 'max_connections=100'];
  // Without a flush, what was committed is with the operating system: it survives an end of PostgreSQL.
  const speed = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
  let running: Running | undefined;
  let following: Running | undefined;
  let databases = 0;
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
    running?.child.kill(signal);
    await running?.ended;
    running = undefined;
  };
  const urlOf = (name: string, at = folder) => `postgres://${OWNER}@/${name}?host=${encodeURIComponent(at)}`;
  await start();
  return {
    folder,
    socket: join(folder, '.s.PGSQL.5432'),
    async database() {
      databases += 1;
      const name = `test_${databases}`;
      await inDatabase(urlOf('postgres'), `create database ${name}`);
      return urlOf(name);
    },
    crash: () => end('SIGQUIT'),
    start,
    async copy() {
      copies += 1;
      const kept = join(folder, `copy-${copies}`);
      const standingStill = async (work: () => Promise<unknown>) => {
        await end('SIGINT');
        await work();
        await start();
      };
      await standingStill(() => promisify(execFile)('cp', ['-a', data, kept]));
      return () =>
        standingStill(async () => {
          await rm(data, { recursive: true });
          await promisify(execFile)('cp', ['-a', kept, data]);
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

/** One PostgreSQL for all tests of a file, or of the `describe` around it. */
export function sharedPostgres(options: { readonly isDurable?: boolean } = {}): () => Postgres {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres(options);
  });
  afterAll(() => postgres?.close());
  return () => {
    if (!postgres) throw new Error('the shared PostgreSQL is there only while tests run');
    return postgres;
  };
}

/** Does statements in a database, one after the other. @returns the rows of the last one */
export async function inDatabase<Row extends object>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new pg.Client(url).on('error', () => undefined);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
}

/** Resolves when it takes connections. @throws Error with all it said if it ends before */
async function started(child: ChildProcess): Promise<Running> {
  // Where the tests end without a word, it is not to go on.
  const kill = () => void child.kill('SIGQUIT');
  process.once('exit', kill);
  const ended = new Promise((resolve) => child.once('close', resolve)).finally(() => process.off('exit', kill));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (READY.test(said)) return;
      said += text;
      if (READY.test(said)) resolve();
    });
    child.once('error', reject);
    ended.then(() => reject(new Error(`PostgreSQL ended at its start: ${said}`)));
  });
  return { child, ended };
}

const READY = /database system is ready to accept (read[- ]only )?connections/;

/** It refuses root: then it is `postgres`, who comes with the package, or `nobody`. */
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

/** Debian keeps them beside the `PATH`, one folder for each version: the newest. */
function programs(): string | undefined {
  const debian = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => versionIn(b) - versionIn(a));
  const folders = [...debian, ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function versionIn(path: string): number {
  return Number(/postgresql\/(\d+)/.exec(path)?.[1] ?? 0);
}
