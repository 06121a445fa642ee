// PostgreSQL connections. The only door to pg.

import { Socket } from 'node:net';
import pg from 'pg';
import { UsageError } from '../../schema/usage-error.ts';
import { isStoreError, type StoreError } from '../store-error.ts';
import { databaseError, isConnectionLost, isReadOnly } from './database-error.ts';
import { createQueryTimeouts, isTimeout } from './query-timeouts.ts';
import { createWorkSlots } from './work-slots.ts';

/** Runs a statement. @throws StoreError `database` */
export type Query = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface QueryOptions {
  /** The name of a prepared statement, for very frequent ones. */
  readonly name?: string;
  /** Milliseconds without a response after which the connection is given up. Default 30,000 */
  readonly within?: number;
  /** Whether it does not queue behind slow statements. One at a time may. Default false */
  readonly isUrgent?: boolean;
}

/** A database, by some connections that are made when they are needed, and made anew when they are lost. */
export interface Database {
  /** The name in messages: its URL without the password. */
  readonly where: string;
  query<Row extends object>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<readonly Row[]>;
  /** Runs all statements in one transaction. @throws StoreError `database`, and errors of `work` */
  transaction<T>(work: (query: Query) => Promise<T>, kind?: string): Promise<T>;
  /**
   * Keeps a connection that receives notifications.
   *
   * @returns a function that ends it
   * @param heard - receives each
   * @param lost - called once when the connection is lost
   * @param first - statements at its beginning
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    lost: () => void,
    first?: readonly string[],
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Number of connections beside the listening one. */
const CONNECTIONS = 4;

/** Timeout of a connection attempt, in milliseconds. */
const CONNECT_WITHIN = 5000;

/** Pause after a failed connection attempt, in milliseconds: requests come by the thousand. */
const PAUSE = 250;

/** How long a connection is used, in seconds: names may lead elsewhere, and balancers forget. */
const LIFETIME = 3600;

/**
 * The lock timeout is below `QueryOptions.within` of any statement, whose error would not name the lock. Statistics
 * lag behind a growing table, and plans are cached: a plan that scans a few rows would scan a million. A statement
 * with the only possible plan would seem so expensive that it is compiled first.
 */
const SESSION = `select set_config('lock_timeout', '4s', false), set_config('statement_timeout', '30s', false),
  set_config('enable_seqscan', 'off', false), set_config('jit', 'off', false),
  set_config('idle_in_transaction_session_timeout', '60s', false),
  set_config('default_transaction_isolation', 'read committed', false), pg_is_in_recovery() as standby`;

/** Timeout for closing an unwanted connection, in milliseconds. */
const END_WITHIN = 1000;

/**
 * A client that closes its connection by itself: pg leaves that to the server, also after an error such as a missing
 * password.
 */
class Client extends pg.Client {
  readonly #socket: Socket;

  constructor(config: pg.ClientConfig = {}) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.#socket = socket;
  }

  override connect(): Promise<pg.Client>;
  override connect(told: Told): void;
  override connect(told?: Told): Promise<pg.Client> {
    const tell = told as ((error: Error | null, client?: pg.Client) => void) | undefined;
    const connected = super.connect().catch((error) => {
      this.#socket.destroy();
      throw error;
    });
    if (tell)
      connected.then(
        (client) => tell(null, client),
        (error) => tell(error),
      );
    return connected;
  }

  override end(): Promise<void>;
  override end(told: (error: Error) => void): void;
  override end(told?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.#socket.destroy(), END_WITHIN).unref();
    return told ? super.end(told) : super.end();
  }
}

/** The callback of `pg`: with an error, or with the client. */
type Told = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** @throws UsageError if the URL is none */
export function createDatabase(given: string): Database {
  const url = withOneMeaning(given);
  const where = placeOf(url);
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    fallback_application_name: 'understudy',
  };
  const session: pg.QueryConfig & pg.ClientConfig = { text: SESSION, query_timeout: CONNECT_WITHIN };
  const createPool = () =>
    new pg.Pool({
      ...settings,
      Client,
      max: CONNECTIONS,
      maxLifetimeSeconds: LIFETIME,
      async onConnect(client) {
        // It may end at any time; running statements report it.
        client.on('error', () => undefined);
        const { rows } = await client.query<{ standby: boolean }>(session);
        if (rows[0]?.standby) throw Object.assign(new Error('it is a standby server'), { code: '25006' });
      },
    }).on('error', () => undefined);
  let pool = createPool();
  /** The pool would mistake a long wait for a connection for a missing server. */
  const inTurn = createWorkSlots(CONNECTIONS - 1);
  let isClosed = false;
  let lastFailure: { readonly error: Error; readonly until: number } | undefined;
  /** A pooler may lead each statement to another server process, which knows no names. */
  let namesWork = true;
  const waits = createQueryTimeouts();

  async function connected(from: pg.Pool): Promise<pg.PoolClient> {
    if (lastFailure && Date.now() < lastFailure.until) throw databaseError(lastFailure.error, where);
    try {
      const client = await from.connect();
      lastFailure = undefined;
      return client;
    } catch (error) {
      lastFailure = { error: error as Error, until: Date.now() + PAUSE };
      throw databaseError(error as Error, where);
    }
  }

  async function ask<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
    { name, within = 30_000 }: QueryOptions = {},
  ): Promise<readonly Row[]> {
    const query = { text, values: [...values], ...(name !== undefined && namesWork && { name }) };
    const rows = client.query<Row>(query).then((result) => result.rows);
    rows.catch(() => undefined);
    try {
      return await waits.within(rows, within);
    } catch (error) {
      throw databaseError(error as Error, where, isConnectionLost(error as Error));
    }
  }

  /** An error of one connection concerns all earlier ones: the server has stopped, or was replaced. */
  function renew(old: pg.Pool, { cause }: StoreError): void {
    if (pool !== old || isClosed) return;
    if (isTimeout(cause)) waits.giveUpSoon();
    pool = createPool();
    inTurn.renew();
    void old.end();
  }

  /** Runs work with a connection, which is closed if it was lost, or leads to a read-only server. */
  async function using<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const from = pool;
    const client = await connected(from);
    let trouble: StoreError | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (isStoreError(error, 'database') && (error.mayBeDone || isReadOnly(error))) trouble = error;
      throw error;
    } finally {
      client.release(trouble);
      if (trouble) renew(from, trouble);
    }
  }

  async function query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<readonly Row[]> {
    try {
      const work = () => using((client) => ask<Row>(client, text, values, options));
      return await (options.isUrgent ? work() : inTurn(work));
    } catch (error) {
      const { code = '' } = error as StoreError;
      if (options.name === undefined || !namesWork || !NO_SUCH_NAME.includes(code)) throw error;
      namesWork = false;
      return query<Row>(text, values, options);
    }
  }

  return {
    where,
    query,
    transaction: (work, kind = '') =>
      inTurn(() =>
        using(async (client) => {
          await ask(client, `begin ${kind}`, []);
          try {
            const result = await work((text, values = []) => ask(client, text, values));
            await ask(client, 'commit', []);
            return result;
          } catch (error) {
            // Without a rollback it would end with the connection.
            if (!(isStoreError(error, 'database') && error.mayBeDone)) await ask(client, 'rollback', []);
            throw error;
          }
        }),
      ),
    async listen(channel, heard, lost, first = []) {
      const client = new Client({ ...settings, query_timeout: CONNECT_WITHIN });
      let isLostAlready = false;
      const end = () => {
        if (!isLostAlready) lost();
        isLostAlready = true;
      };
      client.on('error', end);
      client.on('end', end);
      client.on('notification', ({ payload = '' }) => heard(payload));
      try {
        await client.connect();
        for (const statement of first) await client.query(statement);
        await client.query(`listen ${channel}`);
      } catch (error) {
        isLostAlready = true;
        await client.end().catch(() => undefined);
        throw databaseError(error as Error, where);
      }
      return async () => {
        isLostAlready = true;
        await client.end().catch(() => undefined);
      };
    },
    close() {
      isClosed = true;
      return pool.end();
    },
  };
}

/** The prepared statement is unknown; it exists already; the protocol has no names. */
const NO_SUCH_NAME = ['26000', '42P05', '08P01'];

const WANTED =
  'Write it as postgres://user:password@host:5432/database, or postgresql://…?host=/folder/of/the/socket, and %40, %3A, %2F, %3F and %23 for @, :, /, ? and # in a password.';

const SEVERAL =
  'The URL of the store has several hosts, but only one is supported. Use a host that always leads to the primary server, such as a proxy or a name that follows a failover.';

/** The host of a URL. */
const HOSTS = /^[a-z]+:\/\/(?:[^/?]*@)?([^/?]*)/;

const UNREAD = 'The URL of the store names a file (sslrootcert, sslcert or sslkey) that cannot be read';

/** Fixes today's meaning of `verify-full`: pg warns that it may mean less one day. */
function withOneMeaning(url: string): string {
  return url.includes('uselibpqcompat=')
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/**
 * The URL without the password.
 *
 * @throws UsageError if it is invalid or names missing files, without quoting it: it may contain a password
 */
function placeOf(url: string): string {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new UsageError(`The URL of the store is not a PostgreSQL URL. ${WANTED}`, []);
  // The rest would be ignored, and a part of the password shown as the host.
  if (url.includes('#')) throw new UsageError(`The URL of the store contains a #. ${WANTED}`, []);
  if (HOSTS.exec(url)?.[1]?.includes(',')) throw new UsageError(SEVERAL, []);
  try {
    const { user = '', host, port, database = '' } = new pg.Client({ connectionString: url });
    if (host.includes(',')) throw new UsageError(SEVERAL, []);
    return `postgres://${user}@${host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`}/${database}`;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const reason = (error as Error).message.replaceAll(url, '…');
    if ((error as NodeJS.ErrnoException).syscall === 'open') throw new UsageError(`${UNREAD}: ${reason}.`, []);
    throw new UsageError(`The URL of the store is not a PostgreSQL URL: ${reason}. ${WANTED}`, []);
  }
}
