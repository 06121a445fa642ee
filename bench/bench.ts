// Compares servers in several workloads. Run by hand: `npm run bench -- --help`.

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PINNED, pinLoad } from './cores.ts';
import { installPeers } from './peers.ts';
import type { Settings } from './settings.ts';
import { writeTable } from './table.ts';
import { control } from './workloads/control.ts';
import { inferred } from './workloads/inferred.ts';
import { inspector } from './workloads/inspector.ts';
import { large } from './workloads/large.ts';
import { many } from './workloads/many.ts';
import { memory } from './workloads/memory.ts';
import { operations } from './workloads/operations.ts';
import { proxy } from './workloads/proxy.ts';
import { records } from './workloads/records.ts';
import { replicasAmongFew, replicasAmongMany, replicasAtRest } from './workloads/replicas.ts';
import { rpc } from './workloads/rpc.ts';
import { search } from './workloads/search.ts';
import { startUp } from './workloads/start-up.ts';
import { updates } from './workloads/updates.ts';
import { verify } from './workloads/verify.ts';

const USAGE = `npm run bench -- [workloads] [settings]

Workloads (default: all):

  search       one small search, sent to all servers
  rpc          the same search over gRPC, gRPC-Web, Connect and JSON
  many         searches among 100 and among 100,000 projects
  updates      durable changes among 100, 10,000 and 100,000 records
  start-up     from the start of a process to its first response
  memory       memory of a server after one request, and after many
  operations   documents of 4, 100, 1,000 and 2,000 operations
  large        GitHub's document
  inferred     orders inferred from their document, and with handlers written by hand
  inspector    frame times of the inspector with a full list of exchanges, in Chromium
  records      frame times of a table of 100,000 records
  verify       verify against mock servers: the identity API, and documents of 12, 100 and 1,000 operations; results in bench/verify.md
  proxy        the small search through proxies: a plain one, Prism's, ours
  replicas     reads and changes with one process, and with one, two and four replicas; needs PostgreSQL and HAProxy
  replicas-many  the same among 100,000 records
  replicas-rest  replication delay, memory, start-up, and a thousand sandboxes
  control      cost of a search with idle fault plans, without a request log, and while clients follow the log

Settings:

  --seconds NUMBER       length of one measurement, after a warm-up of half of it (default 1.5)
  --rounds NUMBER        number of measurements per server, each with a new process (default 3)
  --connections NUMBER   keep-alive connections, with one request at a time (default 10)
  --requests NUMBER      requests of the workload memory (default 1000000)
  --write                write the results into their pages
`;

const WORKLOADS: Readonly<Record<string, (settings: Settings) => Promise<string>>> = {
  search,
  rpc,
  many,
  updates,
  'start-up': startUp,
  memory,
  operations,
  large,
  inferred,
  proxy,
  replicas: replicasAmongFew,
  'replicas-many': replicasAmongMany,
  'replicas-rest': replicasAtRest,
  control,
  inspector,
  records,
  verify,
};

/** Workloads without servers from `bench/peers`. */
const WITHOUT_PEERS: readonly string[] = [
  ...['rpc', 'inferred', 'proxy', 'control', 'records', 'verify'],
  ...['replicas', 'replicas-many', 'replicas-rest'],
];

/** The page with the table of a workload. Default: README.md. */
const PAGES: Readonly<Record<string, string>> = { verify: 'verify.md' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '1.5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '10' },
    requests: { type: 'string', default: '1000000' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

async function bench(names: readonly string[], settings: Omit<Settings, 'folder'>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'understudy-bench-'));
  // When interrupted, it still removes its files and stops its servers; server.ts does the latter first.
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  if (names.some((name) => !WITHOUT_PEERS.includes(name))) await installPeers();
  pinLoad();
  for (const name of names) {
    process.stderr.write(`${name}\n`);
    const folder = join(root, name);
    await mkdir(folder);
    const [start, busyBefore] = [performance.now(), loadavg()[0] ?? 0];
    const table = await WORKLOADS[name]?.({ ...settings, folder });
    const busy = `${busyBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
    const text = `${table}\n\n${describe(settings)} Load average of the machine: ${busy}.`;
    process.stdout.write(`\n${text}\n\n`);
    process.stderr.write(`${name} took ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
    if (values.write) await writeTable(new URL(PAGES[name] ?? 'README.md', import.meta.url), name, text);
    await rm(folder, { recursive: true });
  }
}

function describe({ seconds, rounds, connections }: Omit<Settings, 'folder'>): string {
  const cores = PINNED ? 'the server on one of them and the load on another' : 'shared by server and load';
  return `Node ${process.versions.node}, ${cpus().length} cores, ${cores}; ${rounds} rounds, ${seconds} s for a measurement, ${connections} connections.`;
}

const unknown = positionals.filter((name) => !Object.hasOwn(WORKLOADS, name));
const settings = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  connections: Number(values.connections),
  requests: Number(values.requests),
};
if (values.help) process.stdout.write(USAGE);
else if (unknown.length > 0) throw new Error(`There is no workload ${unknown.join(', ')}.\n\n${USAGE}`);
else if (!Object.values(settings).every((number) => number > 0))
  throw new Error(`Numbers above 0, please.\n\n${USAGE}`);
else await bench(positionals.length > 0 ? positionals : Object.keys(WORKLOADS), settings);
