// The workload `control`: cost of a search with fault plans that do not match, with and without a request log, and with a follower.

import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { findBrowser, startBrowser } from '../../test/support/browser.ts';
import { measureRepeatedly } from '../measure.ts';
import { searchProjects } from '../project-search.ts';
import { inRepository } from '../repository.ts';
import { type RunningServer, startServer } from '../server.ts';
import { demo } from '../servers.ts';
import type { Settings } from '../settings.ts';
import { ratios, spread, tableOf } from '../table.ts';
import { SEARCH } from './small-search.ts';

/** A condition of a mock server during its requests. */
interface Circumstance {
  readonly name: string;
  /** The measured server. */
  readonly server: 'default' | 'without a request log';
  /** Establishes it. @returns a function that ends it */
  begin(port: number): Promise<() => Promise<unknown>>;
}

const INITIAL = 'nothing (initial state)';
/** Duration of the warm-up in measurements, so that code is compiled. */
const WARM_UP = 8;

/** Plans that match no search: each is evaluated until it is known not to match. */
const plans = (count: number, on: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => ({ on: on(at), steps: [{ status: 503 }] }));
const forOthers = () => ({ operation: 'updateApp' });
const forOtherBodies = (at: number) => ({ operation: 'searchProjects', body: { query: { limit: 1000 + at } } });
const forOtherPaths = (at: number) => ({ path: `/management/v1/projects/${at}/**` });

const CIRCUMSTANCES: readonly Circumstance[] = [
  { name: INITIAL, server: 'default', begin: nothing },
  { name: 'no request log', server: 'without a request log', begin: nothing },
  { name: 'a fault plan for another operation', server: 'default', begin: planned(plans(1, forOthers)) },
  { name: '100 plans for another operation', server: 'default', begin: planned(plans(100, forOthers)) },
  { name: '100 plans for other paths', server: 'default', begin: planned(plans(100, forOtherPaths)) },
  { name: '100 plans for other bodies', server: 'default', begin: planned(plans(100, forOtherBodies)) },
  { name: '1 follower of the events', server: 'default', begin: followed(1) },
  { name: '10 followers of the events', server: 'default', begin: followed(10) },
  { name: 'an open inspector in Chromium', server: 'default', begin: inspected },
];

export async function control(settings: Settings): Promise<string> {
  const question = searchProjects(SEARCH);
  const contender = { questions: { search: question }, folder: await unrecorded(settings.folder) };
  const servers = {
    default: await startServer({
      name: 'default',
      command: demo('--memory'),
      questions: contender.questions,
    }),
    'without a request log': await startServer({ ...contender, name: 'no request log', command: demo('--memory') }),
  };
  const figures = new Map<string, number[]>(CIRCUMSTANCES.map(({ name }) => [name, []]));
  const measure = async ({ server, begin }: Circumstance, seconds: number) => {
    const { port }: RunningServer = servers[server];
    const end = await begin(port);
    const { processor } = await measureRepeatedly(servers[server], question, { ...settings, seconds });
    await end();
    return processor;
  };
  try {
    for (const one of CIRCUMSTANCES.slice(0, 2)) await measure(one, WARM_UP * settings.seconds);
    for (let round = 0; round < settings.rounds; round += 1) {
      const first = round % CIRCUMSTANCES.length;
      for (const one of [...CIRCUMSTANCES.slice(first), ...CIRCUMSTANCES.slice(0, first)]) {
        const processor = await measure(one, settings.seconds);
        figures.get(one.name)?.push(processor);
        process.stderr.write(`  ${round + 1} ${one.name}: ${processor.toFixed(1)} µs\n`);
      }
    }
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
  const always = figures.get(INITIAL) ?? [];
  const rows = CIRCUMSTANCES.map(({ name }) => {
    const times = figures.get(name) ?? [];
    return [name, spread(times, 1), spread(ratios(times, always), 2)];
  });
  return tableOf(['condition', 'processor time per search, µs', 'vs. nothing'], rows);
}

/** A folder with a config of the identity API without a request log. */
async function unrecorded(folder: string): Promise<string> {
  const config = join(folder, 'unrecorded');
  await mkdir(config);
  const identity = JSON.stringify(inRepository('src/identity/api.ts'));
  const text = `import { identity } from ${identity};\nexport default { apis: [{ ...identity, recorded: false }] };\n`;
  await writeFile(join(config, 'understudy.config.mjs'), text);
  return config;
}

async function nothing(): Promise<() => Promise<unknown>> {
  return async () => undefined;
}

function planned(all: readonly object[]): Circumstance['begin'] {
  return async (port) => {
    const url = `http://127.0.0.1:${port}/_understudy/faults`;
    const headers = { 'content-type': 'application/json' };
    for (const plan of all) {
      const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(plan) });
      if (status !== 201) throw new Error(`a plan got ${status}`);
    }
    return () => fetch(url, { method: 'DELETE' });
  };
}

function followed(count: number): Circumstance['begin'] {
  return async (port) => {
    const open = Array.from({ length: count }, async () => {
      const sending = get({ port, host: '127.0.0.1', path: '/_understudy/events', agent: false });
      const [response] = await once(sending, 'response');
      if (response.statusCode !== 200) throw new Error(`a follower got ${response.statusCode}`);
      response.resume().on('error', () => undefined);
      return () => sending.destroy();
    });
    const ends = await Promise.all(open);
    return async () => {
      for (const end of ends) end();
    };
  };
}

/** @throws Error if there is no browser */
async function inspected(port: number): Promise<() => Promise<unknown>> {
  const browser = await startBrowser(await findBrowser());
  const page = await browser.newPage();
  const following = page.waitForRequest(/\/_understudy\/events/);
  await page.goto(`http://127.0.0.1:${port}/inspector`);
  await following;
  return () => browser.close();
}
