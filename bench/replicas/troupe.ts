// Groups of servers that are measured together: one process, or several on one database.

import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type Postgres, startPostgres } from '../../test/support/postgres-cluster.ts';
import type { Contender, Question } from '../contender.ts';
import { processorTimeOfFamily } from '../process.ts';
import { inRepository } from '../repository.ts';
import { type RunningServer, startServer } from '../server.ts';
import { understudy } from '../servers.ts';
import { startBalancer } from './balancer.ts';
import { readOf, writeRegisters } from './registers.ts';

/** Started servers. */
export interface Troupe {
  readonly servers: readonly RunningServer[];
  /** The ports of requests: those of all servers, or that of the load balancer. */
  readonly ports: readonly number[];
  /** Processor time of the database so far, in seconds; NaN without a database. */
  databaseTime(): number;
  /** Starts another one. */
  another(): Promise<RunningServer>;
  stop(): Promise<void>;
}

/** A measured group. */
export interface Performer {
  readonly name: string;
  /** The number of processes. Default 1. */
  readonly count?: number;
  /** On a database. Default: on disk. */
  readonly onPostgres?: boolean;
  /** Behind a load balancer that distributes requests. Default: clients distribute connections. */
  readonly isBalanced?: boolean;
  /** A server without sandboxes. Default: Understudy, which has them. */
  readonly isBare?: boolean;
  /** The command that starts one. */
  readonly command: (where: Where) => Contender['command'];
}

interface Where {
  readonly document: string;
  readonly fixtures: string;
  readonly folder: string;
  /** The address of the database. */
  readonly url: string;
}

/** `understudy serve`, on disk. */
export const onDisk: Performer = {
  name: 'Understudy, on disk',
  command: ({ document, folder }) => understudy(document, '--data', join(folder, 'data')),
};

/** Several replicas. */
export const replicas = (count: number, consistency: 'strong' | 'local' = 'strong'): Performer => ({
  name: `Understudy, ${count} ${count === 1 ? 'replica' : 'replicas'}${consistency === 'local' ? ', `local`' : ''}`,
  count,
  onPostgres: true,
  command: ({ document, url }) =>
    understudy(document, '--store', url, '--consistency', consistency, '--sandboxes', '2000'),
});

/** The same behind HAProxy. */
export const balanced = (performer: Performer): Performer => ({
  ...performer,
  name: `${performer.name}, behind HAProxy`,
  isBalanced: true,
});

const plainly = (kind: 'sqlite' | 'postgres', place: (where: Where) => string): Performer['command'] => {
  const server = inRepository('bench/servers/registers.ts');
  return (where) => (port) => [process.execPath, server, `${port}`, kind, where.fixtures, place(where)];
};
export const sqlite: Performer = {
  name: 'SQLite behind `node:http`',
  isBare: true,
  command: plainly('sqlite', ({ folder }) => join(folder, 'state.db')),
};
export const plainPostgres: Performer = {
  name: '`pg` behind `node:http`',
  isBare: true,
  onPostgres: true,
  command: plainly('postgres', ({ url }) => url),
};

/** Starts the group, with a number of registers. */
export async function assemble(performer: Performer, size: number, root: string): Promise<Troupe> {
  const { name, count = 1, onPostgres = false, isBalanced = false, command } = performer;
  const folder = await mkdtemp(join(root, 'troupe-'));
  const document = await writeRegisters(folder, size);
  const postgres = onPostgres ? await startPostgres({ isDurable: true }) : undefined;
  const url = (await postgres?.database()) ?? '';
  const first: Question = readOf(size);
  const where = { document, fixtures: join(folder, 'fixtures', 'registers.json'), folder, url };
  const contender: Contender = { name, command: command(where), questions: { first } };
  const servers: RunningServer[] = [];
  const another = async () => {
    const server = await startServer(contender);
    servers.push(server);
    return server;
  };
  let balancer: RunningServer | undefined;
  const stop = async () => {
    await balancer?.stop();
    for (const server of servers) await server.stop();
    await postgres?.close();
  };
  try {
    for (let number = 0; number < count; number += 1) await another();
    const ports = servers.map(({ port }) => port);
    if (isBalanced) balancer = await startBalancer(ports, first, folder);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    servers,
    get ports() {
      return balancer ? [balancer.port] : servers.map(({ port }) => port);
    },
    databaseTime: () => (postgres ? databaseTime(postgres) : Number.NaN),
    another,
    stop,
  };
}

/** The server process and its child processes. */
function databaseTime({ folder }: Postgres): number {
  return processorTimeOfFamily(Number.parseInt(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8'), 10));
}
