// Memory and processor time of the command verify, on a document of 212 operations: `node bench/verified/cost.ts`.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeDocument } from '../generated-document.ts';
import { inRepository } from '../repository.ts';
import { spread, tableOf } from '../table.ts';

const OPERATIONS = 212;
const ROUNDS = 3;
const PER = 5000;

const folder = mkdtempSync(join(tmpdir(), 'understudy-cost-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const usageFile = join(folder, 'usage.json');
const document = await writeDocument(folder, OPERATIONS);

/** Code that writes the resources of a process when it ends. */
const WRITE_USAGE = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from 'node:fs';
  process.on('exit', () => writeFileSync(${JSON.stringify(usageFile)}, JSON.stringify(process.resourceUsage())));
`)}`;

interface Cost {
  readonly requests: number;
  /** In seconds. */
  readonly processor: number;
  /** The largest resident memory, in bytes. */
  readonly memory: number;
}

/** Runs the command once, against a server of its own process. */
async function measure(): Promise<Cost> {
  const server = spawn(process.execPath, [inRepository('bench/verified/things-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(server.stdout.setEncoding('utf8'), 'data');
  const url = `http://127.0.0.1:${Number(port)}`;
  const args = ['--import', WRITE_USAGE, inRepository('bin/understudy.js'), 'verify', document, url];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--allow-writes', '--json'], {
    maxBuffer: 2 ** 30,
  });
  server.kill();
  const { requests } = JSON.parse(stdout);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usageFile, 'utf8'));
  return { requests, processor: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * 1024 };
}

const costs: Cost[] = [];
for (let round = 0; round < ROUNDS; round += 1) costs.push(await measure());
const row = [
  spread(
    costs.map(({ requests }) => requests),
    0,
  ),
  spread(costs.map(({ processor }) => processor)),
  spread(costs.map(({ processor, requests }) => (processor / requests) * PER)),
  spread(costs.map(({ memory }) => memory / 1e6)),
];
process.stdout.write(
  `${tableOf(['requests', 'processor time, s', `processor time of ${PER} requests, s`, 'memory at most, MB'], [row])}\n`,
);
