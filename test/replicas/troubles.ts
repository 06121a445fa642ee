// Disturbances of a round and their times, drawn from its seed.

import { setTimeout as wait } from 'node:timers/promises';
import { createRandomNumbers, type RandomNumbers } from '../../src/server/pipeline/sandbox/random-numbers.ts';
import type { Replicas } from './replicas.ts';

/** Average number of bytes before a connection is disturbed: some dozens of requests. */
const BYTES = 20_000;
/** Maximum duration of a pause, in milliseconds. */
const HOLD = 800;
const STALL = 100;

type Trouble = (replicas: Replicas, random: RandomNumbers) => Promise<void>;

/** By printed name. Each ends with all running, except storms, which end with the next disturbance. */
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

/** A disturbance, and the number of responses before it. */
export interface Planned {
  readonly after: number;
  readonly trouble: TroubleName;
}

/** Draws disturbances at any time of the round. */
export function drawTroubles(seed: string, count: number, operations: number): readonly Planned[] {
  const random = createRandomNumbers(`${seed} troubles`);
  return Array.from({ length: count }, () => ({
    after: 1 + Math.floor(random() * operations * 0.9),
    trouble: one(NAMES, random),
  })).toSorted((a, b) => a.after - b.after);
}

/** Causes the disturbances as responses arrive, in sequence. */
export interface Troublemaker {
  onResponse(count: number): void;
  /** Aborted when a disturbance has failed, so that no replica may respond. */
  readonly failed: AbortSignal;
  /** Resolves when all disturbances are over, storms too. @throws the error of a disturbance */
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
    onResponse(count) {
      while (still[0] && still[0].after <= count) {
        const { trouble } = still.shift() as Planned;
        before = before.then(async () => {
          weather();
          await TROUBLES[trouble](replicas, random);
        });
        // The waiter for calm receives the error.
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
