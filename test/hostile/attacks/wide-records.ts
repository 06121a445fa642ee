// Items with twenty thousand properties in an API without handlers, put and patched repeatedly.

import type { Attack, Target } from '../attack.ts';

const ROUNDS = { short: 3, full: 50 };
const WIDE = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, at]));
const STEPS = Array.from({ length: 1000 }, (_, at) => ({ op: 'replace', path: `/p${at}`, value: -at }));

export const wideRecords: Attack = {
  title: 'items of 20,000 properties and a hundred read-only ones, put and patched in an API without handlers',
  api: new URL('../records.ts', import.meta.url),
  async run(target, size) {
    await send(target, 'POST', '/records', 'application/json', WIDE);
    for (let round = 0; round < ROUNDS[size]; round += 1) {
      await send(target, 'PUT', '/records/1', 'application/json', { ...WIDE, round });
      await send(target, 'PATCH', '/records/1', 'application/merge-patch+json', { round: `again ${round}` });
      await send(target, 'PATCH', '/records/1', 'application/json-patch+json', STEPS);
    }
    return 1 + 3 * ROUNDS[size];
  },
};

async function send({ url }: Target, method: string, path: string, type: string, body: unknown): Promise<void> {
  const response = await fetch(url + path, { method, headers: { 'content-type': type }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  await response.arrayBuffer();
}
