// The workload `replicas`: one process, and several on one database, compared with a plain table.

import { setTimeout as wait } from 'node:timers/promises';
import { type Question, wireRequest } from '../contender.ts';
import { describeDisk } from '../disk.ts';
import { send } from '../load.ts';
import { idOf, readOf, valueIn, writeOf } from '../replicas/registers.ts';
import {
  assemble,
  balanced,
  onDisk,
  type Performer,
  plainPostgres,
  replicas,
  sqlite,
  type Troupe,
} from '../replicas/troupe.ts';
import type { RunningServer } from '../server.ts';
import type { Settings } from '../settings.ts';
import { ratios, shortly, spread, tableOf } from '../table.ts';
import { type Timed, timed } from '../timed.ts';

const FEW = 100;
const MOST = 100_000;
const PERFORMERS = [
  sqlite,
  plainPostgres,
  onDisk,
  replicas(1),
  replicas(2),
  balanced(replicas(2)),
  replicas(4),
  replicas(2, 'local'),
];
/** Number of concurrent clients. */
const MANY = 32;
/** Number of measurements of the delay of a change to another replica. */
const CHANGES = 100;
const SANDBOXES = 1000;

/** The questions: one for each connection, among a number of registers. */
interface BenchRequest {
  readonly title: string;
  readonly send: (size: number, connection: number) => Question;
  /** Whether a group supports it. Default: all do. */
  readonly isFor?: (performer: Performer, size: number) => boolean;
}
const QUESTIONS = {
  read: { title: 'a read', send: readOf },
  write: { title: 'a change', send: (size) => writeOf(size) },
  conflict: { title: 'a change of the same record', send: () => writeOf(1) },
  apart: {
    title: 'a change, in a sandbox for each connection',
    send: (size, connection) => writeOf(size, `c${connection}`),
    // Each of them has all the records.
    isFor: ({ isBare = false }, size) => !isBare && size === FEW,
  },
} satisfies Readonly<Record<string, BenchRequest>>;
type Name = keyof typeof QUESTIONS;
const NAMES = Object.keys(QUESTIONS) as Name[];

/** The result of one question, with one client and with many. */
interface Figures extends Timed {
  /** The median of response times with one client, in milliseconds. */
  readonly alone: number;
  /** Processor time per response in microseconds: of the servers, and of the database. */
  readonly own: number;
  readonly database: number;
}

/** The results of one round, by question. */
type Rounds = Readonly<Partial<Record<Name, Figures>>>;

interface Measured {
  readonly performer: Performer;
  readonly size: number;
  readonly rounds: Rounds[];
  failure?: string;
}

/** Among few records. */
export async function replicasAmongFew(settings: Settings): Promise<string> {
  return `${await tableFor(FEW, settings)}\n\n${await describeDisk(settings.folder)}`;
}

/** Among many records. */
export function replicasAmongMany(settings: Settings): Promise<string> {
  return tableFor(MOST, settings);
}

async function tableFor(size: number, settings: Settings): Promise<string> {
  const all = PERFORMERS.map((performer): Measured => ({ performer, size, rounds: [] }));
  for (let round = 0; round < settings.rounds; round += 1) {
    for (let turn = 0; turn < all.length; turn += 1) {
      // Each round starts with another one.
      const one = all[(round + turn) % all.length];
      if (!one || one.failure !== undefined) continue;
      try {
        one.rounds.push(await figuresOf(one, settings));
        process.stderr.write(`  ${round + 1} ${one.performer.name}, ${size}: ${JSON.stringify(one.rounds.at(-1))}\n`);
      } catch (error) {
        one.failure = (error as Error).message;
        process.stderr.write(`  ${round + 1} ${one.performer.name}, ${size} failed: ${one.failure}\n`);
      }
    }
  }
  const rows = NAMES.flatMap((name) => {
    const { title, isFor = () => true }: BenchRequest = QUESTIONS[name];
    const beside = all.find(({ performer }) => performer === plainPostgres)?.rounds ?? [];
    const requested = all.filter(({ performer }) => isFor(performer, size));
    return requested.map(({ performer, rounds, failure }) => {
      if (failure !== undefined) return [title, performer.name, shortly(failure)];
      const of = (figure: keyof Figures, some = rounds) => some.map((round) => round[name]?.[figure] ?? Number.NaN);
      const rates = ratios(of('rate'), of('rate', beside));
      const figures = (['alone', 'half', 'most', 'own', 'database'] as const).map((figure) => spread(of(figure)));
      return [title, performer.name, spread(of('rate')), spread(rates, 2), ...figures];
    });
  });
  const titles = [
    `among ${size.toLocaleString('en-US')} records`,
    'server',
    'responses per second',
    'vs. `pg`',
    '1 connection: median, ms',
    `${MANY}: median, ms`,
    `${MANY}: 99th percentile, ms`,
    'processor time of the servers, µs',
    'of the database, µs',
  ];
  return tableOf(titles, rows);
}

async function figuresOf({ performer, size }: Measured, settings: Settings): Promise<Rounds> {
  return withTroupe(performer, size, settings, async (troupe) => {
    const figures: Partial<Record<Name, Figures>> = {};
    for (const name of NAMES) {
      const { send, isFor = () => true }: BenchRequest = QUESTIONS[name];
      if (!isFor(performer, size)) continue;
      figures[name] = await figuresFor(troupe, (connection) => send(size, connection), settings);
    }
    return figures;
  });
}

async function figuresFor(
  troupe: Troupe,
  requested: (connection: number) => Question,
  { seconds }: Settings,
): Promise<Figures> {
  const { ports, servers } = troupe;
  let from = 0;
  const load = async (connections: number, lasts: number) => {
    const came = await timed(ports, requested, { connections, seconds: lasts, from });
    from += came.responded + connections;
    return came;
  };
  const used = () => servers.reduce((sum, server) => sum + server.processorTime(), 0);
  // They share a core, and the code of each has to be compiled.
  await load(MANY, (seconds / 2) * servers.length);
  const alone = await load(1, seconds / 2);
  const [before, databaseBefore] = [used(), troupe.databaseTime()];
  const many = await load(MANY, seconds);
  const per = (time: number) => (time / many.responded) * 1e6;
  return {
    ...many,
    alone: alone.half,
    own: per(used() - before),
    database: per(troupe.databaseTime() - databaseBefore),
  };
}

async function withTroupe<T>(
  performer: Performer,
  size: number,
  { folder }: Settings,
  work: (troupe: Troupe) => Promise<T>,
): Promise<T> {
  const troupe = await assemble(performer, size, folder);
  try {
    return await work(troupe);
  } finally {
    await troupe.stop();
  }
}

/** Measurements without load: the delay of a change, the needs of a replica, and the cost of a thousand sandboxes. */
export async function replicasAtRest(settings: Settings): Promise<string> {
  const rows: (readonly string[])[] = [];
  for (const [title, measure] of Object.entries({ delay, joining, alone, sandboxes })) {
    try {
      rows.push(...(await measure(settings)));
    } catch (error) {
      rows.push([title, shortly((error as Error).message)]);
    }
  }
  return tableOf(['', ''], rows);
}

type Rows = readonly (readonly string[])[];

function delay(settings: Settings): Promise<Rows> {
  return withTroupe(replicas(2, 'local'), FEW, settings, async ({ servers }) => {
    const [one, other] = servers as readonly [RunningServer, RunningServer];
    const delays: number[] = [];
    for (let n = 0; n < CHANGES; n += 1) delays.push(await untilSeen(one, other, n));
    return [['until another replica returns a change with `local`, ms', spread(delays)]];
  });
}

function joining(settings: Settings): Promise<Rows> {
  return withTroupe(replicas(1), MOST, settings, async (troupe) => {
    const [first] = troupe.servers as readonly [RunningServer];
    const second = await troupe.another();
    return [
      ['start of the first replica, with 100,000 records to write, ms', spread([first.startUp])],
      ['start of another replica, ms', spread([second.startUp])],
      ['its memory, MB', spread([second.memory().now / 1e6])],
    ];
  });
}

function alone(settings: Settings): Promise<Rows> {
  return withTroupe(onDisk, MOST, settings, async ({ servers }) => {
    const [server] = servers as readonly [RunningServer];
    return [
      ['first start of one process on disk with as many records, ms', spread([server.startUp])],
      ['its memory, MB', spread([server.memory().now / 1e6])],
    ];
  });
}

function sandboxes(settings: Settings): Promise<Rows> {
  return withTroupe(replicas(2), FEW, settings, async ({ servers }) => {
    const [one, other] = servers as readonly [RunningServer, RunningServer];
    const eachInAll = async (server: RunningServer, method: 'PUT' | 'GET') => {
      const start = performance.now();
      for (let n = 0; n < SANDBOXES; n += 1) await inSandbox(server, n, method);
      return (performance.now() - start) / SANDBOXES;
    };
    const before = other.memory().now;
    const [made, seen] = [await eachInAll(one, 'PUT'), await eachInAll(other, 'GET')];
    return [
      [`a new sandbox with one change (1 of ${SANDBOXES}), ms`, spread([made])],
      ['its first read at another replica, ms', spread([seen])],
      ['its memory there, KB', spread([(other.memory().now - before) / SANDBOXES / 1024])],
    ];
  });
}

/** Writes at one replica, and polls another until it has the change, in milliseconds from the acknowledgement. */
async function untilSeen(one: RunningServer, other: RunningServer, n: number): Promise<number> {
  const write = writeOf(1);
  write.check(await send(one.port, write, n + 1));
  const acknowledged = performance.now();
  const wanted = JSON.parse(`${write.request(n + 1)}`.split('\r\n\r\n')[1] ?? '').value;
  while (valueIn(await send(other.port, readOf(1), 0)) !== wanted) await wait(0);
  return performance.now() - acknowledged;
}

async function inSandbox({ port }: RunningServer, n: number, method: 'PUT' | 'GET'): Promise<void> {
  const path = `/_sandbox/s${n}/registers/${idOf(0)}`;
  const body = method === 'PUT' ? { id: idOf(0), value: `in s${n}` } : undefined;
  const response = await send(port, { request: () => wireRequest(method, path, body), check: () => undefined }, 0);
  const { value } = JSON.parse(`${response.body}`);
  if (value !== `in s${n}`) throw new Error(`sandbox ${n}: ${response.status} ${response.body}`);
}
