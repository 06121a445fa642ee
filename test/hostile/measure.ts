// Attacks one server, and says what it cost.

import { setTimeout as pause } from 'node:timers/promises';
import { askOnce } from './ask-once.ts';
import type { Attack, Size } from './attack.ts';
import { bystander } from './bystander.ts';
import type { Server } from './server.ts';

/** What an attack cost: times in milliseconds of the server's processor time, memory in bytes. */
export interface Cost {
  readonly requests: number;
  /** From its first byte until the server had nothing more to do. */
  readonly processorTime: number;
  /** The longest that another client waited. */
  readonly wait: number;
  readonly peak: number;
  /** What the server holds after it that it did not hold before. */
  readonly kept: number;
}

export async function measure(server: Server, { run }: Attack, size: Size): Promise<Cost> {
  // What is loaded at the first request belongs to no attack.
  await askOnce(server.port);
  await settled(server, IDLE);
  const before = await server.memory();
  const other = await bystander(server);
  const began = server.processorTime();
  const requests = await run(server, size);
  await settled(server, BUSY);
  const wait = await other.leave();
  const processorTime = server.processorTime() - began;
  const { held, peak } = await server.memory();
  return { requests, processorTime, wait, peak, kept: held - before.held };
}

/** How often is looked whether the server is still busy, in milliseconds. */
const LOOK = 250;
/** Whoever takes more of that has something to do, in milliseconds: what a server gets ready after its start comes piece by piece. */
const IDLE = 20;
/** And this is more than the other client's questions cost. */
const BUSY = 100;
/** How long a server may be busy with what came to an end, in looks. */
const MOST_LOOKS = 480;

/** @param most - what a server that has nothing to do takes in a look. @throws Error if it goes on and on */
async function settled(server: Server, most: number): Promise<void> {
  let last = server.processorTime();
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await pause(LOOK);
    const now = server.processorTime();
    if (now - last < most) return;
    last = now;
  }
  throw new Error('the server has been busy for two minutes');
}
