// Plants faults in a copy of the project, one at a time, and asks who finds them. Run by hand: `npm run mutants -- --help`.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { inRepository } from '../repository.ts';
import { withSection } from '../section.ts';
import { IDENTITY } from './identity.ts';
import { byDredd, byTests, byVerify, type Judge, verdictOf } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { copyProject } from './plant.ts';
import { openPrism } from './prism.ts';
import { type Results, sectionOf } from './report.ts';
import { startServer } from './server.ts';
import { WORKSHOP } from './workshop.ts';

const USAGE = `npm run mutants -- [ids of faults] [settings]

  --judges NAMES         verify, dredd, prism, tests (default: verify)
  --every N              one of N faults only (default: 1)
  --write                keep what they found in bench/mutants/results.json, and write the table into bench/verify.md
  --clean                instead, verify what is served without a fault, with 20 seeds: nothing may be found
`;
const ALL = [...IDENTITY, ...WORKSHOP];
const KEPT = inRepository('bench/mutants/results.json');
const PAGE = inRepository('bench/verify.md');
const SEEDS = Array.from({ length: 20 }, (_, index) => `seed ${index + 1}`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judges: { type: 'string', default: 'verify' },
    every: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    clean: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<void> {
  const copy = await copyProject();
  try {
    if (values.clean) return await verifyClean(copy.folder);
    for (const served of ['identity', 'workshop'] as const) {
      const wanted = ALL.filter((_, index) => index % Number(values.every) === 0).filter(
        ({ of, id }) => of === served && (positionals.length === 0 || positionals.includes(id)),
      );
      if (wanted.length === 0) continue;
      const port = await freePort();
      const { judges, close } = await judgesFor(served, copy.folder, port);
      try {
        if (judges.has('verify')) await requireReached(served, copy.folder);
        const unbroken = await judged(served, copy.folder, port, judges);
        for (const [name, said] of unbroken)
          if (said.length > 0) throw new Error(`${name} objects to ${served} as it is: ${said.join('; ')}`);
        for (const mutant of wanted) await copy.with(mutant, () => ask(mutant, copy.folder, port, judges));
      } finally {
        await close();
      }
    }
  } finally {
    await copy.remove();
  }
}

async function ask(mutant: Mutant, folder: string, port: number, judges: Judges): Promise<void> {
  const said = await judged(mutant.of, folder, port, judges).catch((error: Error) => {
    throw new Error(`${mutant.id}: ${error.message}`);
  });
  if (values.write) await keep(mutant, said);
  const told = [...said].map(
    ([name, found]) => `${name} ${found.length === 0 ? 'NO' : `yes (${found[0]?.slice(0, 120)})`}`,
  );
  console.log(`${mutant.of} ${mutant.id}: ${told.join(', ')}`);
}

/** Adds to what is known, and writes the page anew: a run may be one of several, and may be broken off. */
async function keep(mutant: Mutant, said: Said): Promise<void> {
  const before: Results = JSON.parse(await readFile(KEPT, 'utf8').catch(() => '{}'));
  const short = [...said].map(([name, found]) => [name, found.slice(0, 3).map((one) => one.slice(0, 300))]);
  const all = { ...before, [keyOf(mutant)]: { ...before[keyOf(mutant)], ...Object.fromEntries(short) } };
  const results = Object.fromEntries(ALL.map(keyOf).flatMap((key) => (all[key] ? [[key, all[key]]] : [])));
  await writeFile(KEPT, `${JSON.stringify(results, undefined, 2)}\n`);
  await writeFile(PAGE, withSection(await readFile(PAGE, 'utf8'), 'mutants', sectionOf(ALL, results)));
}

type Judges = ReadonlyMap<string, Judge>;
/** By the names of the judges. */
type Said = ReadonlyMap<string, readonly string[]>;

async function judged(of: Mutant['of'], folder: string, port: number, judges: Judges): Promise<Said> {
  const said = new Map<string, readonly string[]>();
  for (const [name, judge] of judges) {
    const server = await startServer(of, folder, port);
    try {
      said.set(name, await judge({ of, folder, ...server }));
    } finally {
      await server.close();
    }
  }
  return said;
}

async function judgesFor(
  of: Mutant['of'],
  folder: string,
  port: number,
): Promise<{ judges: Judges; close(): Promise<void> }> {
  const names = values.judges.split(',');
  const known: Record<string, Judge> = { verify: byVerify, dredd: byDredd, tests: byTests };
  const judges = new Map(names.flatMap((name) => (known[name] ? [[name, known[name]] as const] : [])));
  if (!names.includes('prism')) return { judges, close: async () => {} };
  const { judge, close } = await openPrism(of, folder, port);
  return { judges: new Map([...judges, ['prism', judge]]), close };
}

async function verifyClean(folder: string): Promise<void> {
  for (const served of ['identity', 'workshop'] as const) {
    const server = await startServer(served, folder, 0);
    try {
      for (const seed of SEEDS) {
        const { findings, missed } = await verdictOf(served, server.url, server.token, seed);
        const wrong = [...findings, ...missed];
        console.log(
          `${served}, ${seed}: ${wrong.length === 0 ? 'nothing is found, and all is reached' : wrong.join('\n  ')}`,
        );
        if (wrong.length > 0) process.exitCode = 1;
      }
    } finally {
      await server.close();
    }
  }
}

/** @throws Error if an operation is not reached of a server without a fault: its faults could not be found */
async function requireReached(of: Mutant['of'], folder: string): Promise<void> {
  const server = await startServer(of, folder, 0);
  const { missed } = await verdictOf(of, server.url, server.token).finally(() => server.close());
  if (missed.length > 0) throw new Error(`of ${of} is not reached: ${missed.join('; ')}`);
}

function keyOf({ of, id }: Mutant): string {
  return `${of} ${id}`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

if (values.help) process.stdout.write(USAGE);
else await run();
