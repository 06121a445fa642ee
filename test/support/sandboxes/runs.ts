// Many concurrent sandboxes in a separate process, and all responses of each of them.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { createRandomNumbers } from '../../../src/server/pipeline/sandbox/random-numbers.ts';
import { serveProcess } from '../command-process.ts';
import { temporaryFolder } from '../temporary.ts';
import { begun, requested, type TestRequest } from './requests.ts';
import { type Naming, openWorld } from './sandbox.ts';

/** The number of sandboxes, and the number of requests to each after its initial ones. */
export interface Extent {
  readonly sandboxes: number;
  readonly requests: number;
}

/** The requests to a sandbox, in order. */
export interface Script {
  readonly name: string;
  readonly naming: Naming;
  readonly requested: readonly TestRequest[];
}

/** The same scripts for the same seed. */
export function scriptsOf(seed: number, { sandboxes, requests }: Extent): readonly Script[] {
  const namings = ['host', 'header', 'path'] as const;
  return Array.from({ length: sandboxes }, (_, at) => {
    const [first = []] = fc.sample(begun, { seed: seed + at, numRuns: 1 });
    const more = fc.sample(requested, { seed: seed + at, numRuns: requests });
    return { name: `sandbox-${at}`, naming: namings[at % 3] ?? 'host', requested: [...first, ...more] };
  });
}

/** The interleaving of the requests of all sandboxes: drawn, with a number of concurrent requests. */
export interface Order {
  readonly seed: string;
  readonly atOnce: number;
}

/** The results of each sandbox, by name, in a process without other clients: each response as text, and the final state. */
export async function play(scripts: readonly Script[], { seed, atOnce }: Order) {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, 'understudy.config.mjs'), CONFIG);
  const { url } = await serveProcess(['--memory', '--sandboxes', '100'], { cwd });
  const random = createRandomNumbers(seed);
  const plays = scripts.map((script) => ({
    script,
    sandbox: openWorld(url, script.name, script.naming),
    next: 0,
    reported: [] as string[],
  }));
  const waiting = [...plays];
  const actor = async () => {
    for (;;) {
      const [turn] = waiting.splice(Math.floor(random() * waiting.length), 1);
      if (!turn) return;
      const now = turn.script.requested[turn.next];
      if (!now) continue;
      turn.next += 1;
      turn.reported.push(await turn.sandbox.send(now));
      waiting.push(turn);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, actor));
  for (const { sandbox, reported } of plays) {
    for (const what of KNOWN) reported.push(await sandbox.send({ ...NOTHING, path: `/_understudy/${what}` }));
    for (const what of TIMED)
      reported.push(withoutDurations(await sandbox.send({ ...NOTHING, path: `/_understudy/${what}` })));
    sandbox.close();
  }
  return new Map(plays.map(({ script, reported }) => [script.name, reported]));
}

const NOTHING: TestRequest = { way: 'http/1.1', method: 'GET', path: '/', headers: {}, body: '', mayHang: false };
/** The final state of a sandbox. */
const KNOWN = ['state', 'changes', 'faults', 'clock', 'seed', 'snapshots', 'records'];
/** Durations in it, which depend on the machine. */
const TIMED = ['requests', 'requests/har'];
const DURATIONS = new Set(['duration', 'time', 'wait']);

function withoutDurations(reported: string): string {
  const [, body = ''] = reported.split('\r\n\r\n');
  const value = JSON.parse(body.slice(0, body.lastIndexOf('\n-- ')));
  return JSON.stringify(value, (name, member) => (DURATIONS.has(name) ? undefined : member), 1);
}

const local = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
const CONFIG = `
import { identity } from ${local('../../../src/identity/api.ts')};
import { defineApi } from ${local('../../../src/index.ts')};
const shop = defineApi({ name: 'shop', document: new URL(${local('../shop/shop.yaml')}), infer: true });
export default { apis: [identity, shop] };
`;
