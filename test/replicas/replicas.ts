// Several replicas of one mock server, each with proxies to its clients and to the database.

import { fileURLToPath } from 'node:url';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';
import { type Postgres, startPostgres } from '../support/postgres-cluster.ts';
import { type Command, SERVES, startProgram } from '../support/process.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const SERVED = fileURLToPath(new URL('served/', import.meta.url));

/** The default arguments of all replicas. */
const SHARED = ['shared.yaml', '--handlers', 'handlers', '--empty'];

/** A replica process that is restarted at the same address. */
export interface Replica {
  readonly url: string;
  /** The proxies to its clients, and to the database. */
  readonly front: CuttingProxy;
  readonly back: CuttingProxy;
  /** Starts it, unless it runs, and waits until it responds. @throws Error with its output if it does not */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Suspends it; and continues it. */
  pause(): void;
  goOn(): void;
  /** Its process. */
  readonly pid: number | undefined;
}

export interface Replicas {
  readonly all: readonly Replica[];
  readonly postgres: Postgres;
  /** The address of the database, without a proxy. */
  readonly database: string;
  /** Errors of the processes: one that ended by itself. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

export interface ReplicasSettings {
  readonly seed: string;
  /** The cluster, which is closed with the replicas. Default: a new one. */
  readonly postgres?: Postgres;
  /** Default 3. */
  readonly count?: number;
  /** Arguments of `serve` that select what is served, in the folder `cwd`. Default: registers and counters. */
  readonly served?: readonly string[];
  readonly cwd?: string;
  /** Additional arguments. */
  readonly settings?: readonly string[];
  /** Arguments for Node. */
  readonly node?: readonly string[];
}

/** Starts a database and its replicas. */
export async function startReplicas(settings: ReplicasSettings): Promise<Replicas> {
  const { seed, count = 3 } = settings;
  const postgres = settings.postgres ?? (await startPostgres());
  const troubles: string[] = [];
  const all: StartedReplica[] = [];
  const close = async () => {
    await Promise.all(all.map((replica) => replica.end()));
    await postgres.close();
  };
  try {
    const database = await postgres.database();
    for (let number = 1; number <= count; number += 1) {
      const back = await cuttingProxy(`${seed} back ${number}`, { path: postgres.socket });
      const front = await cuttingProxy(`${seed} front ${number}`, { port: 9, host: '127.0.0.1' });
      all.push(
        replicaBetween(front, back, {
          ...settings,
          database,
          onTrouble: (trouble) => troubles.push(`replica ${number} ${trouble}`),
        }),
      );
    }
    await Promise.all(all.map((replica) => replica.start()));
    return { all, postgres, database, troubles, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface StartedReplica extends Replica {
  /** Ends it and its proxies. */
  end(): Promise<void>;
}

interface Between extends ReplicasSettings {
  readonly database: string;
  readonly onTrouble: (trouble: string) => void;
}

function replicaBetween(
  front: CuttingProxy,
  back: CuttingProxy,
  { database, served = SHARED, cwd = SERVED, settings = [], node = [], onTrouble }: Between,
): StartedReplica {
  const [, name] = /@\/(\w+)/.exec(database) ?? [];
  const store = `postgres://understudy@127.0.0.1:${back.port}/${name}`;
  let command: Command | undefined;
  const kill = async () => {
    const running = command;
    command = undefined;
    running?.child.kill('SIGKILL');
    await running?.ended;
  };
  return {
    url: `http://127.0.0.1:${front.port}`,
    front,
    back,
    get pid() {
      return command?.child.pid;
    },
    async start() {
      if (command) return;
      const started = startProgram([...node, MAIN, 'serve', ...served, '--port', '0', '--store', store, ...settings], {
        cwd,
      });
      command = started;
      void started.ended.then((end) => {
        if (command === started) onTrouble(`ended by itself: ${JSON.stringify(end)}`);
      });
      const [, url = ''] = await started.prints(SERVES);
      front.leadTo({ port: Number(new URL(url).port), host: '127.0.0.1' });
    },
    kill,
    pause: () => void command?.child.kill('SIGSTOP'),
    goOn: () => void command?.child.kill('SIGCONT'),
    async end() {
      await kill();
      await Promise.all([front.close(), back.close()]);
    },
  };
}
