// The thread of the other client: sends requests until it is stopped, and then reports the longest wait.

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { sendOnce } from './ask-once.ts';
import type { Asking } from './bystander.ts';
import { processorTime } from './server.ts';

/** Pause between a response and the next request, in milliseconds: its requests should cost next to nothing. */
const PAUSE = 25;

const { port, pid } = workerData as Asking;
let isLeaving = false;
parentPort?.once('message', () => {
  isLeaving = true;
});
parentPort?.postMessage('here');
let longest = 0;
while (!isLeaving) {
  const requested = processorTime(pid);
  await sendOnce(port);
  longest = Math.max(longest, processorTime(pid) - requested);
  await pause(PAUSE);
}
parentPort?.postMessage(longest);
