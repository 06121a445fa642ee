// Plants faults in a copy of the project, one at a time, and runs the judges. Run by hand: `npm run mutants -- --help`.

import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { byDredd, byVerify, type Judge, verdictOf } from './judges.ts';
import type { Mutant } from './mutant.ts';
import { type Copy, copyProject } from './plant.ts';
import { openPrism } from './prism.ts';
import { report } from './report.ts';
import { addFindings, findingsOf, readResults, writeResults } from './results.ts';
import { startServer } from './server.ts';
import { openTests } from './tests.ts';

const USAGE = `npm run mutants -- [ids of faults] [settings]

  --judges NAMES         verify, dredd, prism, tests (default: verify)
  --every N              one of N faults only (default: 1)
  --missing              only faults without a result of the judge
  --write                store the findings in bench/mutants/results.json, and update the table in bench/verify.md
  --clean                instead, verify the servers without a fault, with 20 seeds, and expect no findings
`;
const SERVED = ['identity', 'workshop'] as const;
const SEEDS = Array.from({ length: 20 }, (_, index) => `seed ${index + 1}`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    judges: { type: 'string', default: 'verify' },
    every: { type: 'string', default: '1' },
    missing: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    clean: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** A started judge. */
interface Opened {
  readonly judge: Judge;
  /** Its number of requests, if it sends none itself. */
  readonly passedOn?: number;
  close(): Promise<void>;
}

async function run(): Promise<void> {
  const copy = await copyProject();
  try {
    if (values.clean) return await verifyClean(copy.folder);
    for (const name of values.judges.split(',')) for (const of of SERVED) await askJudge(name, of, copy);
    if (values.write) await report(await readResults());
  } finally {
    await copy.remove();
  }
}

/** Runs a judge on the server without a fault, then on each wanted fault. @throws Error if it has findings for the first */
async function askJudge(name: string, of: Mutant['of'], copy: Copy): Promise<void> {
  const known = await readResults();
  const wanted = FAULTS.filter((_, index) => index % Number(values.every) === 0)
    .filter((mutant) => mutant.of === of && (positionals.length === 0 || positionals.includes(mutant.id)))
    .filter((mutant) => !values.missing || findingsOf(known, mutant, name) === undefined);
  if (wanted.length === 0) return;
  const port = await freePort();
  const { judge, passedOn, close } = await openJudge(name, of, copy.folder, port);
  const judged = async (patches: Mutant['patches']) => {
    const server = await startServer(of, copy.folder, port);
    return judge({ of, folder: copy.folder, patches, ...server }).finally(() => server.close());
  };
  try {
    const objections = await judged([]);
    if (objections.length > 0)
      throw new Error(`${name} has findings for ${of} without a fault: ${objections.join('; ')}`);
    for (const mutant of wanted) {
      const found = await copy
        .with(mutant, () => judged(mutant.patches))
        .catch((error: Error) => {
          throw new Error(`${mutant.id}: ${error.message}`);
        });
      console.log(`${of} ${mutant.id}: ${name} ${found.length === 0 ? 'NO' : `yes (${found[0]?.slice(0, 120)})`}`);
      // At once, because a run may be interrupted.
      if (values.write) await note(mutant, name, found, passedOn);
    }
  } finally {
    await close();
  }
}

async function note(mutant: Mutant, name: string, found: readonly string[], passedOn?: number): Promise<void> {
  const before = await readResults();
  const counts = passedOn === undefined ? before.passedOn : { ...before.passedOn, [mutant.of]: passedOn };
  const now = addFindings({ ...before, passedOn: counts }, mutant, name, found);
  await writeResults(now);
  await report(now);
}

/** @throws Error for an unknown judge, or if verify does not test an operation */
async function openJudge(name: string, of: Mutant['of'], folder: string, port: number): Promise<Opened> {
  const close = async () => {};
  switch (name) {
    case 'verify':
      await requireTested(of, folder);
      return { judge: byVerify, close };
    case 'dredd':
      return { judge: byDredd, close };
    case 'prism':
      return openPrism(of, folder, port);
    case 'tests':
      return openTests();
    default:
      throw new Error(`there is no judge ${name}\n\n${USAGE}`);
  }
}

async function requireTested(of: Mutant['of'], folder: string): Promise<void> {
  const server = await startServer(of, folder, 0);
  const { missed } = await verdictOf(of, server.url, server.token).finally(() => server.close());
  if (missed.length > 0) throw new Error(`untested operations of ${of}: ${missed.join('; ')}`);
}

async function verifyClean(folder: string): Promise<void> {
  for (const served of SERVED) {
    const server = await startServer(served, folder, 0);
    try {
      for (const seed of SEEDS) {
        const { findings, missed } = await verdictOf(served, server.url, server.token, { seed });
        const wrong = [...findings, ...missed];
        const summary = wrong.length === 0 ? 'nothing is found, and all is reached' : wrong.join('\n  ');
        console.log(`${served}, ${seed}: ${summary}`);
        if (wrong.length > 0) process.exitCode = 1;
      }
    } finally {
      await server.close();
    }
  }
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
