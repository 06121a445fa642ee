// The nightly tests: `npm run test:nightly`, or some sets of them: `npm run test:nightly -- crash corpus`.

import { spawn } from 'node:child_process';

const vitest = (...args: readonly string[]) => ['node_modules/vitest/vitest.mjs', ...args];
/** Tests that import it do more if TEST_RUNS is `full`. */
const RUNS = 'test/support/runs.ts';
/** Another sample of the published documents each day. */
const sample = (every: number) => ['--every', `${every}`, '--from', `${Math.floor(Date.now() / 86_400_000) % every}`];

/** The Node programs of each set, run in sequence. */
const SETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // Faults in the servers, and the measurement of attacks.
  mutants: [vitest('run', '--project', 'nightly')],
  // Each random test with all its runs.
  random: [vitest('related', '--run', '--project', 'daily', '--project', 'slow', RUNS)],
  crash: [['test/crash/run.ts', '--cycles', '150']],
  hostile: [['test/hostile/run.ts']],
  replicas: [['test/replicas/run.ts', '--minutes', '3']],
  // The documents are packages of npm, stored in the user's cache. Without a network the set fails.
  corpus: [
    ['bench/corpus.ts', ...sample(40)],
    ['bench/corpus.ts', ...sample(200), '--verify'],
  ],
};

/** @returns whether the program succeeded */
function succeeds(args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, TEST_RUNS: 'full' };
  const child = spawn(process.execPath, args, { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0));
  });
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(SETS, name));
if (unknown.length > 0) {
  console.error(`No such set: ${unknown.join(', ')}. The sets are ${Object.keys(SETS).join(', ')}.`);
  process.exit(2);
}
const lines: string[] = [];
for (const [name, programs] of Object.entries(SETS).filter(([one]) => wanted.length === 0 || wanted.includes(one))) {
  console.log(`\n${name}`);
  const start = performance.now();
  let isPassed = true;
  for (const program of programs) isPassed = (await succeeds(program)) && isPassed;
  if (!isPassed) process.exitCode = 1;
  const seconds = Math.round((performance.now() - start) / 1000);
  lines.push(`${name.padEnd(8)}  ${`${seconds}`.padStart(5)} s  ${isPassed ? 'passed' : 'FAILED'}`);
}
console.log(`\n${lines.join('\n')}`);
