// The workload `inferred`: a page of many orders, and a new one, from the document alone and with hand-written handlers.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contender, jsonOf, type Question, wireRequest } from '../contender.ts';
import type { Order } from '../inferred/orders.ts';
import { underLoad, withServer } from '../measure.ts';
import { inRepository } from '../repository.ts';
import { interleave } from '../rounds.ts';
import type { Settings } from '../settings.ts';
import { ratios, shortly, spread, tableOf } from '../table.ts';

const [FEW, MANY] = [1_000, 100_000];
const NAMES = { 'by-hand': 'handlers written by hand', 'from-document': 'from the document alone' };

export async function inferred(settings: Settings): Promise<string> {
  const contenders = await contendersOf(settings.folder);
  const many = contenders.filter(({ size }) => size === MANY);
  const measured = await interleave(many, settings.rounds, (contender) => underLoad(contender, settings));
  const stored = await interleave(contenders, settings.rounds, (contender) =>
    withServer(contender, async (server) => server.memory()),
  );
  const memoryOf = (name: string, size: number) =>
    (stored.find(({ contender }) => contender.name === name && contender.size === size)?.rounds ?? []).map(
      ({ now }) => now,
    );
  const bytesOf = (name: string) => {
    const few = memoryOf(name, FEW);
    return memoryOf(name, MANY).map((bytes, round) => (bytes - (few[round] ?? Number.NaN)) / (MANY - FEW));
  };
  const ratesOf = (name: string, question: string) =>
    (measured.find(({ contender }) => contender.name === name)?.rounds ?? []).flatMap(
      ({ figures }) => figures[question]?.rate ?? [],
    );
  const beside = NAMES['by-hand'];
  const rows = measured.map(({ contender: { name }, failure }) => {
    if (failure) return [name, shortly(failure)];
    const cells = ['list', 'create'].flatMap((question) => [
      spread(ratesOf(name, question)),
      spread(ratios(ratesOf(name, question), ratesOf(beside, question)), 2),
    ]);
    return [name, ...cells, spread(bytesOf(name)), spread(ratios(bytesOf(name), bytesOf(beside)), 2)];
  });
  return tableOf(
    [
      'orders',
      `pages of 20 of ${MANY.toLocaleString('en-US')} per second`,
      'vs. by hand',
      'new orders per second',
      'vs. by hand',
      'memory per order, bytes',
      'vs. by hand',
    ],
    rows,
  );
}

async function contendersOf(folder: string): Promise<readonly Contender[]> {
  const contenders: Contender[] = [];
  for (const size of [FEW, MANY]) {
    const fixtures = join(folder, `orders-${size}`);
    await mkdir(fixtures);
    await writeFile(
      join(fixtures, 'orders.json'),
      JSON.stringify(Array.from({ length: size }, (_, at) => orderAt(at))),
    );
    for (const which of ['by-hand', 'from-document'] as const) {
      const script = inRepository('bench/servers/orders.ts');
      contenders.push({
        name: NAMES[which],
        size,
        command: (port) => [process.execPath, script, `${port}`, which, fixtures],
        questions: { list: list(size), create },
      });
    }
  }
  return contenders;
}

function orderAt(at: number): Order {
  return {
    id: `order-${at}`,
    customer: `Customer ${at % 997}`,
    amount: at % 500,
    currency: at % 3 === 0 ? 'USD' : 'EUR',
    status: 'open',
    createdAt: new Date(1_767_225_600_000 + at * 1000).toISOString(),
  };
}

function list(size: number): Question {
  const request = wireRequest('GET', '/orders?limit=20&offset=40');
  return {
    request: () => request,
    check(response) {
      const { data, total } = jsonOf(response) as { readonly data: readonly Order[]; readonly total: number };
      if (data.length !== 20 || data[0]?.id !== 'order-40' || total < size) throw new Error(`${response.body}`);
    },
    isLike: (response, before) => response.status === before.status,
  };
}

const create: Question = {
  request: (n) => wireRequest('POST', '/orders', { customer: `Customer ${n}`, amount: n % 500 }),
  check(response) {
    const { id, status } = jsonOf(response, 201) as Order;
    if (!id || status !== 'open') throw new Error(`${response.body}`);
  },
  isLike: (response, before) => response.status === before.status,
};
