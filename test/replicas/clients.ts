// Clients that read and change shared records through any replica, one request at a time each, and record what they see.

import { setTimeout as wait } from 'node:timers/promises';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { type Begun, type Histories, histories } from './histories.ts';
import { type Connections, connections, send, type TestRequest, type TestResponse } from './send.ts';

/** The records that clients share in one round. Each round has its own, so that histories stay short. */
export interface Things {
  readonly registers: readonly string[];
  readonly counters: readonly string[];
  /** The counter with the total of all others. */
  readonly total: string;
}

/** The value of a register at the start of a round. */
const START = 'start';

/** Maximum time without any response, in milliseconds. */
const TIMEOUT = 60_000;

/** Maximum wait of a client after a failed request, in milliseconds. */
const PAUSE = 60;

/** The result of a round. */
export interface Round {
  readonly ends: Histories['ends'];
  /** All violations. */
  readonly objections: readonly string[];
}

export interface RoundSettings {
  readonly seed: string;
  /** The URLs of the replicas. */
  readonly urls: readonly string[];
  readonly clients: number;
  /** The number of successful operations of all clients. */
  readonly operations: number;
  /** Called after each response, with the number so far. */
  readonly onResponse: (count: number) => void;
  /** Aborted when the round cannot continue. */
  readonly abandoned: AbortSignal;
  /** Resolves when all disturbances are over, and all replicas respond. */
  readonly calm: () => Promise<void>;
}

/**
 * Runs clients with random operations. After the disturbances, every record is read at every replica, which is part of the
 * histories, and the total must equal the sum of all additions. @throws Error if records cannot be created or read then
 */
export async function playRound({
  seed,
  urls,
  clients,
  operations,
  onResponse,
  abandoned,
  calm,
}: RoundSettings): Promise<Round> {
  const things = thingsOf(seed);
  const seen = histories(START);
  const agents: Connections[] = [];
  const agentOf = () => {
    const agent = connections();
    agents.push(agent);
    return agent;
  };
  const wrong = new Set<string>();
  let responded = 0;
  let newest = performance.now();
  try {
    await makeThings(things, urls[0] ?? '', agentOf());
    const work = async (name: number) => {
      const random = createRandomNumbers(`${seed} client ${name}`);
      const desk: Desk = { things, seen, random, etags: new Map(), name: `${seed} ${name}`, wrong };
      const agent = agentOf();
      while (responded < operations && !abandoned.aborted) {
        const url = drawn(urls, random);
        const isAnswered = await deedOf(desk)((requested) => send(agent, url, requested));
        if (isAnswered) {
          responded += 1;
          newest = performance.now();
          onResponse(responded);
        } else if (performance.now() - newest > TIMEOUT) throw new Error('no replica responds');
        else await wait(random() * PAUSE);
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, name) => work(name)));
    await calm();
    for (const url of urls) await lookAtAll(things, seen, url, agentOf(), wrong);
  } finally {
    for (const agent of agents) agent.destroy();
  }
  return { ends: seen.ends, objections: [...wrong, ...seen.objections()] };
}

function thingsOf(seed: string): Things {
  const name = (kind: string) => `${kind} of ${seed}`;
  return { registers: ['r', 's'].map(name), counters: ['k', 'l'].map(name), total: name('t') };
}

const pathOf = (kind: 'registers' | 'counters', id: string) => `/${kind}/${encodeURIComponent(id)}`;

async function makeThings({ registers, counters, total }: Things, url: string, agent: Connections): Promise<void> {
  const make = async (kind: 'registers' | 'counters', id: string, value: string | number) => {
    const until = performance.now() + TIMEOUT;
    const put = () => send(agent, url, { method: 'PUT', path: pathOf(kind, id), body: { id, value } });
    let response = await put();
    // The database may just have been restarted, and a failed creation may have been done.
    const mayBeThere = response.status === 503;
    while (response.status === 503 && performance.now() < until) {
      await wait(PAUSE);
      response = await put();
    }
    const isMade = response.status === 201 || (mayBeThere && response.status === 200);
    if (!isMade) throw new Error(`${id} could not be created: ${JSON.stringify(response)}`);
  };
  for (const id of registers) await make('registers', id, START);
  for (const id of [...counters, total]) await make('counters', id, 0);
}

/** The state of a client. */
interface Desk {
  readonly things: Things;
  readonly seen: Histories;
  readonly random: RandomNumbers;
  /** The newest version that it has read of each register. */
  readonly etags: Map<string, { readonly etag: string; readonly value: string }>;
  /** Part of every value that it writes: none is written twice. */
  readonly name: string;
  readonly wrong: Set<string>;
}

type Asking = (requested: TestRequest) => Promise<TestResponse>;

/** The next operation of a client. Returns whether there was a response. */
function deedOf(desk: Desk): (sending: Asking) => Promise<boolean> {
  const { things, random } = desk;
  const choice = random();
  if (choice < 0.25) return readRegister(desk, drawn(things.registers, random));
  if (choice < 0.4) return writeRegister(desk, drawn(things.registers, random));
  if (choice < 0.55) return exchangeRegister(desk, drawn(things.registers, random));
  if (choice < 0.8) return readCounter(desk, drawn([...things.counters, things.total], random));
  return addToCounter(desk, drawn(things.counters, random));
}

const readRegister = (desk: Desk, id: string) => (sending: Asking) => {
  const begun = desk.seen.register(id, { does: 'read' });
  return endOf(desk, [begun], sending({ method: 'GET', path: pathOf('registers', id) }), ({ status, etag, body }) => {
    if (status !== 200 || etag === undefined) return false;
    const value = String(body.value);
    desk.etags.set(id, { etag, value });
    begun.responded(value);
    return true;
  });
};

const writeRegister = (desk: Desk, id: string) => (sending: Asking) => {
  const value = newValue(desk);
  const begun = desk.seen.register(id, { does: 'write', value });
  const requested = sending({ method: 'PUT', path: pathOf('registers', id), body: { id, value } });
  return endOf(desk, [begun], requested, ({ status }) => {
    if (status === 200) begun.responded(true);
    return status === 200;
  });
};

const exchangeRegister = (desk: Desk, id: string) => (sending: Asking) => {
  const known = desk.etags.get(id);
  if (!known) return readRegister(desk, id)(sending);
  const value = newValue(desk);
  const begun = desk.seen.register(id, { does: 'exchange', from: known.value, value });
  const headers = { 'if-match': known.etag };
  const requested = sending({ method: 'PUT', path: pathOf('registers', id), body: { id, value }, headers });
  return endOf(desk, [begun], requested, ({ status, etag }) => {
    if (status !== 200 && status !== 412) return false;
    if (etag !== undefined && status === 200) desk.etags.set(id, { etag, value });
    else desk.etags.delete(id);
    begun.responded(status === 200);
    return true;
  });
};

const readCounter = (desk: Desk, id: string) => (sending: Asking) => {
  const begun = desk.seen.counter(id, { does: 'read' });
  return endOf(desk, [begun], sending({ method: 'GET', path: pathOf('counters', id) }), ({ status, body }) => {
    if (status === 200) begun.responded(Number(body.value));
    return status === 200;
  });
};

const addToCounter = (desk: Desk, id: string) => (sending: Asking) => {
  const amount = 1 + Math.floor(desk.random() * 3);
  const { total } = desk.things;
  const one = desk.seen.counter(id, { does: 'add', amount });
  const along = desk.seen.counter(total, { does: 'add', amount });
  const requested = sending({
    method: 'POST',
    path: `${pathOf('counters', id)}/additions`,
    body: { amount, to: total },
  });
  return endOf(desk, [one, along], requested, ({ status, body }) => {
    if (status !== 200) return false;
    one.responded(Number(body.value));
    along.responded(Number(body.along));
    return true;
  });
};

/** Records the end of a request. @param responded - records the response; false if it is not an expected one */
async function endOf(
  { wrong }: Desk,
  begun: readonly Begun<never>[],
  requested: Promise<TestResponse>,
  responded: (response: TestResponse) => boolean,
): Promise<boolean> {
  let response: TestResponse;
  try {
    response = await requested;
  } catch {
    // The request may still be in progress at a replica.
    for (const operation of begun) operation.unknown();
    return false;
  }
  if (responded(response)) return true;
  if (response.status !== 409 && response.status !== 503) wrong.add(`unexpected response: ${JSON.stringify(response)}`);
  // The message of such an error says that the change may have been made.
  const isUnknown = !response.body.message || response.body.message.includes('it is not known');
  for (const operation of begun) isUnknown ? operation.unknown() : operation.rejected();
  return false;
}

let values = 0;
function newValue({ name }: Desk): string {
  values += 1;
  return `${name} ${values}`;
}

/** Reads everything at one replica, and compares the total with the sum. */
async function lookAtAll(things: Things, seen: Histories, url: string, agent: Connections, wrong: Set<string>) {
  const value = async (kind: 'registers' | 'counters', id: string) => {
    const response = await send(agent, url, { method: 'GET', path: pathOf(kind, id) });
    if (response.status !== 200) wrong.add(`${id} is gone at ${url}: ${JSON.stringify(response)}`);
    return response.status === 200 ? response.body.value : undefined;
  };
  for (const id of things.registers) {
    const begun = seen.register(id, { does: 'read' });
    const is = await value('registers', id);
    if (is !== undefined) begun.responded(String(is));
  }
  const counts: number[] = [];
  for (const id of [...things.counters, things.total]) {
    const begun = seen.counter(id, { does: 'read' });
    const is = await value('counters', id);
    if (is === undefined) return;
    begun.responded(Number(is));
    counts.push(Number(is));
  }
  const total = counts.pop();
  const sum = counts.reduce((one, other) => one + other, 0);
  if (total !== sum) wrong.add(`at ${url} the total is ${total}, and the counters make ${sum}`);
}

function drawn<T>(choices: readonly T[], random: RandomNumbers): T {
  return choices[Math.floor(random() * choices.length)] as T;
}
