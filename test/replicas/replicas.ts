// Several replicas of one stand-in, each behind a proxy that can be cut, and with another one between it and the database.

import { fileURLToPath } from 'node:url';
import { type CuttingProxy, cuttingProxy } from '../support/cutting-proxy.ts';
import { type Postgres, startPostgres } from '../support/postgres-cluster.ts';
import { type Command, SERVES, startProgram } from '../support/process.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const SERVED = fileURLToPath(new URL('served/', import.meta.url));

/** What all of them serve, unless something else is said. */
const SHARED = ['shared.yaml', '--handlers', 'handlers', '--empty'];

/** One process, which comes and goes, at an address that stays. */
export interface Replica {
  readonly url: string;
  /** Between it and its clients; and between it and the database. */
  readonly front: CuttingProxy;
  readonly back: CuttingProxy;
  /** Starts it, unless it runs, and waits until it answers. @throws Error with what it said if it does not */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Holds it where it is, so that it does nothing; and lets it go on. */
  pause(): void;
  goOn(): void;
  /** Its process. */
  readonly pid: number | undefined;
}

export interface Replicas {
  readonly all: readonly Replica[];
  readonly postgres: Postgres;
  /** The address of the database, not through any proxy. */
  readonly database: string;
  /** What is wrong with their processes: that one ended though nobody ended it. */
  readonly troubles: readonly string[];
  close(): Promise<void>;
}

export interface ReplicasSettings {
  readonly seed: string;
  /** The cluster, which is closed with them. Default: a new one. */
  readonly postgres?: Postgres;
  /** Default 3. */
  readonly count?: number;
  /** Arguments of `serve` that say what is served, in the folder `cwd`. Default: registers and counters. */
  readonly served?: readonly string[];
  readonly cwd?: string;
  /** More of them. */
  readonly settings?: readonly string[];
  /** Arguments of Node. */
  readonly node?: readonly string[];
}

/** Starts a database and replicas on it. */
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
  /** Ends it, with its proxies. */
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
