// A process that is attacked, and what it costs: processor time as the operating system counts it, and memory.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attack } from './attack.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Memory {
  /** What the program holds when all that can be freed is freed, in bytes. */
  readonly held: number;
  /** The most that the process has taken of the machine since it started, in bytes. */
  readonly peak: number;
}

export interface Server {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** Processor time so far, of all threads, in milliseconds. */
  processorTime(): number;
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/** Whether this machine tells how much processor time another process has taken. */
export const canMeasure = process.platform === 'linux';

const PROBE = new URL('probe.ts', import.meta.url).href;
const COMMAND = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));
const ADDRESS = / at (http:\/\/\S+)\n[\s\S]*Ctrl-C\.\n/;

/** The clock that `/proc` counts by (USER_HZ of Linux), in milliseconds. */
const TICK = 10;

/** The command `understudy serve` on a free port, its state in a folder of its own. */
export function startStandIn({ settings = [], api }: Pick<Attack, 'settings' | 'api'> = {}): Promise<Server> {
  return startServer([COMMAND, api ? 'serve' : 'demo', '--port', '0', ...settings], api && configWith(api));
}

/** A configuration with the identity API and another one. */
function configWith(api: URL): string {
  const identity = new URL('../../src/identity/api.ts', import.meta.url);
  const name = api.pathname.replace(/^.*\/|\.ts$/g, '');
  return `import { identity } from '${identity}';\nimport { ${name} } from '${api}';\nexport default { apis: [identity, ${name}] };\n`;
}

/**
 * Starts a program of Node that says where it answers, as `understudy serve` does.
 *
 * @param config - what is in its `understudy.config.mjs`. Default: there is none
 * @throws Error if it ends before
 */
export async function startServer(program: readonly string[], config?: string): Promise<Server> {
  const folder = temporaryFolder();
  if (config !== undefined) writeFileSync(join(folder.path, 'understudy.config.mjs'), config);
  const child = spawn(process.execPath, ['--expose-gc', '--import', PROBE, ...program], {
    cwd: folder.path,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    folder.remove();
  };
  try {
    const url = await addressOf(child);
    const { pid = 0 } = child;
    return {
      pid,
      url,
      port: Number(new URL(url).port),
      processorTime: () => processorTime(pid),
      async memory() {
        child.send('memory');
        const [memory] = await once(child, 'message');
        return memory as Memory;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for await (const text of child.stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    said += text;
    const address = ADDRESS.exec(said)?.[1];
    if (address !== undefined) {
      child.stdout?.resume();
      return address;
    }
  }
  throw new Error(`it ended before it said where it answers: ${said}`);
}

/** What a process has taken so far, of all threads, in milliseconds. It is the 14th and 15th field of `/proc/<pid>/stat` (proc(5)): in user mode and in the kernel. The name before them may hold spaces. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
