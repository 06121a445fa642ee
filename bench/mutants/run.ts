// Plants faults in a copy of the project, one at a time, and asks who finds them. Run by hand: `npm run mutants -- --help`.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { inRepository } from '../repository.ts';
import { withSection } from '../section.ts';
import { IDENTITY } from './identity.ts';
import { byDredd, byTests, byVerify, type Judge, openPrism, trafficOf, verdictOf } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { copyProject } from './plant.ts';
import { type Results, sectionOf } from './report.ts';
import { startServer } from './server.ts';
import { WORKSHOP } from './workshop.ts';

const USAGE = `npm run mutants -- [ids of faults] [settings]

  --judges NAMES         verify, dredd, prism, tests (default: verify)
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
    write: { type: 'boolean', default: false },
    clean: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<void> {
  const copy = await copyProject();
  try {
    if (values.clean) return await verifyClean(copy.folder);
    const results: Results = JSON.parse(await readFile(KEPT, 'utf8').catch(() => '{}'));
    for (const served of ['identity', 'workshop'] as const) {
      const wanted = ALL.filter(
        (one) => one.of === served && (positionals.length === 0 || positionals.includes(one.id)),
      );
      if (wanted.length === 0) continue;
      const port = await freePort();
      const { judges, close } = await judgesFor(served, copy.folder, port);
      try {
        if (judges.has('verify')) await requireReached(served, copy.folder);
        const unbroken = await judged(served, copy.folder, port, judges, new Map());
        for (const [name, said] of unbroken)
          console.log(`${served}, as it is: ${name} ${said.length === 0 ? 'finds nothing' : said.join('; ')}`);
        for (const mutant of wanted)
          await copy.with(mutant, () => ask(mutant, copy.folder, port, judges, unbroken, results));
      } finally {
        await close();
      }
      if (values.write) {
        const known = new Set(ALL.map(keyOf));
        const kept = Object.fromEntries(Object.entries(results).filter(([key]) => known.has(key)));
        await writeFile(KEPT, `${JSON.stringify(kept, undefined, 2)}\n`);
        await writeFile(PAGE, withSection(await readFile(PAGE, 'utf8'), 'mutants', sectionOf(ALL, results)));
      }
    }
    console.log(sectionOf(ALL, results).split('\n').slice(0, 14).join('\n'));
  } finally {
    await copy.remove();
  }
}

async function ask(
  mutant: Mutant,
  folder: string,
  port: number,
  judges: Judges,
  unbroken: Said,
  results: Results,
): Promise<void> {
  const said = await judged(mutant.of, folder, port, judges, unbroken).catch((error: Error) => {
    throw new Error(`${mutant.id}: ${error.message}`);
  });
  const short = [...said].map(([name, found]) => [name, found.slice(0, 3).map((one) => one.slice(0, 300))]);
  results[keyOf(mutant)] = { ...results[keyOf(mutant)], ...Object.fromEntries(short) };
  const told = [...said].map(
    ([name, found]) => `${name} ${found.length === 0 ? 'NO' : `yes (${found[0]?.slice(0, 120)})`}`,
  );
  console.log(`${mutant.of} ${mutant.id}: ${told.join(', ')}`);
}

type Judges = ReadonlyMap<string, Judge>;
type Said = ReadonlyMap<string, readonly string[]>;

/** What is said of a server that is not said of the one as it is. */
async function judged(of: Mutant['of'], folder: string, port: number, judges: Judges, unbroken: Said): Promise<Said> {
  const said = new Map<string, readonly string[]>();
  for (const [name, judge] of judges) {
    const server = await startServer(of, folder, port);
    try {
      const found = await judge({ of, folder, ...server });
      said.set(
        name,
        found.filter((one) => !unbroken.get(name)?.includes(one)),
      );
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
  const server = await startServer(of, folder, port);
  const traffic = await trafficOf({ of, ...server }).finally(() => server.close());
  const { judge, close } = await openPrism(of, port, traffic);
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
