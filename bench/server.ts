// A server under measurement: a process that is started and polled until it responds.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestResponse } from './answer.ts';
import type { Contender } from './contender.ts';
import { pinned } from './cores.ts';
import { send, TIMEOUT } from './load.ts';
import { type Memory, memoryOf, processorTimeOf } from './process.ts';

/** A started server. */
export interface RunningServer {
  readonly port: number;
  /** From the start of the process to its first response with status 2xx, in milliseconds. */
  readonly startUp: number;
  readonly firstAnswer: TestResponse;
  /** Processor time so far, in seconds. */
  processorTime(): number;
  memory(): Memory;
  stop(): Promise<void>;
}

/** Maximum stored length of the error output of a server, in characters. */
const COMPLAINT = 2_000;

/** Maximum time for a server to end, in milliseconds. */
const FAREWELL = 10_000;

/** Starts a server and sends its first question until it responds. @throws Error with its output if it does not */
export async function startServer(contender: Contender): Promise<RunningServer> {
  const [question] = Object.values(contender.questions);
  if (!question) throw new Error(`${contender.name} has no question`);
  await contender.prepare?.();
  const port = await freePort();
  const start = performance.now();
  const { child, stop, message } = startProcess(contender, port);
  const { pid = 0 } = child;
  let last = '';
  for (let left = TIMEOUT; left > 0 && isRunning(child); left = TIMEOUT - (performance.now() - start)) {
    try {
      const firstAnswer = await send(port, question, 0, left);
      if (Math.floor(firstAnswer.status / 100) === 2) {
        const startUp = performance.now() - start;
        const [processorTime, memory] = [() => processorTimeOf(pid), () => memoryOf(pid)];
        return { port, startUp, firstAnswer, stop, processorTime, memory };
      }
      last = `${firstAnswer.status} ${firstAnswer.body}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await wait(2);
  }
  const ended = isRunning(child) ? `no answer within ${TIMEOUT / 1000} s` : `ended with ${child.exitCode}`;
  await stop();
  throw new Error(`${ended}; ${message() || last}`);
}

/** The working directory of servers that need no other: Understudy would serve a document in the folder where it is started. */
const EMPTY = mkdtempSync(join(tmpdir(), 'understudy-bench-empty-'));
process.once('exit', () => rmdirSync(EMPTY));

function startProcess({ command, folder = EMPTY, environment }: Contender, port: number) {
  const [program = '', ...args] = pinned(command(port));
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(0, COMPLAINT);
  });
  child.once('error', ({ message }) => {
    said = message;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => void child.kill('SIGKILL');
  process.prependOnceListener('exit', kill);
  // Node stores compiled code for later starts only when a process ends by itself.
  const stop = async () => {
    child.kill('SIGTERM');
    const tooLong = setTimeout(kill, FAREWELL);
    await ended;
    clearTimeout(tooLong);
    process.off('exit', kill);
  };
  return { child, stop, message: () => said };
}

function isRunning({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
