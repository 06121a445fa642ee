// Clients who read and change shared things through any replica, one request at a time each, and note what they see.

import { setTimeout as wait } from 'node:timers/promises';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import { type Answered, type Asked, ask, type Connections, connections } from './ask.ts';
import { type Begun, type Histories, histories } from './histories.ts';

/** What clients share in one round. No other round knows it, so that histories stay short. */
export interface Things {
  readonly registers: readonly string[];
  readonly counters: readonly string[];
  /** The counter that counts along with all others. */
  readonly total: string;
}

/** The value of a register at the start of a round. */
const START = 'start';

/** For how long it may be that nobody is answered, in milliseconds. */
const TIMEOUT = 60_000;

/** How long somebody waits, at the most, who was not answered, in milliseconds. */
const PAUSE = 60;

/** What came of a round. */
export interface Round {
  readonly ends: Histories['ends'];
  /** Everything that is wrong. */
  readonly objections: readonly string[];
}

export interface RoundSettings {
  readonly seed: string;
  /** Where the replicas are. */
  readonly urls: readonly string[];
  readonly clients: number;
  /** How many operations all clients do, those without an answer not counted. */
  readonly operations: number;
  /** Called at each operation that was answered, with how many there were. */
  readonly onAnswer: (count: number) => void;
  /** Aborted when there is no use in going on. */
  readonly givenUp: AbortSignal;
  /** Resolves when nothing goes wrong any more, and everybody answers. */
  readonly calm: () => Promise<void>;
}

/**
 * Lets clients do what they like with shared things. When all is calm again, everybody is asked what each thing is: that belongs to the histories, and counters must tell the total of
 * all that was added. @throws Error if things cannot be made or read while it is calm
 */
export async function playRound({
  seed,
  urls,
  clients,
  operations,
  onAnswer,
  givenUp,
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
  let answered = 0;
  let newest = performance.now();
  try {
    await makeThings(things, urls[0] ?? '', agentOf());
    const work = async (name: number) => {
      const random = createRandomNumbers(`${seed} client ${name}`);
      const desk: Desk = { things, seen, random, etags: new Map(), name: `${seed} ${name}`, wrong };
      const agent = agentOf();
      while (answered < operations && !givenUp.aborted) {
        const url = drawn(urls, random);
        const isAnswered = await deedOf(desk)((asked) => ask(agent, url, asked));
        if (isAnswered) {
          answered += 1;
          newest = performance.now();
          onAnswer(answered);
        } else if (performance.now() - newest > TIMEOUT) throw new Error('nobody is answered any more');
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
    const put = () => ask(agent, url, { method: 'PUT', path: pathOf(kind, id), body: { id, value } });
    let answer = await put();
    // The database may just have been started again; and what was refused then may have been made.
    const mayBeThere = answer.status === 503;
    while (answer.status === 503 && performance.now() < until) {
      await wait(PAUSE);
      answer = await put();
    }
    const isMade = answer.status === 201 || (mayBeThere && answer.status === 200);
    if (!isMade) throw new Error(`${id} could not be made: ${JSON.stringify(answer)}`);
  };
  for (const id of registers) await make('registers', id, START);
  for (const id of [...counters, total]) await make('counters', id, 0);
}

/** What a client has at hand. */
interface Desk {
  readonly things: Things;
  readonly seen: Histories;
  readonly random: RandomNumbers;
  /** The newest version of each register that it has seen. */
  readonly etags: Map<string, { readonly etag: string; readonly value: string }>;
  /** In every value that it writes: none is written twice. */
  readonly name: string;
  readonly wrong: Set<string>;
}

type Asking = (asked: Asked) => Promise<Answered>;

/** What a client does next. Whether it was answered. */
function deedOf(desk: Desk): (asking: Asking) => Promise<boolean> {
  const { things, random } = desk;
  const choice = random();
  if (choice < 0.25) return readRegister(desk, drawn(things.registers, random));
  if (choice < 0.4) return writeRegister(desk, drawn(things.registers, random));
  if (choice < 0.55) return exchangeRegister(desk, drawn(things.registers, random));
  if (choice < 0.8) return readCounter(desk, drawn([...things.counters, things.total], random));
  return addToCounter(desk, drawn(things.counters, random));
}

const readRegister = (desk: Desk, id: string) => (asking: Asking) => {
  const begun = desk.seen.register(id, { does: 'read' });
  return endOf(desk, [begun], asking({ method: 'GET', path: pathOf('registers', id) }), ({ status, etag, body }) => {
    if (status !== 200 || etag === undefined) return false;
    const value = String(body.value);
    desk.etags.set(id, { etag, value });
    begun.answered(value);
    return true;
  });
};

const writeRegister = (desk: Desk, id: string) => (asking: Asking) => {
  const value = newValue(desk);
  const begun = desk.seen.register(id, { does: 'write', value });
  const asked = asking({ method: 'PUT', path: pathOf('registers', id), body: { id, value } });
  return endOf(desk, [begun], asked, ({ status }) => {
    if (status === 200) begun.answered(true);
    return status === 200;
  });
};

const exchangeRegister = (desk: Desk, id: string) => (asking: Asking) => {
  const known = desk.etags.get(id);
  if (!known) return readRegister(desk, id)(asking);
  const value = newValue(desk);
  const begun = desk.seen.register(id, { does: 'exchange', from: known.value, value });
  const headers = { 'if-match': known.etag };
  const asked = asking({ method: 'PUT', path: pathOf('registers', id), body: { id, value }, headers });
  return endOf(desk, [begun], asked, ({ status, etag }) => {
    if (status !== 200 && status !== 412) return false;
    if (etag !== undefined && status === 200) desk.etags.set(id, { etag, value });
    else desk.etags.delete(id);
    begun.answered(status === 200);
    return true;
  });
};

const readCounter = (desk: Desk, id: string) => (asking: Asking) => {
  const begun = desk.seen.counter(id, { does: 'read' });
  return endOf(desk, [begun], asking({ method: 'GET', path: pathOf('counters', id) }), ({ status, body }) => {
    if (status === 200) begun.answered(Number(body.value));
    return status === 200;
  });
};

const addToCounter = (desk: Desk, id: string) => (asking: Asking) => {
  const amount = 1 + Math.floor(desk.random() * 3);
  const { total } = desk.things;
  const one = desk.seen.counter(id, { does: 'add', amount });
  const along = desk.seen.counter(total, { does: 'add', amount });
  const asked = asking({ method: 'POST', path: `${pathOf('counters', id)}/additions`, body: { amount, to: total } });
  return endOf(desk, [one, along], asked, ({ status, body }) => {
    if (status !== 200) return false;
    one.answered(Number(body.value));
    along.answered(Number(body.along));
    return true;
  });
};

/** Notes how a request ended. @param answered - notes the answer; false if it is not the one that was wanted */
async function endOf(
  { wrong }: Desk,
  begun: readonly Begun<never>[],
  asked: Promise<Answered>,
  answered: (answer: Answered) => boolean,
): Promise<boolean> {
  let answer: Answered;
  try {
    answer = await asked;
  } catch {
    // The request may be under way for as long as a replica likes.
    for (const operation of begun) operation.unknown();
    return false;
  }
  if (answered(answer)) return true;
  if (answer.status !== 409 && answer.status !== 503)
    wrong.add(`an answer that nobody may get: ${JSON.stringify(answer)}`);
  // It says so where it may have been done all the same.
  const isUnknown = !answer.body.message || answer.body.message.includes('it is not known');
  for (const operation of begun) isUnknown ? operation.unknown() : operation.refused();
  return false;
}

let values = 0;
function newValue({ name }: Desk): string {
  values += 1;
  return `${name} ${values}`;
}

/** Reads everything at one replica, and holds the total against what it is the total of. */
async function lookAtAll(things: Things, seen: Histories, url: string, agent: Connections, wrong: Set<string>) {
  const value = async (kind: 'registers' | 'counters', id: string) => {
    const answer = await ask(agent, url, { method: 'GET', path: pathOf(kind, id) });
    if (answer.status !== 200) wrong.add(`${id} is gone at ${url}: ${JSON.stringify(answer)}`);
    return answer.status === 200 ? answer.body.value : undefined;
  };
  for (const id of things.registers) {
    const begun = seen.register(id, { does: 'read' });
    const is = await value('registers', id);
    if (is !== undefined) begun.answered(String(is));
  }
  const counts: number[] = [];
  for (const id of [...things.counters, things.total]) {
    const begun = seen.counter(id, { does: 'read' });
    const is = await value('counters', id);
    if (is === undefined) return;
    begun.answered(Number(is));
    counts.push(Number(is));
  }
  const total = counts.pop();
  const sum = counts.reduce((one, other) => one + other, 0);
  if (total !== sum) wrong.add(`at ${url} the total is ${total}, and the counters make ${sum}`);
}

function drawn<T>(choices: readonly T[], random: RandomNumbers): T {
  return choices[Math.floor(random() * choices.length)] as T;
}
