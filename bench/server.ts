// A server under measurement: a process of its own, on a processor core of its own where that can be arranged.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { type Answer, ask } from './load.ts';

/** A server that has answered. */
export interface RunningServer {
  readonly port: number;
  /** From the start of the process to its first answer of status 200, in milliseconds. */
  readonly startUp: number;
  readonly firstAnswer: Answer;
  /** Processor time that it has used so far, in seconds; not a number where the system does not tell (proc(5)). */
  processorTime(): number;
  stop(): Promise<void>;
}

/** Longest wait for the first answer, in milliseconds. */
const PATIENCE = 30_000;

/** Whether servers get a core of their own, and this process another one. */
export const PINNED: boolean =
  availableParallelism() > 1 && spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

/** Moves this process, which makes the load, away from the core of the servers. */
export function pinLoad(): void {
  if (PINNED)
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', `${process.pid}`], { stdio: 'ignore' });
}

/** Starts Node with arguments that make it listen on the port, and asks until it answers. @throws Error if it does not */
export async function startServer(args: (port: number) => readonly string[], request: Buffer): Promise<RunningServer> {
  const port = await freePort();
  const command = [...(PINNED ? ['taskset', '--cpu-list', '0'] : []), process.execPath, ...args(port)];
  const start = performance.now();
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let last = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  while (performance.now() - start < PATIENCE && child.exitCode === null) {
    try {
      const firstAnswer = await ask(port, request);
      if (firstAnswer.status === 200) {
        const startUp = performance.now() - start;
        return { port, startUp, firstAnswer, stop, processorTime: () => processorTime(child.pid) };
      }
      last = `${firstAnswer.status} ${firstAnswer.body}`;
    } catch (error) {
      last = (error as Error).message;
    }
    await wait(2);
  }
  await stop();
  throw new Error(`${args(port).join(' ')} did not answer, at last with: ${last}\n${said}`);
}

/** Fields 14 and 15 of `stat` are counted in ticks of 10 ms. The second field is the name in brackets, which may hold spaces. */
function processorTime(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return Number.NaN;
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
