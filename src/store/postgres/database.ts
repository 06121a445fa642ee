// PostgreSQL connections. The only door to pg.

import { Socket } from 'node:net';
import pg from 'pg';
import { parseJson } from '../../schema/json/parse-json.ts';
import { isStoreError, type StoreError } from '../store-error.ts';
import { databaseError, isConnectionLost, isReadOnly } from './database-error.ts';
import { describeUrl, fixedSslMode } from './database-url.ts';
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
   * @param onPayload - receives each
   * @param onLost - called once when the connection is lost
   * @param first - statements at its beginning
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onLost: () => void,
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
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.Client> {
    const report = callback as ((error: Error | null, client?: pg.Client) => void) | undefined;
    const connected = super.connect().catch((error) => {
      this.#socket.destroy();
      throw error;
    });
    if (report)
      connected.then(
        (client) => report(null, client),
        (error) => report(error),
      );
    return connected;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.#socket.destroy(), END_WITHIN).unref();
    return callback ? super.end(callback) : super.end();
  }
}

/** The callback of `pg`: with an error, or with the client. */
type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/** The prepared statement is unknown; it exists already; the protocol has no names. */
const NO_SUCH_NAME = ['26000', '42P05', '08P01'];

const JSON_TYPES: ReadonlySet<number> = new Set([pg.types.builtins.JSON, pg.types.builtins.JSONB]);

/** The conversions of the library, but JSON without rounded integers. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text') =>
    JSON_TYPES.has(type) ? parseJson : pg.types.getTypeParser(type, format)) as typeof pg.types.getTypeParser,
};

const SESSION_QUERY: pg.QueryConfig & pg.ClientConfig = { text: SESSION, query_timeout: CONNECT_WITHIN };

/** @throws UsageError if the URL is invalid */
export function createDatabase(url: string): Database {
  const connectionString = fixedSslMode(url);
  const where = describeUrl(connectionString, (text) => new pg.Client({ connectionString: text }));
  return new PooledDatabase(where, connectionString);
}

/** A database behind a pool of connections, which is replaced when one of them fails. */
class PooledDatabase implements Database {
  readonly where: string;
  readonly #settings: pg.ClientConfig;
  /** The pool would mistake a long wait for a connection for a missing server. */
  readonly #slots = createWorkSlots(CONNECTIONS - 1);
  readonly #timeouts = createQueryTimeouts();
  #pool: pg.Pool;
  #isClosed = false;
  #lastFailure: { readonly error: Error; readonly until: number } | undefined;
  /** A pooler may lead each statement to another server process, which knows no names. */
  #hasNames = true;

  constructor(where: string, connectionString: string) {
    this.where = where;
    this.#settings = {
      connectionString,
      connectionTimeoutMillis: CONNECT_WITHIN,
      keepAlive: true,
      fallback_application_name: 'understudy',
      types: TYPES,
    };
    this.#pool = this.#createPool();
  }

  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    options: QueryOptions = {},
  ): Promise<readonly Row[]> {
    try {
      const work = () => this.#withClient((client) => this.#run<Row>(client, text, values, options));
      return await (options.isUrgent ? work() : this.#slots(work));
    } catch (error) {
      const { code = '' } = error as StoreError;
      if (options.name === undefined || !this.#hasNames || !NO_SUCH_NAME.includes(code)) throw error;
      this.#hasNames = false;
      return this.query<Row>(text, values, options);
    }
  }

  transaction<T>(work: (query: Query) => Promise<T>, kind = ''): Promise<T> {
    return this.#slots(() =>
      this.#withClient(async (client) => {
        await this.#run(client, `begin ${kind}`);
        try {
          const result = await work((text, values = []) => this.#run(client, text, values));
          await this.#run(client, 'commit');
          return result;
        } catch (error) {
          // Without a rollback it would end with the connection.
          if (!(isStoreError(error, 'database') && error.mayBeDone)) await this.#run(client, 'rollback');
          throw error;
        }
      }),
    );
  }

  async listen(
    channel: string,
    onPayload: (payload: string) => void,
    onLost: () => void,
    first: readonly string[] = [],
  ): Promise<() => Promise<void>> {
    const client = new Client({ ...this.#settings, query_timeout: CONNECT_WITHIN });
    let isEnded = false;
    const lose = () => {
      if (!isEnded) onLost();
      isEnded = true;
    };
    const end = async () => {
      isEnded = true;
      await client.end().catch(() => undefined);
    };
    client.on('error', lose);
    client.on('end', lose);
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await client.connect();
      for (const statement of first) await client.query(statement);
      await client.query(`listen ${channel}`);
    } catch (error) {
      await end();
      throw databaseError(error as Error, this.where);
    }
    return end;
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#pool.end();
  }

  #createPool(): pg.Pool {
    return new pg.Pool({
      ...this.#settings,
      Client,
      max: CONNECTIONS,
      maxLifetimeSeconds: LIFETIME,
      async onConnect(client) {
        // It may end at any time; running statements report it.
        client.on('error', () => undefined);
        const { rows } = await client.query<{ standby: boolean }>(SESSION_QUERY);
        if (rows[0]?.standby) throw Object.assign(new Error('it is a standby server'), { code: '25006' });
      },
    }).on('error', () => undefined);
  }

  /** Runs work with a connection, which is closed if it was lost, or leads to a read-only server. */
  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const pool = this.#pool;
    const client = await this.#connect(pool);
    let failure: StoreError | undefined;
    try {
      return await work(client);
    } catch (error) {
      if (isStoreError(error, 'database') && (error.mayBeDone || isReadOnly(error))) failure = error;
      throw error;
    } finally {
      client.release(failure);
      if (failure) this.#replacePool(pool, failure);
    }
  }

  async #connect(pool: pg.Pool): Promise<pg.PoolClient> {
    if (this.#lastFailure && Date.now() < this.#lastFailure.until)
      throw databaseError(this.#lastFailure.error, this.where);
    try {
      const client = await pool.connect();
      this.#lastFailure = undefined;
      return client;
    } catch (error) {
      this.#lastFailure = { error: error as Error, until: Date.now() + PAUSE };
      throw databaseError(error as Error, this.where);
    }
  }

  /** An error of one connection concerns all earlier ones: the server has stopped, or was replaced. */
  #replacePool(old: pg.Pool, { cause }: StoreError): void {
    if (this.#pool !== old || this.#isClosed) return;
    if (isTimeout(cause)) this.#timeouts.giveUpSoon();
    this.#pool = this.#createPool();
    this.#slots.renew();
    void old.end();
  }

  async #run<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[] = [],
    { name, within = 30_000 }: QueryOptions = {},
  ): Promise<readonly Row[]> {
    const query = { text, values: [...values], ...(name !== undefined && this.#hasNames && { name }) };
    const rows = client.query<Row>(query).then((result) => result.rows);
    rows.catch(() => undefined);
    try {
      return await this.#timeouts.within(rows, within);
    } catch (error) {
      throw databaseError(error as Error, this.where, isConnectionLost(error as Error));
    }
  }
}
