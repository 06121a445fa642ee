// The attacked process and its cost: processor time as counted by the operating system, and memory.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Attack } from './attack.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface Memory {
  /** Heap after garbage collection, in bytes. */
  readonly held: number;
  /** Peak memory of the process since its start, in bytes. */
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

/** Whether this machine reports the processor time of another process. */
export const canMeasure = process.platform === 'linux';

const PROBE = new URL('probe.ts', import.meta.url).href;
const COMMAND = fileURLToPath(new URL('../../bin/understudy.js', import.meta.url));
const ADDRESS = / at (http:\/\/\S+)\n[\s\S]*Ctrl-C\.\n/;

/** The clock unit of `/proc` (USER_HZ of Linux), in milliseconds. */
const TICK = 10;

/** The command `understudy serve` on a free port, with its state in a temporary folder. */
export function startMockServer({ settings = [], api }: Pick<Attack, 'settings' | 'api'> = {}): Promise<Server> {
  return startServer([COMMAND, api ? 'serve' : 'demo', '--port', '0', ...settings], api && configWith(api));
}

/** A configuration with the identity API and another one. */
function configWith(api: URL): string {
  const identity = new URL('../../src/identity/api.ts', import.meta.url);
  const name = api.pathname.replace(/^.*\/|\.ts$/g, '');
  return `import { identity } from '${identity}';\nimport { ${name} } from '${api}';\nexport default { apis: [identity, ${name}] };\n`;
}

/**
 * Starts a Node program that prints its address like `understudy serve`.
 *
 * @param config - content of `understudy.config.mjs`. Default: no file
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
  let message = '';
  for await (const text of child.stdout?.setEncoding('utf8').iterator({ destroyOnReturn: false }) ?? []) {
    message += text;
    const address = ADDRESS.exec(message)?.[1];
    if (address !== undefined) {
      child.stdout?.resume();
      return address;
    }
  }
  throw new Error(`it ended before it printed its address: ${message}`);
}

/** The processor time of a process, of all threads, in milliseconds: fields 14 (user) and 15 (kernel) of `/proc/<pid>/stat` (proc(5)). The name before them may contain spaces. */
export function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}
