// What goes wrong in a round, and when, drawn from its seed.

import { setTimeout as wait } from 'node:timers/promises';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import type { Replicas } from './replicas.ts';

/** How many bytes pass before something happens to a connection, on average: some dozens of requests. */
const BYTES = 20_000;
/** Longest time that something is held up, in milliseconds. */
const HOLD = 800;
const STALL = 100;

type Trouble = (replicas: Replicas, random: RandomNumbers) => Promise<void>;

/** By name, in the words in which they are told. Each ends with everybody there, but for storms, which end with the next trouble. */
export const TROUBLES = {
  async 'a replica is killed'({ all }, random) {
    const replica = one(all, random);
    await replica.kill();
    await replica.start();
  },
  async 'all replicas but one are killed'({ all }, random) {
    const spared = one(all, random);
    const others = all.filter((replica) => replica !== spared);
    await Promise.all(others.map((replica) => replica.kill()));
    await Promise.all(others.map((replica) => replica.start()));
  },
  async 'the database is restarted'({ postgres }) {
    await postgres.crash();
    await postgres.start();
  },
  async 'the database is away for a while'({ postgres }, random) {
    await postgres.crash();
    await wait(random() * HOLD);
    await postgres.start();
  },
  async 'everything is restarted'({ all, postgres }) {
    await Promise.all(all.map((replica) => replica.kill()));
    await postgres.crash();
    await postgres.start();
    await Promise.all(all.map((replica) => replica.start()));
  },
  async 'a replica is cut off from the database'({ all }, random) {
    one(all, random).back.cut();
  },
  async 'a replica hears nothing of the database for a while'({ all }, random) {
    const { back } = one(all, random);
    back.hold();
    await wait(random() * HOLD);
    back.release();
  },
  async 'a replica stands still for a while'({ all }, random) {
    const replica = one(all, random);
    replica.pause();
    await wait(random() * HOLD);
    replica.goOn();
  },
  async 'connections to the database are cut again and again'({ all }) {
    for (const { back } of all) back.storm({ bytes: BYTES, cuts: 0.7, stall: STALL });
  },
  async 'connections of clients are cut again and again'({ all }) {
    for (const { front } of all) front.storm({ bytes: BYTES, cuts: 0.7, stall: STALL });
  },
} satisfies Readonly<Record<string, Trouble>>;

export type TroubleName = keyof typeof TROUBLES;
export const NAMES = Object.keys(TROUBLES) as readonly TroubleName[];

/** A trouble, and after how many answers it comes. */
export interface Planned {
  readonly after: number;
  readonly trouble: TroubleName;
}

/** Draws so many troubles, at any time in the course of a round. */
export function drawTroubles(seed: string, count: number, operations: number): readonly Planned[] {
  const random = createRandomNumbers(`${seed} troubles`);
  return Array.from({ length: count }, () => ({
    after: 1 + Math.floor(random() * operations * 0.9),
    trouble: one(NAMES, random),
  })).toSorted((a, b) => a.after - b.after);
}

/** Makes trouble as the answers come, one after the other. */
export interface Troublemaker {
  onAnswer(count: number): void;
  /** Aborted when a trouble has failed, so that there may be nobody who answers. */
  readonly failed: AbortSignal;
  /** Resolves when all of it is over, storms too. @throws whatever a trouble has thrown */
  calm(): Promise<void>;
}

export function troublemaker(seed: string, replicas: Replicas, planned: readonly Planned[]): Troublemaker {
  const random = createRandomNumbers(`${seed} troubled`);
  const still = [...planned];
  const weather = () => {
    for (const { front, back } of replicas.all) {
      front.storm(undefined);
      back.storm(undefined);
    }
  };
  const failed = new AbortController();
  let before = Promise.resolve();
  return {
    failed: failed.signal,
    onAnswer(count) {
      while (still[0] && still[0].after <= count) {
        const { trouble } = still.shift() as Planned;
        before = before.then(async () => {
          weather();
          await TROUBLES[trouble](replicas, random);
        });
        // Whoever waits for calm hears of it.
        before.catch(() => failed.abort());
      }
    },
    async calm() {
      await before;
      weather();
    },
  };
}

function one<T>(choices: readonly T[], random: RandomNumbers): T {
  return choices[Math.floor(random() * choices.length)] as T;
}
