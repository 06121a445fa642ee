// Attacks one server, and measures the cost.

import { setTimeout as pause } from 'node:timers/promises';
import { sendOnce } from './ask-once.ts';
import type { Attack, Size } from './attack.ts';
import { bystander } from './bystander.ts';
import type { Server } from './server.ts';

/** The cost of an attack: times in milliseconds of the server's processor time, memory in bytes. */
export interface Cost {
  readonly requests: number;
  /** From the first byte until the server is idle. */
  readonly processorTime: number;
  /** The longest wait of another client. */
  readonly wait: number;
  readonly peak: number;
  /** The increase of the server's memory by the attack. */
  readonly stored: number;
}

export async function measure(server: Server, { run }: Attack, size: Size): Promise<Cost> {
  // Code that is loaded at the first request does not count.
  await sendOnce(server.port);
  await settled(server, IDLE);
  const before = await server.memory();
  const other = await bystander(server);
  const began = server.processorTime();
  const requests = await run(server, size);
  await settled(server, BUSY);
  const wait = await other.leave();
  const processorTime = server.processorTime() - began;
  const { held, peak } = await server.memory();
  return { requests, processorTime, wait, peak, stored: held - before.held };
}

/** Interval between checks whether the server is busy, in milliseconds. */
const LOOK = 250;
/** Processor time per interval above which a server is busy, in milliseconds: start-up work is done in pieces. */
const IDLE = 20;
/** And this is more than the requests of the other client cost. */
const BUSY = 100;
/** Maximum number of intervals until a server is idle. */
const MOST_LOOKS = 480;

/** @param most - processor time of an idle server per interval. @throws Error if it remains busy */
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
