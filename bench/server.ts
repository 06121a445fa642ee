// A server under measurement: a process of its own, and what the system tells about it.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './answer.ts';
import type { Contender } from './contender.ts';
import { pinned } from './cores.ts';
import { ask } from './load.ts';

/** A server that has answered. */
export interface RunningServer {
  readonly port: number;
  /** From the start of the process to its first answer of status 2xx, in milliseconds. */
  readonly startUp: number;
  readonly firstAnswer: Answer;
  /** Processor time that it has used so far, in seconds; not a number where the system does not tell (proc(5)). */
  processorTime(): number;
  /** Memory that it has now, and the most it has had, in bytes; not a number where the system does not tell. */
  memory(): { readonly now: number; readonly most: number };
  stop(): Promise<void>;
}

/** Longest wait for the first answer, in milliseconds. */
export const PATIENCE = 60_000;

/** How much of what a server complains of is kept, in characters. */
const COMPLAINT = 2_000;

/** Starts a server and asks its first question until it is answered. @throws Error if it is not, with what the server said */
export async function startServer(contender: Contender): Promise<RunningServer> {
  const { folder = tmpdir(), environment, questions } = contender;
  const [question] = Object.values(questions);
  if (!question) throw new Error(`${contender.name} is asked nothing`);
  await contender.prepare?.();
  const port = await freePort();
  const [program = '', ...args] = pinned(contender.command(port));
  const start = performance.now();
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(0, COMPLAINT);
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.once('error', (error) => {
    said = error.message;
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  let last = 'nothing';
  while (performance.now() - start < PATIENCE && child.exitCode === null && child.pid !== undefined) {
    try {
      const firstAnswer = await within(ask(port, question.request(0)), PATIENCE - (performance.now() - start));
      if (Math.floor(firstAnswer.status / 100) === 2) {
        const startUp = performance.now() - start;
        const { pid } = child;
        return {
          port,
          startUp,
          firstAnswer,
          stop,
          processorTime: () => processorTime(pid),
          memory: () => ({ now: memory(pid, 'VmRSS'), most: memory(pid, 'VmHWM') }),
        };
      }
      last = `${firstAnswer.status} ${firstAnswer.body}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await wait(2);
  }
  const waited = child.exitCode === null ? `no answer within ${PATIENCE / 1000} s` : `ended with ${child.exitCode}`;
  await stop();
  throw new Error(`${waited}; at last ${last}; it said: ${said}`);
}

/** The same, or a failure after so many milliseconds. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const over = new AbortController();
  const late = wait(milliseconds, undefined, { signal: over.signal }).then(() => {
    throw new Error('too late');
  });
  return Promise.race([work, late]).finally(() => {
    late.catch(() => undefined);
    over.abort();
  });
}

/** Fields 14 and 15 of `stat` are counted in ticks of 10 ms. The second field is the name in brackets, which may hold spaces. */
function processorTime(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(read(`/proc/${pid}/status`))?.[1];
  return Number(kibibytes) * 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
